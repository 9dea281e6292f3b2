import type { ReactNode } from 'react'
import { ClipboardList } from '#web/ui/icons/artist-icons.tsx'
import { Button } from '#web/ui/buttons/button.tsx'

type ReportLinkProps = {
  sessionId: string
  /** «Отчёт о концерте» by default. */
  children?: ReactNode
}

/** The link to a concert's report. */
export function ReportLink({ sessionId, children }: ReportLinkProps) {
  return (
    <Button size="s" href={`/artist/session/${sessionId}`} icon={<ClipboardList />}>
      {children ?? 'Отчёт о концерте'}
    </Button>
  )
}

import type { ReactNode } from 'react'
import { ClipboardList } from '#web/ui/artist-icons.tsx'
import { Button } from '#web/ui/button.tsx'

type ReportLinkProps = {
  sessionId: string
  size?: 's' | 'm'
  block?: boolean
  /** «Отчёт о концерте» unless told otherwise. */
  children?: ReactNode
}

/** The way to what became of a concert. */
export function ReportLink({ sessionId, size = 's', block = false, children }: ReportLinkProps) {
  return (
    <Button
      size={size}
      block={block}
      href={`/artist/session/${sessionId}`}
      icon={<ClipboardList className="ico" />}
    >
      {children ?? 'Отчёт о концерте'}
    </Button>
  )
}

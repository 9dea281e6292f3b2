import { Download } from 'lucide-react'
import { api } from '#contract/index.ts'
import type { Session } from '#contract/shapes.ts'
import { callForFile } from '#web/lib/call.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { usePresses } from '#web/lib/use-presses.ts'
import { Button } from '#web/ui/button.tsx'

export type CsvButtonProps = { session: Pick<Session, 'id' | 'dateTimeStart'> }

/** Saves the report as a table. */
export function CsvButton({ session }: CsvButtonProps) {
  const { press, isPending } = usePresses()
  const save = () =>
    press('csv', async () => {
      const file = await callForFile(api.session.reportCsv, { query: { sessionId: session.id } })
      saveFile(file, `otchet-${session.dateTimeStart.slice(0, 10)}.csv`)
    })
  return (
    <Button
      variant="tonal"
      block
      icon={<Download className="ico" />}
      loading={isPending('csv')}
      onClick={() => void save()}
    >
      Скачать CSV
    </Button>
  )
}

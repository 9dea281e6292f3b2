import { api } from '#contract/index.ts'
import { callForFile } from '#web/lib/call.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { usePresses } from '#web/lib/use-presses.ts'
import { Download } from '#web/ui/artist-icons.tsx'
import { Button } from '#web/ui/button.tsx'

/** Saves all lines of the balance as a table. */
export function StatementButton() {
  const { press, isPending } = usePresses()
  const save = () =>
    press('statement', async () => {
      saveFile(await callForFile(api.payment.statement, {}), 'vypiska.csv')
    })
  return (
    <Button
      variant="tonal"
      block
      icon={<Download className="ico" />}
      loading={isPending('statement')}
      onClick={() => void save()}
    >
      Скачать CSV
    </Button>
  )
}

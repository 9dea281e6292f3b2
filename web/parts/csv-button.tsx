import { saveFile } from '../lib/pages/share.ts'
import { usePresses } from '../lib/value-hooks.ts'
import { Button } from '../ui/buttons/button.tsx'
import { Download } from '../ui/icons/artist-icons.tsx'

type CsvButtonProps = {
  load: () => Promise<Blob>
  /** The name under which the file is saved. */
  name: string
  /** What the file contains, where the page has several. */
  of?: string
  /** «Скачать CSV» by default. */
  children?: string
}

/** Saves a table that the server generates. */
export function CsvButton({ load, name, of, children = 'Скачать CSV' }: CsvButtonProps) {
  const { press, isPending } = usePresses()
  const save = () => press('csv', async () => saveFile(await load(), name))
  return (
    <Button
      variant="tonal"
      block
      icon={<Download className="ico" />}
      loading={isPending('csv')}
      aria-label={of && `${children}: ${of}`}
      onClick={() => void save()}
    >
      {children}
    </Button>
  )
}

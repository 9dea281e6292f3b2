import { saveFile } from '../lib/pages/share.tsx'
import { usePresses } from '../lib/value-hooks.ts'
import { Button } from '../ui/buttons/button.tsx'
import { Download } from '../ui/icons/artist-icons.tsx'

type CsvButtonProps = {
  load: () => Promise<Blob>
  /** The name under which the file is saved. */
  name: string
  /** «CSV» in the title of its table. */
  quiet?: boolean
  /** «Скачать CSV» by default. */
  children?: string
}

/** Saves a table that the server generates. */
export function CsvButton({ load, name, quiet = false, children = 'Скачать CSV' }: CsvButtonProps) {
  const { press, isPending } = usePresses()
  const save = () => press('csv', async () => saveFile(await load(), name))
  return (
    <Button
      {...(quiet ? { variant: 'text', size: 's' } : { variant: 'tonal', block: true })}
      icon={<Download />}
      loading={isPending('csv')}
      aria-label={children}
      onClick={() => void save()}
    >
      {quiet ? 'CSV' : children}
    </Button>
  )
}

import { useEffect, useState } from 'react'
import { useCopyText, saveFile } from '#web/lib/pages/share.tsx'
import { ArtistFrame } from '#web/parts/frame/artist-frame.tsx'
import { TO_SECURITY } from '#web/parts/frame/cabinet-places.ts'
import { Button } from '#web/ui/buttons/button.tsx'
import { Copy, Download, Printer } from '#web/ui/icons/artist-icons.tsx'
import css from './recovery-codes.module.css'

/** Whoever only looks has read them by then. */
const READ_MS = 10_000

type RecoveryCodesProps = { codes: readonly string[]; onDone: () => void }

/** Ten codes, shown once: «Записал» waits until they are taken along, or for READ_MS. */
export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const [taken, setTaken] = useState(false)
  const copy = useCopyText('Коды скопированы', 'Не удалось скопировать')
  const text = codes.join('\n')
  useEffect(() => {
    const timer = setTimeout(() => setTaken(true), READ_MS)
    return () => clearTimeout(timer)
  }, [])
  const take = (work: () => unknown) => () => {
    void work()
    setTaken(true)
  }
  return (
    <ArtistFrame
      title="Запишите десять кодов"
      lead="Показываем один раз. Каждый входит вместо ключа, тоже один раз."
      back={TO_SECURITY}
    >
      <ol className={css.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className={css.ways}>
        <Button
          icon={<Download />}
          onClick={take(() =>
            saveFile(new Blob([`${text}\n`], { type: 'text/plain' }), 'bis-kody.txt'),
          )}
        >
          Скачать
        </Button>
        <Button icon={<Printer />} onClick={take(() => window.print())}>
          Печать
        </Button>
        <Button icon={<Copy />} onClick={take(() => copy(text))}>
          Скопировать
        </Button>
      </div>
      <Button variant="primary" block disabled={!taken} onClick={onDone}>
        Записал
      </Button>
    </ArtistFrame>
  )
}

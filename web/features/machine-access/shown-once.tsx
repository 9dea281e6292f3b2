import { useCopyText } from '#web/lib/pages/share.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import { TextArea } from '#web/ui/fields/text-area.tsx'
import { Copy } from '#web/ui/icons/artist-icons.tsx'
import css from './machine-access.module.css'

type ShownOnceProps = {
  /** «ключ», «секрет». */
  what: string
  label: string
  value: string
  note: string
  onDone: () => void
}

/** A secret that the server shows only now. */
export function ShownOnce({ what, label, value, note, onDone }: ShownOnceProps) {
  const copy = useCopyText('Скопировано', 'Не получилось. Выделите текст и скопируйте его.')
  return (
    <div className={css.made}>
      <TextArea label={label} value={value} rows={2} readOnly spellCheck={false} />
      <p>
        Скопируйте {what} сейчас: больше мы его не покажем. {note}
      </p>
      <Button block variant="primary" icon={<Copy />} onClick={() => void copy(value)}>
        Скопировать {what}
      </Button>
      <Button block onClick={onDone}>
        Готово
      </Button>
    </div>
  )
}

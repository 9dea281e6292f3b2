import { Sheet } from '#web/ui/sheet.tsx'
import css from './keys-sheet.module.css'
import { KEY_HELP } from './pad-keys.ts'

export type KeysSheetProps = { open: boolean; onClose: () => void }

/** Which key and which pedal does what. */
export function KeysSheet({ open, onClose }: KeysSheetProps) {
  return (
    <Sheet open={open} onClose={onClose} title="Клавиши и педаль">
      <dl className={css.keys}>
        {KEY_HELP.map(({ keys, does }) => (
          <div key={does} className={css.line}>
            <dt className={css.names}>
              {keys.map((key) => (
                <kbd key={key} className={css.key}>
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <p className="muted">
        Педаль для нот подходит любая: обычно она шлёт Page Down и Page Up или стрелки. Если педаль
        удержать, это одно нажатие.
      </p>
    </Sheet>
  )
}

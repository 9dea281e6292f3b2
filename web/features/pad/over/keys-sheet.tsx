import { KEY_HELP } from '../pad-keys.ts'
import ground from '../pad.module.css'
import { PadSheet } from './pad-sheet.tsx'

type KeysSheetProps = { open: boolean; onClose: () => void }

/** The actions of the keys and pedals. */
export function KeysSheet({ open, onClose }: KeysSheetProps) {
  return (
    <PadSheet open={open} onClose={onClose} title="Клавиши и педаль">
      <dl className={ground.keys}>
        {KEY_HELP.map(({ keys, does }) => (
          <div key={does} className={ground.line}>
            <dt className={ground.names}>
              {keys.map((key) => (
                <kbd key={key} className={ground.key}>
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
    </PadSheet>
  )
}

import type { FormEvent } from 'react'
import { Button } from '#web/ui/button.tsx'
import { RefreshCw } from '#web/ui/icons.tsx'
import css from './payment-check.module.css'

export type PaymentCheckProps = {
  checking: boolean
  checked: 'no news' | 'no answer' | null
  /** The bank takes long: it is asked less often. */
  late: boolean
  /** When the wait began: a page without scripts carries it along. */
  since: number
  onCheck: () => void
}

const SAID = {
  'no news': 'Спросили банк: новостей пока нет.',
  'no answer': 'Нет связи. Проверим ещё раз, как только она появится.',
}

/** Asks the bank on a press; without scripts it opens the page anew, and so does time. */
export function PaymentCheck({ checking, checked, late, since, onCheck }: PaymentCheckProps) {
  const check = (event: FormEvent) => {
    event.preventDefault()
    onCheck()
  }
  return (
    <form method="get" className={css.check} onSubmit={check}>
      <noscript>
        <meta httpEquiv="refresh" content={`${late ? 15 : 5};url=?since=${since}`} />
      </noscript>
      <output className="t-s muted">{checked && SAID[checked]}</output>
      <input type="hidden" name="since" value={since} />
      <Button
        type="submit"
        size="stage"
        block
        icon={<RefreshCw className="ico" />}
        loading={checking}
      >
        Проверить сейчас
      </Button>
    </form>
  )
}

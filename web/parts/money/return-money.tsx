import { useState } from 'react'
import { api } from '#contract/index.ts'
import type { CreditedPayment } from '#contract/payout.ts'
import { kopecks } from '#domain/money.ts'
import { balanceTooSmallText, RETURN_MESSAGE_LENGTH } from '#domain/payments/payment.ts'
import { orWhenUnavailable } from '#web/lib/calls/call-failed.ts'
import type { CallFailed } from '#web/lib/calls/call-failed.ts'
import { call } from '#web/lib/calls/call.ts'
import { dropRequestKey, requestKey } from '#web/lib/device/device-memory.ts'
import { rubles } from '#web/lib/format.ts'
import { usePresses } from '#web/lib/value-hooks.ts'
import { Button } from '#web/ui/buttons/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { returnQuestion, returnText } from './return-texts.ts'

type ReturnMoneyProps = {
  credit: CreditedPayment
  /** What was paid for, for screen readers. */
  about: string
  /** Reloads what the return has changed. */
  onReturned: () => Promise<void>
}

/** «Вернуть деньги»: returns one credited payment after a question; once it was pressed, shows the progress of the return. */
export function ReturnMoney({ credit, about, onReturned }: ReturnMoneyProps) {
  const [available, setAvailable] = useState<number | null>(null)
  const [word, setWord] = useState('')
  // A request that may have arrived keeps its text as it was sent.
  const [sent, setSent] = useState(false)
  const { press, isPending } = usePresses()
  const { paymentId, net } = credit
  const text = returnText(credit)
  if (text !== null) return <span>{text}</span>

  const key = `return ${paymentId}`
  const close = () => setAvailable(null)
  const ask = () =>
    press('ask', async () => {
      setAvailable((await call(api.payment.balance, { query: { limit: 1 } })).available)
    })
  async function ended() {
    dropRequestKey(key)
    close()
    await orWhenUnavailable(onReturned(), undefined)
  }
  function onFailed({ status }: CallFailed) {
    // Without an answer the request may be on its way: the next press repeats it under the same key.
    if (status < 400 || status >= 500) {
      setSent(true)
      return
    }
    void ended()
  }
  const send = () =>
    press(
      key,
      async () => {
        const body = { paymentId, ...(word.trim() === '' ? {} : { word }) }
        await call(api.payment.refund, { body }, { idempotencyKey: requestKey(key) })
        await ended()
      },
      onFailed,
    )

  const enough = available !== null && available >= net
  return (
    <>
      <Button
        size="s"
        variant="line"
        aria-label={`Вернуть деньги, ${rubles(credit.amount)}: ${about}`}
        loading={isPending('ask')}
        onClick={() => void ask()}
      >
        Вернуть деньги
      </Button>
      <Dialog
        open={available !== null}
        onClose={close}
        title={`Вернуть ${rubles(credit.amount)}?`}
        safe={enough ? 'Не сейчас' : 'Понятно'}
        {...(enough && {
          confirm: `Вернуть деньги, ${rubles(credit.amount)}`,
          onConfirm: () => void send(),
        })}
        confirming={isPending(key)}
      >
        {available !== null && (
          <div className="stack">
            <p>
              {enough
                ? returnQuestion(credit, available)
                : `${balanceTooSmallText(kopecks(available), kopecks(net))}.`}
            </p>
            {enough && (
              <Field
                label="Слово слушателю"
                help="Можно не писать"
                value={word}
                maxLength={RETURN_MESSAGE_LENGTH}
                readOnly={sent}
                onChange={({ target }) => setWord(target.value)}
              />
            )}
          </div>
        )}
      </Dialog>
    </>
  )
}

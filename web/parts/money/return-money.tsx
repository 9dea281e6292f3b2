import { useState } from 'react'
import { api } from '#contract/index.ts'
import type { CreditedPayment } from '#contract/payout.ts'
import { RETURN_MESSAGE_LENGTH } from '#domain/payments/payment.ts'
import { orWhenUnavailable } from '#web/lib/calls/call-failed.ts'
import type { CallFailed } from '#web/lib/calls/call-failed.ts'
import { call } from '#web/lib/calls/call.ts'
import { dropRequestKey, requestKey } from '#web/lib/device/device-memory.ts'
import { rubles } from '#web/lib/format.ts'
import { usePresses } from '#web/lib/value-hooks.ts'
import { Button } from '#web/ui/buttons/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { returnPlan, returnText } from './return-texts.ts'
import type { Purse } from './return-texts.ts'

type ReturnMoneyProps = {
  credit: CreditedPayment
  /** What was paid for, for screen readers. */
  about: string
  /** Reloads what the return has changed. */
  onReturned: () => Promise<void>
}

/** «Вернуть деньги»: returns one credited payment after a question; once it was pressed, shows the progress of the return. */
export function ReturnMoney({ credit, about, onReturned }: ReturnMoneyProps) {
  const [purse, setPurse] = useState<Purse | null>(null)
  const [word, setWord] = useState('')
  // A request that may have arrived keeps its text as it was sent.
  const [sent, setSent] = useState(false)
  const { press, isPending } = usePresses()
  const { paymentId } = credit
  const text = returnText(credit)
  if (text !== null) return <span>{text}</span>

  const plan = purse && returnPlan(credit, purse)
  const { owed = 0, enough = false } = plan ?? {}
  const key = `return ${paymentId}`
  const close = () => setPurse(null)
  const ask = () =>
    press('ask', async () =>
      setPurse(await call(api.payment.balance, { query: { limit: 1, paymentId } })),
    )
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
        const body = {
          paymentId,
          ...(word.trim() === '' ? {} : { word }),
          ...(owed > 0 && { fromNext: true }),
        }
        await call(api.payment.refund, { body }, { idempotencyKey: requestKey(key) })
        await ended()
      },
      onFailed,
    )

  return (
    <>
      <Button
        size="s"
        variant="line"
        aria-label={`Вернуть деньги, ${rubles(credit.amount)}: ${about}`}
        loading={isPending('ask')}
        onClick={() => void ask()}
      >
        Вернуть деньги, {rubles(credit.amount)}
      </Button>
      <Dialog
        open={purse !== null}
        onClose={close}
        title={`Вернуть ${rubles(credit.amount)}?`}
        safe={enough ? 'Не сейчас' : 'Понятно'}
        {...(enough && {
          confirm: `Вернуть деньги, ${rubles(credit.amount)}`,
          onConfirm: () => void send(),
        })}
        confirming={isPending(key)}
      >
        {plan !== null && (
          <div className="stack">
            <p>{plan.text}</p>
            {enough && owed > 0 && (
              <p>
                <b>Из следующих зачислений</b>: удержим {rubles(owed)}, пока не наберётся вся сумма.
                До этого выплаты подождут.
              </p>
            )}
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

import { useState } from 'react'
import type { AnswerOf } from '#contract/endpoint.ts'
import { api } from '#contract/index.ts'
import { kopecks } from '#domain/money.ts'
import { debtText, disputedText, PAYOUT_BANKS, reserveText } from '#domain/payments/payout.ts'
import { NO_STATUS_TEXTS } from '#domain/payments/tax-status.ts'
import { Refusal } from '#domain/refusal.ts'
import { phoneText } from '#domain/russian.ts'
import { orWhenUnavailable } from '#web/lib/calls/call-failed.ts'
import type { CallFailed } from '#web/lib/calls/call-failed.ts'
import { call, serverNow } from '#web/lib/calls/call.ts'
import { dropRequestKey, requestKey } from '#web/lib/device/device-memory.ts'
import { rubles, useViewerZone } from '#web/lib/format.ts'
import { usePresses } from '#web/lib/value-hooks.ts'
import { payoutNow } from '#web/parts/money/payout-now.ts'
import { Banknote } from '#web/ui/icons/artist-icons.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import css from './balance.module.css'
import type { OwnBalance } from './use-balance.ts'

type WithdrawalAnswer = AnswerOf<typeof api.payment.payout>

/** Why nothing can be withdrawn now. */
type PayoutRefusal = { code: string; text: string }

type Withdrawal = {
  /** Kopecks that would be paid out; 0 when nothing can be. */
  amount: number
  payoutRefusal: PayoutRefusal | null
  stage: 'idle' | 'asking' | 'done'
  done: WithdrawalAnswer | null
  sending: boolean
  ask(): void
  send(): void
  dismiss(): void
}

const PRESS = 'payout'

/** Withdraws the available money, once however often it is requested. */
function useWithdrawal({ balance, lines, refresh }: OwnBalance): Withdrawal {
  const [stage, setStage] = useState<Withdrawal['stage']>('idle')
  const [done, setDone] = useState<WithdrawalAnswer | null>(null)
  const [refused, setRefused] = useState<{ of: unknown; why: PayoutRefusal } | null>(null)
  const { press, isPending } = usePresses()
  const rule = payoutAmount(balance, useViewerZone())
  const amount = 'amount' in rule ? rule.amount : 0
  // Once the page knows of the payout whose answer was lost, the next press is for another one.
  const last = lines.entries.find(({ cause }) => cause.startsWith('payout'))
  const key = `${PRESS} ${last?.id} ${amount}`
  // The server's refusal applies until the balance is reloaded.
  const refusal = refused?.of === balance ? refused.why : null

  function onFailed(failure: CallFailed) {
    // Without an answer the payout may have been made: the next press sends the same idempotency key.
    const answered = failure.status >= 400 && failure.status < 500
    if (!answered && failure.code !== 'PAYMENTS_DOWN') return
    dropRequestKey(key)
    setStage('idle')
    setRefused({ of: balance, why: { code: failure.code, text: failure.message } })
  }

  return {
    amount,
    payoutRefusal: 'amount' in rule ? refusal : rule,
    stage,
    done,
    sending: isPending(PRESS),
    ask: () => setStage('asking'),
    dismiss: () => setStage('idle'),
    send: () =>
      void press(
        PRESS,
        async () => {
          const paid = await call(api.payment.payout, {}, { idempotencyKey: requestKey(key) })
          dropRequestKey(key)
          setDone(paid)
          setStage('done')
          await orWhenUnavailable(refresh(), undefined)
        },
        onFailed,
      ),
  }
}

function payoutAmount(
  { available, debt, disputed = 0, reserve, number }: OwnBalance['balance'],
  zone: string,
): { amount: number } | PayoutRefusal {
  if (debt > 0) return { code: 'NOTHING_TO_PAY', text: debtText(kopecks(debt)) }
  const free = kopecks(available - disputed - (reserve?.amount ?? 0))
  try {
    const viewer = { now: new Date(serverNow()), zone }
    return { amount: payoutNow(number, free, viewer) }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { code: error.code, text: error.message }
  }
}

type WithdrawProps = { own: OwnBalance }

/** The button that pays the available money out to the checked number, or the reason why it cannot. */
export function Withdraw({ own }: WithdrawProps) {
  const zone = useViewerZone()
  const withdrawal = useWithdrawal(own)
  const { amount, payoutRefusal, stage, done } = withdrawal
  const { disputed, reserve } = own.balance
  const { phoneNumber, sbpNumberId, recipient, state, noStatus } = own.balance.number
  const isUnconfirmed = state === 'checked' && recipient?.confirmed === false
  const asked = payoutRefusal?.code === 'NUMBER_NOT_SET' && isUnconfirmed ? recipient.name : null
  const bank = PAYOUT_BANKS[sbpNumberId ?? ''] ?? ''
  const address = `${phoneText(phoneNumber ?? '')}, ${bank}`
  return (
    <div className={css.withdraw}>
      <Button
        variant="primary"
        block
        icon={<Banknote />}
        disabled={amount === 0}
        aria-describedby={
          (payoutRefusal ?? disputed ?? reserve ?? noStatus) ? 'why-not' : undefined
        }
        onClick={withdrawal.ask}
      >
        Вывести сейчас
      </Button>
      <output id="why-not" className={css.why}>
        {payoutRefusal !== null && asked === null && <p>{payoutRefusal.text}</p>}
        {disputed !== undefined && <p>{disputedText(kopecks(disputed))}</p>}
        {reserve !== undefined && (
          <p>
            {reserveText(
              kopecks(reserve.amount),
              { ...reserve, until: new Date(reserve.until) },
              { zone, now: new Date(serverNow()) },
            )}
          </p>
        )}
        {noStatus === 'asked' && <p>{NO_STATUS_TEXTS.asked}</p>}
        {payoutRefusal !== null && asked !== null && (
          <RecipientQuestion name={asked} why={payoutRefusal.text} own={own} />
        )}
        {asked === null && (payoutRefusal?.code === 'NUMBER_NOT_SET' || noStatus !== undefined) && (
          <Button href="/artist/account-settings#payment" size="s">
            Открыть настройки
          </Button>
        )}
      </output>
      <Dialog
        open={stage === 'asking'}
        onClose={withdrawal.dismiss}
        title={`Вывести ${rubles(amount)}?`}
        safe="Не сейчас"
        confirm="Вывести"
        wanted
        confirming={withdrawal.sending}
        onConfirm={withdrawal.send}
      >
        <p>
          Отправим деньги на номер <span className="whole">{phoneText(phoneNumber ?? '')}</span>,{' '}
          {bank}. Обычно они приходят за несколько минут.
        </p>
      </Dialog>
      <Dialog
        open={stage === 'done'}
        onClose={withdrawal.dismiss}
        title={done === null ? '' : TITLES[done.state]}
        safe="Понятно"
      >
        {done !== null && <p>{outcome(done, address)}</p>}
      </Dialog>
    </div>
  )
}

type RecipientQuestionProps = { name: string; why: string; own: OwnBalance }

/** The question about the recipient whom the bank names: nothing is paid out before it is answered. */
function RecipientQuestion({ name, why, own }: RecipientQuestionProps) {
  const { press, isPending } = usePresses()
  return (
    <div className={css.ask}>
      <p>{why}</p>
      <p>
        <b>Это вы: {name}?</b>
      </p>
      <div className={css.answers}>
        <Button
          size="s"
          variant="invert"
          loading={isPending('recipient')}
          onClick={() =>
            void press('recipient', async () => {
              await call(api.payment.confirmRecipient, { body: { name } })
              await own.refresh()
            })
          }
        >
          Да, это я
        </Button>
        <Button size="s" href="/artist/account-settings#payment">
          Нет, сменить номер
        </Button>
      </div>
    </div>
  )
}

const TITLES: Record<WithdrawalAnswer['state'], string> = {
  reserved: 'Деньги отправляются',
  initiated: 'Деньги отправляются',
  sent: 'Деньги в пути',
  completed: 'Деньги отправлены',
  rejected: 'Вывод не прошёл',
}

function outcome({ amount, state }: WithdrawalAnswer, address: string): string {
  if (state === 'rejected')
    return `Банк не принял ${rubles(amount)} на номер ${address}. Деньги остались на балансе.`
  if (state === 'completed') return `${rubles(amount)} пришли на номер ${address}.`
  return `${rubles(amount)} идут на номер ${address}. Когда они дойдут, это будет видно здесь.`
}

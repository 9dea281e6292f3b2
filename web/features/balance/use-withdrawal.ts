import { useState } from 'react'
import type { AnswerOf } from '#contract/endpoint.ts'
import { api } from '#contract/index.ts'
import { kopecks } from '#domain/money.ts'
import { payoutOf } from '#domain/payout.ts'
import { Refusal } from '#domain/refusal.ts'
import type { CallFailed } from '#web/lib/call-failed.ts'
import { call } from '#web/lib/call.ts'
import { forgetRequestKey, requestKey } from '#web/lib/device-memory.ts'
import { usePresses } from '#web/lib/use-presses.ts'
import { useViewerZone } from '#web/lib/use-viewer-zone.ts'
import type { OwnBalance } from './use-balance.ts'

export type WithdrawalAnswer = AnswerOf<typeof api.payment.payout>

/** Why nothing can be taken out now. */
export type WhyNot = { code: string; words: string }

export type Withdrawal = {
  /** Kopecks that would go out; 0 where nothing can. */
  amount: number
  whyNot: WhyNot | null
  stage: 'idle' | 'asking' | 'done'
  done: WithdrawalAnswer | null
  sending: boolean
  ask(): void
  send(): void
  dismiss(): void
}

const PRESS = 'payout'

/** Taking the available money out, once however often it is asked for. */
export function useWithdrawal({ balance, refresh }: OwnBalance): Withdrawal {
  const [stage, setStage] = useState<Withdrawal['stage']>('idle')
  const [done, setDone] = useState<WithdrawalAnswer | null>(null)
  const [refused, setRefused] = useState<{ of: unknown; why: WhyNot } | null>(null)
  const { press, isPending } = usePresses()
  const rule = whatGoesOut(balance, useViewerZone('Europe/Moscow'))
  // The server's word holds until the balance is another one.
  const heard = refused?.of === balance ? refused.why : null

  function onFailed(failure: CallFailed) {
    // Without an answer it may have gone out: the next press asks under the same key.
    const answered = failure.status >= 400 && failure.status < 500
    if (!answered && failure.code !== 'PAYMENTS_DOWN') return
    forgetRequestKey(PRESS)
    setStage('idle')
    setRefused({ of: balance, why: { code: failure.code, words: failure.message } })
  }

  return {
    amount: 'amount' in rule ? rule.amount : 0,
    whyNot: 'amount' in rule ? heard : rule,
    stage,
    done,
    sending: isPending(PRESS),
    ask: () => setStage('asking'),
    dismiss: () => setStage('idle'),
    send: () =>
      void press(
        PRESS,
        async () => {
          const paid = await call(api.payment.payout, {}, { idempotencyKey: requestKey(PRESS) })
          forgetRequestKey(PRESS)
          setDone(paid)
          setStage('done')
          await refresh().catch(() => undefined)
        },
        onFailed,
      ),
  }
}

function whatGoesOut(
  { available, number }: OwnBalance['balance'],
  zone: string,
): { amount: number } | WhyNot {
  const heldUntil = number.heldUntil === undefined ? null : new Date(number.heldUntil)
  const checked = number.state === 'checked'
  try {
    return {
      amount: payoutOf(kopecks(available), { checked, heldUntil }, { now: new Date(), zone }),
    }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { code: error.code, words: error.message }
  }
}

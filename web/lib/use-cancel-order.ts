import { useState } from 'react'
import { api } from '#contract/index.ts'
import { sentenceOf } from './call-failed.ts'
import { call } from './call.ts'

export type Cancelling = {
  /** The order whose answer is on its way. */
  pending: string | null
  /** The order that could not be taken off, and why. */
  failed: { orderId: string; words: string } | null
  cancel: (orderId: string) => void
}

/** Takes an order off; pressed twice it is off once. */
export function useCancelOrder(
  failedAtFirst: Cancelling['failed'],
  onDone: (orderId: string) => void,
  onFail: (orderId: string) => void,
): Cancelling {
  const [pending, setPending] = useState<string | null>(null)
  const [failed, setFailed] = useState(failedAtFirst)

  async function ask(orderId: string) {
    setPending(orderId)
    setFailed(null)
    try {
      await call(api.songs.cancelOrder, { body: { orderId } })
      onDone(orderId)
    } catch (failure) {
      setFailed({ orderId, words: sentenceOf(failure) })
      onFail(orderId)
    }
    setPending(null)
  }

  return {
    pending,
    failed,
    cancel(orderId) {
      if (pending === null) void ask(orderId)
    },
  }
}

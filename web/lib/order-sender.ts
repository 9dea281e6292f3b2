import type { AnswerOf } from '#contract/endpoint.ts'
import type { api } from '#contract/index.ts'
import { CallFailed, sentenceOf } from './call-failed.ts'
import type { SentOrder } from './sent-orders.ts'

export type OrderReply = AnswerOf<typeof api.songs.orderSong>

/** What is on its way at the moment, and why the last try brought no answer. */
export type Sending = { key: string | null; trouble: string | null }

export type SenderDeps = {
  /** What has no answer yet and is to be sent, the newest first. */
  unanswered(): readonly SentOrder[]
  ask(order: SentOrder): Promise<OrderReply>
  /** From here on it is unanswered no more. */
  onReply(order: SentOrder, reply: OrderReply): void
  /** From here on it is unanswered no more. */
  onRefusal(order: SentOrder, failure: CallFailed): void
  /** Nobody knows whether it arrived; it is sent again. */
  onSilence(order: SentOrder): void
  onChange(sending: Sending): void
  /** The browser knows that there is no network. */
  offline(): boolean
  setTimeout(run: () => void, ms: number): number
  clearTimeout(timer: number): void
  /** From 0 to 1, like Math.random. */
  random(): number
}

export type OrderSender = {
  /** There is something to send, or a hint that the network is back. */
  look(): void
  close(): void
}

const BACKOFF_MS = { first: 2000, most: 30_000, jitter: 1000 }

/** Refusals that another try may not meet; the listener presses again himself. */
export const PASSING: ReadonlySet<string> = new Set(['TOO_MANY', 'PAYMENTS_DOWN'])

/** A refusal is an answer; silence and a broken server are not. */
function isRefusal(failure: unknown): failure is CallFailed {
  if (!(failure instanceof CallFailed)) return false
  return (failure.status >= 400 && failure.status < 500) || PASSING.has(failure.code)
}

/** Sends orders one at a time, the oldest first, again and again until each has its answer. */
export function makeOrderSender(deps: SenderDeps): OrderSender {
  let busy = false
  let closed = false
  let again = false
  let failures = 0
  let timer: number | undefined

  function tryLater(trouble: string) {
    failures += 1
    const backoff = Math.min(BACKOFF_MS.most, BACKOFF_MS.first * 2 ** Math.min(failures - 1, 10))
    timer = deps.setTimeout(() => void go(), backoff + deps.random() * BACKOFF_MS.jitter)
    deps.onChange({ key: null, trouble })
  }

  async function go() {
    deps.clearTimeout(timer ?? 0)
    const order = deps.unanswered().at(-1)
    if (closed || busy) return
    if (order === undefined) return deps.onChange({ key: null, trouble: null })
    if (deps.offline()) {
      deps.onSilence(order)
      return tryLater(sentenceOf(CallFailed.noNetwork()))
    }
    busy = true
    again = false
    deps.onChange({ key: order.key, trouble: null })
    let silence: unknown = null
    try {
      deps.onReply(order, await deps.ask(order))
    } catch (failure) {
      if (isRefusal(failure)) deps.onRefusal(order, failure)
      else silence = failure
    }
    busy = false
    if (closed) return
    if (silence === null) {
      failures = 0
      return go()
    }
    deps.onSilence(order)
    if (again) return go()
    tryLater(sentenceOf(silence))
  }

  return {
    look() {
      failures = 0
      again = busy
      void go()
    },
    close() {
      closed = true
      deps.clearTimeout(timer ?? 0)
    },
  }
}

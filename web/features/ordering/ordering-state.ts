import type { CallFailed } from '#web/lib/calls/call-failed.ts'
import { payHref } from '#web/lib/payments/payment-tab.ts'
import type { PostedRefusal } from './load.ts'
import { isOfAmount } from './mine/order-outbox.ts'
import type { OrderRequest } from './sheets/order-request.ts'

export type WrongAmount = NonNullable<PostedRefusal['wrongAmount']>

/** What the screen of an order knows beside its address: the order on its way, and the answers to show. */
export type OrderScreenState = {
  /** The key of the order that is being sent, and whether the last try got no response. */
  sending: { key: string | null; failing: boolean }
  /** Milliseconds since 1970 of the last change of `sending`. */
  asOf: number
  /** Why the song cannot be added, in words. */
  rejected: string | null
  /** Why its sum is refused: the page has an old price. */
  wrongAmount: WrongAmount | null
  /** The response came without a press, so that no tab could be opened for the payment. */
  toPay: { wish: OrderRequest; payHref: string } | null
  /** The order whose cancellation was asked for last and is awaited. */
  cancelling: string | null
  /** The order that could not be cancelled, and why. */
  notCancelled: { orderId: string; words: string } | null
}

export type OrderingEvent =
  | { kind: 'pressed' }
  | { kind: 'sending'; key: string; at: number }
  | { kind: 'resting'; failing: boolean; at: number }
  | { kind: 'answered late'; wish: OrderRequest; orderId: string }
  /** `wish` is missing where no more may wait, whatever is ordered. */
  | { kind: 'refused'; wish?: OrderRequest; failure: Pick<CallFailed, 'code' | 'message'> }
  | { kind: 'dismissed' }
  | { kind: 'cancelling'; orderId: string }
  | { kind: 'cancelled'; orderId: string }
  | { kind: 'not cancelled'; orderId: string; words: string }

/** `refused`: why the form that was sent without scripts was refused. `at` in ms since 1970. */
export const orderingAtFirst = (
  refused: PostedRefusal | undefined,
  at: number,
): OrderScreenState => ({
  sending: { key: null, failing: false },
  asOf: at,
  rejected: refused?.rejected ?? null,
  wrongAmount: refused?.wrongAmount ?? null,
  toPay: null,
  cancelling: null,
  notCancelled: refused?.notCancelled ?? null,
})

export function orderingAfter(state: OrderScreenState, event: OrderingEvent): OrderScreenState {
  switch (event.kind) {
    case 'pressed':
      return { ...state, wrongAmount: null }
    case 'sending':
      return { ...state, sending: { key: event.key, failing: false }, asOf: event.at }
    case 'resting':
      return { ...state, sending: { key: null, failing: event.failing }, asOf: event.at }
    case 'answered late':
      // The bank's page may have expired meanwhile.
      return { ...state, toPay: { wish: event.wish, payHref: payHref(event.orderId) } }
    case 'refused': {
      const { wish, failure } = event
      const words = failure.message
      return wish && isOfAmount(failure)
        ? { ...state, wrongAmount: { wish, words } }
        : { ...state, rejected: words }
    }
    case 'dismissed':
      return { ...state, rejected: null, wrongAmount: null, toPay: null }
    case 'cancelling':
      return { ...state, cancelling: event.orderId, notCancelled: null }
    case 'cancelled':
      return { ...state, cancelling: stillCancelling(event.orderId, state) }
    case 'not cancelled':
    default: {
      const { orderId, words } = event
      return {
        ...state,
        cancelling: stillCancelling(orderId, state),
        notCancelled: { orderId, words },
      }
    }
  }
}

const stillCancelling = (orderId: string, { cancelling }: OrderScreenState) =>
  cancelling === orderId ? null : cancelling

/** An answer stands over the page. */
export const hasAnswer = ({ rejected, wrongAmount, toPay }: OrderScreenState) =>
  rejected !== null || wrongAmount !== null || toPay !== null

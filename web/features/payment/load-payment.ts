import { api } from '#contract/index.ts'
import type { PaymentShown } from '#contract/payment.ts'
import type { ConcertStatus } from '#domain/concert.ts'
import { CallFailed, orWhenUnavailable } from '#web/lib/call-failed.ts'
import type { Caller } from '#web/lib/call.ts'

export type PaymentView = {
  id: string
  /** Null: the server could not say. */
  payment: PaymentShown | null
  /** How far the concert of the song is; null where there is none, or nobody could say. */
  concert: ConcertStatus | null
  /** When the server wrote this, in milliseconds since 1970: the viewer's clock may be wrong. */
  at: number
  /** When the wait began, for a page that waits without scripts. */
  since: number
}

/** What became of a payment; null for one that never was. A server that is busy or broken is no reason to show nothing. */
export async function loadPayment(
  call: Caller,
  id: string,
  search: URLSearchParams,
): Promise<PaymentView | null> {
  const at = Date.now()
  const since = Number(search.get('since')) || at
  try {
    const payment = await call(api.payment.byId, { params: { id } })
    return { id, payment, concert: await concertOf(call, payment), at, since }
  } catch (failure) {
    if (!(failure instanceof CallFailed)) throw failure
    // An id that is none is refused as bad input.
    if (failure.status === 404 || failure.status === 400) return null
    return { id, payment: null, concert: null, at, since }
  }
}

async function concertOf(call: Caller, { sessionId }: PaymentShown): Promise<ConcertStatus | null> {
  if (sessionId === undefined) return null
  const session = await orWhenUnavailable(call(api.session.byId, { query: { sessionId } }), null)
  return session?.sessionStatus ?? null
}

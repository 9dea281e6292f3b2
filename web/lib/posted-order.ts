import { data, redirect } from 'react-router'
import { api } from '#contract/index.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import { CallFailed } from './call-failed.ts'
import type { Caller } from './call.ts'
import type { PostedWish, Wish } from './order-wish.ts'
import { orderOf } from './order-wish.ts'
import { postedText } from './posted-text.ts'

/** Why an order that a form sent by itself was not taken. */
export type PostedRefusal = {
  rejected?: string
  wrongAmount?: { wish: Wish; words: string }
  /** The order that could not be taken off. */
  notCancelled?: { orderId: string; words: string }
}

export type PostedOrder = {
  request: Request
  form: FormData
  artistUsername: string
  /** Where it goes on for the song that was ordered, `own` for one's own; null: none was. */
  hrefOf: (ordered: string | null) => string
}

/** An order sent, or taken off, by the form itself, before the scripts came: leads on, or says why not. */
export async function postOrder(
  call: Caller,
  { request, form, artistUsername, hrefOf }: PostedOrder,
) {
  const cancelled = postedText(form, 'cancelOrder')
  if (cancelled !== '') return postCancel(call, cancelled, hrefOf(null))
  const posted = orderOf(form)
  try {
    const answer = await send(call, artistUsername, posted)
    return redirect(wayOn(answer, request, hrefOf(posted.wish.songId ?? 'own')), 303)
  } catch (failure) {
    if (!(failure instanceof CallFailed)) throw failure
    return data(refusalOf(failure, posted), { status: failure.status })
  }
}

async function postCancel(call: Caller, orderId: string, href: string) {
  try {
    await call(api.songs.cancelOrder, { body: { orderId } })
    return redirect(href, 303)
  } catch (failure) {
    if (!(failure instanceof CallFailed)) throw failure
    const refused: PostedRefusal = { notCancelled: { orderId, words: failure.message } }
    return data(refused, { status: failure.status })
  }
}

function send(call: Caller, artistUsername: string, { wish, sessionId, key }: PostedWish) {
  return call(
    api.songs.orderSong,
    { body: { ...wish, artistUsername, sessionId } },
    key === '' ? {} : { idempotencyKey: key },
  )
}

/** To the bank's page; by way of our own where a browser would not let a form lead to another site. */
function wayOn(
  { orderId, paymentURL }: AnswerOf<typeof api.songs.orderSong>,
  { url }: Request,
  hrefOfOrdered: string,
): string {
  if (paymentURL === undefined) return hrefOfOrdered
  const ours = new URL(paymentURL).origin === new URL(url).origin
  return ours ? paymentURL : `/payment/${orderId}`
}

/** It stands at the field of the sum, and the sheet stays open. */
export function isOfAmount({ code }: CallFailed): boolean {
  return code === 'AMOUNT_TOO_SMALL' || code === 'AMOUNT_TOO_LARGE'
}

function refusalOf(failure: CallFailed, { wish }: PostedWish): PostedRefusal {
  const words = failure.message
  return isOfAmount(failure) ? { wrongAmount: { wish, words } } : { rejected: words }
}

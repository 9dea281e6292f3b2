import type { BodyOf } from '#contract/endpoint.ts'
import type { api } from '#contract/index.ts'
import type { PaymentCard } from '#contract/operator.ts'
import { checkDeedWords } from '#domain/accounts/operators.ts'
import { formatRubles, kopecks } from '#domain/money.ts'
import { owedText } from '#domain/payments/return-debt.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Context } from '#server/context.ts'
import { mailArtist } from '../accounts/mailer.service.ts'
import { artistById } from '../artists/artists.service.ts'
import { balanceOf } from '../ledger/ledger.service.ts'
import { foreseeReturn, paymentById, refundByArtist } from '../payments/payments.service.ts'
import type { StoredPayment } from '../payments/payments.service.ts'
import { cancelOrder } from '../queue/my-orders.service.ts'
import { logDeed } from './deeds.service.ts'
import type { Doer } from './deeds.service.ts'
import { stepsOf } from './operator.store.ts'

const noPayment = () => new Refusal('NOT_FOUND', 'Такого платежа нет')

const isWaitingSong = ({ kind, state }: StoredPayment) => kind === 'song' && state === 'secured'

/** What a return takes from, or why there can be none. */
async function returnOf(
  ctx: Context,
  payment: StoredPayment,
): Promise<Pick<PaymentCard, 'refundable' | 'refusal'>> {
  const { available, owed, refusal } = await foreseeReturn(ctx, payment)
  if (isWaitingSong(payment)) return { refundable: { available, owed: 0 }, refusal: null }
  return refusal === null
    ? { refundable: { available, owed }, refusal }
    : { refundable: null, refusal: `${refusal}.` }
}

/** A payment with its life in order. Refuses NOT_FOUND. */
export async function paymentCard(ctx: Context, id: string): Promise<PaymentCard> {
  const payment = await paymentById(ctx.sql, id)
  if (payment === undefined) throw noPayment()
  const artist = await artistById(ctx, payment.artistId)
  const steps = await stepsOf(ctx.sql, id)
  return {
    id,
    kind: payment.kind,
    amount: payment.amount,
    state: payment.state,
    reason: payment.reason,
    artistUsername: artist.username,
    artistName: artist.name,
    songTitle: payment.songTitle,
    concertTitle: payment.concertTitle,
    receiptTo: payment.receiptTo,
    returnWord: payment.returnWord,
    ...(await returnOf(ctx, payment)),
    steps: [
      { at: payment.createdAt, what: 'Заказ', amount: payment.amount as number | null },
      ...steps,
    ].map((step) => ({ ...step, at: step.at.toISOString() })),
  }
}

/**
 * Gives a payment back whole: a waiting order is taken off, a credited one comes out of the artist's balance and, as far
 * as he may owe, of his next credits; he reads of it. Refuses VALIDATION, NOT_FOUND, ILLEGAL_STEP, NOTHING_TO_PAY.
 */
export async function returnPayment(
  ctx: Context,
  by: Doer,
  { id, word, reason, words: typed }: BodyOf<typeof api.operator.returnPayment>,
  idempotencyKey: string | null,
): Promise<true> {
  const words = checkDeedWords(typed)
  const payment = await paymentById(ctx.sql, id)
  if (payment === undefined) throw noPayment()
  const { artistId, deviceId, amount } = payment
  const subject = `${id}, ${amount / 100} ₽`
  const logged = (inside: Context) =>
    logDeed(inside, by, { kind: 'refund', artistId, subject, reason, words })
  const asked = { paymentId: id, word, fromNext: true }
  if (isWaitingSong(payment)) await cancelOrder(ctx, id, deviceId, logged)
  else await refundByArtist(ctx, artistId, asked, idempotencyKey, logged)
  return true
}

import type { BodyOf } from '#contract/endpoint.ts'
import type { api } from '#contract/index.ts'
import type { PaymentCard } from '#contract/operator.ts'
import { checkDeedWords } from '#domain/accounts/operators.ts'
import type { DeedReason } from '#domain/accounts/operators.ts'
import type { MailText } from '#domain/letter.ts'
import { formatRubles, kopecks } from '#domain/money.ts'
import { costOfReturn, owedText } from '#domain/payments/return-debt.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Context } from '#server/context.ts'
import { mailArtist } from '../accounts/mailer.service.ts'
import { artistById } from '../artists/artists.service.ts'
import { balanceOf } from '../ledger/ledger.service.ts'
import {
  checkReturnWord,
  foreseeReturn,
  paymentById,
  refundCredit,
  saveReturnWord,
} from '../payments/payments.service.ts'
import type { StoredPayment } from '../payments/payments.service.ts'
import { cancelOrder, foreseeCancel } from '../queue/my-orders.service.ts'
import { logDeed } from './deeds.service.ts'
import type { Doer } from './deeds.service.ts'
import { concertLine, deedMail } from './operator.service.ts'
import { stepsOf } from './operator.store.ts'
import { stepText } from './payment-words.ts'

const noPayment = () => new Refusal('NOT_FOUND', 'Такого платежа нет')

const isWaitingSong = ({ kind, state }: StoredPayment) => kind === 'song' && state === 'secured'

const REFUSED = 'Возврат ждёт в «Деньгах»: там сказано, что с ним делать.'

/** What a return takes from, or why there can be none. */
async function returnOf(
  ctx: Context,
  payment: StoredPayment,
): Promise<Pick<PaymentCard, 'refundable' | 'refusal'>> {
  if (payment.attention === 'refund_refused') return { refundable: null, refusal: REFUSED }
  try {
    if (!isWaitingSong(payment))
      return { refundable: await foreseeReturn(ctx, payment), refusal: null }
    await foreseeCancel(ctx, payment.id)
    return { refundable: { available: 0, owed: 0 }, refusal: null }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { refundable: null, refusal: `${error.message.replace(/\.$/u, '')}.` }
  }
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
      { at: payment.createdAt.toISOString(), what: 'Заказ', amount: payment.amount },
      ...steps.map((step) => ({
        at: step.at.toISOString(),
        what: stepText(step),
        amount: step.amount,
      })),
    ],
  }
}

/**
 * Gives a payment back whole: a waiting order leaves the queue, a credited one comes out of the artist's balance and, as far
 * as he may owe, of his next credits; he reads of it. Refuses VALIDATION, NOT_FOUND, ILLEGAL_STEP, NOTHING_TO_PAY.
 */
export async function returnPayment(
  ctx: Context,
  by: Doer,
  { id, word, reason, words: typed }: BodyOf<typeof api.operator.returnPayment>,
  idempotencyKey: string | null,
): Promise<true> {
  const words = checkDeedWords(typed)
  const told = checkReturnWord(word)
  const payment = await paymentById(ctx.sql, id)
  if (payment === undefined) throw noPayment()
  const { artistId, deviceId, amount } = payment
  const subject = `${id}, ${amount / 100} ₽`
  const waits = isWaitingSong(payment)
  let isNew = false
  const alongside = async (inside: Context) => {
    await saveReturnWord(inside.sql, id, told)
    await logDeed(inside, by, { kind: 'refund', artistId, subject, reason, words })
    isNew = true
  }
  const asked = { paymentId: id, word: told, fromNext: true }
  if (waits) await cancelOrder(ctx, id, deviceId, { reason: 'returned_by_service', alongside })
  else await refundCredit(ctx, artistId, asked, idempotencyKey, alongside)
  // A repeat of the same press writes to nobody.
  if (isNew) mailArtist(ctx, artistId, await returnMail(ctx, payment, reason, words))
  return true
}

/** Tells the artist what was given back, and what it takes from him. */
async function returnMail(
  ctx: Context,
  payment: StoredPayment,
  reason: DeedReason,
  words: string,
): Promise<MailText> {
  const { artistId, amount, kind, songTitle, concertTitle } = payment
  const debt = kopecks(await balanceOf(ctx.sql, `artist_debt:${artistId}`))
  const cost = formatRubles(costOfReturn(payment))
  const what = kind === 'song' ? `«${songTitle}»` : 'благодарность'
  const about = [
    ...(concertTitle === '' ? [] : [concertLine(concertTitle)]),
    isWaitingSong(payment)
      ? 'Заказ снят, с вашего баланса ничего не списано.'
      : `Из ваших денег ушло ${cost}, комиссию вернули мы.`,
    ...(debt > 0 && !isWaitingSong(payment) ? [`${owedText(debt)} из следующих зачислений.`] : []),
  ]
  return deedMail(
    `Слушателю вернули деньги: ${formatRubles(amount)}, ${what}`,
    about,
    reason,
    words,
  )
}

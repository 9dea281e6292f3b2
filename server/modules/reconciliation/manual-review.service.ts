import { disputeCharged, disputeClosed } from '#domain/payments/ledger.ts'
import { commissionOf, formatRubles, kopecks } from '#domain/money.ts'
import type { Kopecks } from '#domain/money.ts'
import { advancedByTime, givenBackByHand } from '#domain/payments/payment.ts'
import type { ReviewAction } from '#domain/payments/payment.ts'
import type { DeedKind } from '#domain/accounts/operators.ts'
import { Refusal } from '#domain/refusal.ts'
import { dayOfMonth, monthName } from '#domain/russian.ts'
import { HOUR_MS, MOSCOW_OFFSET } from '#domain/time.ts'
import { transaction, wakeMoney } from '#server/context.ts'
import type { Context } from '#server/context.ts'
import type { Sql } from '#server/platform/db/open.ts'
import { tryNoteGiven } from '../goals/goals.service.ts'
import { logDeed } from '../operator/deeds.service.ts'
import type { Doer } from '../operator/deeds.service.ts'
import { applyPaymentEvent } from '../payments/apply-payment-event.service.ts'
import { performEffects } from '../payment-worker/payment-effects.service.ts'
import { balanceOf, disputeOf, totalLiabilities, post } from '../ledger/ledger.service.ts'
import { clearAttention, lockPayment, retryPayment } from '../payments/payments.service.ts'
import type { StoredPayment } from '../payments/payments.service.ts'
import { bookAsPaid } from '../payouts/payout-worker.service.ts'
import { payoutStop, payoutsWait, planEarned, retryPayout } from '../payouts/payouts.service.ts'
import type { PayoutsWait } from '../payouts/payouts.service.ts'
import { closeQuestion, moneyOf, stuckRows } from './manual-review.store.ts'
import type { StuckRow } from './manual-review.store.ts'
import { lastAudit } from './audit.service.ts'
import { restoredMoney } from './restore-check.service.ts'

export { addQuestion, bankOperationsOf, findPayments, unknownMoney } from './manual-review.store.ts'

const SHOWN_MOST = 200

type Advice = {
  readonly what: string
  readonly todo: string
  readonly actions: readonly ReviewAction[]
}

/** The advice to a person for each attention. */
const ADVICE: Readonly<Record<string, Advice>> = {
  slow: {
    what: 'Банк долго не отвечает окончательно.',
    todo: 'Попробуйте ещё раз. Если не поможет, найдите операцию в кабинете банка по её номеру.',
    actions: ['retry'],
  },
  amount_mismatch: {
    what: 'Сумма у банка не та, что у нас. Деньги никому не зачислены.',
    todo: 'Сверьте операцию в кабинете банка. После исправления попробуйте ещё раз.',
    actions: ['retry', 'close'],
  },
  partial: {
    what: 'Банк вернул или разблокировал часть суммы и не сказал, какую. Мы такого не просили.',
    todo: 'Сумму возврата утром назовёт реестр банка, и вопрос закроется сам. Остальное доведите до конца в кабинете банка и попробуйте ещё раз. Закрыть вопрос значит зачислить сыгранную песню целиком.',
    actions: ['retry', 'close'],
  },
  hold_lost: {
    what: 'Песня сыграна, а банк уже снял удержание: музыкант не получил денег.',
    todo: 'Решите, платить ли музыканту из своих, и закройте вопрос.',
    actions: ['close'],
  },
  returned_by_bank: {
    what: 'Деньги ушли обратно слушателю без нашей просьбы: из кабинета банка или по сроку.',
    todo: 'Проверьте, кто вернул деньги. Песня в очереди больше ими не подкреплена. Закройте вопрос.',
    actions: ['close'],
  },
  lost_after_release: {
    what: 'Банк забрал деньги, которые музыкант уже заработал, все или часть. Записано как убыток.',
    todo: 'Оспорьте возврат в банке или договоритесь с музыкантом, потом закройте вопрос.',
    actions: ['close'],
  },
  money_again: {
    what: 'Платёж возвращён, а банк показывает по нему деньги.',
    todo: 'Найдите операцию в кабинете банка и верните деньги слушателю, потом закройте вопрос.',
    actions: ['retry', 'close'],
  },
  refund_refused: {
    what: 'Банк окончательно отказал в возврате. Деньги слушателя лежат у нас.',
    todo: 'Если причина устранена, попробуйте ещё раз. Иначе верните деньги переводом слушателю и закройте вопрос: они спишутся с нашего счёта.',
    actions: ['retry', 'close'],
  },
  contradiction: {
    what: 'Состояние у банка не сходится с нашим.',
    todo: 'Сверьте операцию в кабинете банка, потом попробуйте ещё раз.',
    actions: ['retry', 'close'],
  },
  receipt_refused: {
    what: 'Банк не принял закрывающий чек за сыгранную песню. Деньги от этого не меняются.',
    todo: 'Поправьте данные чека и попробуйте ещё раз или пробейте его в кабинете банка и закройте вопрос.',
    actions: ['retry', 'close'],
  },
  payout_slow: {
    what: 'Выплата идёт дольше получаса. Второй раз она не уйдёт, пока банк не откажет.',
    todo: 'Спросите банк об этой выплате по её номеру.',
    actions: ['retry'],
  },
  payout_mismatch: {
    what: 'Сумма выплаты у банка не та, что у нас. Дальше она не пойдёт.',
    todo: 'Сверьте выплату в кабинете банка. После исправления попробуйте ещё раз.',
    actions: ['retry'],
  },
  payout_known: {
    what: 'Банк уже знает выплату с этим номером, а у нас её нет: скорее всего, она ушла до восстановления базы из копии. Второй раз она не уйдёт.',
    todo: 'Найдите её в кабинете банка. Если деньги ушли, отметьте, сколько банк выплатил. Если банк её отклонил или не получил команды платить, отправьте заново.',
    actions: ['paid', 'retry'],
  },
  unknown: {
    what: 'Банк знает деньги, о которых не знаем мы: скорее всего, они прошли до восстановления базы из копии.',
    todo: 'Найдите операцию в кабинете банка. Если это оплата слушателя, верните деньги слушателю. Потом закройте вопрос.',
    actions: ['close'],
  },
  registry: {
    what: 'Реестр банка не сходится с нашими книгами.',
    todo: 'Найдите операцию в кабинете банка. Когда разберётесь, закройте вопрос: деньги проигранного спора спишутся в убыток.',
    actions: ['close'],
  },
  dispute: {
    what: 'Слушатель оспорил платёж, который уже зачислен музыканту. Деньги у банка.',
    todo: 'Если спор проигран, спишите деньги с музыканта: с баланса, а чего не хватит, из следующих зачислений. Закрыть вопрос значит принять убыток на себя.',
    actions: ['charge', 'close'],
  },
  refund_disputed: {
    what: 'Банк отказал в возврате: эти деньги уже забрал у нас спор слушателя.',
    todo: 'Второй раз возвращать нечего. Закройте вопрос.',
    actions: ['close'],
  },
  refund_sent_back: {
    what: 'Возврат не дошёл: банк слушателя прислал деньги назад. Они лежат у нас.',
    todo: 'Посмотрите в кабинете банка, не прошёл ли возврат потом. Если нет, верните деньги переводом слушателю; закройте вопрос: они спишутся с нашего счёта.',
    actions: ['close'],
  },
  notices: {
    what: 'Приходят уведомления банка с неверной подписью. Деньги от этого не меняются.',
    todo: 'Сверьте TBANK_PASSWORD и TBANK_PAYOUT_PASSWORD с кабинетом банка. Если пароли верны, кто-то пробует подделать уведомления.',
    actions: ['close'],
  },
  ledger: {
    what: 'Ночная проверка книг нашла ошибку.',
    todo: 'Остановите выплаты и позовите разработчика: npm run ledger -- audit.',
    actions: ['close'],
  },
}

/** The questions that another request to the bank may answer; a retry would only drop the others. */
const RETRIED = Object.keys(ADVICE).filter((name) => ADVICE[name]?.actions.includes('retry'))

const UNKNOWN: Advice = {
  what: 'Деньги ждут человека.',
  todo: 'Сверьте операцию в кабинете банка.',
  actions: ['retry', 'close'],
}

/** Why payouts do not leave, and what an operator may do about it. */
const WAITS: Readonly<Record<PayoutsWait['for'], string>> = {
  contract: 'Ключи выплат не заданы: нужны TBANK_PAYOUT_….',
  registry:
    'Они ждут реестра банка: задайте TBANK_REGISTRY_URL или разнесите его командой npm run ledger -- registry. Без реестра платить можно из своих: PAYOUT_FLOAT_RUBLES.',
  settlement:
    'Деньги слушателей ещё идут от банка. Чтобы платить раньше, задайте PAYOUT_FLOAT_RUBLES.',
}

/** «22 ноября» of 2026-11-22. */
function dayInWords(day: string): string {
  const noon = new Date(`${day}T12:00:00${MOSCOW_OFFSET}`)
  return `${dayOfMonth(noon, 'Europe/Moscow')} ${monthName(noon, 'Europe/Moscow')}`
}

function waitText(wait: PayoutsWait | null): string | null {
  if (wait === null) return null
  const { artists, amount, free, settledDay } = wait
  const sums = `Запланировано выплат на ${formatRubles(kopecks(amount))} (музыкантов: ${artists}), а свободно на счёте ${formatRubles(kopecks(Math.max(0, free)))}.`
  const day = settledDay === null ? '' : ` Банк рассчитался по ${dayInWords(settledDay)}.`
  return `${sums}${wait.for === 'contract' ? '' : day} ${WAITS[wait.for]}`
}

/** Whether it is certain whose the money of a payment is: one without money may have been paid, until the bank was asked. */
function isOver({ state, dueAt }: StoredPayment): boolean {
  if (state === 'released' || state === 'returned') return true
  return dueAt === null && ['failed', 'expired', 'canceled'].includes(state)
}

export function adviceOf(attention: string): Advice {
  return ADVICE[attention] ?? UNKNOWN
}

export type ReviewedMoney = StuckRow & Advice

/** An admin's view of stuck money. */
export async function reviewMoney(ctx: Context) {
  const { sql } = ctx
  const slowBefore = new Date(ctx.now().getTime() - HOUR_MS)
  const rows = await stuckRows(sql, slowBefore, SHOWN_MOST)
  return {
    stuck: rows.map((row): ReviewedMoney => {
      const advice = adviceOf(row.attention)
      const what = row.words === '' ? advice.what : `${advice.what} ${row.words}`
      return { ...row, ...advice, what }
    }),
    ...(await totalLiabilities(sql)),
    paused: (await payoutStop(sql)) !== null,
    restored: await restoredMoney(ctx),
    payoutsWait: waitText(await payoutsWait(ctx)),
    audit: await lastAudit(sql),
  }
}

/** Refuses NOT_FOUND where nothing of that id waits for the action, ILLEGAL_STEP where the artist was not credited. */
export async function settleQuestion(
  ctx: Context,
  by: Doer & { readonly id: string },
  id: string,
  { action, amount = null }: { action: ReviewAction; amount?: number | null },
): Promise<void> {
  const artistId = await transaction(ctx, async (inside) => {
    const about = await moneyOf(inside.sql, id)
    const done = await DO[action](inside, {
      adminId: by.id,
      id,
      amount: amount === null ? null : kopecks(amount),
    })
    if (!done) throw new Refusal('NOT_FOUND', 'Этого вопроса уже нет')
    await logDeed(inside, by, {
      kind: DEED_OF[action],
      artistId: about?.artistId ?? null,
      subject: `${id}, ${formatRubles(kopecks(amount ?? about?.amount ?? 0))}`,
    })
    wakeMoney(inside)
    return about?.artistId
  })
  if (artistId != null) await tryNoteGiven(ctx, artistId)
}

const DEED_OF: Record<ReviewAction, DeedKind> = {
  retry: 'money_retry',
  close: 'money_close',
  charge: 'money_charge',
  paid: 'money_paid',
}

type Reviewed = { readonly adminId: string; readonly id: string; readonly amount: Kopecks | null }

const DO: Record<ReviewAction, (inside: Context, reviewed: Reviewed) => Promise<boolean>> = {
  async retry({ sql, now }, { id }) {
    return (
      (await retryPayment(sql, id, { retried: RETRIED, now: now() })) ||
      (await retryPayout(sql, id, now()))
    )
  },
  close,
  charge: (inside, { id, adminId }) => endQuestion(inside, id, adminId, 'artist'),
  paid: bookAsPaid,
}

/** Closes the question; a refund that the bank refused is booked out of our own cash, and a played song is credited. */
async function close(inside: Context, { id, adminId }: Reviewed): Promise<boolean> {
  const { sql, now } = inside
  const payment = await lockPayment(sql, id)
  const isPlayed = payment?.state === 'releasing' && payment.attention === 'partial'
  if (payment === undefined || (payment.attention !== 'refund_refused' && !isPlayed))
    return (await clearAttention(sql, id)) || (await endQuestion(inside, id, adminId))
  const options = { leasedUntil: payment.leasedUntil, ownsLease: false }
  const byHand = isPlayed
    ? advancedByTime({ ...payment, attention: null }, now())
    : givenBackByHand(payment, (await disputeOf(sql, id)).open, now())
  const { effects } = await applyPaymentEvent(sql, now(), payment, byHand, options)
  await performEffects(inside, effects)
  return true
}

/** Closing the question ends its dispute: what the bank withheld is our loss, or the artist's. */
async function endQuestion(
  { sql, now }: Context,
  id: string,
  adminId: string,
  whose: 'ours' | 'artist' = 'ours',
): Promise<boolean> {
  const at = now()
  const question = await closeQuestion(sql, id, { adminId, at })
  if (question === undefined || question.paymentId === null) return question !== undefined
  const { paymentId } = question
  const payment = await lockPayment(sql, paymentId)
  const { open, charged, receivable } = await disputeOf(sql, paymentId)
  if (payment !== undefined && open !== 0 && !isOver(payment))
    throw new Refusal(
      'ILLEGAL_STEP',
      'Деньги этого платежа ещё в пути. Закройте вопрос, когда их зачислят или вернут.',
    )
  const isCredited = payment?.state === 'released' && payment.funds === 'charged'
  if (whose === 'artist' && (!isCredited || open <= 0))
    throw new Refusal('ILLEGAL_STEP', 'С музыканта можно списать только спор о зачисленных деньгах')
  if (payment === undefined || open === 0) return true
  // What an artist has paid for goes back to him where it is won after all.
  const back = kopecks(Math.max(Math.min(open, 0), 0 - charged))
  const his = whose === 'artist' ? open : back
  if (his !== 0) await charge(sql, { id, payment, amount: his }, at)
  const ours = kopecks(open - his)
  if (ours === 0) return true
  const counted = kopecks(Math.max(0, Math.min(ours, 0 - receivable)))
  await post(sql, [disputeClosed({ id, paymentId, amount: ours }, counted)], { paymentId }, at)
  return true
}

/** Takes what the artist's balance has at once, and the rest is his debt; below zero it is his again. */
async function charge(
  sql: Sql,
  { id, payment, amount }: { id: string; payment: StoredPayment; amount: Kopecks },
  at: Date,
): Promise<void> {
  const { id: paymentId, artistId, commissionBps } = payment
  const available = await balanceOf(sql, `artist_payable:${artistId}`, { lock: true })
  const part = commissionOf(kopecks(Math.abs(amount)), commissionBps)
  const commission = kopecks(amount < 0 ? 0 - part : part)
  const taken = kopecks(Math.min(available, amount - commission))
  const posting = disputeCharged({ id, paymentId, amount }, payment, { commission, taken })
  await post(sql, [posting], { paymentId }, at)
  if (amount < 0) await planEarned(sql, payment, at)
}

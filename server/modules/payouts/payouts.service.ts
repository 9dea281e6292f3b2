import { commissionOf, kopecks } from '#domain/money.ts'
import type { Kopecks } from '#domain/money.ts'
import {
  FROZEN_TEXT,
  MIN_PAYOUT_RUBLES,
  numberNeededText,
  payoutOf,
  RESTORED_TEXT,
  reserveOf,
  reserveSince,
  WAIT_TEXTS,
  waitFor,
} from '#domain/payments/payout.ts'
import type { PayoutsWaitFor, ReserveTerms } from '#domain/payments/payout.ts'
import { NO_STATUS_TEXTS } from '#domain/payments/tax-status.ts'
import { payoutReserved } from '#domain/payments/payout-postings.ts'
import { Refusal } from '#domain/refusal.ts'
import { DAY_MS, HOUR_MS } from '#domain/time.ts'
import { transaction } from '#server/context.ts'
import type { Context } from '#server/context.ts'
import { concertFacts } from '#server/platform/db/concert-facts.ts'
import { onceByKey } from '#server/platform/db/idempotency.ts'
import type { Sql } from '#server/platform/db/open.ts'
import { brokeUnique } from '#server/platform/db/tx.ts'
import { payoutNumbers } from '../artists/artists.service.ts'
import {
  availableOf,
  balanceOf,
  disputedOf,
  endRestored,
  post,
  setMark,
} from '../ledger/ledger.service.ts'
import { creditedSince } from '../payments/return-credit.service.ts'
import { lastChange } from './number-change.store.ts'
import type { StoredPayment } from '../payments/payments.service.ts'
import { settledDay } from '../reconciliation/reconciliation.service.ts'
import { PAUSED, payoutStop } from './payout-stop.ts'
import {
  addPayout,
  hasUnsettledMoney,
  endPlan,
  retryUnsentNow,
  inFlight,
  plannedArtists,
  planPayout,
  plansDue,
} from './payouts.store.ts'
import type { StoredPayout } from './payouts.store.ts'

const CALL = 'payment/payout'
const PLANS_MOST = 10_000

/** Money that should be on its way and is not. Kopecks. */
export type PayoutsWait = {
  readonly for: PayoutsWaitFor
  readonly artists: number
  readonly amount: number
  /** The sum that payouts may use now. */
  readonly free: number
  readonly settledDay: string | null
}

type PayoutAnswer = {
  payoutId: string
  amount: number
  state: StoredPayout['state']
}

// Payouts to artists: reserved first, requested from the bank in two steps, never made twice.

/** Returns what the bank has transferred to us, plus our own, less what is on its way already. */
async function freeMoney({ sql, money }: Context, { lock }: { lock: boolean }): Promise<number> {
  const cash = await balanceOf(sql, 'settlement_cash', { lock })
  return cash + money.payoutFloat - (await inFlight(sql))
}

/** Whether artists give their tax status: for receipts, or before payouts; null: they are not asked. */
export function statusAsked({ money }: Pick<Context, 'money'>): 'asked' | 'needed' | null {
  if (money.receipts === null) return null
  return money.needsStatus === true ? 'needed' : 'asked'
}

/** Returns what planned payouts wait for; null where all of them can be sent. */
export async function payoutsWait(ctx: Context): Promise<PayoutsWait | null> {
  const { sql, now } = ctx
  const needsStatus = statusAsked(ctx) === 'needed'
  const plannedIds = await plannedArtists(sql, PLANS_MOST)
  const artists = await payoutNumbers.withChecked(sql, plannedIds, { needsStatus })
  const outs = (await withKept(ctx, await availableOf(sql, artists)))
    .map(({ available, disputed, reserved }) => available - disputed - reserved)
    .filter((amount) => amount >= MIN_PAYOUT_RUBLES * 100)
  const planned = { count: outs.length, amount: outs.reduce((sum, amount) => sum + amount, 0) }
  const pays = ctx.bank?.paysOut === true
  const free = await freeMoney(ctx, { lock: false })
  if (planned.count === 0 || (pays && free >= planned.amount)) return null
  const day = await settledDay(ctx)
  const why = pays ? waitFor(day, now()) : 'contract'
  return { for: why, artists: planned.count, amount: planned.amount, free, settledDay: day }
}

/** What of an available balance stays with us for now, kopecks: in dispute, and of the rest in reserve until `until`. */
type Kept = {
  readonly disputed: Kopecks
  readonly reserved: Kopecks
  readonly until: Date
  /** The whole open dispute, also of what was paid out already. */
  readonly inDispute: Kopecks
}

async function withKept(
  { sql, now, money }: Context,
  payables: readonly { artistId: string; available: number }[],
): Promise<(Kept & { available: number })[]> {
  const { reserve = null } = money
  const since = reserveSince(reserve, now())
  const ids = payables.map(({ artistId }) => artistId)
  const credits = since === null ? null : await creditedSince(sql, ids, since)
  const disputes = await disputedOf(sql, ids)
  return payables.map(({ artistId, available }) => {
    const { credited = 0, last = now() } = credits?.get(artistId) ?? {}
    const until = new Date(last.getTime() + (reserve?.days ?? 0) * DAY_MS)
    const inDispute = kopecks(disputes.get(artistId) ?? 0)
    const disputed = kopecks(Math.min(available, inDispute))
    const reserved = reserveOf(reserve, { available: available - disputed, credited })
    return { available, disputed, reserved, until, inDispute }
  })
}

async function keptOf(ctx: Context, artistId: string): Promise<Kept> {
  const available = await balanceOf(ctx.sql, `artist_payable:${artistId}`)
  const [one] = await withKept(ctx, [{ artistId, available }])
  if (one === undefined) throw new Error(`nothing is known of the money of ${artistId}`)
  return one
}

/**
 * Returns how much of an artist's available money stays with us for now; of these, parts that are zero are left out.
 * `inDispute`: the whole open dispute, also of what was paid out already. Kopecks.
 */
export async function keptOfArtist(
  ctx: Context,
  artistId: string,
): Promise<{
  inDispute: Kopecks
  disputed?: Kopecks
  reserve?: ReserveTerms & { amount: Kopecks; until: Date }
}> {
  const { reserve = null } = ctx.money
  const { disputed, reserved, until, inDispute } = await keptOf(ctx, artistId)
  return {
    inDispute,
    ...(disputed > 0 && { disputed }),
    ...(reserve !== null && reserved > 0 && { reserve: { ...reserve, amount: reserved, until } }),
  }
}

/** Money reserved for a payout that cannot be made would stay reserved for ever. */
export function needPayouts({ bank }: Context): void {
  if (bank?.paysOut !== true) throw new Refusal('PAYMENTS_DOWN', WAIT_TEXTS.contract)
}

/** The artist's button. Refuses ILLEGAL_STEP while one is under way, and what `reservePayout` does. */
export async function withdraw(
  ctx: Context,
  artistId: string,
  idempotencyKey: string | null,
): Promise<PayoutAnswer> {
  needPayouts(ctx)
  if ((await payoutStop(ctx.sql)) === 'restored') throw new Refusal('PAYMENTS_DOWN', RESTORED_TEXT)
  return oneUnderWay(ctx, (inside) =>
    onceByKey(inside.sql, CALL, idempotencyKey, {}, inside.now(), () =>
      reservePayout(inside, artistId),
    ),
  )
}

async function oneUnderWay<T>(ctx: Context, work: (inside: Context) => Promise<T>): Promise<T> {
  try {
    return await transaction(ctx, work)
  } catch (error) {
    if (!brokeUnique(error, 'one_payout_under_way')) throw error
    throw new Refusal('ILLEGAL_STEP', 'Предыдущая выплата ещё в пути. Подождите её.')
  }
}

/**
 * Reserves a payout of the whole available balance but for what is in dispute or in reserve. Refuses NUMBER_NOT_SET, NUMBER_HELD,
 * NOTHING_TO_PAY, ILLEGAL_STEP, PAYMENTS_DOWN.
 */
async function reservePayout(inside: Context, artistId: string): Promise<PayoutAnswer> {
  const { sql, now } = inside
  const number = await payoutNumbers.lock(sql, artistId)
  const available = await balanceOf(sql, `artist_payable:${artistId}`, { lock: true })
  const { phone = null, sbpBankId = null, checkedAt = null } = number ?? {}
  if (number?.payoutsFrozenAt != null) throw new Refusal('ILLEGAL_STEP', FROZEN_TEXT)
  const heldUntil = (await lastChange(sql, artistId))?.heldUntil ?? null
  const confirmed = number?.confirmedRecipient ?? null
  const name = number?.recipient ?? null
  const recipient = name === null ? null : { name, confirmed: name === confirmed }
  const restUntil = number?.payoutsRestUntil ?? null
  const given = phone !== null && sbpBankId !== null
  const numberNow = { checked: checkedAt !== null, given, heldUntil, restUntil, recipient }
  const { disputed, reserved } = await keptOf(inside, artistId)
  const amount = payoutOf(kopecks(available - disputed - reserved), numberNow, { now: now() })
  if (!given) throw new Refusal('NUMBER_NOT_SET', numberNeededText(given))
  if (statusAsked(inside) === 'needed' && number?.taxStatus === null)
    throw new Refusal('ILLEGAL_STEP', NO_STATUS_TEXTS.needed)
  if ((await freeMoney(inside, { lock: true })) < amount)
    throw new Refusal('PAYMENTS_DOWN', WAIT_TEXTS[waitFor(await settledDay(inside), now())])
  const payout = await addPayout(
    sql,
    { artistId, checkPaymentId: null, amount, phone, sbpBankId, recipient: confirmed },
    now(),
  )
  await post(sql, [payoutReserved(payout)], { payoutId: payout.id }, now())
  return { payoutId: payout.id, amount, state: payout.state }
}

/** Reserves the payout of a check's nine rubles, in the transaction in which its ten were paid. */
export async function reserveCheckPayout(
  { sql, now }: Context,
  payment: StoredPayment,
): Promise<void> {
  if (payment.phone === null || payment.sbpBankId === null)
    throw new Error(`the number of check ${payment.id} is not known`)
  const amount = kopecks(payment.amount - commissionOf(payment.amount, payment.commissionBps))
  const payout = await addPayout(
    sql,
    {
      artistId: payment.artistId,
      checkPaymentId: payment.id,
      amount,
      phone: payment.phone,
      sbpBankId: payment.sbpBankId,
      recipient: null,
    },
    now(),
  )
  await post(sql, [payoutReserved(payout)], { payoutId: payout.id, paymentId: payment.id }, now())
}

/** Carries out the plans that are due: after a concert, and once a day. Returns the number of payouts made. */
export async function sendPlannedPayouts(ctx: Context): Promise<number> {
  const { sql, now, log } = ctx
  if (ctx.bank?.paysOut !== true || (await payoutStop(sql)) !== null) return 0
  let sent = 0
  const failures: unknown[] = []
  const due = await plansDue(sql, now(), 20)
  for (const artistId of due) {
    try {
      if (await runPlan(ctx, artistId)) sent += 1
    } catch (error) {
      failures.push(error)
    }
  }
  const waiting = due.length > sent ? await payoutsWait(ctx) : null
  if (waiting !== null) log.warn(waiting, 'payouts wait')
  if (failures.length > 0) throw new AggregateError(failures, 'some payouts did not set out')
  return sent
}

/** A plan ends in the transaction of its payout, so that a crash loses both or neither. Returns true where one was made. */
async function runPlan(ctx: Context, artistId: string): Promise<boolean> {
  try {
    return await oneUnderWay(ctx, async (inside) => {
      const { sql, now } = inside
      const sent = await reservePayout(inside, artistId).then(() => true, nothingToSend)
      // Money that is free tomorrow is no new credit: it needs its own plan.
      const { disputed, reserved } = await keptOf(inside, artistId)
      const next = disputed + reserved > 0 ? new Date(now().getTime() + DAY_MS) : null
      await endPlan(sql, artistId, { now: now(), next })
      return sent
    })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const at = ctx.now()
    const lock = (error.retryAfterSeconds ?? 0) * 1000
    const wait = error.code === 'ILLEGAL_STEP' ? HOUR_MS : DAY_MS
    const next = new Date(at.getTime() + (error.code === 'NUMBER_HELD' ? lock : wait))
    await endPlan(ctx.sql, artistId, { now: at, next })
    return false
  }
}

/** Resumes payouts after an operator has put money on the account, and has compared a restored database with the bank. */
export async function resumePayouts({ sql, now }: Context): Promise<void> {
  await endRestored(sql)
  await setMark(sql, PAUSED, '', now())
  await retryUnsentNow(sql, now())
}

/** Without money or a number there is nothing to wait for: whatever brings either makes a new plan. */
function nothingToSend(error: unknown): false {
  const nothing =
    error instanceof Refusal && ['NUMBER_NOT_SET', 'NOTHING_TO_PAY'].includes(error.code)
  if (!nothing) throw error
  return false
}

/** Plans the payout of earned money within a day, and at once with the last payment of its concert. */
export async function planEarned(
  sql: Sql,
  payment: {
    readonly state: string
    readonly kind: string
    readonly artistId: string
    readonly concertId: string | null
  },
  now: Date,
): Promise<void> {
  const { state, kind, artistId, concertId } = payment
  if (kind === 'check') return
  if (state === 'released') await planPayout(sql, artistId, new Date(now.getTime() + DAY_MS))
  if (concertId === null) return
  const concert = await concertFacts(sql, concertId)
  // One that does not exist any more is over too.
  if (concert !== undefined && concert.status !== 'PLAYED') return
  if (!(await hasUnsettledMoney(sql, concertId))) await planPayout(sql, artistId, now)
}

/** Plans the payout of an ended concert's earnings at once, unless money of it is still on its way. */
export async function planConcert(sql: Sql, concertId: string, now: Date): Promise<void> {
  const concert = await concertFacts(sql, concertId)
  if (concert !== undefined && !(await hasUnsettledMoney(sql, concertId)))
    await planPayout(sql, concert.artistId, now)
}

/** What other modules do to a payout's row, inside their own transaction. */
export { healPayoutTimes, requestPayoutStatusCheck, retryPayout } from './payout-orders.store.ts'
export { planPayout } from './payouts.store.ts'
export { payoutStop } from './payout-stop.ts'

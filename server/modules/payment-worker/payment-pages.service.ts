import { tipIsAnswered } from '../thanks/thanks.service.ts'
import { Refusal } from '#domain/refusal.ts'
import type { SongStatus } from '#domain/queue/queue.ts'
import { MINUTE_MS } from '#domain/time.ts'
import type { Context } from '#server/context.ts'
import type { Sql } from '#server/platform/db/open.ts'
import { freeKey } from '#server/platform/db/idempotency.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import {
  artistNamed,
  lockPayment,
  makeDue,
  paymentById,
  retryPageNow,
  returnBegan,
} from '../payments/payments.service.ts'
import type { StoredPayment } from '../payments/payments.service.ts'
import { battleById } from '../queue/battle-votes.service.ts'
import { songStatesOf } from '../queue/queue-view.service.ts'
import { runPayment } from './payment-worker.service.ts'

/** How long a call waits for the bank's page while another run is requesting it (ms). */
const TIMEOUT_MS = 9000
const DOWN = 'Оплата временно недоступна. Попробуйте ещё раз через минуту.'

/**
 * Returns the bank's page for a payment, requested now where it does not exist yet. Refuses NOT_FOUND, PAYMENTS_DOWN,
 * ILLEGAL_STEP where it takes no money any more; a `repeated` call gets its page all the same.
 */
export async function bankPageOf(
  ctx: Context,
  paymentId: string,
  { repeated = false } = {},
): Promise<string> {
  const { sql, now } = ctx
  const first = await paymentById(sql, paymentId)
  // Repeated presses on a page that is open ask the bank nothing.
  const isOpen = first?.state === 'awaiting' && first.unpaidLink && first.expiresAt > now()
  if (isOpen && first.link !== null) return first.link
  const deadline = performance.now() + TIMEOUT_MS
  let pressed = false
  for (;;) {
    using ran = ctx.paymentRuns.watch(paymentId)
    const mine = await runPayment(ctx, paymentId)
    // The lock waits until a concurrent claim has committed.
    const payment = mine?.link ? mine : await inTransaction(sql, (of) => lockPayment(of, paymentId))
    if (payment === undefined) throw new Refusal('NOT_FOUND', 'Такого заказа нет')
    const { state, link, leasedUntil, dueAt } = payment
    if (link !== null && (repeated || state === 'awaiting')) return link
    if (state === 'failed' && payment.reason === 'not_opened') throw new NeverOpened()
    if (state !== 'created') throw new Refusal('ILLEGAL_STEP', 'Этот заказ уже нельзя оплатить')
    // A press after a failure asks the bank again at once, without the worker's retry delay.
    if (mine === null && !pressed) {
      pressed = true
      await retryPageNow(sql, paymentId, now())
      continue
    }
    const leased = leasedUntil !== null && leasedUntil > now()
    const due = dueAt !== null && dueAt <= now()
    const left = deadline - performance.now()
    if ((!leased && !due) || left <= 0) throw down()
    if (leased) await ran.within(left)
  }
}

/** The bank refused to make a page, so this payment can never be paid; another may be begun. */
class NeverOpened extends Refusal {
  constructor() {
    super('PAYMENTS_DOWN', DOWN)
  }
}

function down(): Refusal {
  return new Refusal('PAYMENTS_DOWN', DOWN)
}

/**
 * Returns the bank's page of a payment begun under an idempotency key: always the same one. Where the bank refused to
 * make one the key is freed, so that the same request begins a new payment. Refuses PAYMENTS_DOWN.
 */
export async function openedOrFreed(
  ctx: Context,
  paymentId: string,
  under: { readonly call: string; readonly key: string | null; readonly answer: unknown },
): Promise<string> {
  try {
    return await bankPageOf(ctx, paymentId, { repeated: true })
  } catch (error) {
    if (error instanceof NeverOpened) await freeKey(ctx.sql, under.call, under.key, under.answer)
    throw error
  }
}

/** A payment as shown to its payer, that is, to anyone with its id. */
export type ShownPayment = {
  readonly payment: StoredPayment
  readonly artist: { readonly username: string; readonly name: string }
  readonly songStatus: SongStatus | null
  /** It is for a song in a battle, and no order of the winner yet. */
  readonly vote: boolean
  /** The return takes longer than usual. */
  readonly delayed: boolean
  /** The artist has answered the tip. */
  readonly thanked: boolean
}

/** How long a call that shows a payment waits for its run (ms). */
const RUN_TIMEOUT_MS = 1500
/** The least time between two requests to the bank about one payment, however often its page is opened (ms). */
const CHECK_EVERY_MS = 2000
/** A return that takes longer counts as slow. */
const USUAL_RETURN_MS = 10 * MINUTE_MS

/**
 * Returns a payment's state; the status of a waiting payment is checked first, unless the bank has sent no word of it and
 * `spendLook` refuses. Refuses NOT_FOUND.
 */
export async function showPayment(
  ctx: Context,
  id: string,
  spendLook: () => Promise<void>,
): Promise<ShownPayment> {
  const { sql, now } = ctx
  const first = await paymentById(sql, id)
  if (first === undefined) throw new Refusal('NOT_FOUND', 'Такого платежа нет')
  if (await mayCheck(ctx, first, spendLook)) await checked(ctx, first)
  const payment = (await paymentById(sql, id)) ?? first
  const songs = payment.kind === 'song' ? await songStatesOf(ctx, [id]) : null
  const usual = new Date(now().getTime() - USUAL_RETURN_MS)
  const slow = payment.state === 'returning' && (await returnBegan(sql, id, usual))
  return {
    payment,
    artist: await artistNamed(sql, payment.artistId),
    songStatus: songs?.get(id) ?? null,
    vote: payment.battleId !== null && !(await won(sql, payment)),
    delayed: slow || payment.attention === 'refund_refused',
    thanked: payment.kind === 'tip' && (await tipIsAnswered(sql, id)),
  }
}

/** This paid vote is an order now. */
async function won(sql: Sql, { state, battleId, songId }: StoredPayment): Promise<boolean> {
  if (state !== 'secured' || battleId === null || songId === null) return false
  return (await battleById(sql, battleId))?.winnerId === songId
}

async function mayCheck(
  { now }: Context,
  { state, lookedAt, unpaidLink }: StoredPayment,
  spendLook: () => Promise<void>,
): Promise<boolean> {
  const waits = state === 'awaiting' || state === 'created'
  if (!waits || now().getTime() - (lookedAt?.getTime() ?? 0) < CHECK_EVERY_MS) return false
  if (!unpaidLink) return true
  try {
    await spendLook()
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}

/** Waits for one run, ours or the one under way, up to a timeout: a payer who comes back from the bank sees the result. */
async function checked(ctx: Context, { id }: StoredPayment): Promise<void> {
  const { sql, now } = ctx
  await makeDue(sql, id, now())
  using ran = ctx.paymentRuns.watch(id)
  const own = runPayment(ctx, id).then(async (mine) => {
    const leasedUntil = mine === null ? (await paymentById(sql, id))?.leasedUntil : null
    // Another run has the lease: wait for its end.
    if (leasedUntil && leasedUntil > now()) await ran.within(RUN_TIMEOUT_MS)
  })
  await Promise.race([own, ran.within(RUN_TIMEOUT_MS)])
}

import { randomUUIDv7 } from 'node:crypto'
import { usernameKey } from '#domain/accounts/account.ts'
import { checkLine } from '#domain/fields.ts'
import type { Kopecks } from '#domain/money.ts'
import { COMMISSION_BPS, kopecks } from '#domain/money.ts'
import { WORDS_KEPT_DAYS, checkTipWords } from '#domain/queue/order-words.ts'
import { admitTip } from '#domain/queue/order.ts'
import { linkEnd } from '#domain/payments/payment-watch.ts'
import { checkReceiptTo } from '#domain/payments/receipt.ts'
import { RETURN_MESSAGE_LENGTH, returnCredited } from '#domain/payments/payment.ts'
import type { SongStatus } from '#domain/queue/queue.ts'
import { Refusal } from '#domain/refusal.ts'
import { DAY_MS, MINUTE_MS } from '#domain/time.ts'
import type { Bank } from '#server/integrations/bank/bank.ts'
import { freeKey, onceByKey } from '#server/platform/db/idempotency.ts'
import type { Sql } from '#server/platform/db/open.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import { balanceOf, wasDisputed } from '../ledger/ledger.service.ts'
import { applyPaymentEvent, withoutEffects } from './apply-payment-event.service.ts'
import { makeDue, returnBegan } from './operations.store.ts'
import { NeverOpened, pageOf } from './payment-worker.service.ts'
import type { PageContext } from './payment-worker.service.ts'
import {
  artistNamed,
  addPayment,
  eraseWords,
  saveReturnWord,
  lockPayment,
  paymentById,
} from './payments.store.ts'
import type { FreshPayment, StoredPayment } from './payments.store.ts'

/** Refuses PAYMENTS_DOWN without a bank. */
function needBank({ bank }: { readonly bank: Bank | null }): void {
  if (bank === null) throw new Refusal('PAYMENTS_DOWN', 'Оплата сейчас недоступна.')
}

/**
 * Stores a new payment, due at once. `isHeld`: held until its song is played, if the terminal has holds; on such a
 * terminal everything else is captured at once, so that no page is requested against the terminal's setting. Refuses
 * PAYMENTS_DOWN, and VALIDATION (`receiptTo`) where receipts are made. In the caller's transaction.
 */
export async function beginPayment(
  ctx: { readonly bank: Bank | null; readonly makesReceipts: boolean; readonly now: () => Date },
  sql: Sql,
  {
    isHeld = false,
    ...fresh
  }: Omit<FreshPayment, 'receipt' | 'receiptTo' | 'mode'> & {
    readonly receiptTo?: string | undefined
    readonly isHeld?: boolean
  },
): Promise<void> {
  needBank(ctx)
  const mode = ctx.bank?.holds === true ? (isHeld ? 'hold' : 'capture') : 'charge'
  const receiptTo = ctx.makesReceipts ? checkReceiptTo(fresh.receiptTo ?? '') : ''
  const receipt = ctx.makesReceipts ? 'made' : 'none'
  await addPayment(sql, { ...fresh, mode, receipt, receiptTo }, ctx.now())
}

type PaymentsContext = PageContext & {
  /** After the commit: a payment is due. */
  readonly wake: () => void
  readonly bank: Bank | null
  readonly makesReceipts: boolean
  readonly artists: { byUsername(username: string): Promise<{ id: string }> }
  /** Whether this device is muted: it writes nothing more to this artist while his concert is on. */
  readonly isMuted: (artistId: string, deviceId: string) => Promise<boolean>
  /** The statuses of these payments' songs in their queues. */
  readonly songsOf: (paymentIds: readonly string[]) => Promise<Map<string, SongStatus>>
}

/** A payment as shown to its payer, that is, to anyone with its id. */
export type ShownPayment = {
  readonly payment: StoredPayment
  readonly artist: { readonly username: string; readonly name: string }
  readonly songStatus: SongStatus | null
  /** The return takes longer than usual. */
  readonly delayed: boolean
}

/** How long a call that shows a payment waits for its run (ms). */
const RUN_TIMEOUT_MS = 1500
/** The least time between two requests to the bank about one payment, however often its page is opened (ms). */
const CHECK_EVERY_MS = 2000
const DONATE = 'payment/donate'
/** A return that takes longer counts as slow. */
const USUAL_RETURN_MS = 10 * MINUTE_MS

/**
 * Begins a tip and returns the bank's page. Refuses NOT_FOUND, AMOUNT_TOO_SMALL, AMOUNT_TOO_LARGE, VALIDATION
 * (`message`, `receiptTo`), PAYMENTS_DOWN.
 */
async function donate(
  ctx: PaymentsContext,
  gift: {
    artistUsername: string
    amount: number
    message: string
    receiptTo?: string | undefined
    deviceId?: string | null
  },
  idempotencyKey: string | null,
): Promise<string> {
  const { sql: database, now } = ctx
  const amount = kopecks(gift.amount)
  admitTip(amount)
  const message = checkTipWords(gift.message)
  needBank(ctx)
  const artist = await ctx.artists.byUsername(gift.artistUsername)
  const muted = gift.deviceId ? await ctx.isMuted(artist.id, gift.deviceId) : false
  const { receiptTo } = gift
  const same = { artist: usernameKey(gift.artistUsername), amount, message, receiptTo }
  const id = await inTransaction(database, (sql) =>
    onceByKey(sql, DONATE, idempotencyKey, same, now(), async () => {
      const fresh = randomUUIDv7()
      await beginPayment(ctx, sql, {
        id: fresh,
        kind: 'tip',
        artistId: artist.id,
        amount,
        commissionBps: COMMISSION_BPS.tip,
        expiresAt: linkEnd(now(), null),
        // The tip of a muted listener comes without its message.
        message: muted ? '' : message,
        receiptTo,
      })
      return fresh
    }),
  )
  return openedOrFreed(ctx, id, { call: DONATE, key: idempotencyKey, answer: id })
}

/**
 * Returns the bank's page of a payment begun under an idempotency key: always the same one. Where the bank refused to
 * make one the key is freed, so that the same request begins a new payment. Refuses PAYMENTS_DOWN.
 */
export async function openedOrFreed(
  ctx: PageContext,
  paymentId: string,
  under: { readonly call: string; readonly key: string | null; readonly answer: unknown },
): Promise<string> {
  try {
    return await pageOf(ctx, paymentId, { repeated: true })
  } catch (error) {
    if (error instanceof NeverOpened) await freeKey(ctx.sql, under.call, under.key, under.answer)
    throw error
  }
}

/** Returns a payment's state; the status of a waiting payment is checked first. Refuses NOT_FOUND. */
async function shown(ctx: PaymentsContext, id: string): Promise<ShownPayment> {
  const { sql, now } = ctx
  const first = await paymentById(sql, id)
  if (first === undefined) throw new Refusal('NOT_FOUND', 'Такого платежа нет')
  await checked(ctx, first)
  const payment = (await paymentById(sql, id)) ?? first
  const songs = payment.kind === 'song' ? await ctx.songsOf([id]) : null
  const usual = new Date(now().getTime() - USUAL_RETURN_MS)
  const slow = payment.state === 'returning' && (await returnBegan(sql, id, usual))
  return {
    payment,
    artist: await artistNamed(sql, payment.artistId),
    songStatus: songs?.get(id) ?? null,
    delayed: slow || payment.attention === 'refund_refused',
  }
}

/** Waits for one run, ours or the one under way, up to a timeout: a payer who comes back from the bank sees the result. */
async function checked(ctx: PaymentsContext, payment: StoredPayment): Promise<void> {
  const { sql, now, run, news } = ctx
  const { id, state, lookedAt } = payment
  const waits = state === 'awaiting' || state === 'created'
  if (!waits || now().getTime() - (lookedAt?.getTime() ?? 0) < CHECK_EVERY_MS) return
  await makeDue(sql, id, now())
  using ran = news.watch(id)
  const own = run(id).then(async (mine) => {
    const leasedUntil = mine === null ? (await paymentById(sql, id))?.leasedUntil : null
    // Another run has the lease: wait for its end.
    if (leasedUntil && leasedUntil > now()) await ran.within(RUN_TIMEOUT_MS)
  })
  await Promise.race([own, ran.within(RUN_TIMEOUT_MS)])
}

/** Payments as listeners use them; their states are in domain/payments/payment.ts. */
export function makePayments(ctx: PaymentsContext) {
  return {
    donate: (gift: Parameters<typeof donate>[1], key: string | null) => donate(ctx, gift, key),
    refundByArtist: (
      artistId: string,
      asked: Parameters<typeof refundByArtist>[2],
      key: string | null,
    ) => refundByArtist(ctx, artistId, asked, key),
    shown: (id: string) => shown(ctx, id),
    pageOf: (paymentId: string) => pageOf(ctx, paymentId),
    /** Erases the texts of tips and returns older than `WORDS_KEPT_DAYS`. */
    forgetWords: () =>
      eraseWords(ctx.sql, new Date(ctx.now().getTime() - WORDS_KEPT_DAYS * DAY_MS)),
  }
}

export type Payments = ReturnType<typeof makePayments>

type ReturnContext = {
  readonly sql: Sql
  readonly now: () => Date
  /** After the commit: the bank has to be asked. */
  readonly wake: () => void
}

type ReturnAnswer = {
  paymentId: string
  /** What the listener gets, and the artist's balance afterwards. Kopecks. */
  amount: Kopecks
  available: Kopecks
}

const CALL = 'payment/return'

/**
 * Gives a credited order or tip of the artist back to its payer, whole; the payment worker asks the bank. Refuses
 * VALIDATION (`word`), NOT_FOUND, ILLEGAL_STEP, NOTHING_TO_PAY where his balance is too small.
 */
async function refundByArtist(
  { sql, now, wake }: ReturnContext,
  artistId: string,
  asked: { readonly paymentId: string; readonly word: string },
  idempotencyKey: string | null,
): Promise<ReturnAnswer> {
  const { paymentId } = asked
  const word = checkLine(asked.word, {
    field: 'word',
    max: RETURN_MESSAGE_LENGTH,
    blank: null,
    tooLong: `Лимит ${RETURN_MESSAGE_LENGTH} символов`,
  })
  const key = idempotencyKey && `${artistId} ${idempotencyKey}`
  const answer = await inTransaction(sql, (inside) =>
    onceByKey(inside, CALL, key, { paymentId, word }, now(), () =>
      refundCredited(inside, { artistId, paymentId, word }, now()),
    ),
  )
  wake()
  return answer
}

/** Locks the payment before the account, as everywhere. */
async function refundCredited(
  sql: Sql,
  { artistId, paymentId, word }: { artistId: string; paymentId: string; word: string },
  now: Date,
): Promise<ReturnAnswer> {
  const payment = await lockPayment(sql, paymentId)
  // Another artist's payment is reported like one that never existed.
  if (payment === undefined || payment.artistId !== artistId || payment.kind === 'check')
    throw new Refusal('NOT_FOUND', 'Такого платежа нет')
  const account = `artist_payable:${artistId}` as const
  const available = await balanceOf(sql, account, { lock: true })
  const disputed = await wasDisputed(sql, paymentId)
  const decision = returnCredited(payment, { available, disputed })
  const options = { leasedUntil: payment.leasedUntil, ownsLease: false }
  withoutEffects(await applyPaymentEvent(sql, now, payment, decision, options))
  await saveReturnWord(sql, paymentId, word)
  return { paymentId, amount: payment.amount, available: await balanceOf(sql, account) }
}

/** What other modules do to a payment's row, inside their own transaction. */
export { lockPayment } from './payments.store.ts'
export type { StoredPayment } from './payments.store.ts'
export {
  requestStatusChecks,
  requestStatusCheck,
  clearAttention,
  refundNumbers,
  retryPayment,
} from './operations.store.ts'

import { randomUUIDv7 } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { usernameKey } from '#domain/account.ts'
import { COMMISSION_BPS, kopecks } from '#domain/money.ts'
import { admitTip, admitUnpaidOrder } from '#domain/order.ts'
import { checkLine } from '#domain/fields.ts'
import { played, undone, unplayed } from '#domain/payment.ts'
import type { Decision, PaymentReason } from '#domain/payment.ts'
import { holdLasts, linkEnd } from '#domain/payment-watch.ts'
import type { SongStatus } from '#domain/queue.ts'
import { Refusal } from '#domain/refusal.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { freeKey, onceByKey } from '../../platform/db/idempotency.ts'
import type { Sql } from '../../platform/db/open.ts'
import { inTransaction } from '../../platform/db/tx.ts'
import type { Bank } from '../../integrations/bank/bank.ts'
import type { PayoutNumbers } from '../artists/artists.service.ts'
import { makeAttending } from './payment-worker.service.ts'
import { makePages, NeverOpened } from './bank-page.service.ts'
import { makeKeeping } from './apply-payment-event.service.ts'
import type { MoneyListeners } from './apply-payment-event.service.ts'
import { addPayment, holdPayments, holdUnpaidOf, paymentById, unpaidOf } from './payments.store.ts'
import type { FreshPayment, KeptPayment } from './payments.store.ts'
import { makeDue } from './status-checks.store.ts'
import { makePayoutPhone } from '../payouts/payout-phone.service.ts'
import { makeNumberChange } from '../payouts/number-change.service.ts'
import type { NumberChangeDeps } from '../payouts/number-change.service.ts'
import { planConcert, planEarned } from '../payouts/payout-access.service.ts'
import { makePayouts } from '../payouts/payouts.service.ts'
import { receiptOf } from './receipt.ts'
import type { Receipts } from './receipt.ts'
import { artistNamed, returnBegan } from './payment-view.store.ts'
import { makeSweep, noSweep } from '../payouts/due-money.service.ts'

export type PaymentDeps = {
  readonly sql: Sql
  readonly now: () => Date
  /** Null where none is configured: what costs nothing works all the same. */
  readonly bank: Bank | null
  /** The address that people see. */
  readonly publicUrl: string
  /** Where the bank sends its notifications. */
  readonly notificationUrl: () => string
  /** Null: no receipts are made. */
  readonly receipts: Receipts | null
  /** Seconds in which a played song can be taken back. */
  readonly captureGraceSeconds: number
  readonly endGraceMinutes: number
  /** Kopecks of our own for payouts. */
  readonly payoutFloat: number
  /** Hours in which nothing is paid to a changed number; without it NUMBER_HOLD_HOURS. */
  readonly numberHoldHours?: number
  /** The people behind the money. */
  readonly owners: NumberChangeDeps['owners']
  /** The songs behind the money. */
  readonly queue: Pick<MoneyListeners, 'secured' | 'unsecured'> & {
    hold(sql: Sql, concertId: string): Promise<unknown>
    songsOf(paymentIds: readonly string[]): Promise<Map<string, SongStatus>>
  }
  readonly artists: {
    byUsername(username: string): Promise<{ id: string }>
    payoutNumbers: PayoutNumbers
  }
  readonly changed: (concertId: string, cameAt?: number) => void
}

/** A payment as the one who paid may see it: whoever knows its id. */
export type ShownPayment = {
  readonly payment: KeptPayment
  readonly artist: { readonly username: string; readonly name: string }
  readonly songStatus: SongStatus | null
  /** The way back takes longer than usual. */
  readonly delayed: boolean
}

/** How long a call that wants to know how a payment stands waits for another visit (ms). */
const LOOK_PATIENCE_MS = 1500
/** The bank is not asked more often about one payment, however often its page is opened (ms). */
const LOOK_EVERY_MS = 2000
const DONATE = 'payment/donate'
/** A way back that takes longer is called slow. */
const USUAL_RETURN_MS = 10 * MINUTE_MS

/** Listeners' money, from the wish to its end; the life itself is in domain/payment.ts. */
export function makePayments(deps: PaymentDeps) {
  const { sql: database, now, bank } = deps
  let woken = () => {}

  const listeners: MoneyListeners = {
    secured: deps.queue.secured,
    unsecured: deps.queue.unsecured,
    checkPaid: (sql, payment) => payouts.reserveCheck(sql, payment),
    credited: (sql, payment) => planEarned(sql, payment, now()),
  }
  const keep = makeKeeping({ now, listeners })
  const payouts = makePayouts({
    sql: database,
    now,
    bank,
    numbers: deps.artists.payoutNumbers,
    float: deps.payoutFloat,
    keep,
  })
  const attend: (paymentId: string) => Promise<KeptPayment | null> =
    bank === null
      ? () => Promise.resolve(null)
      : makeAttending({
          sql: database,
          now,
          bank,
          listeners,
          holdConcert: deps.queue.hold,
          changed: deps.changed,
          returnUrl: (id) => `${deps.publicUrl}/payment/${id}`,
          notificationUrl: deps.notificationUrl,
          receiptOf: (payment) => receiptOf(payment, describe(payment), deps.receipts),
          describe,
        })

  const linkOf = makePages({ sql: database, now, attend })
  const numberChanges = makeNumberChange({
    ...deps,
    numbers: deps.artists.payoutNumbers,
    holdHours: deps.numberHoldHours,
  })

  function needBank(): void {
    if (bank === null) throw new Refusal('PAYMENTS_DOWN', 'Оплата сейчас недоступна.')
  }

  /** Writes an event of the queue down for each of these payments. */
  async function each(
    sql: Sql,
    held: readonly KeptPayment[],
    decide: (payment: KeptPayment) => Decision,
  ): Promise<void> {
    for (const payment of held)
      await keep(sql, payment, decide(payment), {
        leasedUntil: payment.leasedUntil,
        alone: false,
      })
  }

  async function eachOf(
    sql: Sql,
    ids: readonly string[],
    decide: (payment: KeptPayment) => Decision,
  ): Promise<void> {
    if (ids.length > 0) await each(sql, await holdPayments(sql, ids), decide)
  }

  async function begin(sql: Sql, fresh: FreshPayment): Promise<void> {
    needBank()
    await addPayment(sql, fresh, now())
  }

  const money = {
    graceSeconds: deps.captureGraceSeconds,
    linkOf: (paymentId: string) =>
      linkOf(paymentId, { repeated: true }).catch((error: unknown) => {
        if (error instanceof NeverOpened) return null
        throw error
      }),
    async begin(
      sql: Sql,
      wish: Omit<FreshPayment, 'kind' | 'commissionBps' | 'mode' | 'expiresAt'> & {
        concertEnd: Date
        deviceId: string
        concertId: string
      },
    ): Promise<void> {
      const { concertEnd, ...song } = wish
      admitUnpaidOrder(await unpaidOf(sql, wish.deviceId, wish.concertId))
      const over = new Date(concertEnd.getTime() + deps.endGraceMinutes * MINUTE_MS)
      await begin(sql, {
        ...song,
        kind: 'song',
        commissionBps: COMMISSION_BPS.song,
        mode: holdLasts(now(), over) ? 'hold' : 'charge',
        expiresAt: linkEnd(now(), over),
      })
    },
    played: (sql: Sql, ids: readonly string[]) =>
      eachOf(sql, ids, (payment) => played(payment, now(), deps.captureGraceSeconds)),
    unplayed: (sql: Sql, ids: readonly string[], reason: PaymentReason) =>
      eachOf(sql, ids, (payment) => unplayed(payment, reason)),
    calledOff: async (
      sql: Sql,
      concertId: string,
      songIds: readonly string[],
      why: PaymentReason,
    ) => each(sql, await holdUnpaidOf(sql, concertId, songIds), (unpaid) => unplayed(unpaid, why)),
    async undone(sql: Sql, ids: readonly string[]): Promise<readonly string[]> {
      const gone: string[] = []
      await eachOf(sql, ids, (payment) => {
        const decision = undone(payment, now())
        if (decision.payment.state !== 'secured') gone.push(payment.id)
        return decision
      })
      return gone
    },
    async concertOver(sql: Sql, concertId: string, reason: PaymentReason): Promise<void> {
      const unpaid = await holdUnpaidOf(sql, concertId)
      await each(sql, unpaid, (payment) => unplayed(payment, reason))
      await planConcert(sql, concertId, now())
    },
    wake: () => woken(),
  }

  /** A gift: gives the bank's page. Refuses NOT_FOUND, AMOUNT_TOO_SMALL, AMOUNT_TOO_LARGE, VALIDATION (`message`), PAYMENTS_DOWN. */
  async function donate(
    gift: { artistUsername: string; amount: number; message: string },
    idempotencyKey: string | null,
  ): Promise<string> {
    const amount = kopecks(gift.amount)
    admitTip(amount)
    const message = checkLine(gift.message, {
      field: 'message',
      max: 200,
      blank: null,
      tooLong: 'Сообщение — не длиннее 200 символов',
    })
    needBank()
    const artist = await deps.artists.byUsername(gift.artistUsername)
    const same = { artist: usernameKey(gift.artistUsername), amount, message }
    const id = await inTransaction(database, (sql) =>
      onceByKey(sql, DONATE, idempotencyKey, same, now(), async () => {
        const fresh = randomUUIDv7()
        await begin(sql, {
          id: fresh,
          kind: 'tip',
          artistId: artist.id,
          amount,
          commissionBps: COMMISSION_BPS.tip,
          mode: 'charge',
          expiresAt: linkEnd(now(), null),
          message,
        })
        return fresh
      }),
    )
    const link = await money.linkOf(id)
    if (link !== null) return link
    // Nobody can ever give this one: the same gift under the same key is a new one.
    await freeKey(database, DONATE, idempotencyKey, id)
    throw new NeverOpened()
  }

  /** How a payment stands; one that waits is looked after first. Refuses NOT_FOUND. */
  async function shown(id: string): Promise<ShownPayment> {
    const first = await paymentById(database, id)
    if (first === undefined) throw new Refusal('NOT_FOUND', 'Такого платежа нет')
    if (await hastened(first)) await Promise.race([visited(id), wait(LOOK_PATIENCE_MS)])
    const payment = (await paymentById(database, id)) ?? first
    const songs = payment.kind === 'song' ? await deps.queue.songsOf([id]) : null
    const usual = new Date(now().getTime() - USUAL_RETURN_MS)
    const slow = payment.state === 'returning' && (await returnBegan(database, id, usual))
    return {
      payment,
      artist: await artistNamed(database, payment.artistId),
      songStatus: songs?.get(id) ?? null,
      delayed: slow || payment.attention === 'refund_refused',
    }
  }

  /** One visit, ours or the one that is under way: who comes back from the bank sees how it ended. */
  async function visited(id: string): Promise<void> {
    if ((await attend(id)) !== null) return
    const patience = performance.now() + LOOK_PATIENCE_MS
    while (performance.now() < patience) {
      const leasedUntil = (await paymentById(database, id))?.leasedUntil ?? null
      if (leasedUntil === null || leasedUntil <= now()) return
      await wait(50)
    }
  }

  async function hastened(payment: KeptPayment): Promise<boolean> {
    const waits = payment.state === 'awaiting' || payment.state === 'created'
    const looked = payment.lookedAt?.getTime() ?? 0
    if (!waits || now().getTime() - looked < LOOK_EVERY_MS) return false
    await makeDue(database, payment.id, now())
    return true
  }

  return {
    money,
    donate,
    numberChanges,
    payoutPhone: makePayoutPhone({
      sql: database,
      now,
      numbers: deps.artists.payoutNumbers,
      needPayouts: payouts.needPayouts,
      begin,
      linkOf,
      changes: numberChanges,
    }),
    shown,
    sweep: bank === null ? noSweep : makeSweep({ sql: database, now, attend, payouts }),
    payouts,
    keep,
    linkOf,
    /** Called whenever there is something to attend to at once. */
    onWake(call: () => void): void {
      woken = call
    },
  }
}

export type Payments = ReturnType<typeof makePayments>

/** At most so many characters of it are shown by the payer's bank. */
const DESCRIPTION_MAX = 140

function describe(payment: KeptPayment): string {
  const words = {
    song: `Песня «${payment.songTitle}». Вернём деньги, если её не исполнят`,
    tip: 'Благодарность музыканту',
    check: 'Проверка номера для выплат',
  }[payment.kind]
  return Array.from(words).slice(0, DESCRIPTION_MAX).join('')
}

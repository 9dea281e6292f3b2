import { randomUUID, randomUUIDv7 } from 'node:crypto'
import { sql as raw } from 'kysely'
import { kopecks } from '../domain/money.ts'
import { charged, held, holdEnded, kindOf, released } from '../domain/payments/ledger.ts'
import type { Earning, Posting } from '../domain/payments/ledger.ts'
import type { Sql } from '../server/platform/db/open.ts'
import { inTransaction } from '../server/platform/db/tx.ts'
import {
  answerBare,
  bumpBare,
  countBare,
  lockConcertBare,
  orderBare,
  insertEntryBare,
} from './bare-writes.ts'

export type BareWish = {
  readonly artistId: string
  readonly concertId: string
  readonly songId: string
  /** Its place in the queue, from 1. */
  readonly place: number
}

const AMOUNT = kopecks(20_000)
const COMMISSION = kopecks(2000)
const DAY_MS = 24 * 60 * 60 * 1000

/**
 * What a paid order writes to the database, with nothing around it: the same rows and versions of rows in the same
 * number of transactions, a plain statement for each table, without any reads or decisions.
 */
export function barePaidOrder(sql: Sql, { artistId, concertId, songId, place }: BareWish) {
  const id = randomUUIDv7()
  const entryId = randomUUIDv7()
  const deviceId = randomUUID()
  const earning: Earning = {
    id,
    kind: 'song',
    artistId,
    amount: AMOUNT,
    commission: COMMISSION,
  }
  let operationId = ''

  const hold = (tx: Sql) => lockConcertBare(tx, concertId)

  const changePayment = (tx: Sql, set: object) =>
    tx.updateTable('payments').set(set).where('id', '=', id).execute()

  const changeOperation = (tx: Sql, set: object) =>
    tx.updateTable('bank_operations').set(set).where('id', '=', operationId).execute()

  async function planOperation(tx: Sql, kind: 'open' | 'capture') {
    operationId = randomUUIDv7()
    await tx
      .insertInto('bank_operations')
      .values({
        id: operationId,
        payment_id: id,
        kind,
        state: 'planned',
        not_before: new Date(),
        created_at: new Date(),
      })
      .execute()
  }

  async function post(tx: Sql, posting: Posting) {
    const transactionId = randomUUIDv7()
    const { key, layer, resolves, cause, lines } = posting
    await tx
      .insertInto('ledger_transactions')
      .values({
        id: transactionId,
        key,
        layer,
        resolves,
        cause,
        lines: lines.length,
        payment_id: id,
        payout_id: null,
        at: new Date(),
      })
      .execute()
    await tx
      .insertInto('ledger_lines')
      .values(
        lines.map(({ account, amount }) => ({
          transaction_id: transactionId,
          layer,
          account,
          kind: kindOf(account),
          amount,
        })),
      )
      .execute()
  }

  /** The order and its payment, then the claim of a call to the bank, then the bank's page. */
  async function page(): Promise<void> {
    await inTransaction(sql, async (tx) => {
      await hold(tx)
      await tx
        .insertInto('payments')
        .values({
          id,
          kind: 'song',
          artist_id: artistId,
          amount: AMOUNT,
          commission_bps: 1000,
          state: 'created',
          funds: 'none',
          mode: 'hold',
          expires_at: new Date(),
          concert_id: concertId,
          song_id: songId,
          song_title: 'Песня',
          device_id: deviceId,
          created_at: new Date(),
          due_at: new Date(),
        })
        .execute()
      await planOperation(tx, 'open')
      await answerBare(tx, randomUUID(), { orderId: id, paid: true })
    })
    await inTransaction(sql, async (tx) => {
      await changePayment(tx, { leased_until: new Date(), due_at: new Date() })
      await changeOperation(tx, { state: 'sent', tries: 1 })
    })
    await inTransaction(sql, async (tx) => {
      await changeOperation(tx, { state: 'done', answer: 'page', closed_at: new Date() })
      await changePayment(tx, {
        state: 'awaiting',
        bank_payment_id: id,
        bank_state: 'new',
        link: `http://localhost/pay/${id}`,
        leased_until: null,
        due_at: new Date(),
      })
    })
  }

  /** The bank's notification, then the claim, then the order in the queue with its money in the ledger. */
  async function enqueue(): Promise<void> {
    await sql
      .insertInto('bank_notices')
      .values({
        dedupe_key: id,
        payment_id: id,
        verified: true,
        word: 'AUTHORIZED',
        body: `{"id":"${id}"}`,
        received_at: new Date(),
      })
      .execute()
    await changePayment(sql, { due_at: new Date(), quiet_looks: 0 })
    await inTransaction(sql, async (tx) => {
      await changePayment(tx, { leased_until: new Date(), due_at: new Date() })
    })
    await inTransaction(sql, async (tx) => {
      await hold(tx)
      await insertEntryBare(tx, { id: entryId, concertId, songId, place })
      await bumpBare(tx, concertId)
      const payment = { id, amount: AMOUNT }
      await orderBare(tx, { id, concertId, entryId, deviceId, payment })
      await countBare(tx, songId)
      await post(tx, held(earning))
      await changePayment(tx, {
        state: 'secured',
        funds: 'hold',
        bank_state: 'held',
        method: 'card',
        hold_until: new Date(),
        secured_at: new Date(),
        leased_until: null,
        due_at: new Date(),
      })
    })
  }

  const leave = (tx: Sql) =>
    tx
      .updateTable('queue_entries')
      .set({ status: 'PLAYED', position: null, closed_at: new Date() })
      .where('id', '=', entryId)
      .execute()

  /** The song begins: the entries after it move up. */
  const begin = async (tx: Sql) => {
    await tx
      .updateTable('queue_entries')
      .set({ status: 'NOW', position: null, now_at: new Date() })
      .where('id', '=', entryId)
      .execute()
    await tx
      .updateTable('queue_entries')
      .set((row) => ({ position: row('position', '-', 1) }))
      .where('concert_id', '=', concertId)
      .where(raw<boolean>`status = 'SCHEDULED'`)
      .execute()
  }

  /** «Next»: this song is over, and `following` begins. */
  function play(following: { begin(tx: Sql): Promise<void> } | undefined): Promise<void> {
    return inTransaction(sql, async (tx) => {
      await hold(tx)
      await leave(tx)
      await following?.begin(tx)
      await bumpBare(tx, concertId)
      await planOperation(tx, 'capture')
      await changePayment(tx, { state: 'releasing', release_at: new Date(), due_at: new Date() })
    })
  }

  /** The claim, then the money taken and earned. */
  async function credit(): Promise<void> {
    await inTransaction(sql, async (tx) => {
      await changePayment(tx, { leased_until: new Date(), due_at: new Date() })
      await changeOperation(tx, { state: 'sent', tries: 1 })
    })
    await inTransaction(sql, async (tx) => {
      await hold(tx)
      for (const posting of [holdEnded(earning), charged(earning), released(earning)])
        await post(tx, posting)
      await changeOperation(tx, { state: 'done', answer: 'charged', closed_at: new Date() })
      await changePayment(tx, {
        state: 'released',
        funds: 'charged',
        bank_state: 'charged',
        closed_at: new Date(),
        leased_until: null,
        due_at: null,
      })
      await tx
        .insertInto('payout_plans')
        .values({ artist_id: artistId, due_at: new Date(Date.now() + DAY_MS) })
        .onConflict((on) => on.column('artist_id').doUpdateSet({ due_at: new Date() }))
        .execute()
    })
  }

  return { page, enqueue, begin, play, credit }
}

import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { sql as raw } from 'kysely'
import { charged, held, holdEnded, released, returnDue } from '#domain/payments/ledger.ts'
import type { LedgerAccount, Posting } from '#domain/payments/ledger.ts'
import { kopecks } from '#domain/money.ts'
import { post, trialBalance } from '#server/modules/ledger/ledger.store.ts'
import type { Sql } from '#server/platform/db/open.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import { ledgerOf } from '#test/support/database/ledger.ts'
import { makeWorld } from '#test/support/world.ts'
import type { World } from '#test/support/world.ts'

let world: World
before(async () => {
  world = await makeWorld()
})
after(() => world.close())

/** A song's money without a payment: only the ledger knows it. */
function money() {
  const id = randomUUID()
  return {
    id,
    kind: 'song',
    artistId: randomUUID(),
    amount: kopecks(10_000),
    commission: kopecks(1_000),
  } as const
}

const write = (...postings: Posting[]) =>
  inTransaction(world.sql, (sql) => post(sql, postings, {}, world.now()))

/** The database refuses, and the ledger stays unchanged. */
async function refuses(work: (sql: Sql) => Promise<unknown>, why: RegExp) {
  const stood = await trialBalance(world.sql)
  await assert.rejects(inTransaction(world.sql, work), why)
  assert.deepEqual(await trialBalance(world.sql), stood)
}

const posting = (lines: [LedgerAccount, number][]): Posting => ({
  key: `charged:${randomUUID()}`,
  layer: 'posted',
  resolves: null,
  cause: 'charged',
  lines: lines.map(([account, amount]) => ({ account, amount: kopecks(amount) })),
})

describe('the database itself refuses', () => {
  before(() => write(charged(money())))

  for (const table of ['ledgerTransactions', 'ledgerLines']) {
    test(`to change ${table}`, () =>
      refuses(
        (sql) => raw`update ${raw.table(table)} set layer = layer`.execute(sql),
        /the ledger is only added to/u,
      ))

    test(`to delete from ${table}`, () =>
      refuses(
        (sql) => raw`delete from ${raw.table(table)}`.execute(sql),
        /the ledger is only added to/u,
      ))

    test(`to empty ${table}`, () =>
      refuses(
        (sql) => raw`truncate ${raw.table(table)} cascade`.execute(sql),
        /the ledger is only added to/u,
      ))
  }

  test('a transaction that does not balance', () =>
    refuses(
      (sql) =>
        post(
          sql,
          [
            posting([
              ['acq_receivable', 10_000],
              [`escrow:${randomUUID()}`, -9999],
            ]),
          ],
          {},
          world.now(),
        ),
      /does not balance: 1/u,
    ))

  test('a transaction with one line, with a line of nothing, or with none', async () => {
    const one = posting([['acq_receivable', 10_000]])
    await refuses((sql) => post(sql, [one], {}, world.now()), /check constraint/u)
    const nothing = posting([
      ['acq_receivable', 0],
      ['loss', 0],
    ])
    await refuses((sql) => post(sql, [nothing], {}, world.now()), /check constraint/u)
    await refuses(
      (sql) =>
        sql
          .insertInto('ledgerTransactions')
          .values({
            id: randomUUID(),
            key: randomUUID(),
            layer: 'posted',
            resolves: null,
            cause: 'charged',
            lines: 2,
            paymentId: null,
            payoutId: null,
            at: world.now(),
          })
          .execute(),
      /has other lines than it promised/u,
    )
  })

  test('lines that are added to a transaction later, balanced or not', async () => {
    const { id } = await world.sql
      .selectFrom('ledgerTransactions')
      .select('id')
      .executeTakeFirstOrThrow()
    const line = (amount: number) => ({
      transactionId: id,
      layer: 'posted' as const,
      account: 'acq_receivable',
      kind: 'asset' as const,
      amount,
    })
    await refuses(
      (sql) =>
        sql
          .insertInto('ledgerLines')
          .values([line(5), line(-5)])
          .execute(),
      /has other lines than it promised/u,
    )
    await refuses(
      (sql) => sql.insertInto('ledgerLines').values(line(5)).execute(),
      /does not balance/u,
    )
  })

  test('a line of another layer than its transaction', () =>
    refuses(async (sql) => {
      const id = randomUUID()
      await sql
        .insertInto('ledgerTransactions')
        .values({
          id,
          key: randomUUID(),
          layer: 'posted',
          resolves: null,
          cause: 'charged',
          lines: 2,
          paymentId: null,
          payoutId: null,
          at: world.now(),
        })
        .execute()
      const line = { transactionId: id, account: 'acq_receivable', kind: 'asset' as const }
      await sql
        .insertInto('ledgerLines')
        .values([
          { ...line, layer: 'posted', amount: 5 },
          { ...line, layer: 'pending', amount: -5 },
        ])
        .execute()
    }, /has other lines than it promised/u))

  test('the same key twice, at once or later', async () => {
    const song = money()
    await refuses(
      (sql) => post(sql, [charged(song), charged(song)], {}, world.now()),
      /duplicate key/u,
    )
    await write(charged(song))
    await refuses((sql) => post(sql, [charged(song)], {}, world.now()), /duplicate key/u)
    assert.equal((await ledgerOf(world, `escrow:${song.id}`)).posted, -10_000)
  })

  test('the same key from two transactions at one moment: one stands', async () => {
    const song = money()
    const ends = await Promise.allSettled(Array.from({ length: 8 }, () => write(charged(song))))
    assert.equal(ends.filter(({ status }) => status === 'fulfilled').length, 1)
    assert.equal((await ledgerOf(world, `escrow:${song.id}`)).posted, -10_000)
  })

  test('to undo a hold twice, and to undo what never was', async () => {
    const song = money()
    await write(held(song))
    await write(holdEnded(song))
    const again = { ...holdEnded(song), key: `hold_ended:again:${song.id}` }
    await refuses((sql) => post(sql, [again], {}, world.now()), /duplicate key|below_zero/u)
    const never = holdEnded(money())
    await refuses((sql) => post(sql, [never], {}, world.now()), /foreign key|below_zero/u)
  })

  test('a debt below zero: nobody is given more than is owed', async () => {
    const song = money()
    await write(charged(song))
    await write(released(song))
    await refuses(
      (sql) => post(sql, [returnDue(song)], {}, world.now()),
      /nothing_owed_below_zero/u,
    )
    const payout = posting([
      [`artist_payable:${song.artistId}`, 9001],
      [`payout_in_flight:${randomUUID()}`, -9001],
    ])
    await refuses((sql) => post(sql, [payout], {}, world.now()), /nothing_owed_below_zero/u)
  })

  test('two who take the whole of one balance at one moment: one gets it', async () => {
    const song = money()
    await write(charged(song))
    await write(released(song))
    const take = () =>
      write(
        posting([
          [`artist_payable:${song.artistId}`, 9000],
          [`payout_in_flight:${randomUUID()}`, -9000],
        ]),
      )
    const ends = await Promise.allSettled(Array.from({ length: 8 }, take))
    assert.equal(ends.filter(({ status }) => status === 'fulfilled').length, 1)
    assert.equal((await ledgerOf(world, `artist_payable:${song.artistId}`)).posted, 0)
  })

  test('an account of no kind and a layer of no name', async () => {
    const { id } = await world.sql
      .selectFrom('ledgerTransactions')
      .select('id')
      .executeTakeFirstOrThrow()
    for (const [kind, layer] of [
      ['wish', 'posted'],
      ['asset', 'dreamt'],
    ] as const)
      await refuses(
        (sql) =>
          raw`insert into ledger_lines (transaction_id, layer, account, kind, amount)
            values (${id}::uuid, ${layer}, 'acq_receivable', ${kind}, 1)`.execute(sql),
        /check constraint/u,
      )
  })

  test('so that each layer sums to zero', async () => {
    for (const { layer, amount } of await sumsByLayer(world)) assert.equal(amount, 0, layer)
  })
})

async function sumsByLayer(of: World): Promise<{ layer: string; amount: number }[]> {
  const sums = new Map<string, number>()
  for (const { layer, amount } of await trialBalance(of.sql))
    sums.set(layer, (sums.get(layer) ?? 0) + amount)
  return [...sums].map(([layer, amount]) => ({ layer, amount }))
}

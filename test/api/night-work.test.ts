import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { api } from '#contract/index.ts'
import { FLOAT } from '#packages/tbank-sandbox/state.ts'
import { kopecks } from '#domain/money.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#domain/time.ts'
import type { RegistryLine } from '#server/integrations/bank/bank.ts'
import { setMark } from '#server/modules/ledger/ledger.service.ts'
import {
  auditBooks,
  auditOfNight,
  lastAudit,
} from '#server/modules/reconciliation/audit.service.ts'
import {
  bookRegistryDay,
  matchRegistries,
  runNightWork,
} from '#server/modules/reconciliation/reconciliation.service.ts'
import { moneyQuestions, posted } from '#test/support/database/ledger.ts'
import {
  advanceAndSettle,
  assertSound,
  checkedNumber,
  paidConcert,
  worldWithAudit,
  tipped,
} from '#test/support/paid-concert.ts'
import { secondProcess, withBank } from '#test/support/product/second-process.ts'
import { makeWorld } from '#test/support/world.ts'
import type { World } from '#test/support/world.ts'

const settledOf = async (world: World): Promise<number> => {
  const { count } = await world.sql
    .selectFrom('ledgerTransactions')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where('cause', '=', 'settled')
    .executeTakeFirstOrThrow()
  return count
}

/** Cash, the bank's debt to us and its fees are the same in the ledger and at the bank. */
async function assertCashAgrees(world: World) {
  const bank = await world.bank.totals()
  assert.equal(await posted(world, 'settlement_cash'), bank.merchant - FLOAT)
  assert.equal(await posted(world, 'acq_receivable'), bank.owed)
  assert.equal(await posted(world, 'acquiring_fee'), bank.fees)
}

/** An evening with everything in it: played, skipped, left over, given, checked and paid out. */
async function evening(world: World) {
  const concert = await paidConcert(world, { artist: checkedNumber(world) })
  const played = await concert.paid('card', 33_300)
  const alsoPlayed = await concert.paid('sbp', 12_300)
  const skipped = await concert.paid('sbp', 50_000)
  await concert.paid('card', 70_000)
  await tipped(world, concert.artist.username, 9900)
  await concert.played(played.song)
  await concert.played(alsoPlayed.song)
  await concert.skip(skipped.song)
  await concert.end()
  await advanceAndSettle(world, 21 * SECOND_MS)
  for (let minute = 0; minute < 3; minute += 1) await advanceAndSettle(world, MINUTE_MS)
  return concert
}

// In one world, one night after another: the tests depend on their order.
describe('the night’s work with the bank’s registry', () => {
  let world: World
  before(async () => {
    world = await makeWorld()
  })
  after(() => world.close())

  test('before five in the morning in Moscow is not begun', async () => {
    await evening(world)
    await advanceAndSettle(world, 4 * HOUR_MS)
    await runNightWork(world.app.ctx)
    assert.equal(await settledOf(world), 0)
    assert.equal(await posted(world, 'settlement_cash'), -(await paidOut()))
    await advanceAndSettle(world, 5 * HOUR_MS)
  })

  const paidOut = async () => {
    const { sum } = await world.sql
      .selectFrom('payouts')
      .select((of) => of.fn.sum<number>('amount').as('sum'))
      .where('state', '=', 'completed')
      .executeTakeFirstOrThrow()
    return sum
  }

  test('books settled cash and the bank’s fees, so that our cash is what the bank says', async () => {
    await runNightWork(world.app.ctx)
    await assertCashAgrees(world)
    assert.ok((await posted(world, 'acquiring_fee')) > 0)
    assert.deepEqual(await moneyQuestions(world), [])
    const { matched, lines } = await world.sql
      .selectFrom('registryDays')
      .select(['matched', 'lines'])
      .where('lines', '>', 0)
      .executeTakeFirstOrThrow()
    // Three songs and a gift were charged, and one song was given back.
    assert.deepEqual([matched, lines], [5, 5])
    await assertSound(world)
  })

  test('done again books nothing twice', async () => {
    const had = await settledOf(world)
    await runNightWork(world.app.ctx)
    await advanceAndSettle(world, HOUR_MS)
    await runNightWork(world.app.ctx)
    assert.equal(await settledOf(world), had)
    await assertCashAgrees(world)
  })

  test('by two processes at once is done once', async () => {
    await evening(world)
    await advanceAndSettle(world, DAY_MS)
    const other = await secondProcess(world)
    const audits = () =>
      world.sql.selectFrom('moneyMarks').selectAll().where('name', '=', 'audit').execute()
    const [earlier] = await audits()
    await Promise.all(
      [world.app, other.app, world.app, other.app].map(({ ctx }) => runNightWork(ctx)),
    )
    await assertCashAgrees(world)
    const [later] = await audits()
    assert.equal(later?.value, 'clean')
    assert.ok((later?.at ?? 0) > (earlier?.at ?? 0))
    assert.deepEqual(await moneyQuestions(world), [])
    await other.close()
  })

  test('after nights that were missed reads all of their days', async () => {
    for (let day = 0; day < 3; day += 1) {
      await evening(world)
      await advanceAndSettle(world, DAY_MS)
    }
    await runNightWork(world.app.ctx)
    await assertCashAgrees(world)
    assert.deepEqual(await moneyQuestions(world), [])
    await assertSound(world)
  })

  test('stops at a day that the bank does not give, and goes on from it when it does', async () => {
    await evening(world)
    await advanceAndSettle(world, DAY_MS)
    await evening(world)
    await advanceAndSettle(world, DAY_MS)
    const asked: string[] = []
    const failing = await secondProcess(world, {
      bank: (real) => ({
        ...real,
        registry: async (day) => {
          asked.push(day)
          return { outcome: 'unknown', cause: 'time limit' }
        },
      }),
    })
    await runNightWork(failing.app.ctx)
    assert.equal(asked.length, 1)
    await runNightWork(world.app.ctx)
    await assertCashAgrees(world)
    await failing.close()
  })

  test('with a bank that hands no registry over waits for a person with the file', async () => {
    await evening(world)
    await advanceAndSettle(world, DAY_MS)
    const silent = await secondProcess(world, {
      bank: (real) => ({ ...real, registry: async () => ({ outcome: 'ok', value: null }) }),
    })
    const had = await settledOf(world)
    await runNightWork(silent.app.ctx)
    assert.equal(await settledOf(world), had)
    await silent.close()
    await runNightWork(world.app.ctx)
    await assertCashAgrees(world)
  })
})

describe('the night’s work', () => {
  let world: World
  worldWithAudit((opened) => (world = opened))

  const auditSaid = async (): Promise<string | undefined> => {
    const admin = await world.artist({ role: 'ADMIN' })
    return (await world.ok(api.payment.stuck, {}, admin)).audit?.words
  }

  test('books a registry with a card that was declined for nothing, and asks nobody about it', async () => {
    const declined: RegistryLine = {
      key: 'AUTH_FAIL:1',
      bankPaymentId: 'of nobody',
      reference: 'of nobody',
      gross: kopecks(0),
      fee: kopecks(0),
      operation: 'AUTH_FAIL',
      at: world.now(),
    }
    assert.equal(await bookRegistryDay(world.app.ctx, '2026-10-01', [declined]), true)
    const { count } = await world.sql
      .selectFrom('moneyQuestions')
      .select((of) => of.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    assert.equal(count, 0)
  })

  test('goes on past a day for which the bank has no registry', async () => {
    const concert = await paidConcert(world)
    await concert.paid('sbp')
    await advanceAndSettle(world, 3 * DAY_MS)
    const today = world.now().toISOString().slice(0, 10)
    const asked: string[] = []
    await withBank(
      world,
      () => ({
        registry: async (day) => {
          asked.push(day)
          return asked.length === 1
            ? { outcome: 'declined', code: 'http_404', text: 'нет', final: false }
            : { outcome: 'ok', value: [] }
        },
      }),
      ({ app }) => matchRegistries(app.ctx),
    )
    assert.ok(asked.length > 1)
    assert.ok((asked.at(-1) ?? '') < today)
  })

  test('asks about what was charged before and on days for which the bank has no registry', async () => {
    const concert = await paidConcert(world)
    const { id: earlier } = await concert.paid('sbp')
    await advanceAndSettle(world, DAY_MS)
    await withBank(
      world,
      () => ({ registry: async () => ({ outcome: 'ok', value: [] }) }),
      ({ app }) => matchRegistries(app.ctx),
    )
    const { id: later } = await concert.paid('sbp')
    await advanceAndSettle(world, 4 * DAY_MS)
    let asked = 0
    await withBank(
      world,
      () => ({
        registry: async () =>
          (asked += 1) <= 2
            ? { outcome: 'declined', code: 'http_404', text: 'нет', final: false }
            : { outcome: 'ok', value: [] },
      }),
      ({ app }) => matchRegistries(app.ctx),
    )
    const questions = await moneyQuestions(world)
    for (const id of [earlier, later])
      assert.deepEqual(
        questions.filter(({ paymentId }) => paymentId === id).map(({ what }) => what),
        ['Платёж получен, а в реестрах банка его нет.'],
      )
  })

  test('checks the books even where a registry breaks it', async () => {
    await advanceAndSettle(world, 2 * DAY_MS)
    const earlier = await world.sql.selectFrom('moneyMarks').selectAll().execute()
    const broken = withBank(
      world,
      () => ({ registry: () => Promise.reject(new Error('no registry')) }),
      ({ app }) => runNightWork(app.ctx),
    )
    await assert.rejects(broken, /no registry/u)
    const marks = await world.sql
      .selectFrom('moneyMarks')
      .selectAll()
      .where('name', '=', 'audit')
      .execute()
    assert.notDeepEqual(
      marks,
      earlier.filter(({ name }) => name === 'audit'),
    )
    assert.equal(marks[0]?.at.getTime(), world.now().getTime())
  })

  test('that could not check the books to their end does not call them clean', async () => {
    await auditBooks(world.app.ctx)
    assert.equal(await auditSaid(), 'clean')
    await world.sql.schema.alterTable('ledgerBalances').renameTo('ledger_balances_away').execute()
    try {
      await assert.rejects(auditBooks(world.app.ctx))
    } finally {
      await world.sql.schema.alterTable('ledger_balances_away').renameTo('ledgerBalances').execute()
    }
    assert.match((await auditSaid()) ?? '', /не дошла до конца/u)
  })

  test('is tried again the same night where the books could not be checked to their end', async () => {
    await advanceAndSettle(world, DAY_MS)
    // As the version before writes it, of books that did not agree.
    await world.sql.deleteFrom('moneyMarks').where('name', '=', 'audit-ended').execute()
    await setMark(world.sql, 'audit', '2', new Date())
    const last = async () => {
      const admin = await world.artist({ role: 'ADMIN' })
      return (await world.ok(api.payment.stuck, {}, admin)).audit?.clean
    }
    await world.sql.schema.alterTable('ledgerBalances').renameTo('ledger_balances_away').execute()
    try {
      await assert.rejects(runNightWork(world.app.ctx))
    } finally {
      await world.sql.schema.alterTable('ledger_balances_away').renameTo('ledgerBalances').execute()
    }
    assert.equal(await last(), null)
    assert.equal((await lastAudit(world.sql))?.ended?.clean, false)
    world.advance(10 * MINUTE_MS)
    await runNightWork(world.app.ctx)
    assert.equal(await last(), true)
  })

  test('is not put off by a clock that was ahead for a night', async () => {
    const ahead = new Date(world.now().getTime() + 30 * DAY_MS)
    await auditOfNight({ ...world.app.ctx, now: () => ahead })
    await advanceAndSettle(world, DAY_MS)
    await auditOfNight(world.app.ctx)
    assert.equal((await lastAudit(world.sql))?.at.getTime(), world.now().getTime())
  })
})

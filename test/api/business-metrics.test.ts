import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql as raw } from 'kysely'
import { totalLiabilities } from '#server/modules/ledger/ledger.store.ts'
import { inFlight } from '#server/modules/payouts/payouts.store.ts'
import { stuckRows } from '#server/modules/reconciliation/manual-review.store.ts'
import type { Sql } from '#server/platform/db/open.ts'
import { countBusiness } from '#server/platform/metrics/business-metrics.ts'
import { payoutsOnTheirWay } from '#server/platform/metrics/business-metrics.store.ts'
import { makeMetrics } from '#server/platform/metrics/metrics.ts'
import { makeWorld } from '../support/world.ts'
import type { World } from '../support/world.ts'

const LONG_PAID = 3000

let world: World

before(async () => {
  world = await makeWorld()
  const { id: artistId } = await world.artist()
  await raw`insert into payouts (id, artist_id, amount, phone, sbp_bank_id, state, created_at, closed_at)
    select gen_random_uuid(), ${artistId}::uuid, 100, '+79000000000', '1', 'completed', now(), now()
    from generate_series(1, ${LONG_PAID}::int)`.execute(world.sql)
  await raw`insert into payouts (id, artist_id, amount, phone, sbp_bank_id, state, created_at, due_at)
    values (gen_random_uuid(), ${artistId}::uuid, 250, '+79000000000', '1', 'sent', now(), now())`.execute(
    world.sql,
  )
  await raw`insert into payments (id, kind, artist_id, amount, commission_bps, state, funds, mode, receipt, created_at, expires_at)
    select gen_random_uuid(), 'tip', ${artistId}::uuid, 10000, 0, 'released', 'charged', 'hold', 'closed', now(), now()
    from generate_series(1, ${LONG_PAID}::int)`.execute(world.sql)
  await raw`insert into ledger_balances (account, layer, kind, amount)
    select 'escrow:' || id, 'real', 'liability', 0 from payments`.execute(world.sql)
  await raw`analyze payouts, payments, ledger_balances`.execute(world.sql)
})
after(() => world.close())

/** What `look` returns, and how many rows of the table it read by sequential scans. */
function lookedAt<T>(
  look: (sql: Sql) => Promise<T>,
  table = 'payouts',
): Promise<{ found: T; walked: number }> {
  return world.sql.transaction().execute(async (tx) => {
    const walkedSoFar = async () => {
      const { rows } = await raw<{ rows: number }>`select seq_tup_read as rows
        from pg_stat_xact_user_tables where relname = ${table}`.execute(tx)
      return Number(rows[0]?.rows)
    }
    const earlier = await walkedSoFar()
    const found = await look(tx)
    return { found, walked: (await walkedSoFar()) - earlier }
  })
}

describe('the payouts on their way', () => {
  test('are counted without a look at those that arrived', async () => {
    const { found, walked } = await lookedAt(payoutsOnTheirWay)
    assert.deepEqual(found, { count: 1, sum: 250 })
    assert.equal(walked, 0)
  })

  test('are added up so before the next one is sent', async () => {
    assert.deepEqual(await lookedAt(inFlight), { found: 250, walked: 0 })
  })

  test('would be seen to be walked', async () => {
    const all = (sql: Sql) => raw`select sum(amount) from payouts`.execute(sql)
    assert.ok((await lookedAt(all)).walked > LONG_PAID)
  })
})

describe('the money of the whole service', () => {
  test('is looked through for what is stuck without a look at what was paid', async () => {
    const stuck = (sql: Sql) => stuckRows(sql, new Date(), LONG_PAID)
    assert.deepEqual(await lookedAt(stuck, 'payments'), { found: [], walked: 0 })
  })

  test('is added up without a look at accounts that hold nothing', async () => {
    const { walked } = await lookedAt(totalLiabilities, 'ledger_balances')
    assert.equal(walked, 0)
  })
})

describe('plans of payouts that are overdue', () => {
  const NOTHING = { stuck: [], held: 0, owedBack: 0, inFlight: 0, owedToArtists: 0, audit: null }

  /** For how long the oldest of them is due, by the metrics. */
  async function oldest({ paysOut, paused }: { paysOut: boolean; paused: boolean }) {
    const metrics = makeMetrics()
    const look = countBusiness(metrics, {
      database: { sql: world.sql, load: () => null },
      bus: { healthy: () => true },
      paysOut,
      stuck: async () => ({ ...NOTHING, paused }),
      now: () => new Date(),
    })
    await look()
    const text = await metrics.registry.metrics()
    return Number(/^bis_work_oldest_seconds\{work="payout_plans"\} (.*)$/mu.exec(text)?.[1])
  }

  before(async () => {
    const { id: artistId } = await world.artist({ username: 'waits' })
    const due = new Date(Date.now() - 3_600_000)
    await world.sql.insertInto('payoutPlans').values({ artistId, dueAt: due }).execute()
  })

  test('are told of as work that nobody attends to', async () => {
    assert.ok((await oldest({ paysOut: true, paused: false })) >= 3600)
  })

  test('are not, while payouts wait for a person or the bank sends none', async () => {
    assert.equal(await oldest({ paysOut: true, paused: true }), 0)
    assert.equal(await oldest({ paysOut: false, paused: false }), 0)
  })
})

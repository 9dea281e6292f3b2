import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { sql as raw } from 'kysely'
import { api } from '#contract/index.ts'
import { HOUR_MS, MINUTE_MS } from '#domain/time.ts'
import { advanceAndSettle, checkedNumber, paidConcert, tipped } from '#test/support/paid-concert.ts'
import { makeWorld } from '#test/support/world.ts'
import type { World } from '#test/support/world.ts'
import { checkPlayMoney } from './play-money.ts'
import { checkClocks, checkTables } from './start-checks.ts'

test('tables of a later version are refused in words, unless they are allowed', async (t) => {
  const world = await makeWorld()
  t.after(() => world.close())
  const logged: string[] = []
  const log = { warn: (_: object, sentence: string) => void logged.push(sentence) }
  await checkTables(world.database, { newerDatabase: false }, log)
  await checkClocks(world.database, log)
  assert.deepEqual(logged, [])
  await raw`insert into migrations (name) values ('9999-of-tomorrow.sql')`.execute(world.sql)
  await assert.rejects(checkTables(world.database, { newerDatabase: false }, log), {
    name: 'StartRefused',
    message: /более новая версия «Биса» \(9999-of-tomorrow\.sql\).*NEWER_DATABASE=on/u,
  })
  await checkTables(world.database, { newerDatabase: true }, log)
  assert.equal(logged.length, 1)
})

const startsWith = ({ database }: World, forTests: boolean) =>
  checkPlayMoney(database, { kind: 'tbank', forTests })
const REFUSED = { name: 'StartRefused', message: /тестовый терминал.*operations\.md/u }

async function openedAt(t: TestContext, forTests: boolean) {
  const world = await makeWorld()
  t.after(() => world.close())
  Object.assign(world.app.ctx.money, { forTests })
  return { world, hall: await paidConcert(world, { artist: checkedNumber(world) }) }
}

test('real keys are refused where a payment was opened at a test terminal', async (t) => {
  const { world, hall } = await openedAt(t, true)
  await startsWith(world, true)
  await startsWith(world, false)
  await hall.ordered()
  await hall.ordered()
  await assert.rejects(startsWith(world, false), REFUSED)
})

test('a start on test keys says nothing of the real payments of other processes', async (t) => {
  const { world, hall } = await openedAt(t, false)
  await startsWith(world, true)
  await hall.paid()
  await startsWith(world, false)
})

test('payments from before the mark are taken for play money by the next start on test keys, unless the bank told of a day', async (t) => {
  const { world, hall } = await openedAt(t, false)
  await hall.paid()
  const day = { day: '2026-11-20', lines: 0, matched: 0, gross: 0, fee: 0, readAt: new Date() }
  await world.sql.insertInto('registryDays').values(day).execute()
  await startsWith(world, true)
  await startsWith(world, false)
  await world.sql.deleteFrom('registryDays').execute()
  await startsWith(world, true)
  await assert.rejects(startsWith(world, false), REFUSED)
})

test('money of real listeners is paid out at no test terminal, and that of a stand is', async (t) => {
  const { world, hall } = await openedAt(t, false)
  await tipped(world, hall.artist.username, 20_000)
  Object.assign(world.app.ctx.money, { forTests: true })
  world.advance(MINUTE_MS)
  await world.ok(api.payment.payout, {}, hall.as)
  await tipped(world, hall.artist.username, 10_000)
  const payouts = async () => {
    for (const ms of [MINUTE_MS, MINUTE_MS, HOUR_MS]) await advanceAndSettle(world, ms)
    const { states } = await world.sql
      .selectFrom('payouts')
      .select(raw<string[]>`array_agg(distinct state)`.as('states'))
      .where('checkPaymentId', 'is', null)
      .executeTakeFirstOrThrow()
    return states
  }
  assert.deepEqual(await payouts(), ['reserved'])
  await world.sql
    .updateTable('moneyMarks')
    .set({ at: new Date(0) })
    .execute()
  assert.deepEqual(await payouts(), ['completed'])
})

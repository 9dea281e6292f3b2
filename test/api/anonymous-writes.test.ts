import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import { sql as raw } from 'kysely'
import { api, everyEndpoint } from '#contract/index.ts'
import { FEEDBACK_KEPT_DAYS } from '#domain/feedback.ts'
import { DAY_MS, MINUTE_MS } from '#domain/time.ts'
import { forgetOld } from '#server/jobs.ts'
import { mailIdle } from '#server/modules/accounts/mailer.service.ts'
import { tablesOf } from '#server/platform/backup/catalog.ts'
import type { Begin } from '#test/faults/harness/use-case.ts'
import { USE_CASES } from '#test/faults/harness/use-cases.ts'
import { auditOf } from '#test/support/database/ledger.ts'
import { advanceAndSettle, outcomeOf, pageOf, paidConcert } from '#test/support/paid-concert.ts'
import { makeStage, orderOf } from '#test/support/steps/stage.ts'
import { makeWorld } from '#test/support/world.ts'
import type { World } from '#test/support/world.ts'

let world: World
before(async () => {
  world = await makeWorld()
})
after(() => world.close())

/** The number of rows of each table; those of the demo bank are not ours. */
async function counts(): Promise<Map<string, number>> {
  const names = (await tablesOf(world.sql)).map(({ name }) => name)
  const ours = names.filter((name) => !name.startsWith('sandbox_'))
  const { rows } = await raw<{ name: string; rows: number }>`${raw.join(
    ours.map(
      (name) => raw`select ${name} as name, count(*)::integer as rows from ${raw.table(name)}`,
    ),
    raw` union all `,
  )}`.execute(world.sql)
  return new Map(rows.map(({ name, rows: count }) => [name, count]))
}

const OPEN = new Set(
  everyEndpoint()
    .filter(({ endpoint }) => endpoint.access === 'anyone')
    .map(({ name }) => name),
)

/** The tables that `docs/security.md` says what bounds. */
function written(): string[] {
  const text = readFileSync('docs/security.md', 'utf8')
  const part = text.split('## What anybody may write')[1]?.split('\n## ')[0] ?? ''
  return part
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .flatMap((line) =>
      [...(line.split('|')[1] ?? '').matchAll(/`(\w+)`/gu)].map(([, name]) => name),
    )
    .flatMap((name) => name ?? [])
}

test('every table to which a call of anybody adds rows is bounded and erased as the table in docs/security.md says', async () => {
  const grown = new Map<string, string[]>()
  const ofOwnSong: Begin = async () => {
    const stage = await makeStage(world)
    const song = { songId: null, title: `Своя ${randomUUID()}`, artistName: '' }
    const rules = { turn: 'circle' as const, byTable: true }
    const change = { body: { sessionId: stage.concertId, rules } }
    await world.ok(api.artist.changeRules, change, stage.as)
    await world.ok(api.webhooks.add, { body: { url: 'https://hooks.example/' } }, stage.as)
    const asked = orderOf(stage, stage.ids.А, { ...song, table: 7 })
    return { ask: () => world.call(api.songs.orderSong, asked) }
  }
  const cases: typeof USE_CASES = { ...USE_CASES, 'songs.orderSong of his own': ofOwnSong }
  for (const [name, begin] of Object.entries(cases)) {
    const call = name.split(' ')[0] ?? ''
    if (!OPEN.has(call)) continue
    const { ask } = await begin(world)
    await mailIdle(world.app.ctx)
    const then = await counts()
    const { status } = await ask()
    assert.ok(status < 400, `${name}: ${status}`)
    await mailIdle(world.app.ctx)
    for (const [table, rows] of await counts())
      if (rows > (then.get(table) ?? 0)) grown.set(table, [...(grown.get(table) ?? []), name])
  }
  const forged = {
    method: 'POST',
    url: '/api/v1/payment/notification',
    payload: { Token: 'x' },
  } as const
  await world.app.http.inject(forged)
  // Their calls leave the rest to a worker, a buffer or the limits of several processes.
  for (const table of [
    'bank_notices',
    'spent_limits',
    'concert_tap_times',
    'concert_networks',
    'notifications',
  ])
    grown.set(table, ['…'])
  const documented = written()
  assert.deepEqual(documented.length, new Set(documented).size)
  assert.deepEqual(
    [...grown].filter(([table]) => !documented.includes(table)),
    [],
    'not in the table',
  )
  assert.deepEqual(
    documented.filter((table) => !grown.has(table)),
    [],
    'written by no call of anybody',
  )
})

describe('What nobody paid and nobody reads', () => {
  const age = async (days: number) => {
    await advanceAndSettle(world, days * DAY_MS)
    await forgetOld(world.app.ctx)
  }

  test('unpaid tips and orders are erased after a month, and money that came stays', async () => {
    const concert = await paidConcert(world)
    const body = { artistUsername: concert.artist.username, amount: 10_000 }
    const donate = async () => {
      const page = pageOf(await world.ok(api.payment.donate, { body }))
      const { id } = await world.sql
        .selectFrom('payments')
        .select('id')
        .orderBy('createdAt', 'desc')
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirstOrThrow()
      return { page, id }
    }
    const [unpaid, paid] = [await donate(), await donate()]
    await world.bank.pay(paid.page, { method: 'sbp', action: 'pay' })
    await world.settle()
    for (let minutes = 0; minutes < 40; minutes += 10) await advanceAndSettle(world, 10 * MINUTE_MS)
    assert.equal(await outcomeOf(world, unpaid.id), 'expired link_expired')
    await age(29)
    assert.equal(await outcomeOf(world, unpaid.id), 'expired link_expired')
    await age(2)
    const left = await world.sql
      .selectFrom('payments')
      .select('id')
      .where('id', 'in', [unpaid.id, paid.id])
      .execute()
    assert.deepEqual(left, [{ id: paid.id }])
    assert.deepEqual(await auditOf(world), [])
  })

  test('feedback and support requests are erased after ninety days', async () => {
    await world.ok(api.feedback.send, { body: { message: 'Спасибо!' } })
    const rows = () => world.sql.selectFrom('feedbackMessages').select('id').execute()
    await age(FEEDBACK_KEPT_DAYS - 1)
    assert.ok((await rows()).length > 0)
    await age(2)
    assert.deepEqual(await rows(), [])
  })
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pino } from 'pino'
import { api } from '#contract/index.ts'
import { kopecks } from '#domain/money.ts'
import { idOf } from '#server/integrations/bank/bank.ts'
import { demoBank } from '#test/support/servers/demo-bank.ts'
import { paidConcert } from '#test/support/paid-concert.ts'
import { makePhone } from '#test/support/steps/stage.ts'
import { ARTIST_PASSWORD, makeWorld } from '#test/support/world.ts'
import type { World } from '#test/support/world.ts'

/** A song of tonight and one of a far evening, a share, a tip and the check of a number: all that is ever paid for. */
async function everyPage(world: World) {
  const { artist, as, sessionId, ordered, newSong } = await paidConcert(world)
  await ordered()
  const far = await world.concert(artist, { startsIn: 20 * 24 * 60, minutes: 60 })
  const later = await world.listener().order(artist, far, await newSong(), undefined, 10_000)
  assert.equal(later.status, 200)
  const rules = { support: true, minSongAmount: 300 }
  await world.ok(api.artist.changeRules, { body: { sessionId, rules } }, as)
  const share = { amount: 15_000, collect: true } as const
  const at = { artist, concertId: sessionId }
  assert.equal((await makePhone(world).order(at, await newSong(), share)).status, 200)
  await world.ok(api.payment.donate, { body: { artistUsername: artist.username, amount: 10_000 } })
  const number = {
    number: '79001234567',
    sbpNumberId: '100000000111',
    artistUsername: artist.username,
    currentPassword: ARTIST_PASSWORD,
  }
  await world.ok(api.auth.checkNumber, { body: number }, as)
  const { payments: pages } = await world.bank.books()
  const payments = await world.sql
    .selectFrom('payments')
    .select(['id', 'kind', 'mode', 'shareGoal', 'concertId'])
    .execute()
  assert.equal(pages.length, payments.length, 'a page that the bank has not made')
  return pages.map(({ orderId, payType }) => {
    const payment = payments.find(({ id }) => id === idOf(orderId))
    const what =
      payment?.shareGoal != null ? 'share' : payment?.concertId === far ? 'far song' : payment?.kind
    return `${what} ${payType}`
  })
}

/** The text with which the terminal refuses a page of this mode. */
async function refusalOf({ app, now }: World, mode: 'hold' | 'charge'): Promise<string> {
  const log = pino({ level: 'silent' })
  const { bank } = demoBank({ now, publicUrl: 'http://localhost', log, http: () => app.http })
  const asked = await bank.open({
    reference: `by-a-${mode}`,
    amount: kopecks(10_000),
    mode,
    description: '',
    returnUrl: 'http://localhost/',
    notificationUrl: 'http://localhost/',
    expiresAt: new Date(now().getTime() + 600_000),
    receipt: null,
  })
  return asked.outcome === 'declined' ? asked.code : asked.outcome
}

test('a one-stage terminal refuses a hold, and is never asked for one', async () => {
  const world = await makeWorld({}, undefined, { oneStage: true })
  try {
    const all = await everyPage(world)
    assert.deepEqual(all.toSorted(), ['check O', 'far song O', 'share O', 'song O', 'tip O'])
    assert.equal(await refusalOf(world, 'hold'), '201')
  } finally {
    await world.close()
  }
})

test('a two-stage terminal refuses a charge, and is never asked for one: what needs no hold is captured at once', async () => {
  const world = await makeWorld()
  try {
    const all = await everyPage(world)
    assert.deepEqual(all.toSorted(), ['check T', 'far song T', 'share T', 'song T', 'tip T'])
    assert.equal(await refusalOf(world, 'charge'), '201')
    for (const { link } of (await world.bank.books()).payments)
      await world.bank.pay(link, { method: 'card', action: 'pay' })
    await world.settle()
    await world.settle()
    const atBank = (await world.bank.books()).payments
    const ours = await world.sql
      .selectFrom('payments')
      .select(['kind', 'mode', 'state', 'funds', 'bankPaymentId as bankId'])
      .execute()
    assert.deepEqual(
      ours
        .map(({ bankId, ...row }) => {
          const status = atBank.find(({ id }) => id === bankId)?.status
          return [row.kind, row.mode, row.state, row.funds, status].join(' ')
        })
        .toSorted(),
      [
        'check capture secured charged CONFIRMED',
        'song capture secured charged CONFIRMED',
        'song hold secured hold AUTHORIZED',
        'song hold secured hold AUTHORIZED',
        'tip capture released charged CONFIRMED',
      ],
    )
  } finally {
    await world.close()
  }
})

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql as raw } from 'kysely'
import { api } from '#contract/index.ts'
import { LEAVING_MS } from '#domain/accounts/leaving.ts'
import { dayAndMonth } from '#domain/russian.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time.ts'
import { forgetOld } from '#server/jobs.ts'
import { mailIdle } from '#server/modules/accounts/mailer.service.ts'
import {
  advanceAndSettle,
  assertSound,
  checkedNumber,
  paidConcert,
  tipped,
} from '#test/support/paid-concert.ts'
import { ARTIST_PASSWORD, makeWorld } from '#test/support/world.ts'
import type { World } from '#test/support/world.ts'

let world: World
before(async () => {
  world = await makeWorld({}, undefined, { reserve: { percent: 20, days: 3 } })
})
after(() => world.close())

describe('with a reserve of 20 % of the credits of three days', () => {
  test('the rest goes out, the balance says what stays, and it follows as the days pass', async () => {
    const concert = await paidConcert(world, { artist: checkedNumber(world) })
    await tipped(world, concert.artist.username, 100_000)
    const told = await concert.balance()
    assert.equal(told.available, 95_000)
    const { until = '', ...terms } = told.reserve ?? {}
    assert.deepEqual(terms, { amount: 19_000, percent: 20, days: 3 })
    const lasts = Date.parse(until) - world.now().getTime()
    assert.ok(lasts > 2 * DAY_MS && lasts <= 3 * DAY_MS, until)
    const { amount } = await world.ok(api.payment.payout, {}, concert.as)
    assert.equal(amount, 76_000)
    await advanceAndSettle(world, MINUTE_MS)
    await advanceAndSettle(world, MINUTE_MS)
    await world.refused('NOTHING_TO_PAY', api.payment.payout, {}, concert.as)
    await advanceAndSettle(world, 2 * DAY_MS)
    assert.equal((await concert.balance()).available, 19_000, 'not before its days are over')
    for (let hours = 0; hours < 50; hours += 5) await advanceAndSettle(world, 5 * HOUR_MS)
    const left = await concert.balance()
    assert.deepEqual([left.available, left.reserve, left.paidOut], [0, undefined, 95_000])
    await assertSound(world)
  })

  test('an account that was paid out is deleted, and erased once its reserve has gone out too', async () => {
    const artist = await world.artist(checkedNumber(world))
    await tipped(world, artist.username, 100_000)
    await world.ok(api.payment.payout, {}, artist)
    for (const ms of [MINUTE_MS, MINUTE_MS]) await advanceAndSettle(world, ms)
    const { available, reserve } = await world.ok(api.security.leaving, {}, artist)
    assert.deepEqual([available, reserve?.amount], [19_000, 19_000])
    const until = new Date(reserve?.until ?? '')
    assert.ok(until.getTime() - world.now().getTime() > 2 * DAY_MS)
    const body = { currentPassword: ARTIST_PASSWORD }
    await world.ok(api.security.leave, { body }, artist)
    await mailIdle(world.app.ctx)
    const letter = world.sentMail.findLast(({ subject }) => subject === 'Аккаунт удалён')
    const last = dayAndMonth(until, 'Europe/Moscow', world.now())
    assert.match(letter?.text ?? '', new RegExp(`^190\\s₽ в резерве до ${last}: тогда уйдут`, 'mu'))
    for (let day = 0; day < 6; day++) await advanceAndSettle(world, DAY_MS)
    const { rows } = await raw<{ sent: number }>`select sum(amount)::bigint as sent from payouts
      where artist_id = ${artist.id}::uuid and state = 'completed'`.execute(world.sql)
    assert.equal(rows[0]?.sent, 95_000)
    world.advance(LEAVING_MS)
    await forgetOld(world.app.ctx)
    const { erasedAt } = await world.sql
      .selectFrom('artists')
      .select('erasedAt')
      .where('id', '=', artist.id)
      .executeTakeFirstOrThrow()
    assert.notEqual(erasedAt, null)
    await assertSound(world)
  })

  test('the letter says what the page says of a rest too small to go out alone', async () => {
    const artist = await world.artist(checkedNumber(world))
    await tipped(world, artist.username, 1100)
    const { available, reserve } = await world.ok(api.security.leaving, {}, artist)
    assert.deepEqual([available, reserve?.amount], [1045, 209])
    await world.ok(api.security.leave, { body: { currentPassword: ARTIST_PASSWORD } }, artist)
    await mailIdle(world.app.ctx)
    const letter = world.sentMail.findLast(({ subject }) => subject === 'Аккаунт удалён')
    assert.match(letter?.text ?? '', /^10,45\s₽ в резерве до .*: тогда уйдут/mu)
    assert.doesNotMatch(letter?.text ?? '', /не выплатим/u)
  })

  test('it pays what the artist gives back, and what was given back is no reason for it', async () => {
    const concert = await paidConcert(world, { artist: checkedNumber(world) })
    await tipped(world, concert.artist.username, 100_000)
    const { entries } = await concert.balance()
    await world.ok(api.payment.refund, { body: { paymentId: entries[0]?.id ?? '' } }, concert.as)
    const { available, reserve } = await concert.balance()
    assert.deepEqual([available, reserve], [0, undefined])
  })
})

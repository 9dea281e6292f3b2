import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { api } from '#contract/index.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#domain/time.ts'
import { runUnpaidLinks } from '#server/modules/payment-worker/due-money.service.ts'
import { ledgerOf } from '#test/support/database/ledger.ts'
import {
  advanceAndSettle,
  atTheBank,
  outcomeOf,
  pageOf,
  paidConcert,
  shown,
  worldWithAudit,
} from '#test/support/paid-concert.ts'
import { ARTIST_PASSWORD } from '#test/support/world.ts'
import type { World } from '#test/support/world.ts'

let world: World
worldWithAudit((opened) => (world = opened))

/** The tries and the state of the bank operations that give this payment back. */
async function askedBack(id: string) {
  const rows = await world.sql
    .selectFrom('bankOperations')
    .select(['tries', 'state'])
    .where('paymentId', '=', id)
    .where('kind', '=', 'give_back')
    .execute()
  return rows
}

async function attentionOf(id: string): Promise<string | null> {
  const { attention } = await world.sql
    .selectFrom('payments')
    .select('attention')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return attention
}

const owedBack = async (id: string) => 0 - (await ledgerOf(world, `refund_due:${id}`)).posted

describe('a capture that fails for a while', () => {
  test('is tried again, and the artist sees the money as held until then', async () => {
    const concert = await paidConcert(world)
    const { id, song } = await concert.paid('card', 20_000)
    await world.bank.faults.set({ kind: 'error_500', method: 'Confirm' })
    await concert.played(song)
    await advanceAndSettle(world, 21 * SECOND_MS)
    await advanceAndSettle(world, MINUTE_MS)
    assert.equal(await outcomeOf(world, id), 'releasing')
    const waiting = await concert.balance()
    assert.deepEqual([waiting.available, waiting.held], [0, 18_000])
    assert.equal(waiting.entries[0]?.state, 'held')
    await world.bank.faults.clear()
    await advanceAndSettle(world, 10 * MINUTE_MS)
    assert.equal(await outcomeOf(world, id), 'released')
    const credited = await concert.balance()
    assert.deepEqual([credited.available, credited.held], [18_000, 0])
  })

  test('is given up by nobody at the end of the concert: the song was played', async () => {
    const concert = await paidConcert(world)
    const { id, song } = await concert.paid('card')
    await world.bank.faults.set({ kind: 'error_500', method: 'Confirm' })
    await concert.played(song)
    await concert.end()
    await advanceAndSettle(world, HOUR_MS)
    assert.equal(await outcomeOf(world, id), 'releasing')
    await world.bank.faults.clear()
    await advanceAndSettle(world, HOUR_MS)
    assert.equal(await outcomeOf(world, id), 'released')
    assert.equal(await concert.owed(), 9000)
  })
})

describe('a refund', () => {
  test('that is refused for good is asked for once, stays owed, is told to the listener, and goes when a person says so', async () => {
    const concert = await paidConcert(world)
    const { id, song } = await concert.paid('sbp')
    await world.bank.faults.set({ kind: 'refused_refund', code: '3028' })
    await concert.skip(song)
    await world.settle()
    await advanceAndSettle(world, DAY_MS)
    assert.equal(await outcomeOf(world, id), 'returning skipped')
    assert.equal((await shown(world, id)).delayed, true)
    assert.equal(await attentionOf(id), 'refund_refused')
    assert.equal(await owedBack(id), 10_000)
    assert.deepEqual(await askedBack(id), [{ tries: 1, state: 'declined' }])
    await world.bank.faults.clear()
    const admin = await world.artist({ role: 'ADMIN' })
    await world.ok(
      api.payment.settle,
      { params: { id }, body: { action: 'retry' } },
      { token: admin.token },
    )
    await world.settle()
    await advanceAndSettle(world, MINUTE_MS)
    assert.equal(await outcomeOf(world, id), 'returned skipped')
    assert.equal(await owedBack(id), 0)
  })

  test('of which there was one this hour already waits for the next hour', async () => {
    const concert = await paidConcert(world)
    const { id, song } = await concert.paid('sbp')
    await world.bank.faults.set({ kind: 'refused_refund', code: '3029', times: 1 })
    await concert.skip(song)
    await world.settle()
    for (let look = 0; look < 11; look += 1) await advanceAndSettle(world, 5 * MINUTE_MS)
    assert.equal((await askedBack(id))[0]?.tries, 1)
    assert.equal(await outcomeOf(world, id), 'returning skipped')
    assert.equal((await shown(world, id)).delayed, true)
    await advanceAndSettle(world, 6 * MINUTE_MS)
    await advanceAndSettle(world, MINUTE_MS)
    assert.equal(await outcomeOf(world, id), 'returned skipped')
    assert.equal(await attentionOf(id), null)
  })

  test('over the five of a day waits for the next day in Moscow', async () => {
    world.setNow(new Date('2026-12-01T12:00:00Z'))
    const concert = await paidConcert(world)
    const { id, song } = await concert.paid('sbp')
    await world.bank.faults.set({ kind: 'refused_refund', code: '3030', times: 1 })
    await concert.skip(song)
    await world.settle()
    world.setNow(new Date('2026-12-01T20:59:00Z'))
    await world.settle()
    assert.equal(await outcomeOf(world, id), 'returning skipped')
    world.setNow(new Date('2026-12-01T21:01:00Z'))
    await world.settle()
    await advanceAndSettle(world, MINUTE_MS)
    assert.equal(await outcomeOf(world, id), 'returned skipped')
  })

  test('for which our account is empty is tried until it is not', async () => {
    const concert = await paidConcert(world)
    const { id, song } = await concert.paid('sbp')
    await world.bank.faults.set({ kind: 'refused_refund', code: '3002', times: 3 })
    await concert.skip(song)
    for (let look = 0; look < 6; look += 1) await advanceAndSettle(world, 5 * MINUTE_MS)
    assert.equal(await outcomeOf(world, id), 'returned skipped')
    assert.equal(await owedBack(id), 0)
  })

  test('that hangs at the bank is asked for once, is told to the listener as slow, and ends when the bank ends it', async () => {
    const concert = await paidConcert(world)
    const { id, song } = await concert.paid('sbp')
    await world.bank.faults.set({ kind: 'stuck_refund' })
    await concert.skip(song)
    await world.settle()
    for (let look = 0; look < 6; look += 1) await advanceAndSettle(world, HOUR_MS)
    assert.equal(await outcomeOf(world, id), 'returning skipped')
    assert.equal((await askedBack(id))[0]?.tries, 1)
    assert.equal((await shown(world, id)).delayed, true)
    await world.bank.faults.clear()
    await advanceAndSettle(world, HOUR_MS)
    assert.equal(await outcomeOf(world, id), 'returned skipped')
    assert.deepEqual(await atTheBank(world, id), [
      { status: 'REFUNDED', captured: 10_000, refunded: 10_000 },
    ])
  })

  test('that goes as usual is not called slow', async () => {
    const concert = await paidConcert(world)
    const { id, song } = await concert.paid('sbp')
    await concert.skip(song)
    await world.settle()
    const { state, delayed } = await shown(world, id)
    assert.deepEqual([state, delayed], ['returning', false])
  })
})

describe('while the bank cannot be asked', () => {
  test('an order for money is refused in plain words and is seen by nobody', async () => {
    const concert = await paidConcert(world)
    await world.bank.faults.set({ kind: 'error_500', method: 'Init' })
    const song = await concert.newSong()
    const { status, failure } = await world
      .listener()
      .order(concert.artist, concert.sessionId, song, undefined, 10_000)
    assert.deepEqual(
      [status, failure.code, failure.message],
      [503, 'PAYMENTS_DOWN', 'Оплата временно недоступна. Попробуйте ещё раз через минуту.'],
    )
    assert.deepEqual(await concert.queue(), [])
    assert.deepEqual((await concert.balance()).entries, [])
    await world.bank.faults.clear()
    await advanceAndSettle(world, MINUTE_MS)
    assert.deepEqual(await concert.queue(), [])
  })

  test('the same order under the same key passes once it can be asked again, as one order', async () => {
    const concert = await paidConcert(world)
    await world.bank.faults.set({ kind: 'error_500', method: 'Init' })
    const song = await concert.newSong()
    const listener = world.listener()
    const order = () => listener.order(concert.artist, concert.sessionId, song, 'the wish', 10_000)
    assert.equal((await order()).status, 503)
    await world.bank.faults.clear()
    world.advance(MINUTE_MS)
    const { status, data } = await order()
    assert.equal(status, 200)
    await world.bank.pay(pageOf(data.paymentURL), { action: 'pay' })
    await world.settle()
    const [entry] = await concert.queue()
    assert.deepEqual([entry?.amount, entry?.backers], [10_000, 1])
  })

  test('who tried in vain may order at once when it can be asked again', async () => {
    const concert = await paidConcert(world)
    await world.bank.faults.set({ kind: 'error_500', method: 'Init' })
    const listener = world.listener()
    const order = async () =>
      listener.order(concert.artist, concert.sessionId, await concert.newSong(), undefined, 10_000)
    for (let wish = 0; wish < 6; wish += 1)
      assert.equal((await order()).failure.code, 'PAYMENTS_DOWN')
    await world.bank.faults.clear()
    assert.equal((await order()).status, 200)
  })

  test('who presses again with the same key asks again at once, however often it failed', async () => {
    const concert = await paidConcert(world)
    await world.bank.faults.set({ kind: 'error_500', method: 'Init' })
    const song = await concert.newSong()
    const listener = world.listener()
    const press = () => listener.order(concert.artist, concert.sessionId, song, 'the key', 10_000)
    for (let vain = 0; vain < 4; vain += 1) {
      assert.equal((await press()).status, 503)
      world.advance(MINUTE_MS)
      await runUnpaidLinks(world.app.ctx)
    }
    await world.bank.faults.clear()
    assert.equal((await press()).status, 200)
  })

  test('songs that cost nothing are ordered and played as ever', async () => {
    await world.bank.faults.set({ kind: 'error_500', method: 'Init' })
    await world.bank.faults.set({ kind: 'error_500', method: 'GetState' })
    const concert = await paidConcert(world, { artist: { paidSongsEnabled: false } })
    const song = await concert.newSong()
    const { status, data } = await world.listener().order(concert.artist, concert.sessionId, song)
    assert.deepEqual([status, data.paymentURL], [200, undefined])
    await concert.played(song)
    await concert.end()
  })

  test('a gift and the check of a number are refused in the same words', async () => {
    const concert = await paidConcert(world)
    await world.bank.faults.set({ kind: 'error_500', method: 'Init' })
    await world.refused('PAYMENTS_DOWN', api.payment.donate, {
      body: { artistUsername: concert.artist.username, amount: 10_000 },
    })
    await world.refused(
      'PAYMENTS_DOWN',
      api.auth.checkNumber,
      {
        body: {
          number: '79001234567',
          sbpNumberId: '100000000111',
          currentPassword: ARTIST_PASSWORD,
          artistUsername: concert.artist.username,
        },
      },
      concert.as,
    )
  })

  test('what was paid is neither lost nor given up', async () => {
    const concert = await paidConcert(world)
    const played = await concert.paid('card')
    const left = await concert.paid('sbp')
    for (const method of ['GetState', 'Confirm', 'Cancel', 'CheckOrder'] as const)
      await world.bank.faults.set({ kind: 'error_500', method })
    await concert.played(played.song)
    await concert.end()
    for (let look = 0; look < 4; look += 1) await advanceAndSettle(world, HOUR_MS)
    assert.equal(await outcomeOf(world, played.id), 'releasing')
    assert.equal(await outcomeOf(world, left.id), 'returning concert_over')
    await world.bank.faults.clear()
    await advanceAndSettle(world, 2 * HOUR_MS)
    await advanceAndSettle(world, HOUR_MS)
    assert.equal(await outcomeOf(world, played.id), 'released')
    assert.equal(await outcomeOf(world, left.id), 'returned concert_over')
  })
})

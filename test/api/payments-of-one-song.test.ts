import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { api } from '#contract/index.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#domain/time.ts'
import {
  advanceAndSettle,
  bankIdOf,
  causesOf,
  outcomeOf,
  paidConcert,
  worldWithAudit,
} from '#test/support/paid-concert.ts'
import type { World } from '#test/support/world.ts'

let world: World
worldWithAudit((opened) => (world = opened))

const CHARGED_AND_REFUNDED = ['charged', 'return_due', 'refunded']

describe('the orders of several listeners behind one song', () => {
  test('are credited each by itself, with the commission of each', async () => {
    const concert = await paidConcert(world)
    const first = await concert.paid('card', 10_000)
    const second = await concert.paid('sbp', 33_300, first.song)
    const [entry] = await concert.queue()
    assert.deepEqual([entry?.backers, entry?.amount], [2, 43_300])
    await concert.played(first.song)
    await advanceAndSettle(world, 21 * SECOND_MS)
    assert.equal(await outcomeOf(world, first.id), 'released')
    assert.equal(await outcomeOf(world, second.id), 'released')
    assert.equal(await concert.owed(), 9000 + 29_970)
  })

  test('part where one’s money is given back from the bank’s cabinet: the song stays for the other', async () => {
    const concert = await paidConcert(world)
    const first = await concert.paid('card', 10_000)
    const second = await concert.paid('sbp', 20_000, first.song)
    const bankId = await bankIdOf(world, first.id)
    await world.bank.operator.refund(bankId)
    await advanceAndSettle(world, MINUTE_MS)
    assert.equal(await outcomeOf(world, first.id), 'returned external')
    const [entry] = await concert.queue()
    assert.deepEqual([entry?.backers, entry?.amount], [1, 20_000])
    await concert.played(first.song)
    await advanceAndSettle(world, 21 * SECOND_MS)
    assert.equal(await outcomeOf(world, second.id), 'released')
    assert.equal(await concert.owed(), 18_000)
  })
})

describe('money given back from the bank’s cabinet', () => {
  test('before the song is played takes the song out of the queue', async () => {
    const concert = await paidConcert(world)
    const { id } = await concert.paid('sbp')
    await world.bank.operator.refund(await bankIdOf(world, id))
    await advanceAndSettle(world, MINUTE_MS)
    assert.equal(await outcomeOf(world, id), 'returned external')
    assert.deepEqual(await concert.queue(), [])
    assert.deepEqual(await causesOf(world, id), CHARGED_AND_REFUNDED)
  })

  test('leaves the song that the artist had put into his list himself', async () => {
    const concert = await paidConcert(world)
    const song = await world.song('Своя', concert.artist.username)
    const { sessionId } = concert
    await world.ok(
      api.artist.updateSessionSongList,
      { body: { sessionId, idList: [song] } },
      concert.as,
    )
    world.advance(SECOND_MS)
    const { id } = await concert.paid('sbp', 20_000, song)
    await world.bank.operator.refund(await bankIdOf(world, id))
    await advanceAndSettle(world, MINUTE_MS)
    assert.equal(await outcomeOf(world, id), 'returned external')
    const [entry] = await concert.queue()
    assert.deepEqual([entry?.songId, entry?.backers], [song, 0])
  })

  test('after the song was played is our loss, booked once, and a person is asked', async () => {
    const concert = await paidConcert(world)
    const { id, song } = await concert.paid('sbp')
    await concert.played(song)
    await advanceAndSettle(world, 21 * SECOND_MS)
    await world.bank.operator.refund(await bankIdOf(world, id))
    await advanceAndSettle(world, MINUTE_MS)
    await advanceAndSettle(world, HOUR_MS)
    assert.deepEqual(await causesOf(world, id), ['charged', 'released', 'lost'])
    assert.equal(await concert.owed(), 9000)
    const { attention } = await world.sql
      .selectFrom('payments')
      .select('attention')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    assert.equal(attention, 'lost_after_release')
  })
})

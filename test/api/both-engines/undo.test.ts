import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { describe, test } from 'node:test'
import { api } from '#contract/index.ts'
import { MINUTE_MS, SECOND_MS } from '#domain/time.ts'
import { runDueMoney } from '#server/modules/payment-worker/due-money.service.ts'
import {
  advanceAndSettle,
  atTheBank,
  causesOf,
  outcomeOf,
  paidConcert,
  worldWithAudit,
} from '#test/support/paid-concert.ts'
import type { PaidConcert } from '#test/support/paid-concert.ts'
import type { World } from '#test/support/world.ts'

let world: World
worldWithAudit((opened) => (world = opened))

const GRACE = 20 * SECOND_MS

const last = (concert: PaidConcert) =>
  world.ok(api.artist.lastPlayed, { query: { sessionId: concert.sessionId } }, concert.as)

const undo = (concert: PaidConcert, entryId: string, as = concert.as) =>
  world.call(api.artist.undoPlayed, { body: { sessionId: concert.sessionId, entryId } }, as)

const list = async (concert: PaidConcert) =>
  (await concert.queue()).map(({ songId, status }) => [songId, status])

/** A free concert: the same pad, no money. */
const freeConcert = () => paidConcert(world, { artist: { paidSongsEnabled: false } })

async function freely(concert: PaidConcert): Promise<string> {
  const song = await concert.newSong()
  await world.listener().order(concert.artist, concert.sessionId, song)
  return song
}

describe('a song that was just played', () => {
  test('can be taken back until the grace is over, to the last moment, and then no more', async () => {
    const concert = await paidConcert(world)
    const { id, song } = await concert.paid('card')
    await concert.played(song)
    assert.equal((await last(concert))?.undoSeconds, 20)
    world.advance(GRACE - 1)
    const entry = await last(concert)
    assert.deepEqual([entry?.songId, entry?.undoSeconds, entry?.status], [song, 1, 'PLAYED'])
    assert.equal((await undo(concert, entry?.id ?? '')).status, 200)
    assert.deepEqual(await list(concert), [[song, 'NOW']])
    assert.equal(await outcomeOf(world, id), 'secured')
    await concert.next()
    world.advance(GRACE)
    assert.equal(await last(concert), null)
    const late = await undo(concert, entry?.id ?? '')
    assert.deepEqual(
      [late.status, late.failure.code, late.failure.message],
      [409, 'ILLEGAL_STEP', 'Вернуть песню уже нельзя: прошло слишком много времени'],
    )
    await world.settle()
    assert.equal(await outcomeOf(world, id), 'released')
  })

  test('taken back and skipped sends the money back, as if it had never been played', async () => {
    const concert = await paidConcert(world)
    const card = await concert.paid('card')
    const sbp = await concert.paid('sbp', 20_000, card.song)
    await concert.played(card.song)
    await undo(concert, (await last(concert))?.id ?? '')
    await concert.skip(card.song)
    await advanceAndSettle(world, MINUTE_MS)
    await advanceAndSettle(world, MINUTE_MS)
    assert.equal(await outcomeOf(world, card.id), 'returned interrupted')
    assert.equal(await outcomeOf(world, sbp.id), 'returned interrupted')
    assert.equal(await concert.owed(), 0)
    assert.deepEqual(await causesOf(world, sbp.id), ['charged', 'return_due', 'refunded'])
  })

  test('taken back and played again is credited once', async () => {
    const concert = await paidConcert(world)
    const { id } = await concert.paid('card')
    for (let time = 0; time < 3; time += 1) {
      await concert.next()
      await concert.next()
      world.advance(10 * SECOND_MS)
      await world.settle()
      if (time < 2) await undo(concert, (await last(concert))?.id ?? '')
    }
    await advanceAndSettle(world, GRACE)
    assert.equal(await outcomeOf(world, id), 'released')
    assert.deepEqual(await atTheBank(world, id), [
      { status: 'CONFIRMED', captured: 10_000, refunded: 0 },
    ])
    assert.equal(await concert.owed(), 9000)
  })

  test('comes back within its own grace, whatever was played after it', async () => {
    const concert = await paidConcert(world)
    const [first, second, third] = [
      await concert.paid(),
      await concert.paid(),
      await concert.paid(),
    ]
    await concert.next(first.song)
    await concert.next(second.song)
    world.advance(10 * SECOND_MS)
    await concert.next(third.song)
    const evening = () =>
      world.ok(api.artist.evening, { query: { sessionId: concert.sessionId } }, concert.as)
    const { played } = await evening()
    const [newest, former] = played
    assert.deepEqual([newest?.songId, former?.songId], [second.song, first.song])
    for (const { endedAt, undoUntil } of played)
      assert.equal(Date.parse(undoUntil) - Date.parse(endedAt), GRACE)
    assert.equal((await undo(concert, former?.id ?? '')).status, 200)
    assert.deepEqual(await list(concert), [
      [first.song, 'NOW'],
      [third.song, 'QUEUED'],
    ])
    assert.equal(await outcomeOf(world, first.id), 'secured')
    await advanceAndSettle(world, GRACE)
    assert.equal((await undo(concert, newest?.id ?? '')).failure.code, 'ILLEGAL_STEP')
    assert.equal(await outcomeOf(world, second.id), 'released')
    assert.equal(await outcomeOf(world, first.id), 'secured')
  })

  test('can be taken back once: a second press is answered as the first and changes nothing', async () => {
    const concert = await paidConcert(world)
    const { id, song } = await concert.paid()
    await concert.played(song)
    const entry = (await last(concert))?.id ?? ''
    const presses = await Promise.all([undo(concert, entry), undo(concert, entry)])
    presses.push(await undo(concert, entry))
    for (const { status } of presses) assert.equal(status, 200)
    assert.deepEqual(await list(concert), [[song, 'NOW']])
    assert.equal(await outcomeOf(world, id), 'secured')
  })

  test('taken back goes on from its first start', async () => {
    const concert = await freeConcert()
    const [song, following] = [await freely(concert), await freely(concert)]
    await concert.next(song)
    const startedAt = world.now().toISOString()
    world.advance(3 * MINUTE_MS)
    await concert.next(following)
    world.advance(5 * SECOND_MS)
    await undo(concert, (await last(concert))?.id ?? '')
    world.advance(MINUTE_MS)
    const returnedAt = world.now().toISOString()
    await concert.next(following)
    world.advance(MINUTE_MS)
    await concert.next()
    const query = { sessionId: concert.sessionId }
    const { played } = await world.ok(api.session.report, { query }, concert.as)
    assert.deepEqual(
      played.map((one) => [one.songId, one.startedAt]),
      [
        [song, startedAt],
        [following, returnedAt],
      ],
    )
  })

  test('with nothing following comes back alone', async () => {
    const concert = await freeConcert()
    const song = await freely(concert)
    await concert.played(song)
    assert.deepEqual(await list(concert), [])
    await undo(concert, (await last(concert))?.id ?? '')
    assert.deepEqual(await list(concert), [[song, 'NOW']])
  })

  test('with a song following comes back before it, and that one is the first to come', async () => {
    const concert = await paidConcert(world)
    const played = await concert.paid()
    const following = await concert.paid()
    const waiting = await concert.paid()
    await concert.next(played.song)
    await concert.next(following.song)
    const { data } = await undo(concert, (await last(concert))?.id ?? '')
    assert.deepEqual(
      data.map(({ songId, status }) => [songId, status]),
      [
        [played.song, 'NOW'],
        [following.song, 'QUEUED'],
        [waiting.song, 'SCHEDULED'],
      ],
    )
    await advanceAndSettle(world, MINUTE_MS)
    for (const { id } of [played, following, waiting])
      assert.equal(await outcomeOf(world, id), 'secured')
  })

  test('does not come back where the following one was ordered once more meanwhile', async () => {
    const concert = await paidConcert(world)
    const played = await concert.paid()
    const following = await concert.paid()
    await concert.next(played.song)
    await concert.next(following.song)
    await concert.paid('card', 10_000, following.song)
    const { status, failure } = await undo(concert, (await last(concert))?.id ?? '')
    assert.deepEqual(
      [status, failure.message],
      [409, 'Вернуть нельзя: следующую песню уже заказали ещё раз'],
    )
    await advanceAndSettle(world, MINUTE_MS)
    assert.equal(await outcomeOf(world, played.id), 'released')
  })
})

test('free songs are taken back just so', async () => {
  const concert = await freeConcert()
  const [first, second] = [await freely(concert), await freely(concert)]
  await concert.next(first)
  await concert.next(second)
  const entry = await last(concert)
  assert.deepEqual([entry?.songId, entry?.amount], [first, 0])
  assert.equal((await undo(concert, entry?.id ?? '')).status, 200)
  assert.deepEqual(await list(concert), [
    [first, 'NOW'],
    [second, 'QUEUED'],
  ])
  await concert.next(first).catch(() => {})
  world.advance(GRACE)
  assert.equal(await last(concert), null)
})

test('a song that was skipped cannot be taken back: its money is on its way', async () => {
  const concert = await paidConcert(world)
  const { song } = await concert.paid()
  const [entry] = await concert.queue()
  await concert.skip(song)
  assert.equal(await last(concert), null)
  assert.equal((await undo(concert, entry?.id ?? '')).failure.code, 'ILLEGAL_STEP')
})

test('after the end of the concert nothing comes back, and what was played is credited', async () => {
  const concert = await paidConcert(world)
  const { id, song } = await concert.paid()
  await concert.played(song)
  const entry = await last(concert)
  await concert.end()
  const { status } = await undo(concert, entry?.id ?? '')
  assert.equal(status, 409)
  await advanceAndSettle(world, GRACE + SECOND_MS)
  assert.equal(await outcomeOf(world, id), 'released')
  assert.equal(await concert.owed(), 9000)
})

describe('nobody else', () => {
  test('takes an artist’s song back or sees which it was', async () => {
    const concert = await paidConcert(world)
    const { id, song } = await concert.paid()
    await concert.played(song)
    const entry = (await last(concert))?.id ?? ''
    const stranger = await world.artist()
    const as = { token: stranger.token }
    assert.equal((await undo(concert, entry, as)).failure.code, 'NOT_YOURS')
    const query = { sessionId: concert.sessionId }
    await world.refused('NOT_YOURS', api.artist.lastPlayed, { query }, as)
    await world.refused('NO_TOKEN', api.artist.lastPlayed, { query })
    await world.refused('NO_TOKEN', api.artist.undoPlayed, {
      body: { sessionId: concert.sessionId, entryId: entry },
    })
    await advanceAndSettle(world, GRACE)
    assert.equal(await outcomeOf(world, id), 'released')
  })

  test('takes back with the right token what belongs to another concert', async () => {
    const concert = await paidConcert(world)
    const other = await paidConcert(world)
    const { song } = await concert.paid()
    await concert.played(song)
    const entry = (await last(concert))?.id ?? ''
    assert.equal((await undo(other, entry)).failure.code, 'ILLEGAL_STEP')
    assert.equal((await undo(other, randomUUIDv7())).failure.code, 'ILLEGAL_STEP')
    await world.refused(
      'NOT_FOUND',
      api.artist.undoPlayed,
      { body: { sessionId: randomUUIDv7(), entryId: entry } },
      concert.as,
    )
  })
})

test('the press of «Вернуть» and the end of the grace at one moment agree on one end', async () => {
  for (let round = 0; round < 5; round += 1) {
    const concert = await paidConcert(world)
    const { id, song } = await concert.paid('sbp')
    await concert.played(song)
    const entry = (await last(concert))?.id ?? ''
    world.advance(GRACE - 1)
    const pressing = undo(concert, entry)
    world.advance(1)
    const [{ status }] = await Promise.all([pressing, runDueMoney(world.app.ctx)])
    await world.settle()
    assert.equal(await outcomeOf(world, id), status === 200 ? 'secured' : 'released')
    assert.deepEqual(await list(concert), status === 200 ? [[song, 'NOW']] : [])
  }
})

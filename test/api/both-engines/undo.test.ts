import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { describe, test } from 'node:test'
import { api } from '#contract/index.ts'
import {
  after,
  atTheBank,
  causesOf,
  fateOf,
  MINUTE,
  paidHall,
  SECOND,
  soundWorld,
} from '#test/support/paid-hall.ts'
import type { PaidHall } from '#test/support/paid-hall.ts'
import type { World } from '#test/support/world.ts'

let world: World
soundWorld((opened) => (world = opened))

const GRACE = 20 * SECOND

const last = (hall: PaidHall) =>
  world.ok(api.artist.lastPlayed, { query: { sessionId: hall.sessionId } }, hall.as)

const undo = (hall: PaidHall, entryId: string, as = hall.as) =>
  world.call(api.artist.undoPlayed, { body: { sessionId: hall.sessionId, entryId } }, as)

const list = async (hall: PaidHall) =>
  (await hall.queue()).map(({ songId, status }) => [songId, status])

/** A free hall: the same pad, no money. */
const freeHall = () => paidHall(world, { artist: { paid_songs_enabled: false } })

async function freely(hall: PaidHall): Promise<string> {
  const song = await hall.newSong()
  await world.listener().order(hall.artist, hall.sessionId, song)
  return song
}

describe('a song that was just played', () => {
  test('can be taken back until the grace is over, to the last moment, and then no more', async () => {
    const hall = await paidHall(world)
    const { id, song } = await hall.paid('card')
    await hall.played(song)
    assert.equal((await last(hall))?.undoSeconds, 20)
    world.advance(GRACE - 1)
    const entry = await last(hall)
    assert.deepEqual([entry?.songId, entry?.undoSeconds, entry?.status], [song, 1, 'PLAYED'])
    assert.equal((await undo(hall, entry?.id ?? '')).status, 200)
    assert.deepEqual(await list(hall), [[song, 'NOW']])
    assert.equal(await fateOf(world, id), 'secured')
    await hall.next()
    world.advance(GRACE)
    assert.equal(await last(hall), null)
    const late = await undo(hall, entry?.id ?? '')
    assert.deepEqual(
      [late.status, late.failure.code, late.failure.message],
      [409, 'ILLEGAL_STEP', 'Вернуть песню уже нельзя: прошло слишком много времени'],
    )
    await world.settle()
    assert.equal(await fateOf(world, id), 'released')
  })

  test('taken back and skipped sends the money back, as if it had never been played', async () => {
    const hall = await paidHall(world)
    const card = await hall.paid('card')
    const sbp = await hall.paid('sbp', 20_000, card.song)
    await hall.played(card.song)
    await undo(hall, (await last(hall))?.id ?? '')
    await hall.skip(card.song)
    await after(world, MINUTE)
    await after(world, MINUTE)
    assert.equal(await fateOf(world, card.id), 'returned interrupted')
    assert.equal(await fateOf(world, sbp.id), 'returned interrupted')
    assert.equal(await hall.owed(), 0)
    assert.deepEqual(await causesOf(world, sbp.id), ['charged', 'return_due', 'refunded'])
  })

  test('taken back and played again is credited once', async () => {
    const hall = await paidHall(world)
    const { id } = await hall.paid('card')
    for (let time = 0; time < 3; time += 1) {
      await hall.next()
      await hall.next()
      world.advance(10 * SECOND)
      await world.settle()
      if (time < 2) await undo(hall, (await last(hall))?.id ?? '')
    }
    await after(world, GRACE)
    assert.equal(await fateOf(world, id), 'released')
    assert.deepEqual(await atTheBank(world, id), [
      { status: 'CONFIRMED', captured: 10_000, refunded: 0 },
    ])
    assert.equal(await hall.owed(), 9000)
  })

  test('comes back within its own grace, whatever was played after it', async () => {
    const hall = await paidHall(world)
    const [first, second, third] = [await hall.paid(), await hall.paid(), await hall.paid()]
    await hall.next(first.song)
    await hall.next(second.song)
    world.advance(10 * SECOND)
    await hall.next(third.song)
    const evening = () =>
      world.ok(api.artist.evening, { query: { sessionId: hall.sessionId } }, hall.as)
    const { played } = await evening()
    const [newest, former] = played
    assert.deepEqual([newest?.songId, former?.songId], [second.song, first.song])
    for (const { endedAt, undoUntil } of played)
      assert.equal(Date.parse(undoUntil) - Date.parse(endedAt), GRACE)
    assert.equal((await undo(hall, former?.id ?? '')).status, 200)
    assert.deepEqual(await list(hall), [
      [first.song, 'NOW'],
      [third.song, 'QUEUED'],
    ])
    assert.equal(await fateOf(world, first.id), 'secured')
    await after(world, GRACE)
    assert.equal((await undo(hall, newest?.id ?? '')).failure.code, 'ILLEGAL_STEP')
    assert.equal(await fateOf(world, second.id), 'released')
    assert.equal(await fateOf(world, first.id), 'secured')
  })

  test('can be taken back once: a second press is answered as the first and changes nothing', async () => {
    const hall = await paidHall(world)
    const { id, song } = await hall.paid()
    await hall.played(song)
    const entry = (await last(hall))?.id ?? ''
    const presses = await Promise.all([undo(hall, entry), undo(hall, entry)])
    presses.push(await undo(hall, entry))
    for (const { status } of presses) assert.equal(status, 200)
    assert.deepEqual(await list(hall), [[song, 'NOW']])
    assert.equal(await fateOf(world, id), 'secured')
  })

  test('with nothing following comes back alone', async () => {
    const hall = await freeHall()
    const song = await freely(hall)
    await hall.played(song)
    assert.deepEqual(await list(hall), [])
    await undo(hall, (await last(hall))?.id ?? '')
    assert.deepEqual(await list(hall), [[song, 'NOW']])
  })

  test('with a song following comes back before it, and that one is the first to come', async () => {
    const hall = await paidHall(world)
    const played = await hall.paid()
    const following = await hall.paid()
    const waiting = await hall.paid()
    await hall.next(played.song)
    await hall.next(following.song)
    const { data } = await undo(hall, (await last(hall))?.id ?? '')
    assert.deepEqual(
      data.map(({ songId, status }) => [songId, status]),
      [
        [played.song, 'NOW'],
        [following.song, 'QUEUED'],
        [waiting.song, 'SCHEDULED'],
      ],
    )
    await after(world, MINUTE)
    for (const { id } of [played, following, waiting])
      assert.equal(await fateOf(world, id), 'secured')
  })

  test('does not come back where the following one was ordered once more meanwhile', async () => {
    const hall = await paidHall(world)
    const played = await hall.paid()
    const following = await hall.paid()
    await hall.next(played.song)
    await hall.next(following.song)
    await hall.paid('card', 10_000, following.song)
    const { status, failure } = await undo(hall, (await last(hall))?.id ?? '')
    assert.deepEqual(
      [status, failure.message],
      [409, 'Вернуть нельзя: следующую песню уже заказали ещё раз'],
    )
    await after(world, MINUTE)
    assert.equal(await fateOf(world, played.id), 'released')
  })
})

test('free songs are taken back just so', async () => {
  const hall = await freeHall()
  const [first, second] = [await freely(hall), await freely(hall)]
  await hall.next(first)
  await hall.next(second)
  const entry = await last(hall)
  assert.deepEqual([entry?.songId, entry?.amount], [first, 0])
  assert.equal((await undo(hall, entry?.id ?? '')).status, 200)
  assert.deepEqual(await list(hall), [
    [first, 'NOW'],
    [second, 'QUEUED'],
  ])
  await hall.next(first).catch(() => {})
  world.advance(GRACE)
  assert.equal(await last(hall), null)
})

test('a song that was skipped cannot be taken back: its money is on its way', async () => {
  const hall = await paidHall(world)
  const { song } = await hall.paid()
  const [entry] = await hall.queue()
  await hall.skip(song)
  assert.equal(await last(hall), null)
  assert.equal((await undo(hall, entry?.id ?? '')).failure.code, 'ILLEGAL_STEP')
})

test('after the end of the concert nothing comes back, and what was played is credited', async () => {
  const hall = await paidHall(world)
  const { id, song } = await hall.paid()
  await hall.played(song)
  const entry = await last(hall)
  await hall.end()
  const { status } = await undo(hall, entry?.id ?? '')
  assert.equal(status, 409)
  await after(world, GRACE + SECOND)
  assert.equal(await fateOf(world, id), 'released')
  assert.equal(await hall.owed(), 9000)
})

describe('nobody else', () => {
  test('takes an artist’s song back or sees which it was', async () => {
    const hall = await paidHall(world)
    const { id, song } = await hall.paid()
    await hall.played(song)
    const entry = (await last(hall))?.id ?? ''
    const stranger = await world.artist()
    const as = { token: stranger.token }
    assert.equal((await undo(hall, entry, as)).failure.code, 'NOT_YOURS')
    const query = { sessionId: hall.sessionId }
    await world.refused('NOT_YOURS', api.artist.lastPlayed, { query }, as)
    await world.refused('NO_TOKEN', api.artist.lastPlayed, { query })
    await world.refused('NO_TOKEN', api.artist.undoPlayed, {
      body: { sessionId: hall.sessionId, entryId: entry },
    })
    await after(world, GRACE)
    assert.equal(await fateOf(world, id), 'released')
  })

  test('takes back with the right token what belongs to another concert', async () => {
    const hall = await paidHall(world)
    const other = await paidHall(world)
    const { song } = await hall.paid()
    await hall.played(song)
    const entry = (await last(hall))?.id ?? ''
    assert.equal((await undo(other, entry)).failure.code, 'ILLEGAL_STEP')
    assert.equal((await undo(other, randomUUIDv7())).failure.code, 'ILLEGAL_STEP')
    await world.refused(
      'NOT_FOUND',
      api.artist.undoPlayed,
      { body: { sessionId: randomUUIDv7(), entryId: entry } },
      hall.as,
    )
  })
})

test('the press of «Вернуть» and the end of the grace at one moment agree on one end', async () => {
  for (let round = 0; round < 5; round += 1) {
    const hall = await paidHall(world)
    const { id, song } = await hall.paid('sbp')
    await hall.played(song)
    const entry = (await last(hall))?.id ?? ''
    world.advance(GRACE - 1)
    const pressing = undo(hall, entry)
    world.advance(1)
    const [{ status }] = await Promise.all([pressing, world.app.services.runDueMoney()])
    await world.settle()
    assert.equal(await fateOf(world, id), status === 200 ? 'secured' : 'released')
    assert.deepEqual(await list(hall), status === 200 ? [[song, 'NOW']] : [])
  }
})

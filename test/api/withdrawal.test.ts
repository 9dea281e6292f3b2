import assert from 'node:assert/strict'
import { afterEach, describe, test } from 'node:test'
import { api } from '#contract/index.ts'
import type { EveningRules } from '#domain/queue/evening-rules.ts'
import { HOUR_MS } from '#domain/time.ts'
import { makeHost, must } from '#test/support/steps/host.ts'
import { cancelled } from '#test/support/steps/my-orders.ts'
import { assertQueueConsistent } from '#test/support/database/queue-consistency.ts'
import {
  advanceAndSettle,
  bankIdOf,
  outcomeOf,
  pageOf,
  paidConcert,
  worldWithAudit,
} from '#test/support/paid-concert.ts'
import { makePhone } from '#test/support/steps/stage.ts'
import type { World } from '#test/support/world.ts'

let world: World
worldWithAudit((opened) => (world = opened))
afterEach(() => assertQueueConsistent(world.sql))

async function concertWith(rules: Partial<EveningRules>) {
  const concert = await paidConcert(world)
  const { sessionId } = concert
  const change = (more: Partial<EveningRules>) =>
    world.ok(api.artist.changeRules, { body: { sessionId, rules: more } }, concert.as)
  await change(rules)
  const pay = async (rubles: number, songId: string, more: object = {}, how = 'card') => {
    const by = makePhone(world)
    const stage = { artist: concert.artist, concertId: sessionId }
    const reply = await by.order(stage, songId, { amount: rubles * 100, ...more })
    assert.equal(reply.status, 200, JSON.stringify(reply.failure))
    const method = how === 'sbp' ? 'sbp' : 'card'
    await world.bank.pay(pageOf(reply.data.paymentURL), { method, action: 'pay' })
    await world.settle()
    const { orderId: id } = reply.data
    return { id, takeBack: () => cancelled(world, id, by.cookie) }
  }
  return {
    ...concert,
    change,
    order: (rubles: number, songId: string, how?: string) => pay(rubles, songId, {}, how),
    share: (rubles: number, songId: string) => pay(rubles, songId, { collect: true }),
    lines: async () =>
      (await world.ok(api.test.getQueueBySession, { body: { sessionId } })).map(
        ({ status, collected, goal }) => `${status} ${(collected ?? 0) / 100} of ${goal ?? 'none'}`,
      ),
    songs: async () => (await concert.queue()).map(({ songId }) => songId),
  }
}

const POOLS = { support: true, minSongAmount: 1000 }

describe('A whole order taken back beside a share', () => {
  test('leaves a song that collects again, and what is paid then brings it back', async () => {
    const concert = await concertWith(POOLS)
    const song = await concert.newSong()
    const order = await concert.order(1000, song)
    const share = await concert.share(100, song)
    await order.takeBack()
    assert.deepEqual(await concert.lines(), ['COLLECTING 100 of 100000'])
    assert.equal(await outcomeOf(world, share.id), 'secured')
    const more = await concert.share(900, song)
    assert.deepEqual(await concert.lines(), ['SCHEDULED 1000 of none'])
    await concert.played(song)
    await advanceAndSettle(world, HOUR_MS)
    assert.deepEqual(
      [await outcomeOf(world, share.id), await outcomeOf(world, more.id)],
      ['released', 'released'],
    )
  })

  test('leaves nothing in the queue where the artist put the song there', async () => {
    const concert = await concertWith(POOLS)
    const song = await concert.newSong()
    const order = await concert.order(1000, song)
    await concert.share(100, song)
    const body = { songId: song, statusSong: 'QUEUED' as const, sessionId: concert.sessionId }
    await world.ok(api.artist.changeSongStatus, { body }, concert.as)
    await order.takeBack()
    assert.deepEqual(await concert.lines(), ['COLLECTING 100 of 100000'])
  })

  test('gives the share back where nothing is collected any more', async () => {
    const concert = await concertWith(POOLS)
    const song = await concert.newSong()
    const order = await concert.order(1000, song)
    const share = await concert.share(100, song)
    await concert.change({ lastCall: 'closed' })
    await order.takeBack()
    await world.settle()
    await advanceAndSettle(world, HOUR_MS)
    assert.deepEqual(await concert.lines(), [])
    assert.equal(await outcomeOf(world, share.id), 'returned not_collected')
  })

  test('changes nothing beside another whole order, and where the artist listed the song', async () => {
    const concert = await concertWith(POOLS)
    const [song, listed] = [await concert.newSong(), await concert.newSong()]
    const [order] = [await concert.order(1000, song), await concert.order(1000, song)]
    await order.takeBack()
    assert.deepEqual(await concert.lines(), ['SCHEDULED 0 of none'])
    await world.ok(
      api.artist.updateSessionSongList,
      { body: { sessionId: concert.sessionId, idList: [song, listed] } },
      concert.as,
    )
    const whole = await concert.order(1000, listed)
    await concert.share(100, listed)
    await whole.takeBack()
    assert.deepEqual(await concert.lines(), ['SCHEDULED 0 of none', 'SCHEDULED 100 of none'])
  })

  test('is judged so too where the bank takes it back', async () => {
    const concert = await concertWith(POOLS)
    const song = await concert.newSong()
    const order = await concert.order(1000, song, 'sbp')
    await concert.share(100, song)
    await world.bank.operator.refund(await bankIdOf(world, order.id))
    await world.settle()
    await advanceAndSettle(world, HOUR_MS)
    assert.deepEqual(await concert.lines(), ['COLLECTING 100 of 100000'])
  })
})

describe('A song that the host of the evening takes out', () => {
  test('collects again from where a share stands behind it, paid before him or after', async () => {
    const concert = await concertWith(POOLS)
    const host = await makeHost(world, { ...concert, concertId: concert.sessionId })
    const songs = [await concert.newSong(), await concert.newSong()] as const
    const wanted = songs.map(must)
    const before = await concert.share(300, songs[0])
    await host.save(wanted)
    const after = await concert.share(200, songs[1])
    assert.deepEqual(await concert.lines(), ['QUEUED 300 of none', 'QUEUED 200 of none'])
    const known = wanted.map(({ id }) => id)
    await host.save([], [], known)
    const lines = (await concert.lines()).toSorted()
    assert.deepEqual(lines, ['COLLECTING 200 of 100000', 'COLLECTING 300 of 100000'])
    for (const { id } of [before, after]) assert.equal(await outcomeOf(world, id), 'secured')
  })

  test('stays for who paid it whole, until he takes that back', async () => {
    const concert = await concertWith(POOLS)
    const host = await makeHost(world, { ...concert, concertId: concert.sessionId })
    const song = await concert.newSong()
    const wanted = must(song)
    await host.save([wanted])
    const order = await concert.order(1000, song)
    await host.save([], [], [wanted.id])
    assert.deepEqual(await concert.lines(), ['SCHEDULED 0 of none'])
    await order.takeBack()
    await world.settle()
    assert.deepEqual(await concert.lines(), [])
    assert.equal(await outcomeOf(world, order.id), 'returned taken_off')
  })
})

describe('A share taken back where the larger sum goes first', () => {
  test('takes the locked place that it had won with it', async () => {
    const concert = await concertWith({
      support: true,
      minSongAmount: 100,
      turn: 'contribution',
      lock: 2,
    })
    const [a, b, c, d] = [
      await concert.newSong(),
      await concert.newSong(),
      await concert.newSong(),
      await concert.newSong(),
    ]
    await concert.order(100, a)
    const lifted = await concert.share(1000, a)
    for (const [song, rubles] of [
      [b, 450],
      [c, 400],
      [d, 350],
    ] as const)
      await concert.order(rubles, song)
    assert.deepEqual(await concert.songs(), [a, b, c, d])
    await lifted.takeBack()
    assert.deepEqual(await concert.songs(), [b, c, d, a])
  })
})

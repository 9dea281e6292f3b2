import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { afterEach, describe, test } from 'node:test'
import type { BodyOf } from '#contract/endpoint.ts'
import { api } from '#contract/index.ts'
import { assertQueueConsistent } from '#test/support/database/queue-consistency.ts'
import { outcomeOf, paidConcert, worldWithAudit } from '#test/support/paid-concert.ts'
import { makeHost, must } from '#test/support/steps/host.ts'
import { makePhone, makeStage } from '#test/support/steps/stage.ts'
import type { TestStage } from '#test/support/steps/stage.ts'
import type { World } from '#test/support/world.ts'

let world: World
worldWithAudit((opened) => (world = opened))
afterEach(() => assertQueueConsistent(world.sql))

type Barred = NonNullable<BodyOf<typeof api.artist.changeRules>['barredSongs']>[number]

const byId = (songId: string): Barred => ({ songId, title: '', artistName: '' })

const bar = (
  { as, concertId }: Pick<TestStage, 'as' | 'concertId'>,
  songs: Barred[],
  rules: BodyOf<typeof api.artist.changeRules>['rules'] = {},
) =>
  world.ok(
    api.artist.changeRules,
    { body: { sessionId: concertId, rules, barredSongs: songs } },
    as,
  )

const REFUSED = [409, 'SONG_NOT_ACCEPTED', 'Эту песню сегодня не играем. Выберите другую.']
const said = ({ status, failure }: Awaited<ReturnType<ReturnType<typeof makePhone>['order']>>) => [
  status,
  failure.code,
  failure.message,
]

describe('«Не играть»', () => {
  test('a song is found, says so, and is not taken; another one is', async () => {
    const stage = await makeStage(world)
    const { barredSongs } = await bar(stage, [byId(stage.ids.А)])
    assert.deepEqual(
      barredSongs.map(({ songId, title }) => [songId, title]),
      [[stage.ids.А, 'А']],
    )
    const { username } = stage.artist
    const query = { input: `А ${username}`, username, sessionId: stage.concertId }
    const found = await world.ok(api.songs.findSong, { query })
    const heard = found.find(({ songId }) => songId === stage.ids.А)?.heard
    assert.equal(heard, 'сегодня не играем')
    assert.deepEqual(said(await makePhone(world).order(stage, stage.ids.А)), REFUSED)
    assert.equal((await makePhone(world).order(stage, stage.ids.Б)).status, 200)
    // Once it is played again, it is taken.
    assert.deepEqual((await bar(stage, [])).barredSongs, [])
    assert.equal((await makePhone(world).order(stage, stage.ids.А)).status, 200)
  })

  test('a song that the host of the evening wants comes once it is played again', async () => {
    const stage = await makeStage(world, { concert: { status: 'SCHEDULED', startsIn: 60 } })
    const host = await makeHost(world, stage)
    const [a, b] = [must(stage.ids.А), must(stage.ids.Б)]
    await host.save([a, b])
    await bar(stage, [byId(stage.ids.А)])
    const body = { sessionId: stage.concertId, sessionStatus: 'NOW' as const }
    await world.ok(api.artist.updateSessionStatus, { body }, stage.as)
    assert.deepEqual(await stage.list(), ['Б QUEUED'])
    await bar(stage, [])
    await host.save([a, b], [], [a.id, b.id])
    assert.deepEqual(await stage.list(), ['А QUEUED', 'Б QUEUED'])
  })

  test('is changed by the artist and by the host at once: neither takes back what the other did', async () => {
    const stage = await makeStage(world)
    const host = await makeHost(world, stage)
    const [a, b, v, g] = [stage.ids.А, stage.ids.Б, stage.ids.В, stage.ids.Г].map(byId)
    assert.ok(a && b && v && g)
    const save = async (barredSongs: Barred[], knownBarred: string[]) => {
      const body = { sessionId: stage.concertId, rules: {}, barredSongs, knownBarred }
      const answer = await world.ok(api.artist.changeRules, { body }, stage.as)
      return answer.barredSongs.map(({ title }) => title)
    }
    assert.deepEqual(await save([a], []), ['А'])
    // The artist's page has «А» only.
    await host.bar([v, g])
    assert.deepEqual(await save([a, b], [stage.ids.А]), ['А', 'Б', 'В', 'Г'])
    // It has all four.
    await host.bar([], [stage.ids.А])
    assert.equal((await host.save([must(stage.ids.А)])).status, 200)
    const known = [stage.ids.А, stage.ids.Б, stage.ids.В, stage.ids.Г]
    assert.deepEqual(await save([a, b, g], known), ['Б', 'Г'])
    assert.deepEqual(await save([], known.slice(0, 3)), ['Г'])
  })

  test('a typed one is the same song however a listener spells it', async () => {
    const stage = await makeStage(world)
    const artistName = `Ансамбль ${randomUUID().replaceAll(/\d/gu, 'я')}`
    await bar(stage, [{ songId: null, title: 'Владимирский централ', artistName }])
    const typed = { title: '  владимирский ЦЕНТРАЛ ', artistName: artistName.toUpperCase() }
    assert.deepEqual(said(await makePhone(world).order(stage, null, typed)), REFUSED)
    const other = { title: 'Мурка', artistName }
    assert.equal((await makePhone(world).order(stage, null, other)).status, 200)
  })

  test('what waits stays, its listener’s own repeat is that order, and nobody supports it', async () => {
    const stage = await makeStage(world)
    const phone = makePhone(world)
    const { data } = await phone.order(stage, stage.ids.А)
    await bar(stage, [byId(stage.ids.А)], { support: true })
    assert.deepEqual(await stage.list(), ['А SCHEDULED'])
    assert.equal((await phone.order(stage, stage.ids.А)).data.orderId, data.orderId)
    const [entry] = await stage.queue()
    const supports = { supports: entry?.id }
    assert.deepEqual(said(await makePhone(world).order(stage, stage.ids.А, supports)), REFUSED)
  })

  test('the artist himself plays it, and lays it into his queue', async () => {
    const stage = await makeStage(world)
    await bar(stage, [byId(stage.ids.А)])
    await stage.scheduled('А')
    await stage.queued('А')
    await stage.next()
    assert.deepEqual(await stage.list(), ['А NOW'])
  })

  test('it belongs to this evening alone, also where the rules become the default', async () => {
    const stage = await makeStage(world)
    const body = {
      sessionId: stage.concertId,
      rules: {},
      barredSongs: [byId(stage.ids.А)],
      asDefault: true,
    }
    await world.ok(api.artist.changeRules, { body }, stage.as)
    const sessionId = await world.concert(stage.artist, { startsIn: 600 })
    const other = await world.ok(api.artist.eveningRules, { query: { sessionId } }, stage.as)
    assert.deepEqual(other.barredSongs, [])
    // Other rules leave it as it is.
    const again = { sessionId: stage.concertId, rules: { lock: 1 } }
    const { barredSongs } = await world.ok(api.artist.changeRules, { body: again }, stage.as)
    assert.equal(barredSongs.length, 1)
  })

  test('what is being paid for it, and what was collected, goes back; what is paid and waits stays', async () => {
    const show = await paidConcert(world)
    const stage = { as: show.as, concertId: show.sessionId }
    await bar(stage, [], { support: true, minSongAmount: 100 })
    const waits = await show.paid()
    const begun = await show.ordered()
    const song = await show.newSong()
    const by = makePhone(world)
    const collecting = { artist: show.artist, concertId: show.sessionId }
    const share = await by.order(collecting, song, { amount: 2_000, collect: true })
    assert.equal(share.status, 200)
    await world.bank.pay(share.data.paymentURL?.split('/').at(-1) ?? '', {
      method: 'card',
      action: 'pay',
    })
    await world.settle()
    await bar(stage, [byId(waits.song), byId(begun.song), byId(song)])
    await world.settle()
    assert.equal(await outcomeOf(world, waits.id), 'secured')
    assert.equal(await outcomeOf(world, begun.id), 'canceled song_refused')
    assert.equal(await outcomeOf(world, share.data.orderId), 'returned not_collected')
    assert.deepEqual(
      (await show.queue()).map(({ songId }) => songId),
      [waits.song],
    )
  })
})

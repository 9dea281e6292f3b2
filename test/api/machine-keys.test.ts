import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { api, everyEndpoint } from '#contract/index.ts'
import { pathOf } from '#contract/path.ts'
import type { KeyRight } from '#domain/machine-keys.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { callsOfKeys } from '#web/features/texts/developers/call-reference.ts'
import { eventually } from '#test/support/eventually.ts'
import { paidConcert, tipped } from '#test/support/paid-concert.ts'
import { makePhone, makeStage } from '#test/support/steps/stage.ts'
import { makeWorld } from '#test/support/world.ts'
import type { TestArtist, World } from '#test/support/world.ts'

let world: World
before(async () => {
  world = await makeWorld()
})
after(() => world.close())

const ALL: KeyRight[] = ['watch', 'play', 'orders', 'tips']

async function keyOf(artist: { token: string }, rights: KeyRight[] = ALL, name = 'Stream Deck') {
  const made = await world.ok(api.machineKeys.add, { body: { name, rights } }, artist)
  return { id: made.id, as: { token: made.key } }
}

const keysOf = (artist: TestArtist) => world.ok(api.machineKeys.list, {}, artist)

describe('a key for a machine', () => {
  test('is shown once, stored as a hash, and listed with when it was used', async () => {
    const stage = await makeStage(world)
    const { id, as } = await keyOf(stage.artist, ['play', 'watch'])
    assert.match(as.token, /^bis-[\w-]{43}$/u)
    const madeAt = world.now().toISOString()
    const unused = { id, name: 'Stream Deck', rights: ['watch', 'play'], madeAt, usedAt: null }
    assert.deepEqual(await keysOf(stage.artist), [unused])
    const rows = await world.sql
      .selectFrom('machineKeys')
      .selectAll()
      .where('id', '=', id)
      .execute()
    assert.equal(JSON.stringify(rows).includes(as.token.slice(4)), false)
    await world.ok(api.artist.queue, {}, as)
    const usedAt = world.now().toISOString()
    assert.deepEqual(await keysOf(stage.artist), [{ ...unused, usedAt }])
    assert.deepEqual(await keysOf(await world.artist()), [])
  })

  test('ends with the logins: who stole the account may have made it', async () => {
    const artist = await world.artist()
    await keyOf(artist)
    await world.ok(api.auth.logoutOthers, {}, artist)
    assert.deepEqual(await keysOf(artist), [])
    const { as } = await keyOf(artist)
    const admin = await world.artist({ role: 'ADMIN' })
    const why = { reason: 'fraud', words: 'Просил владелец' } as const
    const body = { username: artist.username, ...why }
    await world.ok(api.operator.logOut, { body }, admin)
    await world.refused('NO_TOKEN', api.artist.queue, {}, as)
  })

  test('leads whatever concert runs, named or not, with nothing in the body', async () => {
    const artist = await world.artist()
    const { as } = await keyOf(artist)
    const none = await world.refused('SESSION_NOT_OPEN', api.artist.queue, {}, as)
    assert.match(none.message, /не идёт ни один концерт/u)
    await world.refused('SESSION_NOT_OPEN', api.artist.pause, {}, as)
    await world.refused('SESSION_NOT_OPEN', api.artist.secondPad, {}, as)
    for (const title of ['Первый', 'Второй']) {
      const sessionId = await world.concert(artist, { status: 'NOW', startsIn: -10, title })
      const ids = [await world.song(`А ${title}`, artist.username)]
      ids.push(await world.song(`Б ${title}`, artist.username))
      const body = { sessionId, idList: ids }
      await world.ok(api.artist.updateSessionSongList, { body }, artist)
      await world.ok(api.artist.nextSong, {}, as)
      await world.ok(api.artist.nextSong, { body: { sessionId } }, as)
      const queue = await world.ok(api.artist.queue, {}, as)
      assert.deepEqual(
        queue.map(({ title: song, status }) => [song, status]),
        [[`Б ${title}`, 'NOW']],
      )
      assert.equal((await world.ok(api.artist.secondPad, {}, as)).sessionId, sessionId)
      await world.ok(api.artist.pause, {}, as)
      await world.ok(api.artist.resume, {}, as)
      const over = { sessionId, sessionStatus: 'PLAYED' as const }
      await world.ok(api.artist.updateSessionStatus, { body: over }, artist)
    }
    await world.refused('SESSION_NOT_OPEN', api.artist.queue, {}, as)
  })

  test('reaches no concert but the running one of its own artist', async () => {
    const stage = await makeStage(world)
    const coming = await world.concert(stage.artist, { startsIn: 600 })
    const other = await makeStage(world)
    const { as } = await keyOf(stage.artist)
    for (const sessionId of [coming, other.concertId, randomUUID()]) {
      await world.refused('NOT_YOURS', api.artist.queue, { query: { sessionId } }, as)
      await world.refused('NOT_YOURS', api.artist.nextSong, { body: { sessionId } }, as)
    }
    await world.refused(
      'NOT_FOUND',
      api.machineKeys.end,
      {
        body: { id: (await keyOf(stage.artist)).id },
      },
      other.artist,
    )
  })

  test('does what its rights say, and says which one is missing', async () => {
    const stage = await makeStage(world)
    const watch = (await keyOf(stage.artist, ['watch'], 'Табло')).as
    const play = (await keyOf(stage.artist, ['play'])).as
    const orders = (await keyOf(stage.artist, ['orders'])).as
    const open = { params: { state: 'open' } }
    await world.ok(api.artist.queue, {}, watch)
    const { message } = await world.refused('NOT_YOURS', api.artist.nextSong, {}, watch)
    assert.equal(message, 'У ключа «Табло» нет права «Вести очередь»')
    await world.refused('NOT_YOURS', api.artist.takeOrders, open, watch)
    await world.ok(api.artist.nextSong, {}, play)
    await world.refused('NOT_YOURS', api.artist.queue, {}, play)
    await world.refused('NOT_YOURS', api.artist.takeOrders, open, play)
    await world.ok(api.artist.takeOrders, open, orders)
    await world.refused('NOT_YOURS', api.artist.queue, {}, orders)
    await world.refused('NOT_YOURS', api.artist.pause, {}, orders)
  })

  test('closes the orders, takes the last call and opens them', async () => {
    const stage = await makeStage(world)
    const { as } = await keyOf(stage.artist, ['orders'])
    const phone = makePhone(world)
    const take = (state: string) => world.ok(api.artist.takeOrders, { params: { state } }, as)
    assert.deepEqual(await take('closed'), { state: 'closed' })
    const refused = await phone.order(stage, stage.ids.А)
    assert.equal(refused.failure.message, 'Приём заказов закрыт')
    await take('last_call')
    const query = { sessionId: stage.concertId }
    const { rules } = await world.ok(api.artist.eveningRules, { query }, stage.as)
    assert.equal(rules.lastCall, 'last_call')
    await take('open')
    assert.equal((await phone.order(stage, stage.ids.А)).status, 200)
    await world.refused('VALIDATION', api.artist.takeOrders, { params: { state: 'maybe' } }, as)
  })

  test('reads sums and words of tips only with the right to, and never the sums of songs', async () => {
    const show = await paidConcert(world)
    await show.paid()
    await tipped(world, show.artist.username, 20_000)
    const told = (await keyOf(show.artist, ['tips'])).as
    const { tips } = await world.ok(api.artist.evening, {}, told)
    assert.equal(tips?.sum, 20_000)
    const watch = (await keyOf(show.artist, ['watch'])).as
    assert.equal((await world.ok(api.artist.evening, {}, watch)).tips, null)
    const [entry] = await world.ok(api.artist.queue, {}, told)
    assert.deepEqual([entry?.amount, entry?.paidOrders], [0, 0])
  })

  test('reads what listeners wrote beside a step that comes late only with the right to watch', async () => {
    const stage = await makeStage(world)
    await makePhone(world).order(stage, stage.ids.А, { name: 'Аня', words: 'для Пети', table: 7 })
    await stage.next()
    const body = { expectedNowId: randomUUID() }
    const told = async (rights: KeyRight[]) =>
      world.refused(
        'NOW_MOVED',
        api.artist.nextSong,
        { body },
        (await keyOf(stage.artist, rights)).as,
      )
    const [entry] = (await told(['play', 'watch'])).queue ?? []
    assert.deepEqual([entry?.asks?.[0]?.words, entry?.tables], ['для Пети', [7]])
    assert.equal((await told(['play', 'orders'])).queue, undefined)
  })

  test('sends an idempotency key of 64 signs at most with «next», as the reference says', async () => {
    const stage = await makeStage(world)
    const { as } = await keyOf(stage.artist)
    await world.ok(api.artist.nextSong, {}, { ...as, key: 'k'.repeat(64) })
    await world.refused('VALIDATION', api.artist.nextSong, {}, { ...as, key: 'k'.repeat(65) })
    const names = callsOfKeys().flatMap(({ calls }) =>
      calls.flatMap(({ name, idempotent }) => (idempotent ? name : [])),
    )
    assert.deepEqual(names.toSorted(), ['artist.addSong', 'artist.nextSong', 'artist.takeOutGuest'])
  })

  test('has an end, at once', async () => {
    const stage = await makeStage(world)
    const { id, as } = await keyOf(stage.artist)
    await world.ok(api.artist.queue, {}, as)
    await world.ok(api.machineKeys.end, { body: { id } }, stage.artist)
    await world.refused('NO_TOKEN', api.artist.queue, {}, as)
    await world.refused('NOT_FOUND', api.machineKeys.end, { body: { id } }, stage.artist)
    assert.deepEqual(await keysOf(stage.artist), [])
  })

  test('stands in the log of who did what by its name', async () => {
    const stage = await makeStage(world)
    await stage.scheduled('А', 'Б')
    const { as } = await keyOf(stage.artist, ALL, 'Педаль')
    await world.ok(api.artist.nextSong, {}, as)
    await world.ok(api.artist.takeOrders, { params: { state: 'closed' } }, as)
    const query = { sessionId: stage.concertId }
    await eventually(async () => {
      const log = await world.ok(api.artist.padLog, { query }, stage.as)
      return log.map(({ by, action }) => [by, action])
    }, [
      ['Педаль', 'orders'],
      ['Педаль', 'next'],
    ])
  })

  test('is asked for a name and a right, and an artist has twenty of them', async () => {
    const artist = await world.artist()
    const add = (name: string, rights: KeyRight[]) =>
      world.call(api.machineKeys.add, { body: { name, rights } }, artist)
    assert.deepEqual((await add(' ', ['play'])).failure.fields, {
      name: 'Назовите устройство, чтобы узнать его потом',
    })
    assert.deepEqual((await add('Пульт', [])).failure.fields, {
      rights: 'Отметьте, что устройству можно',
    })
    const all = await Promise.all(Array.from({ length: 22 }, () => add('Пульт', ['play'])))
    assert.equal(all.filter(({ status }) => status === 201).length, 20)
  })

  test('is limited by itself, whatever network it comes from', async () => {
    const stage = await makeStage(world)
    const { as } = await keyOf(stage.artist)
    const other = await keyOf(stage.artist)
    const ask = (at: number) =>
      world.call(api.artist.lastPlayed, {}, { ...as, address: `10.50.0.${at % 250}` })
    for (let at = 0; at < 300; at++) assert.equal((await ask(at)).status, 200)
    const { status, failure, headers } = await ask(0)
    assert.deepEqual([status, failure.code], [429, 'TOO_MANY'])
    assert.ok(Number(headers['retry-after']) > 0)
    await world.ok(api.artist.lastPlayed, {}, other.as)
    world.advance(MINUTE_MS)
  })
})

describe('what a key reaches', () => {
  const keyed = everyEndpoint().filter(({ endpoint }) => endpoint.right !== null)

  test('is never more than what a pad reaches', () => {
    assert.ok(keyed.length > 15)
    for (const { name, endpoint } of keyed) assert.equal(endpoint.access, 'pad', name)
    const kept = ['artist.openTitle', 'artist.openWords', 'artist.muteListener', 'artist.songTexts']
    for (const name of kept)
      assert.equal(
        keyed.some((one) => one.name === name),
        false,
        name,
      )
  })

  test('is nothing but that: any other call with it is refused, or answered as to nobody', async () => {
    const stage = await makeStage(world, { concert: { closedSession: true } })
    const { as } = await keyOf(stage.artist)
    for (const { name, endpoint } of everyEndpoint()) {
      if (endpoint.right !== null || endpoint.access === 'anyone') continue
      const { status, failure } = await world.call(endpoint, { params: { id: randomUUID() } }, as)
      assert.deepEqual([status, failure.code], [403, 'NOT_YOURS'], name)
    }
    const sessions = { body: { artistUsername: stage.artist.username } }
    assert.deepEqual(await world.ok(api.session.getSessions, sessions, as), [])
  })
})

describe('a page of another site', () => {
  const origin = { origin: 'https://buttons.example' }

  const preflight = (path: string) =>
    world.app.http.inject({
      method: 'OPTIONS',
      url: path,
      headers: {
        ...origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization',
      },
    })

  test('may call with a key, and reads the answer and the refusal', async () => {
    const stage = await makeStage(world)
    const { id, as } = await keyOf(stage.artist)
    const asked = await preflight(pathOf(api.artist.nextSong))
    assert.equal(asked.statusCode, 204)
    assert.equal(asked.headers['access-control-allow-origin'], '*')
    assert.match(String(asked.headers['access-control-allow-headers']), /authorization/u)
    assert.equal(asked.headers['access-control-allow-methods'], 'POST')
    assert.equal(asked.headers['access-control-allow-credentials'], undefined)
    const call = () =>
      world.app.http.inject({
        method: 'POST',
        url: pathOf(api.artist.nextSong),
        headers: { ...origin, authorization: `Bearer ${as.token}` },
      })
    const done = await call()
    assert.deepEqual(
      [done.statusCode, done.headers['access-control-allow-origin'], done.headers['set-cookie']],
      [200, '*', undefined],
    )
    await world.ok(api.machineKeys.end, { body: { id } }, stage.artist)
    const over = await call()
    assert.deepEqual([over.statusCode, over.headers['access-control-allow-origin']], [401, '*'])
    // Else a script of the page is not shown how long to wait.
    for (const { headers } of [done, over])
      assert.equal(headers['access-control-expose-headers'], 'retry-after')
  })

  test('may not call otherwise', async () => {
    const stage = await makeStage(world)
    for (const endpoint of [api.artist.changeRules, api.songs.orderSong, api.artist.openWords]) {
      const asked = await preflight(pathOf(endpoint))
      assert.equal(asked.headers['access-control-allow-origin'], undefined, endpoint.path)
    }
    const own = await world.call(
      api.artist.queue,
      { query: { sessionId: stage.concertId } },
      stage.as,
    )
    assert.equal(own.headers['access-control-allow-origin'], undefined)
    const settings = await world.call(api.page.getAccountInfo, {}, (await keyOf(stage.artist)).as)
    assert.equal(settings.headers['access-control-allow-origin'], undefined)
  })
})

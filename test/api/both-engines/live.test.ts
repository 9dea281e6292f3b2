import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, before, describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql as raw } from 'kysely'
import { pino } from 'pino'
import { WebSocket } from 'ws'
import type { ClientOptions } from 'ws'
import { api } from '#contract/index.ts'
import type { LiveEntry } from '#contract/live.ts'
import { LIVE_PATH } from '#contract/path.ts'
import { openPostgres } from '#server/platform/db/open.ts'
import { postgresBus } from '#server/platform/live/bus.postgres.ts'
import { SERVER_URL } from '#test/support/database/database.ts'
import { makePhone, makeStage } from '#test/support/steps/stage.ts'
import type { TestStage } from '#test/support/steps/stage.ts'
import { makeWorld } from '#test/support/world.ts'
import type { World } from '#test/support/world.ts'

const WAIT_MS = 10_000
const MOST_A_SECOND = 10

let world: World
let port: number

before(async () => {
  world = await makeWorld()
  port = await world.app.listen(0, '127.0.0.1')
})
after(() => world.close())

/** Polls until the condition holds; on a timeout names what it waited for. */
async function until(isSo: () => boolean, what: string) {
  const given = performance.now() + WAIT_MS
  while (!isSo()) {
    assert.ok(performance.now() < given, `waited in vain for ${what}`)
    await sleep(5)
  }
}

/** A phone's live channel, with everything that it received. */
async function open(t: TestContext, options: ClientOptions = {}, at = port) {
  const socket = new WebSocket(`ws://127.0.0.1:${at}${LIVE_PATH}`, options)
  const texts: string[] = []
  const closed = once(socket, 'close') as Promise<[number]>
  socket.on('message', (message: Buffer) => void texts.push(message.toString()))
  socket.on('error', () => {})
  t.after(() => socket.terminate())
  await once(socket, 'open')
  const told = () => texts.map((text): unknown => JSON.parse(text))
  const arrays = () => told().filter((one) => Array.isArray(one)) as LiveEntry[][]
  const receives = (queue: string[]) =>
    until(() => sameAs(lines(arrays().at(-1)), queue), `«${queue.join(', ')}»`)

  return {
    socket,
    texts,
    told,
    arrays,
    receives,
    /** The events of the concert, without the count of watchers. */
    events: () =>
      told()
        .filter(isEvent)
        .map(({ sessionStatus, active }) => ({ sessionStatus, active })),
    closeCode: async () => (await closed)[0],
    register: (stage: { artist: { username: string }; concertId: string }, more: object = {}) =>
      socket.send(
        JSON.stringify({
          artistUsername: stage.artist.username,
          sessionId: stage.concertId,
          ...more,
        }),
      ),
  }
}

type Event = { type: 'session'; sessionStatus: string; active: boolean }

function isEvent(told: unknown): told is Event {
  return typeof told === 'object' && told !== null && 'type' in told && told.type === 'session'
}

/** «А QUEUED ×2», or null when nothing was received. */
function lines(queue: LiveEntry[] | undefined): string[] | null {
  return queue?.map(({ title, status, backers }) => `${title} ${status} ×${backers}`) ?? null
}

function sameAs(some: string[] | null, others: string[]): boolean {
  return JSON.stringify(some) === JSON.stringify(others)
}

/** The status with which the connection was refused. */
async function refusal(options: ClientOptions): Promise<number> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}${LIVE_PATH}`, options)
  socket.on('error', () => {})
  const [request, response] = (await once(socket, 'unexpected-response')) as [
    { destroy(): void },
    { statusCode: number },
  ]
  request.destroy()
  return response.statusCode
}

async function truth({ concertId }: TestStage) {
  return world.ok(api.test.getQueueBySession, { body: { sessionId: concertId } })
}

describe('a registration', () => {
  test('is answered at once with the whole queue: what sounds, what waits, in order, with backers', async (t) => {
    const stage = await makeStage(world)
    const [one, other] = [makePhone(world), makePhone(world)]
    for (const title of ['А', 'Б', 'В', 'Г', 'Д'] as const)
      await makePhone(world).order(stage, stage.ids[title])
    await one.order(stage, stage.ids.Г)
    await other.order(stage, stage.ids.Г)
    await stage.queued('В', 'Б')
    await stage.next('А')
    await stage.skip('Д')
    const watcher = await open(t)
    watcher.register(stage)
    await watcher.receives(['А NOW ×1', 'В QUEUED ×1', 'Б QUEUED ×1', 'Г SCHEDULED ×3'])
    assert.deepEqual(watcher.told(), [await truth(stage)])
    const keys = ['artistName', 'backers', 'id', 'imageUrl', 'songId', 'status', 'title']
    for (const entry of watcher.arrays()[0] ?? [])
      assert.deepEqual(Object.keys(entry).toSorted(), keys)
  })

  test('of a page of the artist’s own is answered as any and counts as no listener', async (t) => {
    const stage = await makeStage(world)
    const [screen, listener] = [await open(t), await open(t)]
    screen.register(stage, { own: true })
    listener.register(stage)
    await Promise.all([screen.receives([]), listener.receives([])])
    assert.equal(world.app.ctx.live.watchersEverywhere(stage.concertId), 1)
  })

  test('in other letters of the same name finds the concert too', async (t) => {
    const stage = await makeStage(world, { artist: { username: 'Lada_i_Struny' } })
    const watcher = await open(t)
    watcher.register({ ...stage, artist: { username: 'lada_I_STRUNY' } })
    await watcher.receives([])
  })

  test('for what is not there, or not this artist’s, is told so and closed with 4404', async (t) => {
    const [stage, other] = [await makeStage(world), await makeStage(world)]
    const strange = [
      { artist: stage.artist, concertId: other.concertId },
      { artist: stage.artist, concertId: stage.ids.А },
      { artist: stage.artist, concertId: 'no id at all' },
      { artist: { username: 'nikto' }, concertId: stage.concertId },
      { artist: { username: 'ни\u0000кто' }, concertId: stage.concertId },
      { artist: { username: 'ни\uD800кто' }, concertId: stage.concertId },
    ]
    for (const registration of strange) {
      const watcher = await open(t)
      watcher.register(registration)
      assert.equal(await watcher.closeCode(), 4404)
      const [error, ...more] = watcher.told() as { message: string }[]
      assert.deepEqual(
        { ...error, message: '' },
        { type: 'error', code: 'NO_SESSION', message: '' },
      )
      assert.match(error?.message ?? '', /^[А-Я].*[а-яё]/)
      assert.deepEqual(more, [])
    }
  })
})

describe('a change', () => {
  test('of every kind is seen by all who watch, by the same arrays', async (t) => {
    const stage = await makeStage(world)
    const elsewhere = await makeStage(world)
    const show = await Promise.all(Array.from({ length: 20 }, () => open(t)))
    const [stranger] = [await open(t)]
    for (const watcher of show) watcher.register(stage)
    stranger.register(elsewhere)
    const everybodyReceives = (...queue: string[]) =>
      Promise.all(show.map((watcher) => watcher.receives(queue)))
    await everybodyReceives()
    await stranger.receives([])
    const phone = makePhone(world)
    await phone.order(stage, stage.ids.А)
    await everybodyReceives('А SCHEDULED ×1')
    await makePhone(world).order(stage, stage.ids.А)
    await everybodyReceives('А SCHEDULED ×2')
    await makePhone(world).order(stage, stage.ids.Б)
    await everybodyReceives('А SCHEDULED ×2', 'Б SCHEDULED ×1')
    await stage.queued('Б', 'А')
    await everybodyReceives('Б QUEUED ×1', 'А QUEUED ×2')
    await world.ok(api.artist.onTop, { body: { songId: stage.ids.А } }, stage.as)
    await everybodyReceives('А QUEUED ×2', 'Б QUEUED ×1')
    await world.ok(api.artist.oneSongUp, { body: { songId: stage.ids.Б } }, stage.as)
    await everybodyReceives('Б QUEUED ×1', 'А QUEUED ×2')
    await stage.next()
    await everybodyReceives('Б NOW ×1', 'А QUEUED ×2')
    await stage.skip('А')
    await everybodyReceives('Б NOW ×1')
    await stage.next()
    await everybodyReceives()
    for (const watcher of show) assert.deepEqual(watcher.texts, show[0]?.texts)
    assert.deepEqual(stranger.told(), [[]], 'another concert heard nothing of it')
  })

  test('of many in a burst comes as few arrays, the last of which is the truth', async (t) => {
    const stage = await makeStage(world)
    const watchers = [await open(t), await open(t), await open(t)]
    for (const watcher of watchers) {
      watcher.register(stage)
      await watcher.receives([])
    }
    const began = performance.now()
    let lastAt = began
    watchers[0]?.socket.on('message', () => (lastAt = performance.now()))
    const titles = ['А', 'Б', 'В', 'Г', 'Д'] as const
    const orders = Array.from({ length: 50 }, (_, at) =>
      makePhone(world).order(stage, stage.ids[titles[at % titles.length] ?? 'А']),
    )
    for (const { status } of await Promise.all(orders)) assert.equal(status, 200)
    const last = await truth(stage)
    assert.equal(last.length, titles.length)
    assert.ok(last.every(({ backers }) => backers === 10))
    for (const watcher of watchers) {
      await watcher.receives(lines(last) ?? [])
      assert.deepEqual(watcher.arrays().at(-1), last)
    }
    const afterTheFirst = (watchers[0]?.arrays().length ?? 0) - 1
    const possible = ((lastAt - began) / 1000) * MOST_A_SECOND
    assert.ok(afterTheFirst <= possible + 2, `${afterTheFirst} arrays where ${possible} may come`)
  })

  test('made while a phone was away is there when it comes back', async (t) => {
    const stage = await makeStage(world)
    const first = await open(t)
    first.register(stage)
    await first.receives([])
    first.socket.terminate()
    await stage.scheduled('Б', 'А')
    const again = await open(t)
    again.register(stage)
    await again.receives(['Б SCHEDULED ×0', 'А SCHEDULED ×0'])
    assert.equal(again.texts.length, 1)
  })
})

describe('the concert itself', () => {
  test('is told from start to end to those who asked, and to nobody else', async (t) => {
    const stage = await makeStage(world, { concert: { status: 'SCHEDULED' } })
    const { concertId: sessionId } = stage
    const [asked, silent] = [await open(t), await open(t)]
    asked.register(stage, { events: true })
    silent.register(stage)
    const told: object[] = []
    const receives = async (sessionStatus: string, active: boolean) => {
      told.push({ sessionStatus, active })
      await until(() => asked.events().length >= told.length, JSON.stringify(told.at(-1)))
      assert.deepEqual(distinct(asked.events()), told)
    }
    await receives('SCHEDULED', false)
    const setStatus = (sessionStatus: string) =>
      world.ok(api.artist.updateSessionStatus, { body: { sessionId, sessionStatus } }, stage.as)
    await setStatus('NOW')
    await receives('NOW', true)
    await world.ok(api.artist.pause, {}, stage.as)
    await receives('NOW', false)
    await world.ok(api.artist.resume, {}, stage.as)
    await receives('NOW', true)
    await setStatus('PLAYED')
    await receives('PLAYED', false)
    assert.ok(silent.told().every((one) => Array.isArray(one)))
  })

  test('that is deleted sends everybody away', async (t) => {
    const stage = await makeStage(world, { concert: { status: 'SCHEDULED', startsIn: 60 } })
    const watcher = await open(t)
    watcher.register(stage)
    await watcher.receives([])
    await world.ok(api.session.remove, { query: { sessionId: stage.concertId } }, stage.as)
    assert.equal(await watcher.closeCode(), 4404)
    assert.equal((watcher.told().at(-1) as { code: string }).code, 'NO_SESSION')
  })
})

/** Drops the events that only reported a new count of listeners. */
function distinct(events: object[]): object[] {
  return events.filter((event, at) => JSON.stringify(event) !== JSON.stringify(events[at - 1]))
}

describe('the door', () => {
  test('is shut to pages of other sites, and open to our own', async (t) => {
    for (const origin of ['https://evil.example', 'http://localhost.evil.example', 'null'])
      assert.equal(await refusal({ origin }), 403, origin)
    assert.equal(await refusal({ origin: `http://127.0.0.1:${port}` }), 403)
    await open(t, { origin: 'http://localhost' })
  })
})

// Only a real server has several connections; without one there is nothing to test.
const serverUrl = SERVER_URL
if (serverUrl !== undefined)
  test('two processes on one database: what is done at one is seen at the other', async (t) => {
    const named = await raw<{ name: string }>`select current_database() as name`.execute(world.sql)
    const url = new URL(serverUrl)
    url.pathname = `/${named.rows[0]?.name}`
    const database = await openPostgres(url.href, 5)
    const bus = postgresBus({ connectionString: url.href, log: pino({ level: 'silent' }) })
    const second = await makeWorld({ database, bus })
    t.after(async () => {
      await second.close()
      await bus.close()
      await database.close()
    })
    await until(() => bus.healthy(), 'the bus')
    const there = await second.app.listen(0, '127.0.0.1')
    const stage = await makeStage(world)
    const [here, far] = [await open(t), await open(t, {}, there)]
    for (const watcher of [here, far]) {
      watcher.register(stage, { events: true })
      await watcher.receives([])
    }
    await makePhone(world).order(stage, stage.ids.А)
    await makePhone(second).order(stage, stage.ids.А)
    await Promise.all([here, far].map((watcher) => watcher.receives(['А SCHEDULED ×2'])))
    await second.ok(api.artist.nextSong, { body: { songId: null } }, stage.as)
    await Promise.all([here, far].map((watcher) => watcher.receives(['А NOW ×2'])))
    await world.ok(api.artist.pause, {}, stage.as)
    for (const watcher of [here, far])
      await until(() => watcher.events().at(-1)?.active === false, 'the pause')
  })

import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import {
  enqueue,
  moveOneUp,
  moveToTop,
  playNext,
  setScheduled,
  skip,
} from '#domain/queue/queue-steps.ts'
import type { SongStatus } from '#domain/queue/queue.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { eventually } from '#test/support/eventually.ts'
import { ownFolder, startProduct } from '#test/support/product/product.ts'
import type { Product } from '#test/support/product/product.ts'

const CHANGES = 200
/** An artist of the demo; the demo plays no concert of hers. */
const ARTIST = 'sonya-veresk'

type Row = { songId: string; status: SongStatus }
type Model = readonly (Row & { id: string })[]
type Json = { data: never }

async function send(
  url: string,
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
) {
  const answer = await fetch(`${url}/api/v1${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  const json = (await answer.json()) as Json
  return { status: answer.status, data: json.data, json }
}

/** Opens the test's concert: an artist with a running concert of his own. */
async function openConcert({ url, demoPassword }: Product) {
  const password = await demoPassword()
  const { data } = await send(url, '/auth/login', { username: ARTIST, password })
  const headers = { authorization: `Bearer ${(data as { token: string }).token}` }
  const next = await fetch(`${url}/api/v1/page/get-next-session?artistUsername=${ARTIST}`)
  const sessionId = ((await next.json()) as { data: { id: string } }).data.id
  const started = await send(
    url,
    '/artist/update-session-status',
    { sessionId, sessionStatus: 'NOW' },
    headers,
  )
  assert.equal(started.status, 200, JSON.stringify(started.json))
  return { sessionId, headers }
}

async function rowsOf(url: string, sessionId: string): Promise<Row[]> {
  const { data } = await send(url, '/test/get-queue-by-session', { sessionId })
  return data
}

/** One press on the pad: its request, and its effect on the queue by the rules. */
type Press = { path: string; body: object; apply(queue: Model): Model }

const entry = (songId: string) => ({ id: songId, songId, status: 'SCHEDULED' as const })

/** Returns the next press of an evening in which every kind of press is used again and again. */
function pressOf(turn: number, queue: Model, sessionId: string, songs: readonly string[]): Press {
  const queued = queue.filter((row) => row.status === 'QUEUED')
  const scheduled = queue.filter((row) => row.status === 'SCHEDULED')
  const last = queued.at(-1)?.songId
  const ordered = scheduled.at(turn % Math.max(1, scheduled.length))?.songId
  const step = turn % 5
  if (step === 0 && ordered !== undefined)
    return {
      path: '/artist/change-song-status',
      body: { songId: ordered, statusSong: 'QUEUED', sessionId },
      apply: (before) => enqueue(before, ordered).queue,
    }
  if (step === 1 && last !== undefined)
    return {
      path: turn % 2 === 0 ? '/artist/on-top' : '/artist/one-song-up',
      body: { songId: last },
      apply: (before) => (turn % 2 === 0 ? moveToTop : moveOneUp)(before, last).queue,
    }
  if (step === 2 && ordered !== undefined)
    return {
      path: '/artist/change-song-status',
      body: { songId: ordered, statusSong: 'SKIPPED', sessionId },
      apply: (before) => skip(before, ordered).queue,
    }
  if (step === 3)
    return {
      path: '/artist/next-song',
      body: { songId: null },
      apply: (before) => playNext(before, { songId: null }).queue,
    }
  const free = songs.filter((id) => queued.every((row) => row.songId !== id))
  const idList = [...free.slice(turn % free.length), ...free].slice(0, 12)
  const unique = [...new Set(idList)]
  return {
    path: '/artist/update-session-songList',
    body: { sessionId, idList: unique },
    apply: (before) => setScheduled(before, unique, entry).queue,
  }
}

const facts = (queue: readonly Row[]) => queue.map(({ songId, status }) => `${songId} ${status}`)

/** Twenty songs of the artist for the queue, and two more for a battle. */
async function someSongs(url: string) {
  const answer = await fetch(`${url}/api/v1/songs/get-favorite-songs?artistUsername=${ARTIST}`)
  const { data } = (await answer.json()) as { data: Row[] }
  const [one = '', two = '', ...songs] = data.slice(0, 22).map((song) => song.songId)
  return { songs, rivals: [one, two] as const }
}

/** A battle of a minute, in which `rivals` got one vote for the second. */
async function beginBattle(
  url: string,
  { sessionId, headers }: Awaited<ReturnType<typeof openConcert>>,
  rivals: readonly [string, string],
) {
  const battle = { sessionId, id: randomUUID() }
  const body = { ...battle, songIds: rivals, minutes: 1 }
  assert.equal((await send(url, '/artist/start-battle', body, headers)).status, 200)
  const vote = { ...battle, songId: rivals[1] }
  assert.equal((await send(url, '/songs/vote-in-battle', vote)).status, 200)
}

test('kill -9 in the middle of queue changes and of a battle: every acknowledged change is there, and the next process ends the battle in its time', async () => {
  await using ends = new AsyncDisposableStack()
  const folder = ownFolder()
  ends.defer(folder.remove)
  const start = async () => {
    const product = await startProduct({ DATA_DIR: folder.path, DEMO: 'on' })
    ends.defer(async () => void (await product.kill('SIGKILL')))
    return product
  }
  const first = await start()
  const concert = await openConcert(first)
  const { sessionId, headers } = concert
  const before = await rowsOf(first.url, sessionId)
  const { songs, rivals } = await someSongs(first.url)
  let model: Model = before.map((row) => ({ ...row, id: row.songId }))
  let perhaps = model
  let acknowledged = 0
  let killed: Promise<unknown> = Promise.resolve()
  for (let turn = 0; turn < CHANGES; turn++) {
    if (turn === CHANGES / 2) await beginBattle(first.url, concert, rivals)
    const press = pressOf(turn, model, sessionId, songs)
    perhaps = press.apply(model)
    const answer = send(first.url, press.path, press.body, headers).catch(() => null)
    if (turn === CHANGES / 2) killed = first.kill('SIGKILL')
    const came = await answer
    if (came === null) break
    assert.equal(came.status, 200, JSON.stringify(came.json))
    model = perhaps
    acknowledged++
  }
  await killed
  assert.ok(acknowledged >= CHANGES / 2, `${acknowledged} changes came before the kill`)
  assert.ok(acknowledged < CHANGES, 'the kill came in the middle')

  const second = await start()
  const found = async () => facts(await rowsOf(second.url, sessionId))
  const kept = await found()
  // The press in flight may have landed or not; nothing else is possible.
  const landed = JSON.stringify(kept) === JSON.stringify(facts(perhaps))
  assert.deepEqual(kept, facts(landed ? perhaps : model))
  const isNow = (row: string) => row.endsWith(' NOW')
  const won = [...kept.filter(isNow), `${rivals[1]} QUEUED`, ...kept.filter((row) => !isNow(row))]
  await eventually(found, won, 2 * MINUTE_MS)
})

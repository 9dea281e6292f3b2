import { randomUUID, randomUUIDv7 } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { songKey } from '#packages/song-search/song-text.ts'
import type { Sql } from '#server/platform/db/open.ts'
import { startProducts } from '../harness/products.ts'
import { machineMs } from '../harness/listeners-messages.ts'
import { startListeners } from '../harness/listeners.ts'
import { inDatabase, insertDataset } from '../harness/dataset.ts'
import { performAction } from '../harness/concert-actions.ts'
import type { ScenarioFinding, Scenario, ScenarioContext } from '../scenario.ts'

const STALLED = 50
const READING = 450
const SONGS = 60
const LONG_WORD = 110
const MOST = { cutMs: 10_000, growthMb: 64, p99Ms: 300 }
const ESTABLISHED = '01'
/** While the buffered bytes grow by more than this factor, the product has nothing to notice; the system's own probe adds one byte. */
const GROWS = 1.01
/** The system's buffers are full within this time, and then a stalled reader falls behind. */
const LOAD_MS = 60_000
const MB = 1024 * 1024

/** Inserts songs with names of the greatest length, so that the array is large. */
async function longSongs(sql: Sql): Promise<string[]> {
  const rows = Array.from({ length: SONGS }, (_, n) => {
    const title = `${n} ${'ё'.repeat(LONG_WORD)}`
    const artist = `Группа ${'ю'.repeat(LONG_WORD)}`
    return {
      id: randomUUIDv7(),
      title,
      artistName: artist,
      source: 'catalogue' as const,
      verified: true,
      songKey: songKey(title, artist),
      createdAt: new Date(),
    }
  })
  await sql.insertInto('songs').values(rows).execute()
  return rows.map(({ id }) => id)
}

function rssMb(pid: number): number {
  const [, pages] = readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')
  return (Number(pages) * 4_096) / MB
}

/** Returns the number of open connections from these ports, and the bytes that the system buffers for them. */
function heldFor(ports: readonly number[]) {
  const ends = new Set(ports.map((port) => port.toString(16).toUpperCase().padStart(4, '0')))
  let [openCount, bytes] = [0, 0]
  for (const line of readFileSync('/proc/net/tcp', 'utf8').split('\n')) {
    const [, , to = '', state, queues = ''] = line.trim().split(/\s+/u)
    if (!ends.has(to.slice(-4))) continue
    bytes += Number.parseInt(queues.split(':')[0] ?? '', 16)
    if (state === ESTABLISHED) openCount += 1
  }
  return { openCount, bytes }
}

async function run(context: ScenarioContext): Promise<ScenarioFinding> {
  const { dataset, songIds } = await inDatabase(context, async (sql) => ({
    dataset: await insertDataset(sql, 0),
    songIds: await longSongs(sql),
  }))
  const { products, urls, stop } = await startProducts(context, 1)
  const [product, url] = [products[0], urls[0]]
  if (product === undefined || url === undefined) throw new Error('no product')
  const { username, concertId } = dataset.artist
  const of = { port: Number(new URL(url).port), artistUsername: username, sessionId: concertId }
  const order = async (songId: string) => {
    const action = { kind: 'order', songId, key: randomUUID(), phone: 0, cookie: null } as const
    const { outcome, status } = await performAction(url, dataset, action)
    if (outcome !== 'ok') throw new Error(`an order was answered ${status}`)
  }
  for (const songId of songIds) await order(songId)

  const reading = await startListeners({ ...of, lean: READING })
  const stalled = await startListeners({ ...of, stalled: STALLED })
  const { ports } = await stalled.stalled()
  await sleep(3_000)
  const before = rssMb(product.pid)
  const times: number[] = []
  let most = before
  let held = 0
  const began = machineMs()
  let [fullAt, cutAt, openCount] = [began, began, STALLED]
  while (openCount > 0 && machineMs() - began < LOAD_MS) {
    const songId = songIds[times.length % songIds.length] ?? ''
    const { seen } = await reading.expect(songId)
    const asked = machineMs()
    const [ended] = await Promise.all([seen, order(songId)])
    times.push(ended - asked)
    most = Math.max(most, rssMb(product.pid))
    const now = heldFor(ports)
    if (now.bytes > held * GROWS) [held, fullAt] = [now.bytes, machineMs()]
    ;({ openCount } = now)
    cutAt = machineMs()
  }
  const afterFull = cutAt - fullAt
  const left = heldFor(ports).bytes
  times.sort((one, other) => one - other)
  const p99 = times[Math.floor(times.length * 0.99)] ?? 0
  reading.end()
  stalled.end()
  const growth = most - before
  const slow = [
    ...(afterFull > MOST.cutMs
      ? [`the last stalled one was cut after ${Math.round(afterFull)} ms`]
      : []),
    ...(growth > MOST.growthMb ? [`memory grew by ${growth.toFixed(0)} MB`] : []),
    ...(p99 > MOST.p99Ms ? [`those who read waited ${p99.toFixed(0)} ms (p99)`] : []),
  ]
  return {
    figures: {
      stalled: STALLED,
      reading: READING,
      cut: STALLED - openCount,
      'changes sent': times.length,
      'last cut after their buffers were full, ms': Math.round(afterFull),
      'held by the system for them, MB': Math.round(held / MB),
      'memory grew by, MB': Math.round(growth),
      'healthy p99, ms': Math.round(p99),
    },
    broken: [
      ...(openCount > 0 ? [`${openCount} stalled ones were never cut`] : []),
      ...(left > 0 ? [`the system still holds ${left} bytes for them`] : []),
      ...(await stop()),
    ],
    slow,
  }
}

export const scenario: Scenario = {
  number: 9,
  title: '50 stalled readers among 500',
  pass: 'stalled cut ≤ 10 s, memory grows by ≤ 64 MB, the others served within 300 ms (p99)',
  engines: ['embedded', 'postgres'],
  inTests: [],
  run,
}

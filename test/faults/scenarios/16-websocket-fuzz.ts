import { randomBytes } from 'node:crypto'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { LIVE_PATH } from '#contract/path.ts'
import { PLAIN, startProducts } from '../harness/products.ts'
import { startListeners } from '../harness/listeners.ts'
import { inDatabase, insertDataset } from '../harness/dataset.ts'
import { requestUpgrade, requestUpgrades } from '../harness/upgrade-requests.ts'
import type { ScenarioFinding, Scenario, ScenarioContext } from '../scenario.ts'

const JUNK = { short: 200, long: 2_000 }
const UPGRADE_REQUESTS = { short: 500, long: 20_000 }
/** The watcher limit of the process; below what the rate limit of one address lets in while a busy machine connects. */
const MOST_WATCHERS = { short: 300, long: 5_000 }
const OPENING = new Set([400, 403, 404, 426, 429, 503])
/** Close codes allowed after a broken or senseless frame; 1006 is an end without a close frame. */
const ENDS = new Set([1002, 1003, 1006, 1007, 1008, 1009])
const TIMEOUT_MS = 10_000

/** Returns the code with which a channel closes after these bytes; null where it stays open. */
function endAfter(url: string, act: (socket: WebSocket) => void): Promise<number | null> {
  const socket = new WebSocket(url)
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      socket.terminate()
      resolve(null)
    }, TIMEOUT_MS)
    socket.on('error', () => {})
    socket.on('open', () => act(socket))
    socket.on('close', (code) => {
      clearTimeout(timer)
      resolve(code)
    })
  })
}

/** Writes bytes to the socket, bypassing the library that opened the channel. */
const raw = (socket: WebSocket, bytes: Buffer) => {
  const { _socket: wire } = socket as unknown as { _socket: Socket }
  wire.end(bytes)
}

async function run(context: ScenarioContext): Promise<ScenarioFinding> {
  const dataset = await inDatabase(context, (sql) => insertDataset(sql, 0))
  const most = context.short ? MOST_WATCHERS.short : MOST_WATCHERS.long
  const variables = { ...PLAIN, MAX_WATCHERS: String(most) }
  const { urls, stop } = await startProducts(context, 1, variables)
  const url = urls[0] ?? ''
  const port = Number(new URL(url).port)
  const live = `${url.replace('http', 'ws')}${LIVE_PATH}`
  const { username, concertId } = dataset.artist
  const broken: string[] = []
  const concert = await startListeners({
    port,
    artistUsername: username,
    sessionId: concertId,
    lean: 5,
  })

  const junk = context.short ? JUNK.short : JUNK.long
  const ends = new Map<number | null, number>()
  for (let sent = 0; sent < junk; sent += 20)
    for (const end of await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        endAfter(live, (socket) => raw(socket, randomBytes(1 + ((sent + n) % 300)))),
      ),
    ))
      ends.set(end, (ends.get(end) ?? 0) + 1)
  for (const end of ends.keys())
    if (end === null || !(ENDS.has(end) || end === 1005 || end === 1000))
      broken.push(`junk ended with ${end}`)

  const long = await endAfter(live, (socket) => socket.send('x'.repeat(70 * 1_024)))
  if (long !== 1009) broken.push(`a frame of 70 KB ended with ${long}`)
  const senseless = await endAfter(live, (socket) => socket.send('{"type":"weather"}'))
  if (senseless !== 1008) broken.push(`a senseless message ended with ${senseless}`)
  const foreign = await requestUpgrade(port, { origin: 'https://evil.example' })
  if (foreign !== 403) broken.push(`a foreign page was answered ${foreign}`)

  context.logProgress('so many sockets at once')
  const { answers, mostOpen, opened, ms } = await requestUpgrades(
    port,
    context.short ? UPGRADE_REQUESTS.short : UPGRADE_REQUESTS.long,
  )
  // Half of them, and those whose end is still on its way: one that never registers makes room after ten seconds.
  if (mostOpen > most * 0.6) broken.push(`${mostOpen} of ${most} sockets had one address`)
  for (const [status, count] of answers)
    if (status !== 101 && !OPENING.has(status)) broken.push(`${count} × ${status}`)

  // The process is still alive, and a new listener from another address is accepted.
  const healthy = await fetch(`${url}/healthz`).then(({ status }) => status)
  if (healthy !== 200) broken.push(`/healthz answered ${healthy}`)
  let elsewhere = 0
  for (let tries = 0; elsewhere !== 101 && tries < 50; tries += 1) {
    elsewhere = await requestUpgrade(port, { 'x-forwarded-for': '10.77.1.2' })
    if (elsewhere !== 101) await sleep(100)
  }
  if (elsewhere !== 101) broken.push(`a listener from elsewhere was answered ${elsewhere}`)
  concert.end()
  return {
    figures: {
      junk,
      'junk ended with': [...ends].map(([code, count]) => `${code} × ${count}`).join(', '),
      'upgrade requests': opened,
      'open at once': mostOpen,
      'all answered within, ms': Math.round(ms),
      'answered with': [...answers].map(([code, count]) => `${code} × ${count}`).join(', '),
    },
    broken: [...broken, ...(await stop())],
    slow: [],
  }
}

export const scenario: Scenario = {
  number: 16,
  title: 'WebSocket fuzz: junk, long frames, foreign pages, a flood of sockets',
  pass: '1009, 1008 and 403 as designed, a flood refused with 429 or 503, the server alive',
  engines: ['embedded'],
  inTests: [],
  run,
}

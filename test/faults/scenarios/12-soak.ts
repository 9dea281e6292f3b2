import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { api } from '#contract/index.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { freePort } from '../../../scripts/free-port.ts'
import { anyAddress, startProduct } from '#test/support/product/product.ts'
import { PLAIN } from '../harness/products.ts'
import { startListeners } from '../harness/listeners.ts'
import { inDatabase, insertDataset } from '../harness/dataset.ts'
import type { TestDataset } from '../harness/dataset.ts'
import { performAction } from '../harness/concert-actions.ts'
import { callOverWire } from '../harness/wire-call.ts'
import type { ScenarioFinding, Scenario, ScenarioContext } from '../scenario.ts'

const WHOLE = 30
const MINUTES = Number(process.env['SOAK_MINUTES'] ?? 5)
/** Memory that a process takes while it warms up says nothing about a leak. */
const WARM_MINUTES = MINUTES >= 10 ? 5 : 0.4 * MINUTES
const SOCKETS = { short: 30, long: 300 }
const PER_SECOND = 20
const LOOK_MS = { short: 400, long: 5000 }
const LOAD_MS = { short: 3000, long: MINUTES * 60_000 }
const SLOPE_MOST = 1
const LOOP_MOST_MS = 50
const DESCRIPTORS_MOST = 20
/** The heap grows for minutes between two full collections, so memory is compared right after forced ones: every sixth look. */
const LOOKS_TO_COLLECT = 6

type Look = { at: number; rss: number; files: number; loop: number; collected: boolean }

async function look(url: string, collected: boolean): Promise<Look> {
  const text = await (await fetch(`${url}/metrics`)).text()
  const figure = (name: string) => {
    const line = text.split('\n').find((one) => one.startsWith(`${name} `))
    if (line === undefined) throw new Error(`${name} is not told`)
    return Number(line.slice(name.length + 1))
  }
  return {
    at: performance.now(),
    rss: figure('bis_memory_bytes{kind="rss"}') / 1_048_576,
    files: figure('bis_open_files'),
    loop: figure('bis_loop_delay_seconds{quantile="0.99"}') * 1000,
    collected,
  }
}

/** Connects to the inspector of a process; `collectGarbage` resolves after a full collection there. */
async function openInspector(port: number) {
  const answer = await fetch(`http://127.0.0.1:${port}/json`)
  const [target] = (await answer.json()) as { webSocketDebuggerUrl: string }[]
  const socket = new WebSocket(target?.webSocketDebuggerUrl ?? '')
  await once(socket, 'open')
  let id = 0
  return {
    async collectGarbage(): Promise<void> {
      id += 1
      socket.send(JSON.stringify({ id, method: 'HeapProfiler.collectGarbage' }))
      // Without an enabled domain the inspector sends nothing but replies.
      await once(socket, 'message')
    },
    close: () => socket.close(),
  }
}

/** Returns the slope in megabytes a minute, by the line that fits best. */
function slope(looks: readonly Look[]): number {
  const mean = (of: (look: Look) => number) =>
    looks.reduce((sum, one) => sum + of(one), 0) / looks.length
  const [at, rss] = [mean((one) => one.at), mean((one) => one.rss)]
  const over = looks.reduce((sum, one) => sum + (one.at - at) * (one.rss - rss), 0)
  const under = looks.reduce((sum, one) => sum + (one.at - at) ** 2, 0)
  return under === 0 ? 0 : (over / under) * MINUTE_MS
}

/** Sends what quiet listeners request, twenty times a second; once a second one orders and the next song begins. */
function startQuietLoad(url: string, dataset: TestDataset) {
  const { artist, songIds } = dataset
  const query = { artistUsername: artist.username }
  const wrong: string[] = []
  let turn = 0
  const underway = new Set<Promise<void>>()

  async function ask(): Promise<{ status: number | null }> {
    const address = anyAddress()
    const songId = songIds[turn % songIds.length] ?? ''
    if (turn % PER_SECOND === 0) {
      const key = crypto.randomUUID()
      return performAction(url, dataset, { kind: 'order', songId, phone: 0, cookie: null, key })
    }
    if (turn % PER_SECOND === 10) return performAction(url, dataset, { kind: 'next', songId: null })
    if (turn % 3 === 0)
      return callOverWire(url, api.songs.findSong, { query: { input: 'Пять' } }, { address })
    if (turn % 3 === 1) return callOverWire(url, api.page.getInfo, { query }, { address })
    const answer = await fetch(`${url}/user/${artist.username}`, {
      headers: { accept: 'text/html', 'x-forwarded-for': address },
    })
    await answer.text()
    return answer
  }

  const beat = setInterval(() => {
    turn += 1
    const asked = ask()
      .then(({ status }) => {
        if (status === null || status >= 500) wrong.push(`answered ${status}`)
      })
      .catch((error: unknown) => wrong.push(String(error)))
      .then(() => void underway.delete(asked))
    underway.add(asked)
  }, 1000 / PER_SECOND)
  return {
    wrong,
    asked: () => turn,
    async stop(): Promise<void> {
      clearInterval(beat)
      await Promise.all(underway)
    },
  }
}

async function run(context: ScenarioContext): Promise<ScenarioFinding> {
  const form = context.short ? 'short' : 'long'
  const dataset = await inDatabase(context, (sql) => insertDataset(sql, 1))
  const inspectorPort = await freePort()
  const product = await startProduct({
    ...context.environment,
    ...PLAIN,
    NODE_OPTIONS: `--inspect=127.0.0.1:${inspectorPort}`,
  })
  const inspector = await openInspector(inspectorPort)
  const { username: artistUsername, concertId: sessionId } = dataset.artist
  const port = Number(new URL(product.url).port)
  const listeners = await startListeners({ port, artistUsername, sessionId, lean: SOCKETS[form] })
  const concert = startQuietLoad(product.url, dataset)
  const looks: Look[] = []
  const until = performance.now() + LOAD_MS[form]
  while (performance.now() < until) {
    await sleep(LOOK_MS[form])
    const collects = looks.length % LOOKS_TO_COLLECT === 0
    if (collects) await inspector.collectGarbage()
    looks.push(await look(product.url, collects))
    if (looks.length % 12 === 0) context.logProgress(`${Math.round(looks.at(-1)?.rss ?? 0)} MB`)
  }
  await concert.stop()
  listeners.end()
  inspector.close()
  const { code } = await product.kill('SIGTERM')
  const warm = looks.slice(Math.floor((looks.length * WARM_MINUTES) / MINUTES))
  const files = warm.map((one) => one.files)
  const grew = Math.max(...files) - Math.min(...files)
  const megabytes = slope(warm.filter(({ collected }) => collected))
  const loop = Math.max(...warm.map((one) => one.loop))
  return {
    figures: {
      minutes: context.short ? 0 : MINUTES,
      requests: concert.asked(),
      'RSS at the end, MB': Math.round(warm.at(-1)?.rss ?? 0),
      'RSS slope, MB a minute': context.short ? 'not told' : megabytes.toFixed(2),
      descriptors: `${Math.min(...files)} to ${Math.max(...files)}`,
      'loop p99 at most, ms': Math.round(loop),
      'answered wrongly': concert.wrong.length,
    },
    broken: [...new Set(concert.wrong), ...(code === 0 ? [] : [`the process ended with ${code}`])],
    slow: [
      ...(!context.short && megabytes > SLOPE_MOST ? [`${megabytes.toFixed(2)} MB a minute`] : []),
      ...(grew > DESCRIPTORS_MOST ? [`${grew} descriptors more`] : []),
      ...(loop > LOOP_MOST_MS ? [`the loop was ${Math.round(loop)} ms late`] : []),
    ],
  }
}

export const scenario: Scenario = {
  number: 12,
  title: `Soak, ${MINUTES} min (the whole is ${WHOLE}: SOAK_MINUTES=${WHOLE}): 300 sockets, 20 req/s, 1 order/s`,
  pass: `from minute ${WARM_MINUTES} to minute ${MINUTES}: RSS slope ≤ ${SLOPE_MOST} MB/min, descriptors within ${DESCRIPTORS_MOST}, loop p99 ≤ ${LOOP_MOST_MS} ms`,
  engines: ['embedded', 'postgres'],
  inTests: [],
  minutes: MINUTES + 5,
  run,
}

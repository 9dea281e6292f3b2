import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../../scripts/free-port.ts'
import { startProduct } from '#test/support/product/product.ts'
import { PLAIN } from '../harness/products.ts'
import { machineMs } from '../harness/listeners-messages.ts'
import { startListeners } from '../harness/listeners.ts'
import { inDatabase, insertDataset } from '../harness/dataset.ts'
import type { ScenarioFinding, Scenario, ScenarioContext } from '../scenario.ts'

const LISTENERS = { short: 100, long: 1_000 }
const MOST_OF_ALL = 0.95
const MOST_MS = { most: 4_000, all: 35_000, probe: 200 }
const PROBE_EVERY_MS = 20
/** Reconnections are counted in waves of this length. */
const WAVE_MS = 500
/** A wave after the first may not be larger than this share of it. */
const SECOND_PEAK = 1

/** Polls the liveness all the time, as a proxy in front of the process does: a blocked event loop answers late. */
function probeLife(url: string) {
  const waits: number[] = []
  const stop = new AbortController()
  const done = (async () => {
    while (!stop.signal.aborted) {
      const asked = machineMs()
      const answer = await fetch(`${url}/healthz`).catch(() => null)
      if (answer?.status === 200) waits.push(machineMs() - asked)
      await sleep(PROBE_EVERY_MS)
    }
  })()
  return {
    async p99(): Promise<number> {
      stop.abort()
      await done
      waits.sort((one, other) => one - other)
      return waits[Math.floor(waits.length * 0.99)] ?? 0
    },
  }
}

/** Returns the number of reconnections in each wave since then. */
function wavesOf(cameBack: readonly number[]): number[] {
  const waves: number[] = []
  for (const ms of cameBack) {
    const wave = Math.max(0, Math.floor(ms / WAVE_MS))
    waves[wave] = (waves[wave] ?? 0) + 1
  }
  return Array.from(waves, (count) => count ?? 0)
}

async function run(context: ScenarioContext): Promise<ScenarioFinding> {
  const count = context.short ? LISTENERS.short : LISTENERS.long
  const dataset = await inDatabase(context, (sql) => insertDataset(sql, 0))
  const port = await freePort()
  const variables = { ...context.environment, ...PLAIN, PORT: String(port) }
  const first = await startProduct(variables)
  const { username, concertId } = dataset.artist
  const concert = await startListeners({
    port,
    artistUsername: username,
    sessionId: concertId,
    pages: count,
  })
  const broken: string[] = []
  const slow: string[] = []
  const figures: Record<string, string | number> = { listeners: count }
  let product = first
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    context.logProgress(`${signal}, and a new process`)
    await product.kill(signal)
    product = await startProduct(variables)
    const ready = machineMs()
    const life = probeLife(product.url)
    let live = 0
    while (live < count && machineMs() - ready < MOST_MS.all) {
      await sleep(250)
      live = (await concert.pages()).live
    }
    // No page loses its connection again once all are back.
    await sleep(context.short ? 500 : 3_000)
    const pages = await concert.pages()
    const probe = await life.p99()
    const back = pages.liveAt.map((at) => at - ready).toSorted((one, other) => one - other)
    const [most, all] = [back[Math.ceil(count * MOST_OF_ALL) - 1], back[count - 1]]
    const waves = wavesOf(back)
    const peak = waves.indexOf(Math.max(...waves))
    const later = Math.max(0, ...waves.slice(peak + 1 + 1_000 / WAVE_MS))
    figures[`${signal}: 95 % back, ms`] = Math.round(most ?? -1)
    figures[`${signal}: all back, ms`] = Math.round(all ?? -1)
    figures[`${signal}: came in waves of ${WAVE_MS} ms`] = waves.join(' ')
    figures[`${signal}: probe p99, ms`] = Math.round(probe)
    if (pages.live < count) broken.push(`${signal}: ${count - pages.live} did not come back`)
    if ((most ?? Infinity) > MOST_MS.most)
      slow.push(`${signal}: 95 % after ${Math.round(most ?? 0)} ms`)
    if (probe > MOST_MS.probe) slow.push(`${signal}: a probe waited ${Math.round(probe)} ms`)
    if (later >= (waves[peak] ?? 0) * SECOND_PEAK) slow.push(`${signal}: a second peak of ${later}`)
  }
  concert.end()
  await product.kill('SIGTERM')
  return { figures, broken, slow }
}

export const scenario: Scenario = {
  number: 8,
  title: 'Reconnect storm: the process is replaced under 1 000 pages',
  pass: '95 % back ≤ 4 s after it is ready, 100 % ≤ 35 s, a probe answered ≤ 200 ms (p99), no second peak',
  engines: ['embedded', 'postgres'],
  inTests: [],
  run,
}

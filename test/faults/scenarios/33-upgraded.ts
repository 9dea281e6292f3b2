import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { errorLines } from '#test/support/crash/error-lines.ts'
import { freePort } from '../../../scripts/free-port.ts'
import { startProduct } from '#test/support/product/product.ts'
import type { Product } from '#test/support/product/product.ts'
import { faultsOf } from '../../../scripts/check-migrations.ts'
import { openReadinessProxy } from '../harness/readiness-proxy.ts'
import { PLAIN } from '../harness/products.ts'
import { faultsOfOrders } from '../harness/final-orders.ts'
import { inDatabase, insertDataset } from '../harness/dataset.ts'
import { padQueue } from '../harness/concert-actions.ts'
import { LATER_MIGRATION, LATER_TABLES, unpackLaterVersion } from '../harness/later-version.ts'
import { startPlainLoad } from '../harness/plain-load.ts'
import { startSteadyPad } from '../harness/steady-pad.ts'
import { openWatcher, queueText } from '../harness/watcher.ts'
import type { ScenarioFinding, Scenario, ScenarioContext } from '../scenario.ts'

const WORKERS = { short: 4, long: 8 }
const WATCHERS = { short: 12, long: 60 }
/** How long the load runs before, between and after the replacements (ms). */
const BETWEEN_MS = { short: 200, long: 5000 }
/** Longer than the proxy may take to notice it on a busy machine: one check in flight, and the next. */
const STOP_WAIT_SECONDS = '3'
const SEEN_MOST_MS = 20_000
const BUILD = fileURLToPath(new URL('../../../build', import.meta.url))

/** What replaces both processes, one after the other. */
type Round = { readonly name: string; readonly later: boolean; readonly newerDatabase: boolean }
const AGAIN: Round = { name: 'the same version', later: false, newerDatabase: false }
const ON: Round = { name: 'a later version, which migrates', later: true, newerDatabase: false }
const BACK: Round = { name: 'back to this version', later: false, newerDatabase: true }
const PLACES = [0, 1]
/**
 * By round and place: in the short form one process becomes the later version, and the other stays at this version with
 * the tables that the later one migrated.
 */
const STEPS = {
  short: [
    { round: ON, place: 0 },
    { round: BACK, place: 1 },
  ],
  long: [AGAIN, ON, BACK].flatMap((round) => PLACES.map((place) => ({ round, place }))),
}

async function run(context: ScenarioContext): Promise<ScenarioFinding> {
  const form = context.short ? 'short' : 'long'
  await using ends = new AsyncDisposableStack()
  const dataset = await inDatabase(context, (sql) => insertDataset(sql, 1))
  const proxy = await openReadinessProxy()
  ends.defer(proxy.remove)
  const later = unpackLaterVersion()
  ends.defer(later.remove)
  const errors: string[] = []
  const start = (port: number, { later: isLater, newerDatabase }: Round): Promise<Product> =>
    startProduct(
      {
        ...context.environment,
        ...PLAIN,
        BUILD_DIR: process.env['BUILD_DIR'] ?? BUILD,
        PORT: String(port),
        PUBLIC_URL: proxy.url,
        STOP_WAIT_SECONDS,
        ...(newerDatabase ? { NEWER_DATABASE: 'on' } : {}),
      },
      ...(isLater ? [later.root] : []),
    )
  const products = await Promise.all(PLACES.map(async () => start(await freePort(), AGAIN)))
  const broken: string[] = []
  async function stop(product: Product): Promise<void> {
    const { code, signal, output } = await product.kill('SIGTERM')
    errors.push(...errorLines(output))
    if (code !== 0) broken.push(`a process ended with ${code ?? signal}`)
  }
  const lead = () => proxy.setTargets(products.map(({ url }) => url))
  /** Starts the new process on the port of the old one, once that has ended; in the short form beside it, as it shuts down. */
  async function replace(place: number, round: Round): Promise<void> {
    const old = products[place]
    if (old === undefined) throw new Error('nothing is there')
    const leaving = stop(old)
    if (!context.short) await leaving
    products[place] = await start(
      context.short ? await freePort() : Number(new URL(old.url).port),
      round,
    )
    await leaving
    lead()
  }
  lead()
  await proxy.untilReady(PLACES.length)

  const target = { artistUsername: dataset.artist.username, sessionId: dataset.artist.concertId }
  const watchers = Array.from({ length: WATCHERS[form] }, () =>
    openWatcher(() => proxy.url, target),
  )
  for (const watcher of watchers) ends.defer(watcher.close)
  const load = startPlainLoad(dataset, WORKERS[form], () => proxy.url)
  const pad = startSteadyPad(dataset, proxy.url)
  let slowestMs = 0
  for (const { round, place } of STEPS[form]) {
    await sleep(BETWEEN_MS[form])
    context.logProgress(`${round.name}, process ${place + 1}`)
    const began = performance.now()
    await replace(place, round)
    await proxy.untilReady(PLACES.length)
    slowestMs = Math.max(slowestMs, performance.now() - began)
  }
  await sleep(BETWEEN_MS[form])
  await load.stop()
  await pad.stop()

  const text = queueText(await padQueue(proxy.url, dataset))
  const took = await Promise.all(watchers.map((one) => one.sees(text, SEEN_MOST_MS)))
  const blind = took.filter((ms) => ms === null).length
  if (blind > 0) broken.push(`${blind} listeners never saw the final state`)
  for (const watcher of watchers) broken.push(...watcher.faults)
  for (const watcher of watchers) watcher.close()
  await Promise.all(products.map(stop))
  await inDatabase(context, async (sql) => {
    const { faults } = await faultsOfOrders(sql, target.sessionId, load.orders)
    broken.push(...faults, ...(await pad.faults(sql)))
  })

  const asked = [...load.asked, ...pad.asked]
  const failed = asked.filter(({ status }) => status === null || status >= 500)
  const refused = pad.asked.filter(({ status }) => status !== null && status >= 400 && status < 500)
  const count = (what: string) => asked.filter((one) => one.what === what).length
  return {
    figures: {
      replaced: STEPS[form].length,
      calls: asked.length,
      failed: failed.length,
      'sent to a second process': proxy.repeated(),
      orders: load.orders.filter(({ outcome }) => outcome === 'ok').length,
      presses: count('press'),
      searches: count('search'),
      listeners: watchers.length,
      'slowest replacement, ms': Math.round(slowestMs),
      'lines of errors': errors.length,
    },
    broken: [
      ...faultsOf(LATER_MIGRATION, LATER_TABLES),
      ...failed.map(({ what, status, code }) => `a call failed: ${what} ${status} ${code}`),
      ...refused.map(({ code }) => `the only pad was refused: ${code}`),
      ...errors.map((line) => `in the log: ${line}`),
      ...broken,
    ],
    slow: [],
  }
}

export const scenario: Scenario = {
  number: 33,
  title:
    'An upgrade: two processes behind a proxy that asks /readyz are replaced one after the other under load, by a later version that migrates and by this one on its tables',
  pass: '0 failed calls, 0 acknowledged writes lost or doubled, every listener sees the final state',
  engines: ['postgres'],
  inTests: [],
  run,
}

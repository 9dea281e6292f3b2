import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { LIVE_PATH } from '#contract/path.ts'
import { startProduct } from '#test/support/product/product.ts'
import { PLAIN } from '../harness/products.ts'
import { faultsOfOrders } from '../harness/final-orders.ts'
import { inDatabase, insertDataset } from '../harness/dataset.ts'
import { startPlainLoad } from '../harness/plain-load.ts'
import type { ScenarioFinding, Scenario, ScenarioContext } from '../scenario.ts'

const WORKERS = { short: 6, long: 24 }
const SOCKETS = { short: 30, long: 300 }
const LOAD_MS = { short: 700, long: 5000 }
const GONE_MS = 12_000
const RESTART = 1012

/** Opens a watching socket; returns, once it watches, the promise of how it will be closed. */
async function watch(url: string, of: { artistUsername: string; sessionId: string }) {
  const socket = new WebSocket(`${url.replace('http', 'ws')}${LIVE_PATH}`)
  socket.on('error', () => {})
  const closed = new Promise<{ code: number; at: number }>((resolve) =>
    socket.once('close', (code) => resolve({ code, at: performance.now() })),
  )
  await new Promise<void>((resolve, reject) => {
    socket.once('open', () => socket.send(JSON.stringify(of)))
    socket.once('message', () => resolve())
    socket.once('close', () => reject(new Error('a socket was closed before the end')))
  })
  // Wrapped in an object, so that awaiting the opening does not await it.
  return { closed }
}

async function run(context: ScenarioContext): Promise<ScenarioFinding> {
  const form = context.short ? 'short' : 'long'
  const dataset = await inDatabase(context, (sql) => insertDataset(sql, 1))
  const product = await startProduct({ ...context.environment, ...PLAIN })
  const { username: artistUsername, concertId: sessionId } = dataset.artist
  const watched = { artistUsername, sessionId }
  const sockets = await Promise.all(
    Array.from({ length: SOCKETS[form] }, () => watch(product.url, watched)),
  )
  const load = startPlainLoad(dataset, WORKERS[form], () => product.url)
  await sleep(LOAD_MS[form])
  const signalledAt = performance.now()
  const { code, signal } = await product.kill('SIGTERM')
  const goneAfter = performance.now() - signalledAt
  await load.stop()
  const closes = await Promise.all(sockets.map(({ closed }) => closed))

  const underway = load.asked.filter(({ invokedMs }) => invokedMs < signalledAt)
  const failed = underway.filter(({ status }) => status === null || status >= 500)
  const atTheMoment = underway.filter(({ endedMs }) => endedMs > signalledAt).length
  const notNotified = closes.filter((close) => close.code !== RESTART).length
  const spread = Math.max(...closes.map(({ at }) => at)) - Math.min(...closes.map(({ at }) => at))
  const faults = await inDatabase(context, (sql) => faultsOfOrders(sql, sessionId, load.orders))
  const seconds = (goneAfter / 1000).toFixed(1)
  return {
    figures: {
      requests: underway.length,
      'under way when told': atTheMoment,
      'of them failed': failed.length,
      sockets: closes.length,
      'told over, ms': Math.round(spread),
      'gone after, s': seconds,
      'exit code': String(code ?? signal),
      orders: faults.landed,
    },
    broken: [
      ...failed.map(({ what, status, code: word }) => `${what} failed: ${status} ${word}`),
      ...(notNotified > 0 ? [`${notNotified} sockets were not told`] : []),
      ...(code === 0 ? [] : [`the process ended with ${code ?? signal}`]),
      ...faults.faults,
    ],
    slow: goneAfter > GONE_MS ? [`gone only after ${seconds} s`] : [],
  }
}

export const scenario: Scenario = {
  number: 13,
  title: 'SIGTERM under load',
  pass: '0 failed in-flight requests, sockets told, exit 0 ≤ 12 s',
  engines: ['embedded', 'postgres'],
  inTests: ['embedded'],
  run,
}

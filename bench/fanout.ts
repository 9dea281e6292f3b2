import { fork } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { WebSocketServer } from 'ws'
import { localBus } from '#server/live/bus.local.ts'
import { makeHub } from '#server/live/hub.ts'
import { attachLive } from '#server/live/socket.ts'

const WATCHERS = Number(process.env['WATCHERS'] ?? 1000)
const BROADCASTS = 20
const QUIET = { warn() {}, error() {} }

export type Told = { kind: 'ready' } | { kind: 'seen'; lastMs: number; bytes: number }

const entry = (n: number, turn: number) => ({
  id: `01a1fdce-a6b5-79cd-bb0a-${String(n).padStart(12, '0')}`,
  songId: `01a1fdce-a6b5-79cd-bb0b-${String(n).padStart(12, '0')}`,
  title: `Песня номер ${n}, круг ${turn}`,
  artistName: 'Группа с длинным именем',
  imageUrl: '',
  status: 'QUEUED',
  backers: 3,
})
const queueText = (turn: number) =>
  JSON.stringify(Array.from({ length: 20 }, (_, n) => entry(n, turn)))

/** The watchers live in a process of their own, so that they do not share the server's core. */
async function watch(port: number, tell: (turn: number) => void) {
  const child = fork(fileURLToPath(new URL('./fanout-watchers.ts', import.meta.url)), [
    String(port),
    String(WATCHERS),
  ])
  const heard = () =>
    new Promise<Told>((resolve) => child.once('message', (told: Told) => resolve(told)))
  await heard()
  const last: number[] = []
  const cpu = process.cpuUsage()
  let bytes = 0
  for (let turn = 1; turn <= BROADCASTS; turn++) {
    const seen = heard()
    child.send({ at: Date.now() })
    tell(turn)
    const told = await seen
    if (told.kind !== 'seen') throw new Error('the watchers spoke out of turn')
    last.push(told.lastMs)
    bytes = told.bytes
    await new Promise((resolve) => setTimeout(resolve, 120))
  }
  const used = process.cpuUsage(cpu)
  child.kill()
  const sorted = last.toSorted((a, b) => a - b)
  return {
    lastMs: sorted[Math.floor(sorted.length / 2)] ?? 0,
    cpuMs: (used.user + used.system) / 1000 / BROADCASTS,
    bytes,
  }
}

async function ours() {
  let turn = 0
  const bus = localBus()
  const hub = makeHub({
    bus,
    log: QUIET,
    readQueue: async () => queueText(turn),
    readSession: async () => ({ sessionStatus: 'NOW', active: true }),
  })
  const server = createServer()
  const live = attachLive(server, {
    hub,
    findConcert: async () => 'concert',
    allowedOrigin: () => true,
    log: QUIET,
    limits: { farewellMs: 0, newAtOnce: 1_000_000 },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const result = await watch((server.address() as AddressInfo).port, (now) => {
    turn = now
    hub.changed('concert')
  })
  await live.close()
  server.close()
  hub.close()
  return result
}

/** The plain way: every socket gets the text by itself. */
async function reference() {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false })
  server.on('connection', (socket) => {
    socket.on('message', () => socket.send(queueText(0)))
  })
  await new Promise((resolve) => server.once('listening', resolve))
  const result = await watch((server.address() as AddressInfo).port, (turn) => {
    const text = queueText(turn)
    for (const socket of server.clients) socket.send(text)
  })
  server.close()
  return result
}

/** From a change to the last of WATCHERS (default 1000), against `ws` sending the same text to each socket. */
export async function bench(): Promise<void> {
  const plain = await reference()
  const shared = await ours()
  const row = (name: string, { lastMs, cpuMs, bytes }: typeof plain) => ({
    way: name,
    watchers: WATCHERS,
    'last, ms (p50)': Number(lastMs.toFixed(1)),
    'server CPU, ms': Number(cpuMs.toFixed(1)),
    'bytes each': bytes,
  })
  console.table([row('ws, send(text) to each', plain), row('one shared frame', shared)])
  console.log(
    `time ratio ${(shared.lastMs / plain.lastMs).toFixed(2)}, CPU ratio ${(shared.cpuMs / plain.cpuMs).toFixed(2)}`,
  )
}

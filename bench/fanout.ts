import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { LIVE_PATH } from '#contract/path.ts'
import { compileFloor, gather, serve, serveFloor } from './fanout-subject.ts'
import type { Subject } from './fanout-subject.ts'
import { queueText } from './fanout-text.ts'
import type { Crowd, Way } from './fanout-words.ts'
import { rounded } from './percentiles.ts'
import { SHORT } from './short.ts'

const SIZES = SHORT ? [200] : sizesAsked()
const TURNS = SHORT ? 4 : 20
/** A count of listeners is told two seconds after the last one came: after that the hall is at rest. */
const SETTLE_MS = SHORT ? 200 : 2_600
const BETWEEN_MS = 120
const FRAME_HEADER = 4

type Measured = {
  name: string
  listeners: number
  lastMs: number
  cpuMs: number
  bytes: number
  idleKb: number
}

function sizesAsked(): number[] {
  const asked = process.env['WATCHERS']
  return asked === undefined ? [1_000, 5_000, 10_000] : asked.split(',').map(Number)
}

const middle = (values: number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** A browser's library among the lean listeners: what it decodes has to be the very text. */
async function witness(port: number, perMessageDeflate: boolean) {
  const socket = new WebSocket(`ws://127.0.0.1:${port}${LIVE_PATH}`, { perMessageDeflate })
  const heard = new Set<string>()
  socket.on('message', (message: Buffer) => heard.add(message.toString()))
  await new Promise((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('error', reject)
  })
  const compressed = socket.extensions !== ''
  socket.send(JSON.stringify({ artistUsername: 'kino', sessionId: 'concert-0' }))
  return {
    check() {
      socket.terminate()
      for (let turn = 1; turn <= TURNS; turn += 1)
        if (!heard.has(queueText(turn))) throw new Error(`a witness missed change ${turn}`)
      return compressed
    },
  }
}

async function measure(name: string, subject: Subject, crowd: Omit<Crowd, 'port'>) {
  const empty = await subject.rssBytes()
  const hall = await gather({ ...crowd, port: subject.port })
  await sleep(SETTLE_MS)
  const full = await subject.rssBytes()
  const witnesses =
    crowd.way === 'ours'
      ? await Promise.all([witness(subject.port, true), witness(subject.port, false)])
      : []
  if (witnesses.length > 0) await sleep(SETTLE_MS)
  const before = await subject.cpuMs()
  const last: number[] = []
  const sent: number[] = []
  for (let turn = 1; turn <= TURNS; turn += 1) {
    const { seen } = await hall.expect()
    const began = await subject.tell(turn)
    const { at, bytes } = await seen
    last.push(Number(at - began) / 1e6)
    sent.push(bytes)
    await sleep(BETWEEN_MS)
  }
  const after = await subject.cpuMs()
  for (const each of witnesses) each.check()
  hall.end()
  subject.end()
  return {
    name,
    listeners: crowd.listeners,
    lastMs: middle(last),
    cpuMs: (after - before) / TURNS,
    bytes: Math.round(middle(sent)),
    idleKb: (full - empty) / 1_024 / crowd.listeners,
  }
}

const hallOf = (way: Way, listeners: number, more: Partial<Crowd> = {}) => ({
  way,
  listeners,
  concerts: 1,
  deflate: way === 'ours',
  ...more,
})

/** All the ways of one size, each on a server and listeners of its own. */
async function compare(listeners: number, floor: string | null) {
  const frameBytes = Buffer.byteLength(queueText(1)) + FRAME_HEADER
  const rows: Measured[] = []
  if (floor !== null)
    rows.push(
      await measure(
        'floor: one write() each, in C',
        await serveFloor(floor, frameBytes),
        hallOf('floor', listeners),
      ),
    )
  const ws = hallOf('ws', listeners)
  rows.push(await measure('ws, send(text) to each', await serve('ws', 1), ws))
  const io = hallOf('socket.io', listeners)
  rows.push(await measure('Socket.IO 4', await serve('socket.io', 1), io))
  const plain = hallOf('ours', listeners, { deflate: false })
  rows.push(await measure('«Бис», nobody takes deflate', await serve('ours', 1), plain))
  rows.push(await measure('«Бис»', await serve('ours', 1), hallOf('ours', listeners)))
  const concerts = listeners / 10
  const many = hallOf('ours', listeners, { concerts })
  rows.push(await measure(`«Бис», ${concerts} concerts × 10`, await serve('ours', concerts), many))
  return rows
}

const row = ({ name, listeners, lastMs, cpuMs, bytes, idleKb }: Measured) => ({
  way: name,
  listeners,
  'last, ms (p50)': rounded(lastMs),
  'server CPU, ms': rounded(cpuMs),
  'bytes each': bytes,
  'KB per idle socket': rounded(idleKb),
})

const named = (rows: Measured[], beginning: string) =>
  rows.findLast(({ name }) => name.startsWith(beginning))

/** What performance.md asks of the largest hall of the run. */
function judge(rows: Measured[]) {
  const ours = named(
    rows.filter(({ name }) => !name.includes('concerts')),
    '«Бис»',
  )
  const [floor, io] = [named(rows, 'floor'), named(rows, 'Socket.IO')]
  const [ws, many] = [named(rows, 'ws'), rows.findLast(({ name }) => name.includes('concerts'))]
  if (!ours || !io || !ws || !many) return
  const target = (ratio: string, measured: number, most: number) => ({
    ratio,
    measured: rounded(measured),
    target: `≤ ${most}`,
    met: measured <= most ? 'yes' : 'no',
  })
  console.table([
    ...(floor ? [target('time / floor', ours.lastMs / floor.lastMs, 1.4)] : []),
    target('time / Socket.IO', ours.lastMs / io.lastMs, 0.65),
    target('CPU / Socket.IO', ours.cpuMs / io.cpuMs, 0.65),
    target('bytes / Socket.IO', ours.bytes / io.bytes, 0.3),
    target('time / ws', ours.lastMs / ws.lastMs, 1),
    target('KB per idle socket', ours.idleKb, 12),
    target('many concerts / one, time', many.lastMs / ours.lastMs, 1.3),
    target('many concerts / one, CPU', many.cpuMs / ours.cpuMs, 1.3),
  ])
}

/** From a change to the receipt of the last listener, beside what the machine can do at best and what others do. */
export async function bench(): Promise<void> {
  const floor = compileFloor()
  if (floor === null) console.log('No C compiler (cc) here: the floor is missing.\n')
  const rows: Measured[] = []
  for (const listeners of SIZES) {
    const ofSize = await compare(listeners, floor)
    rows.push(...ofSize)
  }
  console.table(rows.map(row))
  judge(rows)
}

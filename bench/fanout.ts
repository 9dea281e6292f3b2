import { setTimeout as sleep } from 'node:timers/promises'
import { openStand } from './fanout-stand.ts'
import type { Stand } from './fanout-stand.ts'
import { compileFloor, serve, serveFloor } from './fanout-subject.ts'
import { rowsOf, verdictsOf } from './fanout-table.ts'
import type { OfSize } from './fanout-table.ts'
import { queueText } from './fanout-text.ts'
import type { FanoutOptions, FanoutWay } from './fanout-messages.ts'
import { SHORT } from './short.ts'

const SIZES = SHORT ? [200] : sizesAsked()
const TURNS = SHORT ? 4 : 20
/** Warm-up: the first changes take longer and are not counted. */
const COLD_TURNS = 2
const FRAME_HEADER = 4

/**
 * The next count of listeners is broadcast two seconds after the first of them, or after a millisecond for each; then
 * the channel is idle.
 */
const settleMs = (listeners: number) => (SHORT ? 200 : Math.max(2_000, listeners) + 600)

function sizesAsked(): number[] {
  const asked = process.env['WATCHERS']
  return asked === undefined ? [1_000, 5_000, 10_000] : asked.split(',').map(Number)
}

const fanoutOptions = (way: FanoutWay, listeners: number, more: Partial<FanoutOptions> = {}) => ({
  way,
  listeners,
  concerts: 1,
  deflate: way === 'ours',
  ...more,
})

/**
 * All the ways at one size, each on its own server and listeners. They take turns, change by change, so that the
 * machine's other load falls on all of them.
 */
async function compare(listeners: number, program: string | null): Promise<OfSize> {
  const stands: Stand[] = []
  const stand = async (...[way, subject, options]: Parameters<typeof openStand>) => {
    const opened = await openStand(way, subject, options)
    stands.push(opened)
    return opened
  }
  const ours = (more: Partial<FanoutOptions> = {}) => fanoutOptions('ours', listeners, more)
  const concerts = listeners / 10
  const floor =
    program === null
      ? null
      : await stand(
          'floor: one write() each, in C',
          await serveFloor(program, Buffer.byteLength(queueText(1)) + FRAME_HEADER),
          fanoutOptions('floor', listeners),
        )
  const ws = await stand(
    'ws, send(text) to each',
    await serve('ws', 1),
    fanoutOptions('ws', listeners),
  )
  const io = await stand(
    'Socket.IO 4',
    await serve('socket.io', 1),
    fanoutOptions('socket.io', listeners),
  )
  const plain = await stand(
    '«Бис», nobody takes deflate',
    await serve('ours', 1),
    ours({ deflate: false }),
  )
  const one = await stand('«Бис»', await serve('ours', 1), ours())
  const many = await stand(
    `«Бис», ${concerts} concerts × 10`,
    await serve('ours', concerts),
    ours({ concerts }),
  )
  await sleep(settleMs(listeners))
  for (const each of stands) await each.rested()
  for (let turn = 1; turn <= TURNS + COLD_TURNS; turn += 1)
    for (const each of stands) await each.turn(turn, turn > COLD_TURNS)
  return {
    floor: floor?.end() ?? null,
    ws: ws.end(),
    io: io.end(),
    plain: plain.end(),
    ours: one.end(),
    many: many.end(),
  }
}

/** Time from a change to the receipt of the last listener, beside the machine's best and other libraries. */
export async function bench(): Promise<void> {
  const program = compileFloor()
  const found: OfSize[] = []
  for (const listeners of SIZES) found.push(await compare(listeners, program))
  console.log(
    `Medians of ${TURNS} changes, told in turn by all ways: ${queueText(1).length} letters of JSON to each listener; ` +
      'the queue is made up, no database is read.',
  )
  console.table(found.flatMap(rowsOf))
  const largest = found.at(-1)
  if (largest === undefined) return
  console.log(`\n${largest.ours.listeners} listeners:`)
  for (const verdict of verdictsOf(largest)) console.log(`- ${verdict}`)
}

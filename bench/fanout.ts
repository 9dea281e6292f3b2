import { setTimeout as sleep } from 'node:timers/promises'
import { openStand } from './fanout-stand.ts'
import type { FanoutMeasurement, Stand } from './fanout-stand.ts'
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

/** Opens these stands; they take turns, change by change, so that the machine's other load falls on all of them. */
async function takeTurns<Name extends string>(
  listeners: number,
  openings: Readonly<Partial<Record<Name, () => Promise<Stand>>>>,
) {
  const stands = new Map<string, Stand>()
  for (const name in openings) {
    const stand = await openings[name]?.()
    if (stand !== undefined) stands.set(name, stand)
  }
  await sleep(settleMs(listeners))
  for (const stand of stands.values()) await stand.rested()
  for (let turn = 1; turn <= TURNS + COLD_TURNS; turn += 1)
    for (const stand of stands.values()) await stand.turn(turn, turn > COLD_TURNS)
  const found = [...stands].map(([name, stand]) => [name, stand.end()] as const)
  return Object.fromEntries(found) as Record<Name, FanoutMeasurement>
}

/** All ways at one size, each on its own server and listeners; then many concerts against one. */
async function compare(listeners: number, program: string | null): Promise<OfSize> {
  const ours =
    (way: string, more: Partial<FanoutOptions> = {}) =>
    async () => {
      const options = fanoutOptions('ours', listeners, more)
      return openStand(way, await serve('ours', options.concerts), options)
    }
  const other = (way: string, kind: 'ws' | 'socket.io') => async () =>
    openStand(way, await serve(kind, 1), fanoutOptions(kind, listeners))
  const bytes = Buffer.byteLength(queueText(1)) + FRAME_HEADER
  const floor = program !== null && {
    floor: async () =>
      openStand(
        'floor: one write() each, in C',
        await serveFloor(program, bytes),
        fanoutOptions('floor', listeners),
      ),
  }
  const ways = await takeTurns(listeners, {
    ...floor,
    ws: other('ws, send(text) to each', 'ws'),
    io: other('Socket.IO 4', 'socket.io'),
    plain: ours('«Бис», nobody takes deflate', { deflate: false }),
    ours: ours('«Бис»'),
  })
  const concerts = listeners / 10
  const pair = await takeTurns(listeners, {
    one: ours('«Бис», one concert beside many'),
    many: ours(`«Бис», ${concerts} concerts × 10`, { concerts }),
  })
  return { ...ways, ...pair }
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

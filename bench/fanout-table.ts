import type { FanoutMeasurement } from './fanout-stand.ts'
import { rounded } from './percentiles.ts'

/** All ways at one number of listeners; the floor is missing where there is no C compiler. */
export type OfSize = {
  readonly floor?: FanoutMeasurement
  readonly ws: FanoutMeasurement
  readonly io: FanoutMeasurement
  readonly plain: FanoutMeasurement
  readonly ours: FanoutMeasurement
  readonly one: FanoutMeasurement
  readonly many: FanoutMeasurement
}

type Figure = 'lastMs' | 'cpuMs' | 'bytes'

const times = (one: FanoutMeasurement, other: FanoutMeasurement | undefined, figure: Figure) =>
  other === undefined ? '' : rounded(one[figure] / other[figure])

/** A row for each way: what a change costs, and its ratio to the other ways with the same bytes in the same run. */
export function rowsOf({ floor, ws, io, plain, ours, one, many }: OfSize) {
  return [...(floor === undefined ? [] : [floor]), ws, io, plain, ours, one, many].map((way) => ({
    listeners: way.listeners,
    way: way.way,
    'last, ms': rounded(way.lastMs),
    'ratio to floor': times(way, floor, 'lastMs'),
    'to ws': times(way, ws, 'lastMs'),
    'to Socket.IO': times(way, io, 'lastMs'),
    'to one concert': way === many ? times(way, one, 'lastMs') : '',
    'CPU, ms': rounded(way.cpuMs),
    'CPU to Socket.IO': times(way, io, 'cpuMs'),
    'CPU to one concert': way === many ? times(way, one, 'cpuMs') : '',
    bytes: way.bytes,
    'bytes to Socket.IO': times(way, io, 'bytes'),
    'idle, KB': rounded(way.idleKb),
  }))
}

/** One line for each target at the largest number of listeners: met, or missed by how much. */
export function verdictsOf({ floor, io, ours, one, many }: OfSize): string[] {
  const line = (words: string, found: number, most: number) => {
    const beyond = Math.round((found / most - 1) * 100)
    const verdict = found <= most ? 'met' : `MISSED by ${Math.max(1, beyond)} %`
    return `${words}: ${rounded(found)}, target ≤ ${most}: ${verdict}`
  }
  const ratio = (way: FanoutMeasurement, other: FanoutMeasurement, figure: Figure) =>
    way[figure] / other[figure]
  return [
    ...(floor === undefined
      ? ['No C compiler (cc) here: the floor is missing, and so are its two targets.']
      : [1.4, 1.25].map((most) =>
          line('time to the last watcher / floor', ratio(ours, floor, 'lastMs'), most),
        )),
    line('time to the last watcher / Socket.IO', ratio(ours, io, 'lastMs'), 0.65),
    line('CPU / Socket.IO', ratio(ours, io, 'cpuMs'), 0.65),
    line('bytes / Socket.IO', ratio(ours, io, 'bytes'), 0.3),
    line('KB of an idle watcher', ours.idleKb, 12),
    line(`${many.way} / one concert, time`, ratio(many, one, 'lastMs'), 1.3),
    line(`${many.way} / one concert, CPU`, ratio(many, one, 'cpuMs'), 1.4),
  ]
}

import type { FanoutMeasurement } from './fanout-stand.ts'
import { rounded } from './percentiles.ts'

/** All ways at one number of listeners; the floor is missing where there is no C compiler. */
export type OfSize = {
  readonly floor: FanoutMeasurement | null
  readonly ws: FanoutMeasurement
  readonly io: FanoutMeasurement
  readonly plain: FanoutMeasurement
  readonly ours: FanoutMeasurement
  readonly many: FanoutMeasurement
}

type Figure = 'lastMs' | 'cpuMs' | 'bytes'

const times = (one: FanoutMeasurement, other: FanoutMeasurement | null, figure: Figure) =>
  other === null ? '' : rounded(one[figure] / other[figure])

/** A row for each way: what a change costs, and its ratio to the other ways with the same bytes in the same run. */
export function rowsOf({ floor, ws, io, plain, ours, many }: OfSize) {
  return [...(floor === null ? [] : [floor]), ws, io, plain, ours, many].map((one) => ({
    listeners: one.listeners,
    way: one.way,
    'last, ms': rounded(one.lastMs),
    'ratio to floor': times(one, floor, 'lastMs'),
    'to ws': times(one, ws, 'lastMs'),
    'to Socket.IO': times(one, io, 'lastMs'),
    'to one concert': one === many ? times(one, ours, 'lastMs') : '',
    'CPU, ms': rounded(one.cpuMs),
    'CPU to Socket.IO': times(one, io, 'cpuMs'),
    'CPU to one concert': one === many ? times(one, ours, 'cpuMs') : '',
    bytes: one.bytes,
    'bytes to Socket.IO': times(one, io, 'bytes'),
    'idle, KB': rounded(one.idleKb),
  }))
}

/** One line for each target at the largest number of listeners: met, or missed by how much. */
export function verdictsOf({ floor, io, ours, many }: OfSize): string[] {
  const line = (words: string, found: number, most: number) => {
    const beyond = Math.round((found / most - 1) * 100)
    const verdict = found <= most ? 'met' : `MISSED by ${Math.max(1, beyond)} %`
    return `${words}: ${rounded(found)}, target ≤ ${most}: ${verdict}`
  }
  const ratio = (one: FanoutMeasurement, other: FanoutMeasurement, figure: Figure) =>
    one[figure] / other[figure]
  return [
    ...(floor === null
      ? ['No C compiler (cc) here: the floor is missing, and so are its two targets.']
      : [1.4, 1.25].map((most) =>
          line('time to the last watcher / floor', ratio(ours, floor, 'lastMs'), most),
        )),
    line('time to the last watcher / Socket.IO', ratio(ours, io, 'lastMs'), 0.65),
    line('CPU / Socket.IO', ratio(ours, io, 'cpuMs'), 0.65),
    line('bytes / Socket.IO', ratio(ours, io, 'bytes'), 0.3),
    line('KB of an idle watcher', ours.idleKb, 12),
    line(`${many.way} / one concert, time`, ratio(many, ours, 'lastMs'), 1.3),
    line(`${many.way} / one concert, CPU`, ratio(many, ours, 'cpuMs'), 1.3),
  ]
}

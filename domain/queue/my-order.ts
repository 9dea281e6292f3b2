import type { PaymentState } from '../payments/payment.ts'
import type { SongStatus } from './queue.ts'
import { Refusal } from '../refusal.ts'
import { MINUTE_MS, SECOND_MS } from '../time.ts'

/** Whole minutes until a song begins; `from` is at most `to`. */
export type WaitRange = { readonly from: number; readonly to: number }

/** The number of last songs that the evening's pace is computed from. */
export const PACE_MOST = 20

export type EveningPace = {
  /** The place among the waiting songs, from 1; null where the song does not wait. */
  readonly place: number | null
  /** The concert is on and not paused. */
  readonly running: boolean
  /** How long the songs of this evening lasted (ms). */
  readonly lengths: readonly number[]
  /** How long the current song has been playing (ms); null where none plays. */
  readonly playingFor: number | null
  /** The lengths of songs as their artist noted them (ms; null: not noted): of the current one, and of the waiting ones, in their order. */
  readonly noted?: {
    readonly playing: number | null
    readonly waiting: readonly (number | null)[]
    /** Of the songs of `lengths`, in their order; omitted: none. */
    readonly played?: readonly (number | null)[]
  }
  /** Breaks that the artist plans before the songs that wait (ms), in their order. */
  readonly breaks?: readonly number[]
  /** How many future orders may still go before it. */
  readonly mayStepBefore?: number
}

/** The assumed length of a song, give or take a minute, until an evening has shown its own pace. */
export const USUAL_SONG_MS = 4 * MINUTE_MS
const USUAL = { mean: USUAL_SONG_MS, give: MINUTE_MS } as const
/** Until then, talk and tuning add this much to a noted length, give or take. */
const USUAL_TALK = { mean: 20 * SECOND_MS, give: 30 * SECOND_MS } as const
const ENOUGH = 3
/** Shorter songs were skipped through, longer ones had a pause in them. */
const SHORTEST_MS = 45_000
const LONGEST_MS = 20 * MINUTE_MS
/** Songs that happen to be of one length do not make a wait exact to the second. */
const LEAST_GIVE_MS = 20_000
/** This many standard deviations to each side cover nine of ten waits, as the simulated evenings show. */
const NINE_OF_TEN = 1.7
/** By what share of its length a break may end early or late. */
const BREAK_GIVE = 0.25

/** Returns when a waiting song begins: the more songs before it, the wider the range, and neither end before that of an earlier place. Null where it cannot be computed. */
export function waitRange({
  place,
  running,
  lengths,
  playingFor,
  noted = { playing: null, waiting: [] },
  breaks = [],
  mayStepBefore = 0,
}: EveningPace): WaitRange | null {
  if (place === null || !running) return null
  const song = paceOf(lengths.filter(isReal), USUAL)
  const talks = lengths.flatMap((ms, at) => {
    const written = noted.played?.[at] ?? null
    return written === null || !isReal(ms) ? [] : [ms - written]
  })
  const talk = paceOf(talks, USUAL_TALK)
  // An artist may play much faster than he noted; no song lasts less than a real one.
  const lasts = (ms: number | null) =>
    ms === null ? song.mean : Math.max(SHORTEST_MS, ms + talk.mean)
  const left = playingFor === null ? 0 : Math.max(0, 1 - playingFor / lasts(noted.playing))
  let middle = left * lasts(noted.playing)
  let known = noted.playing === null ? 0 : left
  let unknown = left - known
  let rest = 0
  let from = 0
  let wide = 0
  for (let at = 0; at < place; at++) {
    if (at > 0) {
      const ms = noted.waiting[at - 1] ?? null
      middle += lasts(ms)
      if (ms === null) unknown += 1
      else known += 1
    }
    rest += breaks[at] ?? 0
    wide = song.give(unknown) + talk.give(known) + rest * BREAK_GIVE
    from = Math.max(from, middle + rest - wide)
  }
  const late = middle + rest + wide + mayStepBefore * song.mean
  return {
    from: Math.floor(from / MINUTE_MS),
    to: Math.max(1, Math.ceil(late / MINUTE_MS)),
  }
}

/** Where a song would stand: its place, and whether a song plays before the waiting ones; without a word of it, one does. */
export type Standing = { readonly place: number | null; readonly playing?: boolean }

/**
 * A wait that was told for one place, at another: for those who do not know the evening's pace. By its share of songs
 * where it was told over whole songs; that of the first place says nothing of a song, so that each further one is a
 * usual one.
 */
export function waitAtPlace(
  wait: WaitRange | null,
  told: Standing,
  now: Standing,
): WaitRange | null {
  if (wait === null || told.place === null || now.place === null) return null
  const was = songsBefore(told)
  const is = songsBefore(now)
  if (was === is) return wait
  const moved = (minutes: number, usual: number) =>
    told.place === 1 && is > was ? minutes + ((is - was) * usual) / MINUTE_MS : (minutes * is) / was
  // A minute is the least that is told, also where there is nothing to wait for.
  const rest = wait.to > 1 ? wait.to : 0
  return {
    from: Math.floor(moved(wait.from, USUAL.mean - USUAL.give)),
    to: Math.max(1, Math.ceil(moved(rest, USUAL.mean + USUAL.give))),
  }
}

const songsBefore = ({ place, playing = true }: Standing) => (place ?? 0) - (playing ? 0 : 1)

const sum = (parts: readonly number[]) => parts.reduce((all, one) => all + one, 0)

const isReal = (ms: number) => ms >= SHORTEST_MS && ms <= LONGEST_MS

/** Returns the mean this evening, or the usual one, and how far `songs` of them may be from it. */
function paceOf(
  real: readonly number[],
  usual: { readonly mean: number; readonly give: number },
): { mean: number; give: (songs: number) => number } {
  if (real.length < ENOUGH) return { mean: usual.mean, give: (songs) => songs * usual.give }
  const mean = sum(real) / real.length
  const spread = sum(real.map((ms) => (ms - mean) ** 2)) / (real.length - 1)
  const one = NINE_OF_TEN * Math.max(LEAST_GIVE_MS, Math.sqrt(spread))
  // Songs differ from each other, and the more songs are behind their mean, the surer it is.
  return { mean, give: (songs) => one * Math.sqrt(songs + songs ** 2 / real.length) }
}

/**
 * An order's state for its listener: `PAYING` before its money is there, `COLLECTING` until that of the others is, then
 * its song's status; `RETURNED` once its money is on its way back, `CANCELLED` where it was taken off or never paid.
 */
export const MY_ORDER_STATES = [
  'PAYING',
  'COLLECTING',
  'SCHEDULED',
  'QUEUED',
  'NOW',
  'PLAYED',
  'SKIPPED',
  'RETURNED',
  'CANCELLED',
] as const

export type MyOrderState = (typeof MY_ORDER_STATES)[number]

/** What is known of one order. */
export type OrderFacts = {
  /** The song's status; null before the money of a paid order is there. */
  readonly song: SongStatus | null
  /** The order no longer backs its song. */
  readonly dropped: boolean
  /** Its listener took it off. */
  readonly takenOff: boolean
  /** Null for a free one. */
  readonly payment: PaymentState | null
}

export function myOrderState({ song, dropped, takenOff, payment }: OrderFacts): MyOrderState {
  if (takenOff) return 'CANCELLED'
  if (song === 'PLAYED' && !dropped) return 'PLAYED'
  if (payment === 'returning' || payment === 'returned') return 'RETURNED'
  if (song !== null && !dropped) return song
  return payment === 'created' || payment === 'awaiting' ? 'PAYING' : 'CANCELLED'
}

/** Whether its listener may still take it off. */
export function mayCancel(state: MyOrderState): boolean {
  return state === 'PAYING' || state === 'COLLECTING' || state === 'SCHEDULED' || state === 'QUEUED'
}

const TOO_LATE: Record<'NOW' | 'PLAYED' | 'SKIPPED', string> = {
  NOW: 'Эта песня уже играет: отменить заказ нельзя',
  PLAYED: 'Эта песня уже сыграна: отменить заказ нельзя',
  SKIPPED: 'Эту песню уже убрали из очереди: отменять нечего',
}

/** Refuses ILLEGAL_STEP once the song of an order does not wait any more. */
export function admitCancel(song: SongStatus): void {
  if (song === 'COLLECTING' || song === 'SCHEDULED' || song === 'QUEUED') return
  throw new Refusal('ILLEGAL_STEP', TOO_LATE[song])
}

/** The same refusal for another listener's order as for one that never existed. */
export function noOrder(): Refusal {
  return new Refusal('NOT_FOUND', 'Такого заказа нет')
}

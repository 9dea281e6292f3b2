import type { PaymentState } from '../payments/payment.ts'
import type { SongStatus } from './queue.ts'
import { Refusal } from '../refusal.ts'
import { MINUTE_MS } from '../time.ts'

/** Whole minutes until a song begins; `from` is at most `to`. */
export type WaitRange = { readonly from: number; readonly to: number }

export type EveningPace = {
  /** Among the songs that wait, from 1; null where the song does not wait. */
  readonly place: number | null
  /** The concert is on and not paused. */
  readonly running: boolean
  /** How long the songs of this evening lasted (ms). */
  readonly lengths: readonly number[]
  /** For how long the present song plays (ms); null where none does. */
  readonly playingFor: number | null
  /** How long songs last as their artist noted it (ms; null: not noted): the present one, and those that wait, in their order. */
  readonly noted?: {
    readonly playing: number | null
    readonly waiting: readonly (number | null)[]
  }
  /** Breaks that the artist plans before the songs that wait (ms), in their order. */
  readonly breaks?: readonly number[]
}

/** Before an evening has shown its own pace, a song takes so long, give or take a minute. */
export const USUAL_SONG_MS = 4 * MINUTE_MS
const USUAL = { mean: USUAL_SONG_MS, give: MINUTE_MS } as const
const ENOUGH = 3
/** Shorter ones were pressed through, longer ones had a break in them. */
const SHORTEST_MS = 45_000
const LONGEST_MS = 20 * MINUTE_MS
/** Songs that happen to be of one length promise nothing to the second. */
const LEAST_GIVE_MS = 20_000

/** When a waiting song begins, honestly: the more songs before it, the wider. Null where it cannot be computed. */
export function waitRange({
  place,
  running,
  lengths,
  playingFor,
  noted = { playing: null, waiting: [] },
}: EveningPace): WaitRange | null {
  if (place === null || !running) return null
  const { mean, give } = paceOf(lengths)
  const left = playingFor === null ? 0 : Math.max(0, 1 - playingFor / (noted.playing ?? mean))
  const known = noted.waiting.slice(0, place - 1).filter((ms) => ms !== null)
  const ofPlaying = noted.playing === null ? 0 : left
  const unknown = place - 1 - known.length + left - ofPlaying
  const sure = [...known, ofPlaying * (noted.playing ?? 0)]
  const middle = sum(sure) + unknown * mean
  // However short the next song is, whoever stands behind it does not begin before it.
  const wide = give(unknown) + sum(sure.map((ms) => Math.min(LEAST_GIVE_MS, ms)))
  const from = Math.max(0, Math.floor((middle - wide) / MINUTE_MS))
  return { from, to: Math.max(1, Math.ceil((middle + wide) / MINUTE_MS)) }
}

const sum = (parts: readonly number[]) => parts.reduce((all, one) => all + one, 0)

/** How long a song takes this evening, and how far so many songs may be from that. */
function paceOf(lengths: readonly number[]): { mean: number; give: (songs: number) => number } {
  const real = lengths.filter((ms) => ms >= SHORTEST_MS && ms <= LONGEST_MS)
  if (real.length < ENOUGH) return { mean: USUAL.mean, give: (songs) => songs * USUAL.give }
  const mean = sum(real) / real.length
  const spread = sum(real.map((ms) => (ms - mean) ** 2)) / (real.length - 1)
  const one = Math.max(LEAST_GIVE_MS, Math.sqrt(spread))
  // Songs differ from each other, and their mean is only as sure as there are songs behind it.
  return { mean, give: (songs) => one * Math.sqrt(songs + songs ** 2 / real.length) }
}

/** An order in its listener's eyes: `PAYING` before its money is there, `COLLECTING` until that of the others is, then as its song stands; `RETURNED` once its money is on its way back, `CANCELLED` where it was taken off or never paid. */
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
  /** Where its song stands; null before the money of a paid one is there. */
  readonly song: SongStatus | null
  /** It backs its song no more. */
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

/** Another listener's order is as unknown as one that never was. */
export function noOrder(): Refusal {
  return new Refusal('NOT_FOUND', 'Такого заказа нет')
}

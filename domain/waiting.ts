import { MINUTE_MS } from './time.ts'

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
}

/** Before an evening has shown its own pace, a song takes four minutes, give or take one. */
const USUAL = { mean: 4 * MINUTE_MS, give: MINUTE_MS } as const
const ENOUGH = 3
/** Shorter ones were pressed through, longer ones had a break in them. */
const SHORTEST_MS = 45_000
const LONGEST_MS = 20 * MINUTE_MS
/** Songs that happen to be of one length promise nothing to the second. */
const LEAST_GIVE_MS = 20_000

/** When a waiting song begins, honestly: the more songs before it, the wider. Null where nobody can know. */
export function waitRange({ place, running, lengths, playingFor }: EveningPace): WaitRange | null {
  if (place === null || !running) return null
  const { mean, give } = paceOf(lengths)
  const left = playingFor === null ? 0 : Math.max(0, 1 - playingFor / mean)
  const ahead = place - 1 + left
  const middle = ahead * mean
  const from = Math.max(0, Math.floor((middle - give(ahead)) / MINUTE_MS))
  return { from, to: Math.max(1, Math.ceil((middle + give(ahead)) / MINUTE_MS)) }
}

/** How long a song takes this evening, and how far so many songs may be from that. */
function paceOf(lengths: readonly number[]): { mean: number; give: (songs: number) => number } {
  const real = lengths.filter((ms) => ms >= SHORTEST_MS && ms <= LONGEST_MS)
  if (real.length < ENOUGH) return { mean: USUAL.mean, give: (songs) => songs * USUAL.give }
  const mean = real.reduce((sum, ms) => sum + ms, 0) / real.length
  const spread = real.reduce((sum, ms) => sum + (ms - mean) ** 2, 0) / (real.length - 1)
  const one = Math.max(LEAST_GIVE_MS, Math.sqrt(spread))
  // Songs differ from each other, and their mean is only as sure as there are songs behind it.
  return { mean, give: (songs) => one * Math.sqrt(songs + songs ** 2 / real.length) }
}

import { DAY_MS } from '../time.ts'
import type { ConcertStatus } from './concert.ts'

/** The fields of a concert that its place among recommendations depends on. */
export type Candidate = {
  readonly id: string
  readonly status: ConcertStatus
  readonly closedSession: boolean
  readonly startsAt: Date
  readonly endsAt: Date
  /** How many of the wished songs its artist plays. */
  readonly songs: number
  /** From the listener, in km; null where either of them has no coordinates. */
  readonly distanceKm: number | null
}

/** The weights of the score's parts; where one part is unknown, the others share its weight. */
const WEIGHTS = { songs: 0.6, nearness: 0.3, soonness: 0.1 }
/** Nearness is worth nothing from here on. */
export const FAR_KM = 300
const LATE_DAYS = 60

/** Whether a concert may be recommended: it is neither closed nor over. */
function mayRecommend(
  concert: Pick<Candidate, 'status' | 'closedSession' | 'endsAt'>,
  now: Date,
): boolean {
  if (concert.closedSession || concert.status === 'PLAYED') return false
  return concert.status === 'NOW' || concert.endsAt > now
}

/** The fields of a concert that its score depends on. */
type Scored = Pick<Candidate, 'status' | 'startsAt' | 'songs' | 'distanceKm'>

/** From 0 to 1, for a listener who wishes `wished` songs. */
export function scoreOf(candidate: Scored, wished: number, now: Date): number {
  const parts: [weight: number, value: number][] = [
    [WEIGHTS.soonness, candidate.status === 'NOW' ? 1 : soonness(candidate.startsAt, now)],
  ]
  if (wished > 0) parts.push([WEIGHTS.songs, candidate.songs / wished])
  if (candidate.distanceKm !== null)
    parts.push([WEIGHTS.nearness, Math.max(0, 1 - candidate.distanceKm / FAR_KM)])
  const total = parts.reduce((sum, [weight]) => sum + weight, 0)
  return parts.reduce((sum, [weight, value]) => sum + weight * value, 0) / total
}

/** How far around the listener, in km, and how far ahead, in ms; null: no limit. */
type Ring = { readonly km: number; readonly ms: number | null }

/**
 * The search areas for near and soon concerts, ever wider: at the edges of each, the distance costs as much as the
 * wait. Beyond the last, nearness is worth nothing.
 */
export const RINGS: readonly Ring[] = [128, 64, 32, 16, 8, 4, 2, 1].map((divisor) => {
  const days = (LATE_DAYS * WEIGHTS.nearness) / WEIGHTS.soonness / divisor
  return { km: FAR_KM / divisor, ms: days < LATE_DAYS ? days * DAY_MS : null }
})

/** Returns the upper bound of the score of a concert with coordinates beyond the ring, where none there plays more than `songs`. */
export function bestBeyond(
  ring: Ring,
  wish: { readonly songs: number; readonly wished: number; readonly now: Date },
): number {
  const { songs, wished, now } = wish
  const inTime = { status: 'SCHEDULED', songs, startsAt: now, distanceKm: ring.km } as const
  const far = scoreOf(inTime, wished, now)
  if (ring.ms === null) return rounded(far)
  const startsAt = new Date(now.getTime() + ring.ms)
  return rounded(Math.max(far, scoreOf({ ...inTime, startsAt, distanceKm: 0 }, wished, now)))
}

/**
 * Returns the concerts worth coming to, the best first; equal ones by their start, a running one before future ones.
 * With no songs wished and no distance known they are sorted by start alone.
 */
export function recommend<C extends Candidate>(
  candidates: readonly C[],
  wished: number,
  now: Date,
): C[] {
  return candidates
    .filter((candidate) => mayRecommend(candidate, now))
    .map((candidate) => ({ candidate, score: rounded(scoreOf(candidate, wished, now)) }))
    .toSorted((a, b) => b.score - a.score || bySooner(a.candidate, b.candidate))
    .map(({ candidate }) => candidate)
}

// Whole days from now, so that two concerts of one evening differ by what matters more.
function soonness(startsAt: Date, now: Date): number {
  const days = Math.floor((startsAt.getTime() - now.getTime()) / DAY_MS)
  return Math.min(1, Math.max(0, 1 - days / LATE_DAYS))
}

// Sums of the same parts may differ in their last bits.
function rounded(score: number): number {
  return Math.round(score * 1e9) / 1e9
}

function bySooner(a: Candidate, b: Candidate): number {
  const running = Number(b.status === 'NOW') - Number(a.status === 'NOW')
  const start = a.startsAt.getTime() - b.startsAt.getTime()
  return running || start || (a.id < b.id ? -1 : 1)
}

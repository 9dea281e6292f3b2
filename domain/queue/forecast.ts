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
  /** By how much a song may outlast what is assumed of it until the evening has shown its pace (ms); omitted: what a listener is told. */
  readonly talkative?: number
}

/** How long one song takes this evening, or the talk beside it (ms): the mean, and how far one may be from it, as so many songs have shown; 0: none, it is the usual. */
type Takes = { mean: number; give: number; of: number }

/** All that waits are computed from: told with a place, it tells every other one. */
export type Pace = {
  /** Absent until the evening has shown its own. */
  song?: Takes
  /** When the current song began (ISO 8601); absent where none plays. */
  since?: string
  /** Present where the artist noted a length; `talk`: how much longer such a song takes. */
  noted?: { playing: number | null; waiting: (number | null)[]; talk?: Takes }
  /** Present where a break is planned. */
  breaks?: number[]
}

/** The assumed length of a song, give or take a minute, until an evening has shown its own pace. */
export const USUAL_SONG_MS = 4 * MINUTE_MS
const USUAL: Takes = { mean: USUAL_SONG_MS, give: MINUTE_MS, of: 0 }
/** Until then, talk and tuning add this much to a noted length, give or take. */
const USUAL_TALK: Takes = { mean: 20 * SECOND_MS, give: 30 * SECOND_MS, of: 0 }
/** Whoever talks much between songs needs so much longer for each, as the simulated evenings show. */
const TALKATIVE_MS = 45 * SECOND_MS
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
export function waitRange({ place, running, mayStepBefore, talkative, ...evening }: EveningPace) {
  return place === null || !running
    ? null
    : waitAt(paceFrom(evening, EPOCH), place, EPOCH, mayStepBefore, talkative)
}

/** Any moment serves where nothing is told. */
const EPOCH = new Date(0)

/** The same by the pace: on a page as on the server. */
export function waitAt(
  { song = USUAL, since, noted, breaks = [] }: Pace,
  place: number,
  now: Date,
  mayStepBefore = 0,
  talkative = TALKATIVE_MS,
): WaitRange {
  const { playing = null, waiting = [], talk = USUAL_TALK } = noted ?? {}
  // An artist may play much faster than he noted; no song lasts less than a real one.
  const lasts = (ms: number | null) =>
    ms === null ? song.mean : Math.max(SHORTEST_MS, ms + talk.mean)
  const sounded = since === undefined ? 1 : Math.max(0, +now - Date.parse(since)) / lasts(playing)
  const left = Math.max(0, 1 - sounded)
  let middle = left * lasts(playing)
  let known = playing === null ? 0 : left
  let unknown = left - known
  let rest = 0
  let from = 0
  let wide = 0
  for (let before = 0; before < place; before++) {
    if (before > 0) {
      const ms = waiting[before - 1] ?? null
      middle += lasts(ms)
      if (ms === null) unknown += 1
      else known += 1
    }
    rest += breaks[before] ?? 0
    wide = give(song, unknown) + give(talk, known) + rest * BREAK_GIVE
    from = Math.max(from, middle + rest - wide)
  }
  const unsure = (song.of === 0 ? unknown : 0) + (talk.of === 0 ? known : 0)
  const late = middle + rest + wide + unsure * talkative + mayStepBefore * song.mean
  return {
    from: Math.floor(from / MINUTE_MS),
    to: Math.max(1, Math.ceil(late / MINUTE_MS)),
  }
}

/** Songs differ from each other, and the more songs are behind their mean, the surer it is. */
const give = (one: Takes, songs: number) =>
  one.give * (one.of === 0 ? songs : Math.sqrt(songs + songs ** 2 / one.of))

/** What a listener is told of the planned end beside a wait; nothing once it has passed. */
export function endAhead(
  endsAt: Date | null,
  wait: WaitRange | null,
  now: Date,
): { endsAt?: string; mayMiss?: true } {
  if (endsAt === null || endsAt <= now) return {}
  const late = wait !== null && +now + wait.to * MINUTE_MS > +endsAt
  return { endsAt: endsAt.toISOString(), ...(late && { mayMiss: true }) }
}

/** The pace of an evening so far. */
export function paceFrom(
  {
    lengths,
    playingFor,
    noted,
    breaks = [],
  }: Omit<EveningPace, 'place' | 'running' | 'mayStepBefore' | 'talkative'>,
  now: Date,
): Pace {
  const { playing = null, waiting = [], played } = noted ?? {}
  const talks = lengths.flatMap((ms, at) => {
    const written = played?.[at] ?? null
    return written === null || !isReal(ms) ? [] : [ms - written]
  })
  const song = takesOf(lengths.filter(isReal))
  const talk = takesOf(talks)
  return {
    ...(song && { song }),
    ...(playingFor !== null && { since: new Date(+now - playingFor).toISOString() }),
    ...([playing, ...waiting].some((ms) => ms !== null) && {
      noted: { playing, waiting: [...waiting], ...(talk && { talk }) },
    }),
    ...(breaks.some((ms) => ms > 0) && { breaks: [...breaks] }),
  }
}

const sum = (parts: readonly number[]) => parts.reduce((all, one) => all + one, 0)

const isReal = (ms: number) => ms >= SHORTEST_MS && ms <= LONGEST_MS

/** Null while too few have shown it. */
function takesOf(real: readonly number[]): Takes | null {
  const of = real.length
  if (of < ENOUGH) return null
  const mean = sum(real) / of
  const spread = sum(real.map((ms) => (ms - mean) ** 2)) / (of - 1)
  const one = NINE_OF_TEN * Math.max(LEAST_GIVE_MS, Math.sqrt(spread))
  return { mean: Math.round(mean), give: Math.round(one), of }
}

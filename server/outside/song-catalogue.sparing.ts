import { foldSong } from '#domain/song-text.ts'
import type { SongText } from '#server/areas/songs/catalogue.ts'
import type { SongCatalogue } from './song-catalogue.ts'

export type SparingDeps = {
  catalogue: SongCatalogue
  /** Questions of all listeners together. */
  perMinute: number
  log: {
    warn(fields: object, sentence: string): void
    info(fields: object, sentence: string): void
  }
  /** How long one question may take. */
  limitMs?: number
  /** Milliseconds since anything. */
  clock?: () => number
}

const LIMIT_MS = 3000
const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const KEPT_MOST = 1000
/** Fewer letters begin the names of half of the songs there are. */
const LETTERS_LEAST = 4
const FAILURES_MOST = 3
const NOTHING: SongText[] = []

/**
 * Asks a catalogue as seldom as it may. One question goes out once, however many wait for it, and its
 * answer is kept for a day; past the limit nothing is asked; after three failures in a row it is left
 * alone for a minute. Whatever fails is nothing found, and is logged when it begins. What is kept is
 * given as the same list each time.
 */
export function sparingCatalogue(deps: SparingDeps): SongCatalogue {
  const { catalogue, perMinute, log, limitMs = LIMIT_MS, clock = () => performance.now() } = deps
  const kept = new Map<string, { songs: SongText[]; until: number }>()
  const underway = new Map<string, Promise<SongText[]>>()
  let asked: number[] = []
  let failures = 0
  let restsUntil = -Infinity

  function mayAsk(): boolean {
    const at = clock()
    asked = asked.filter((time) => time > at - MINUTE_MS)
    return at >= restsUntil && asked.length < perMinute
  }

  function keep(question: string, songs: SongText[]): void {
    kept.delete(question)
    kept.set(question, { songs, until: clock() + DAY_MS })
    const [oldest] = kept.keys()
    if (kept.size > KEPT_MOST && oldest !== undefined) kept.delete(oldest)
  }

  async function ask(question: string, input: string): Promise<SongText[]> {
    asked.push(clock())
    try {
      const songs = await catalogue.find(input, { signal: AbortSignal.timeout(limitMs) })
      if (failures > 0) log.info({}, 'the outside catalogue of songs answers again')
      failures = 0
      keep(question, songs)
      return songs
    } catch (error) {
      if (failures === 0) log.warn({ err: error }, 'the outside catalogue of songs does not answer')
      failures += 1
      if (failures >= FAILURES_MOST) restsUntil = clock() + MINUTE_MS
      return NOTHING
    } finally {
      underway.delete(question)
    }
  }

  return {
    async find(input, { signal }) {
      const question = foldSong(input)
      if (question.length < LETTERS_LEAST) return NOTHING
      const known = kept.get(question)
      if (known !== undefined && known.until > clock()) return known.songs
      let answer = underway.get(question)
      if (answer === undefined) {
        if (!mayAsk()) return NOTHING
        answer = ask(question, input)
        underway.set(question, answer)
      }
      return unless(signal, answer)
    },
  }
}

/** Others may wait for the same answer: whoever goes away leaves it underway. */
function unless<T>(signal: AbortSignal, answer: Promise<T>): Promise<T> {
  const gone = Promise.withResolvers<never>()
  const go = () => gone.reject(signal.reason)
  if (signal.aborted) go()
  else signal.addEventListener('abort', go, { once: true })
  return Promise.race([answer, gone.promise]).finally(() => signal.removeEventListener('abort', go))
}

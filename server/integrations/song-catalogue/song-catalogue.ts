import { MINUTE_MS } from '#domain/time.ts'
import type { LiveLog } from '#packages/live-broadcast/bus.ts'
import { foldSong } from '#packages/song-search/song-text.ts'
import type { SongText } from '#server/modules/songs/catalogue.ts'
import { cachedAnswers } from '#server/platform/concurrency.ts'
import { makeBreaker } from '../circuit-breaker.ts'
import type { BreakerLog } from '../circuit-breaker.ts'

/** An outside catalogue of songs. */
export type SongCatalogue = {
  /**
   * Returns the songs that the input may mean, the likeliest first; none is an answer too. Rejects where the catalogue
   * cannot be asked, and when `signal` aborts: the caller shows nothing in either case.
   */
  find(input: string, options: { signal: AbortSignal }): Promise<SongText[]>
}

/** The outside catalogue that is searched where ours finds few songs, and the name under which its songs are stored. */
export type OutsideCatalogue = {
  readonly catalogue: SongCatalogue
  readonly source: string
  readonly log: LiveLog
}

type RateLimitedCatalogueDeps = {
  catalogue: SongCatalogue
  /** Requests of all listeners together. */
  perMinute: number
  /** Whether all processes together may send one more request now; counts it. */
  spendSharedQuota?: () => Promise<boolean>
  now: () => Date
  log: BreakerLog
  /** Time limit of one request. */
  limitMs?: number
}

const LIMIT_MS = 3000
const CACHE = { ttlMs: 24 * 60 * MINUTE_MS, max: 1000 }
/** Fewer letters are the beginning of half of all song names. */
const LETTERS_LEAST = 4
const NOTHING: SongText[] = []

/** There is no answer to cache. */
class Unanswered extends Error {}

/**
 * Limits the requests to a catalogue. Concurrent equal questions share one request, and its answer is cached for a day;
 * past the limit nothing is sent; after three failures in a row requests pause for a minute. A failure counts as
 * nothing found, and is logged when it begins. A cached answer is the same list each time.
 */
export function rateLimitedCatalogue(deps: RateLimitedCatalogueDeps): SongCatalogue {
  const { catalogue, perMinute, spendSharedQuota, now, log, limitMs = LIMIT_MS } = deps
  const cached = cachedAnswers<SongText[]>({ now, ...CACHE })
  const sentences = {
    fails: 'the outside catalogue of songs does not answer',
    again: 'the outside catalogue of songs answers again',
  }
  const breaker = makeBreaker({ now, log, sentences })
  let asked: number[] = []

  async function spendOne(): Promise<boolean> {
    const at = now().getTime()
    asked = asked.filter((time) => time > at - MINUTE_MS)
    if (asked.length >= perMinute) return false
    asked.push(at)
    return (await spendSharedQuota?.()) ?? true
  }

  async function ask(input: string): Promise<SongText[]> {
    if (breaker.isOpen() || !(await spendOne())) throw new Unanswered()
    try {
      const songs = await catalogue.find(input, { signal: AbortSignal.timeout(limitMs) })
      breaker.succeeded()
      return songs
    } catch (error) {
      breaker.failed({ err: error })
      throw new Unanswered()
    }
  }

  return {
    async find(input, { signal }) {
      const question = foldSong(input)
      if (question.length < LETTERS_LEAST) return NOTHING
      const answer = cached(question, () => ask(input)).catch((error: unknown) => {
        if (!(error instanceof Unanswered)) throw error
        return NOTHING
      })
      return unless(signal, answer)
    },
  }
}

/** Others may wait for the same answer: an aborted caller does not cancel the request. */
function unless<T>(signal: AbortSignal, answer: Promise<T>): Promise<T> {
  const cancelled = Promise.withResolvers<never>()
  const go = () => cancelled.reject(signal.reason)
  if (signal.aborted) go()
  else signal.addEventListener('abort', go, { once: true })
  return Promise.race([answer, cancelled.promise]).finally(() =>
    signal.removeEventListener('abort', go),
  )
}

import { MINUTE_MS } from '#domain/time.ts'
import { makeBreaker } from '../circuit-breaker.ts'
import type { BreakerLog } from '../circuit-breaker.ts'
import { GeocoderFailed } from './geocoder.ts'
import type { FoundAddress, Geocoder, Point } from './geocoder.ts'
import { cachedAnswers } from '../../platform/cached-answers.ts'

export type SparingGeocoderDeps = {
  geocoder: Geocoder
  /** The most questions of this process in a day of Moscow, when such quotas begin anew. */
  perDay: number
  /** Whether all processes together may still ask on this day (YYYY-MM-DD); counts the question. */
  mayAskTogether?: (day: string) => Promise<boolean>
  now: () => Date
  log: BreakerLog
  /** How long one question may take. */
  limitMs?: number
}

const LIMIT_MS = 3000
const CACHE = { ttlMs: 24 * 60 * MINUTE_MS, max: 1000 }
const REST = { failuresMost: 3, restMs: MINUTE_MS }
const LONG_REST_MS = 15 * MINUTE_MS

/**
 * Asks a geocoder as seldom as it may: a question goes out once, however many wait for it, and its
 * answer is kept for a day; past the quota nothing is asked; after three failures in a row it is left
 * alone for a minute, after a refusal for a quarter of an hour. What is not asked fails at once.
 */
export function sparingGeocoder(deps: SparingGeocoderDeps): Geocoder {
  const { geocoder, perDay, mayAskTogether, now, log, limitMs = LIMIT_MS } = deps
  const lists = cachedAnswers<FoundAddress[]>({ now, ...CACHE })
  const points = cachedAnswers<FoundAddress | null>({ now, ...CACHE })
  const sentences = {
    fails: 'the geocoder does not answer',
    again: 'the geocoder answers again',
  }
  const breaker = makeBreaker({ now, log, sentences, ...REST })
  let today = ''
  let asked = 0

  /** False where the questions of this day are spent. */
  async function spendOne(): Promise<boolean> {
    const day = now().toLocaleDateString('sv-SE', { timeZone: 'Europe/Moscow' })
    if (day !== today) [today, asked] = [day, 0]
    if (asked >= perDay) return false
    asked += 1
    return (await mayAskTogether?.(day)) ?? true
  }

  async function ask<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    if (breaker.rests()) throw new GeocoderFailed('the geocoder is left alone')
    if (!(await spendOne())) throw new GeocoderFailed('the questions of this day are spent')
    try {
      const answer = await work(AbortSignal.timeout(limitMs))
      breaker.came()
      return answer
    } catch (error) {
      const closed = error instanceof GeocoderFailed && error.closed
      breaker.failed({ err: error }, closed ? LONG_REST_MS : undefined)
      throw error
    }
  }

  return {
    // Nobody who goes away stops a question that others may wait for.
    async find(text, near) {
      const typed = text.toLowerCase().replace(/[\s,.]+/gu, ' ')
      const question = `${typed.trim()} ${near === null ? '' : rounded(near, 1)}`
      return lists(question, () => ask((signal) => geocoder.find(text, near, signal, spendOne)))
    },
    async at(point) {
      return points(rounded(point, 4), () => ask((signal) => geocoder.at(point, signal)))
    },
  }
}

/** A tenth of a degree is some 10 km, a ten-thousandth some 10 m. */
function rounded({ latitude, longitude }: Point, digits: number): string {
  return `${latitude.toFixed(digits)} ${longitude.toFixed(digits)}`
}

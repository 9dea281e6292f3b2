import { GeocoderFailed } from './geocoder.ts'
import type { FoundAddress, Geocoder, Point } from './geocoder.ts'

export type SparingGeocoderDeps = {
  geocoder: Geocoder
  /** The most questions of this process in a day of Moscow, when such quotas begin anew. */
  perDay: number
  now: () => Date
  log: {
    warn(fields: object, sentence: string): void
    info(fields: object, sentence: string): void
  }
  /** How long one question may take. */
  limitMs?: number
}

const LIMIT_MS = 3000
const MINUTE_MS = 60_000
const KEPT_MS = 24 * 60 * MINUTE_MS
const KEPT_MOST = 2000
const FAILURES_MOST = 3
const REST_MS = MINUTE_MS
const LONG_REST_MS = 15 * MINUTE_MS

type Kept<T> = { answer: T; until: number }

/**
 * Asks a geocoder as seldom as it may: a question goes out once, however many wait for it, and its
 * answer is kept for a day; past the quota nothing is asked; after three failures in a row it is left
 * alone for a minute, after a refusal for a quarter of an hour. What is not asked fails at once.
 */
export function sparingGeocoder(deps: SparingGeocoderDeps): Geocoder {
  const { geocoder, perDay, now, log, limitMs = LIMIT_MS } = deps
  // In the order of their last use, the oldest first.
  const kept = new Map<string, Kept<unknown>>()
  const underway = new Map<string, Promise<unknown>>()
  let today = ''
  let asked = 0
  let failures = 0
  let restsUntil = 0

  /** False where the questions of this day are spent. */
  function spendOne(): boolean {
    const day = now().toLocaleDateString('sv-SE', { timeZone: 'Europe/Moscow' })
    if (day !== today) [today, asked] = [day, 0]
    if (asked >= perDay) return false
    asked += 1
    return true
  }

  function spend(): void {
    if (now().getTime() < restsUntil) throw new GeocoderFailed('the geocoder is left alone')
    if (!spendOne()) throw new GeocoderFailed('the questions of this day are spent')
  }

  function failed(error: unknown): void {
    const closed = error instanceof GeocoderFailed && error.closed
    if (failures === 0) log.warn({ err: error }, 'the geocoder does not answer')
    failures += 1
    if (closed) restsUntil = now().getTime() + LONG_REST_MS
    else if (failures >= FAILURES_MOST) restsUntil = now().getTime() + REST_MS
  }

  function keep(question: string, answer: unknown): void {
    kept.set(question, { answer, until: now().getTime() + KEPT_MS })
    const [oldest] = kept.keys()
    if (kept.size > KEPT_MOST && oldest !== undefined) kept.delete(oldest)
  }

  async function ask<T>(question: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    try {
      const answer = await work(AbortSignal.timeout(limitMs))
      if (failures > 0) log.info({}, 'the geocoder answers again')
      failures = 0
      keep(question, answer)
      return answer
    } catch (error) {
      failed(error)
      throw error
    } finally {
      underway.delete(question)
    }
  }

  // A question names its own kind, so what is kept under it has the type that was asked for.
  function once<T>(question: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const known = kept.get(question) as Kept<T> | undefined
    if (known !== undefined) {
      kept.delete(question)
      if (known.until > now().getTime()) {
        kept.set(question, known)
        return Promise.resolve(known.answer)
      }
    }
    const coming = underway.get(question) as Promise<T> | undefined
    if (coming !== undefined) return coming
    spend()
    const answer = ask(question, work)
    underway.set(question, answer)
    return answer
  }

  return {
    // Nobody who goes away stops a question that others may wait for.
    async find(text, near) {
      const question = text
        .toLowerCase()
        .replace(/[\s,.]+/gu, ' ')
        .trim()
      return once<FoundAddress[]>(
        `find ${question} ${near === null ? '' : rounded(near, 1)}`,
        (signal) => geocoder.find(text, near, signal, spendOne),
      )
    },
    async at(point) {
      return once<FoundAddress | null>(`at ${rounded(point, 4)}`, (signal) =>
        geocoder.at(point, signal),
      )
    },
  }
}

/** A tenth of a degree is some 10 km, a ten-thousandth some 10 m. */
function rounded({ latitude, longitude }: Point, digits: number): string {
  return `${latitude.toFixed(digits)} ${longitude.toFixed(digits)}`
}

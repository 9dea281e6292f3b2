import { MINUTE_MS } from '#domain/time.ts'
import { cachedAnswers, semaphore } from '#server/platform/concurrency.ts'
import { makeBreaker } from '../circuit-breaker.ts'
import type { BreakerLog } from '../circuit-breaker.ts'
import { boundedText } from '../bounded-text.ts'
import { serviceFetch } from '../outgoing-fetch.ts'
import type { OutgoingRequest } from '../outgoing-fetch.ts'

export type Point = {
  /** Degrees. */
  readonly latitude: number
  readonly longitude: number
}

/** An address as people write it; an unknown part is an empty text. */
export type FoundAddress = Point & {
  /** Russian, as the geocoder names it. */
  readonly country: string
  /** The part of the country: «Ленинградская область». */
  readonly county: string
  /** A town or a village. */
  readonly city: string
  /** «улица Рубинштейна» */
  readonly street: string
  /** «13», «82, строение 2» */
  readonly house: string
}

/** A provider of addresses, by a text or by a point on the map. */
export type Geocoder = {
  /**
   * Returns the addresses that a text may mean, the likeliest first; those near to the point before others, where one
   * is given. Fails where the geocoder does not answer, or its answer is unreadable. `mayAskAgain` is called before a
   * second request is sent for the same text.
   */
  find(
    text: string,
    near: Point | null,
    signal: AbortSignal,
    mayAskAgain?: () => Promise<boolean>,
  ): Promise<FoundAddress[]>
  /** The address at a point, or null where there is none. Fails as `find` does. */
  at(point: Point, signal: AbortSignal): Promise<FoundAddress | null>
}

/** Why a geocoder did not answer. */
export class GeocoderFailed extends Error {
  override readonly name = 'GeocoderFailed'
  /** It will not answer for a long while: the key is wrong, or the daily quota is spent. */
  readonly closed: boolean

  constructor(message: string, closed = false) {
    super(message)
    this.closed = closed
  }
}

/** The most that an answer of twenty addresses may weigh; DaData sends about 4 KB for each. */
const MOST_BYTES = 512 * 1024
const LONGEST_TEXT = 120
const CLOSED = new Set([401, 402, 403])

export type GeocoderFields = Readonly<Record<string, unknown>>

/** Sends a request to a geocoder and returns its answer unchanged, checked for nothing but size and JSON. */
export async function askGeocoder(url: string, request: OutgoingRequest): Promise<unknown> {
  const answer = await serviceFetch(url, request)
  if (!answer.ok || answer.body === null) {
    await answer.body?.cancel()
    throw new GeocoderFailed(`the geocoder answered ${answer.status}`, CLOSED.has(answer.status))
  }
  const text = await boundedText(
    answer.body,
    MOST_BYTES,
    () => new GeocoderFailed('the geocoder sends too much'),
  )
  try {
    return JSON.parse(text)
  } catch {
    throw new GeocoderFailed('the geocoder answered with no JSON')
  }
}

/** The first of these fields that contains a text, as one line of limited length; else an empty text. */
export function textOf(fields: GeocoderFields, ...names: readonly string[]): string {
  for (const name of names) {
    const value = fields[name]
    if (typeof value !== 'string') continue
    const line = value.replaceAll(/[\p{C}\s]+/gu, ' ').trim()
    if (line !== '') return Array.from(line).slice(0, LONGEST_TEXT).join('')
  }
  return ''
}

/** Degrees from texts or numbers; null where they are no point on the earth. */
export function pointOf(latitude: unknown, longitude: unknown) {
  const [north, east] = [degrees(latitude, 90), degrees(longitude, 180)]
  return north === null || east === null ? null : { latitude: north, longitude: east }
}

function degrees(value: unknown, limit: number): number | null {
  if (typeof value !== 'number' && typeof value !== 'string') return null
  const number = value === '' ? Number.NaN : Number(value)
  return Math.abs(number) <= limit ? number : null
}

type RateLimitedGeocoderDeps = {
  geocoder: Geocoder
  /** The most requests of this process in a day of Moscow, when such quotas are reset. */
  perDay: number
  /** Whether all processes together may send one more request on this day (YYYY-MM-DD); counts it. */
  spendSharedQuota?: (day: string) => Promise<boolean>
  now: () => Date
  log: BreakerLog
  /** Time limit of one request. */
  limitMs?: number
}

const LIMIT_MS = 3000
const CACHE = { ttlMs: 24 * 60 * MINUTE_MS, max: 1000 }
const LONG_REST_MS = 15 * MINUTE_MS
const AT_ONCE = 16

/**
 * Limits the requests to a geocoder: concurrent equal questions share one request, and its answer is cached for a day;
 * past the quota, or sixteen at once, nothing is sent; after three failures in a row requests pause for a minute, after a refusal for a
 * quarter of an hour. A request that is not sent fails at once.
 */
export function rateLimitedGeocoder(deps: RateLimitedGeocoderDeps): Geocoder {
  const { geocoder, perDay, spendSharedQuota, now, log, limitMs = LIMIT_MS } = deps
  const lists = cachedAnswers<FoundAddress[]>({ now, ...CACHE })
  const points = cachedAnswers<FoundAddress | null>({ now, ...CACHE })
  const sentences = {
    fails: 'the geocoder does not answer',
    again: 'the geocoder answers again',
  }
  const breaker = makeBreaker({ now, log, sentences })
  const full = () => new GeocoderFailed('too many ask the geocoder at once')
  const places = semaphore(AT_ONCE, { max: 0, full })
  let today = ''
  let asked = 0

  /** False where the quota of this day is spent. */
  async function spendOne(): Promise<boolean> {
    const day = now().toLocaleDateString('sv-SE', { timeZone: 'Europe/Moscow' })
    if (day !== today) [today, asked] = [day, 0]
    if (asked >= perDay) return false
    asked += 1
    return (await spendSharedQuota?.(day)) ?? true
  }

  const ask = <T>(work: (signal: AbortSignal) => Promise<T>) => places.run(() => askOnce(work))

  async function askOnce<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    if (breaker.isOpen()) throw new GeocoderFailed('the geocoder is paused after failures')
    if (!(await spendOne())) throw new GeocoderFailed('the requests of this day are spent')
    try {
      const answer = await work(AbortSignal.timeout(limitMs))
      breaker.succeeded()
      return answer
    } catch (error) {
      const closed = error instanceof GeocoderFailed && error.closed
      breaker.failed({ err: error }, closed ? LONG_REST_MS : undefined)
      throw error
    }
  }

  return {
    // An aborted caller does not cancel a request that others may wait for.
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

import { GeocoderFailed } from './geocoder.ts'

/** The most that an answer of twenty addresses may weigh; DaData sends about 4 KB for each. */
const MOST_BYTES = 512 * 1024
const LONGEST_TEXT = 120
const CLOSED = new Set([401, 402, 403])

export type GeocoderFields = Readonly<Record<string, unknown>>

/** Sends a question to a geocoder and gives its answer as it came, checked for nothing but size and JSON. */
export async function askGeocoder(url: string, request: RequestInit): Promise<unknown> {
  const answer = await fetch(url, { ...request, redirect: 'error' })
  if (!answer.ok || answer.body === null) {
    await answer.body?.cancel()
    throw new GeocoderFailed(`the geocoder answered ${answer.status}`, CLOSED.has(answer.status))
  }
  const text = await boundedText(answer.body)
  try {
    return JSON.parse(text)
  } catch {
    throw new GeocoderFailed('the geocoder answered with no JSON')
  }
}

/** Leaving the loop by throwing also ends the download. */
async function boundedText(body: ReadableStream<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of body) {
    bytes += part.length
    if (bytes > MOST_BYTES) throw new GeocoderFailed('the geocoder sends too much')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

export function isFields(value: unknown): value is GeocoderFields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The first of these fields that holds a text, as one line that is not too long; else an empty text. */
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

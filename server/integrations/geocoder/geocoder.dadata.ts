import { isRecord } from '#domain/record.ts'
import { askGeocoder, GeocoderFailed, pointOf, textOf } from './geocoder.ts'
import type { FoundAddress, Geocoder, GeocoderFields, Point } from './geocoder.ts'

const COUNT = 10
const LONGEST_QUERY = 300
/** The radius of «near» for a typed street without its town. */
const NEAR_METRES = 50_000
/** A pin is on a stage, in a yard or in a park, some way from the building whose address it has. */
const AROUND_METRES = 300

/**
 * DaData's suggestions: `url` is «https://suggestions.dadata.ru» or a self-hosted server, without a slash at the end;
 * the token stays on this server. A text is searched near the point first, and anywhere where nothing is found there.
 */
export function dadataGeocoder({ url, token }: { url: string; token: string }): Geocoder {
  async function ask(call: string, body: object, signal: AbortSignal): Promise<FoundAddress[]> {
    const answer = await askGeocoder(`${url}/suggestions/api/4_1/rs/${call}/address`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        authorization: `Token ${token}`,
      },
      body: JSON.stringify(body),
      signal,
    })
    if (!isRecord(answer) || !Array.isArray(answer['suggestions']))
      throw new GeocoderFailed('DaData answers in another shape')
    return answer['suggestions']
      .slice(0, COUNT)
      .flatMap((suggestion) => addressOf(suggestion) ?? [])
  }

  return {
    async find(text, near, signal, mayAskAgain = async () => true) {
      const query = { query: Array.from(text).slice(0, LONGEST_QUERY).join(''), count: COUNT }
      const found = near === null ? [] : await ask('suggest', { ...query, ...around(near) }, signal)
      if (found.length > 0 || (near !== null && !(await mayAskAgain()))) return found
      return ask('suggest', query, signal)
    },

    async at({ latitude, longitude }, signal) {
      const place = { lat: latitude, lon: longitude, radius_meters: AROUND_METRES, count: 1 }
      return (await ask('geolocate', place, signal))[0] ?? null
    },
  }
}

function around({ latitude, longitude }: Point) {
  return { locations_geo: [{ lat: latitude, lon: longitude, radius_meters: NEAR_METRES }] }
}

function addressOf(suggestion: unknown): FoundAddress | null {
  const parts = isRecord(suggestion) ? suggestion['data'] : null
  if (!isRecord(parts)) return null
  const point = pointOf(parts['geo_lat'], parts['geo_lon'])
  if (point === null) return null
  const county = countyOf(parts)
  const city = textOf(parts, 'city', 'settlement') || (isCity(parts) ? county : '')
  // A village that belongs to a town is a part of the address there.
  const village = textOf(parts, 'city') === '' ? '' : textOf(parts, 'settlement')
  const street = [village, streetOf(parts)].filter((part) => part !== '').join(', ')
  return {
    ...point,
    country: textOf(parts, 'country'),
    county,
    city,
    street,
    house: houseOf(parts),
  }
}

const isCity = (parts: GeocoderFields) => textOf(parts, 'region_type_full') === 'город'

/** «Московская область», «Республика Татарстан», «Удмуртская Республика», «Санкт-Петербург» */
function countyOf(parts: GeocoderFields): string {
  const [name, type] = [textOf(parts, 'region'), textOf(parts, 'region_type_full')]
  if (name === '' || type === '' || isCity(parts)) return name
  if (name.toLowerCase().includes(type)) return name
  if (type !== 'республика') return `${name} ${type}`
  return name.endsWith('ая') ? `${name} Республика` : `Республика ${name}`
}

const ADJECTIVE = /(?:ая|яя|[ыио]й|ое)$/u

/** «Невский проспект», but «улица Рубинштейна» */
function streetOf(parts: GeocoderFields): string {
  const [name, type] = [textOf(parts, 'street'), textOf(parts, 'street_type_full')]
  if (name === '' || type === '') return name
  return ADJECTIVE.test(name) ? `${name} ${type}` : `${type} ${name}`
}

/** «13», «владение 5», «82, строение 2» */
function houseOf(parts: GeocoderFields): string {
  const [house, type] = [textOf(parts, 'house'), textOf(parts, 'house_type_full')]
  if (house === '') return ''
  const block = textOf(parts, 'block')
  const [own, more] = [type === 'дом' ? '' : type, block && `, ${textOf(parts, 'block_type_full')}`]
  return `${own} ${house}${more} ${block}`.trim()
}

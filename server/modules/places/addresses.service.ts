import { checkPoint } from '#domain/concerts/announcement.ts'
import { Refusal } from '#domain/refusal.ts'
import { foldSong } from '#packages/song-search/song-text.ts'
import type { FoundAddress, Geocoder, Point } from '#server/integrations/geocoder/geocoder.ts'
import type { Context } from '#server/context.ts'
import { cityNear, findCities, townsCalled } from './places.service.ts'
import type { City } from './places.service.ts'

export type { FoundAddress } from '#server/integrations/geocoder/geocoder.ts'

const MOST_ADDRESSES = 10
const GEOCODER_TIMEOUT_MS = 3000
/** A word that is no part of a town's name: «г. Казань», «город Казань». */
const KINDS = new Set('г город пос поселок село деревня д с ст станица рп пгт аул хутор'.split(' '))
const WORDS_OF_NAME = 4
/** «Ленинградская, 5», «Ленина, 5»: more often a street than the stanitsa. */
const MAYBE_A_STREET = /(?:ая|ина)$/u
const STREET_WORDS = new Set(
  'улица ул проспект пр пр-т просп переулок пер площадь пл шоссе ш бульвар б-р бул набережная наб проезд аллея тупик'.split(
    ' ',
  ),
)
/** A village often has the same name as a street. */
const isSmall = ({ population }: City) => population < 15_000
const OF_A_CITY = 100_000
const FAR_LARGER = 10
const WRONG_COORDINATES = 'Координаты заданы неверно'

/** Where the geocoder fails, or none is configured, the towns of our own table are the answer. */
type Geocoding = Pick<Context, 'geocoder'>

/**
 * Returns the addresses that a text may mean, at most 10, the likeliest first; none for a blank one. Refuses
 * VALIDATION for an invalid degree.
 */
export async function findAddresses(
  ctx: Geocoding,
  text: string,
  near: Point | null,
): Promise<FoundAddress[]> {
  if (near !== null) checkPoint(near, WRONG_COORDINATES)
  if (foldSong(text) === '') return []
  const found =
    (await asked(ctx, (outside) =>
      outside.find(text, near, AbortSignal.timeout(GEOCODER_TIMEOUT_MS)),
    )) ?? []
  const answer = found.length > 0 ? found.map(inTown) : townsIn(text).map(townAlone)
  return answer.slice(0, MOST_ADDRESSES)
}

/** As `findAddressAt`. Refuses VALIDATION for an invalid degree, and NOT_FOUND far from all towns. */
export async function addressAt(ctx: Geocoding, point: Point): Promise<FoundAddress> {
  checkPoint(point, WRONG_COORDINATES)
  const found = await findAddressAt(ctx, point)
  if (found === null)
    throw new Refusal(
      'NOT_FOUND',
      'Рядом с этой точкой нет известного нам адреса. Напишите его сами.',
    )
  return found
}

/** Returns the address at a point (degrees), at least its town, or null far from all towns. Never fails and never takes long. */
export async function findAddressAt(ctx: Geocoding, point: Point): Promise<FoundAddress | null> {
  const found = await asked(ctx, (outside) =>
    outside.at(point, AbortSignal.timeout(GEOCODER_TIMEOUT_MS)),
  )
  const city = cityNear(point.latitude, point.longitude)
  // The pin stays where it was set, not in the middle of the building.
  if (found !== null) return { ...inTown(found), ...point }
  return city === null ? null : { ...townAlone(city), ...point }
}

async function asked<T>(
  { geocoder }: Geocoding,
  question: (geocoder: Geocoder) => Promise<T>,
): Promise<T | null> {
  if (geocoder === null) return null
  try {
    return await question(geocoder)
  } catch {
    // The geocoder's client has logged the reason.
    return null
  }
}

/** Replaces the town by its spelling in our table, where the geocoder means one of it, so that it is found by its name. */
function inTown(found: FoundAddress): FoundAddress {
  const { latitude, longitude } = found
  const [named] = townsCalled(found.city, found)
  const own = named ?? (found.city === '' ? cityNear(latitude, longitude) : null)
  return own === null ? found : { ...found, city: own.name }
}

/**
 * Returns the town of our table that a typed address names between its commas, or null where that is not certain:
 * «Казань, Баумана, 5», but neither «Октябрьский проспект, 7» nor one of two towns of the same name.
 */
export function townOfAddress(
  text: string,
): (Pick<FoundAddress, 'country' | 'city'> & Pick<City, 'timeZone'>) | null {
  for (const part of text.split(',')) {
    const words = foldSong(part).split(' ')
    const called = words.length > 1 && KINDS.has(words[0] ?? '')
    const towns = townsCalled(called ? words.slice(1).join(' ') : part)
    const there = towns.filter(({ region }) => foldSong(text).includes(foldSong(region)))
    const [town, next] = there.length > 0 ? there : towns
    if (town === undefined || (!called && (MAYBE_A_STREET.test(part.trim()) || isSmall(town))))
      continue
    const alone = next === undefined || town.population > next.population * FAR_LARGER
    if (alone) return { country: town.country, city: town.name, timeZone: town.timeZone }
  }
  return null
}

/** Returns the towns that a text names: by its beginning, else by the beginning of one of its parts. */
function townsIn(text: string): City[] {
  const parts = text.split(',').filter((part) => !isStreet(part))
  const whole = parts.length === 0 ? [] : findCities(text)
  if (whole.length > 0 && beginsWith(whole, text)) return withoutStreets(whole)
  const named = parts.flatMap((part) => townsNamed(part))
  // With a house number the text is a street, even if a town's name begins so.
  return named.length > 0 || /\d/u.test(text) ? named : withoutStreets(whole)
}

function townsNamed(part: string): City[] {
  const words = foldSong(part).split(' ')
  const called = words.length > 1 && KINDS.has(words[0] ?? '')
  if (called) words.shift()
  for (let many = Math.min(WORDS_OF_NAME, words.length); many > 0; many--) {
    const towns = townsCalled(words.slice(0, many).join(' '))
    if (towns.length > 0) return called ? towns : withoutStreets(towns)
  }
  return []
}

/** «ул. Мира, 5», «Октябрьский проспект 7», but not «Казань ул Баумана». */
function isStreet(part: string): boolean {
  const words = part.split(/[\s.]+/u).filter((word) => /^\p{L}/u.test(word))
  const at = words.findIndex((word) => STREET_WORDS.has(foldSong(word)))
  return at === 0 || (at === 1 && words.length === 2)
}

/** «Советская» alone means a street, not a stanitsa: the stanitsa is written «ст. Советская». */
function withoutStreets(towns: readonly City[]): City[] {
  const isLikeStreet = ({ name, population }: City) =>
    population < OF_A_CITY && MAYBE_A_STREET.test(name)
  return towns.some(isLikeStreet)
    ? towns.filter((town) => !isLikeStreet(town) && !isSmall(town))
    : [...towns]
}

const beginsWith = (towns: readonly City[], text: string) =>
  towns.some(({ name }) => foldSong(name).startsWith(foldSong(text)))

function townAlone({ name, region, country, latitude, longitude }: City): FoundAddress {
  return { country, county: region, city: name, street: '', house: '', latitude, longitude }
}

/** «улица Рубинштейна, 13» */
export function addressLine({ street, house }: Pick<FoundAddress, 'street' | 'house'>): string {
  return [street, house].filter((part) => part !== '').join(', ')
}

/** «Санкт-Петербург, улица Рубинштейна, 13»; of a town alone «Казань, Республика Татарстан». */
export function wholeLine(found: FoundAddress): string {
  const { city, county } = found
  const line = addressLine(found)
  const parts = line === '' ? [city, county === city ? '' : county] : [city || county, line]
  return parts.filter((part) => part !== '').join(', ')
}

import type { Context } from '#server/context.ts'
import { cityNear } from './places.service.ts'
import { isInnerAddress, plainAddress } from '#server/platform/inner-address.ts'

/** Degrees; where a map begins in a country of which only the code is known. */
type Middle = { latitude: number; longitude: number }

/** The largest towns of countries in which Russian songs are played; entered by hand to a tenth of a degree. */
const LARGEST: Readonly<Record<string, Middle>> = {
  AE: { latitude: 25.2, longitude: 55.3 },
  AM: { latitude: 40.2, longitude: 44.5 },
  AZ: { latitude: 40.4, longitude: 49.9 },
  BY: { latitude: 53.9, longitude: 27.6 },
  CY: { latitude: 34.7, longitude: 33 },
  EE: { latitude: 59.4, longitude: 24.8 },
  FI: { latitude: 60.2, longitude: 24.9 },
  GE: { latitude: 41.7, longitude: 44.8 },
  IL: { latitude: 32.1, longitude: 34.8 },
  KG: { latitude: 42.9, longitude: 74.6 },
  KZ: { latitude: 43.2, longitude: 76.9 },
  LT: { latitude: 54.7, longitude: 25.3 },
  LV: { latitude: 56.9, longitude: 24.1 },
  MD: { latitude: 47, longitude: 28.9 },
  ME: { latitude: 42.4, longitude: 19.3 },
  MN: { latitude: 47.9, longitude: 106.9 },
  RS: { latitude: 44.8, longitude: 20.5 },
  TJ: { latitude: 38.6, longitude: 68.8 },
  TM: { latitude: 37.9, longitude: 58.4 },
  TR: { latitude: 41, longitude: 29 },
  UA: { latitude: 50.5, longitude: 30.5 },
  UZ: { latitude: 41.3, longitude: 69.2 },
}

/** Returns where people of a country (two capital letters) mostly live; null where that would be a guess. */
function middleOf(country: string): Middle | null {
  return LARGEST[country] ?? null
}

const COUNTRY_NAMES = new Intl.DisplayNames('ru-RU', { type: 'region' })

async function placeOf({ ipLocation }: Context, caller: string) {
  const address = plainAddress(caller)
  const isInner = isInnerAddress(address)
  return { address, isInner, place: isInner ? null : await ipLocation.locationOf(address) }
}

/** One sentence in Russian about where a caller is, as far as his address shows it. */
export async function describeCallerLocation(ctx: Context, caller: string): Promise<string> {
  const { address, isInner, place } = await placeOf(ctx, caller)
  if (isInner) return `Адрес ${address} внутренний: страны у него нет.`
  if (place === null) return `Страна адреса ${address} неизвестна.`
  const country = COUNTRY_NAMES.of(place.country) ?? place.country
  const where = place.town === undefined ? country : `${country}, ${place.town.name}`
  return `${where} (адрес ${address})`
}

/** «Россия, адрес 95.24.0.1», for an e-mail to the owner of an account. No town: a mobile operator routes a whole country through one. */
export async function callerCountry(ctx: Context, caller: string): Promise<string> {
  const { address, isInner, place } = await placeOf(ctx, caller)
  if (isInner) return `внутренний адрес ${address}`
  if (place === null) return `страна неизвестна, адрес ${address}`
  return `${COUNTRY_NAMES.of(place.country) ?? place.country}, адрес ${address}`
}

/** «Москва» or «Россия»: the town where it is known; empty where nothing is. */
export async function callerPlace(ctx: Context, caller: string): Promise<string> {
  const { place } = await placeOf(ctx, caller)
  if (place === null) return ''
  return place.town?.name ?? COUNTRY_NAMES.of(place.country) ?? place.country
}

/** Where a map may begin for a caller who gave no place himself. Degrees. */
type CallerFirstLook = {
  latitude: number
  longitude: number
  /** The point is a town's, from the table of DB-IP: its terms require a link beside what is made of it. */
  byTown: boolean
  town: string | null
}

/** Neither stored nor logged; null where nothing is known, and the map begins as for everybody. */
export async function callerFirstLook(
  ctx: Context,
  caller: string,
): Promise<CallerFirstLook | null> {
  const { place } = await placeOf(ctx, caller)
  if (place === null) return null
  const { country, town } = place
  const middle = town ?? middleOf(country)
  if (middle === null) return null
  const { latitude, longitude } = middle
  const name = town === undefined ? null : (cityNear(latitude, longitude)?.name ?? town.name)
  return { latitude, longitude, byTown: town !== undefined, town: name }
}

/** What the routes of places use until they take a context. */

import type { IpLocation } from '#server/integrations/ip-location/ip-location.ts'
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

/** Where a map may begin for a caller who gave no place himself. Degrees. */
type FirstLookService = {
  latitude: number
  longitude: number
  /** The point is a town's, from the table of DB-IP: its terms require a link beside what is made of it. */
  byTown: boolean
}

export type CallerLocation = ReturnType<typeof makeCallerLocation>

/** Describes in Russian where a caller is, as far as his address shows it. */
export function makeCallerLocation({ ipLocation }: { ipLocation: IpLocation }) {
  const names = new Intl.DisplayNames('ru-RU', { type: 'region' })

  async function placeOf(caller: string) {
    const address = plainAddress(caller)
    const isInner = isInnerAddress(address)
    return { address, inner: isInner, place: isInner ? null : await ipLocation.locationOf(address) }
  }

  return {
    /** One sentence about the address. */
    async describe(caller: string): Promise<string> {
      const { address, inner: isInner, place } = await placeOf(caller)
      if (isInner) return `Адрес ${address} внутренний: страны у него нет.`
      if (place === null) return `Страна адреса ${address} неизвестна.`
      const country = names.of(place.country) ?? place.country
      const where = place.town === undefined ? country : `${country}, ${place.town.name}`
      return `${where} (адрес ${address})`
    },

    /** «Россия, адрес 95.24.0.1», for an e-mail to the owner of an account. No town: a mobile operator routes a whole country through one. */
    async country(caller: string): Promise<string> {
      const { address, inner: isInner, place } = await placeOf(caller)
      if (isInner) return `внутренний адрес ${address}`
      if (place === null) return `страна неизвестна, адрес ${address}`
      return `${names.of(place.country) ?? place.country}, адрес ${address}`
    },

    /** Neither stored nor logged; null where nothing is known, and the map begins as for everybody. */
    async firstLook(caller: string): Promise<FirstLookService | null> {
      const { place } = await placeOf(caller)
      if (place === null) return null
      const { country, town } = place
      const middle = town ?? middleOf(country)
      if (middle === null) return null
      const { latitude, longitude } = middle
      return { latitude, longitude, byTown: town !== undefined }
    },
  }
}

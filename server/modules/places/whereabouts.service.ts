import { BlockList, isIP } from 'node:net'
import type { IpLocation } from '../../integrations/ip-location/ip-location.ts'
import { middleOf } from './abroad.ts'

/** Where a map may begin for somebody who said nothing of himself. Degrees. */
export type FirstLookService = {
  latitude: number
  longitude: number
  /** It is of a town, which the table of DB-IP told: its terms ask for a link beside what comes of it. */
  byTown: boolean
}

export type Whereabouts = ReturnType<typeof makeWhereabouts>

/** The machine's own, those of homes and offices, and those kept for examples: they are in no country. */
const INNER = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.2.0/24',
  '192.168.0.0/16',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '::/127',
  '2001:db8::/32',
  'fc00::/7',
  'fe80::/10',
]

/** Tells in Russian where a caller is, as far as his address says it. */
export function makeWhereabouts({ ipLocation }: { ipLocation: IpLocation }) {
  const inner = blockList()
  const names = new Intl.DisplayNames('ru-RU', { type: 'region' })

  async function placeOf(caller: string) {
    const address = plain(caller)
    const kept = inner.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
    return { address, inner: kept, place: kept ? null : await ipLocation.locationOf(address) }
  }

  return {
    /** One sentence about the address. */
    async tell(caller: string): Promise<string> {
      const { address, inner: kept, place } = await placeOf(caller)
      if (kept) return `Адрес ${address} внутренний: страны у него нет.`
      if (place === null) return `Страна адреса ${address} неизвестна.`
      const country = names.of(place.country) ?? place.country
      const where = place.town === undefined ? country : `${country}, ${place.town.name}`
      return `${where} (адрес ${address})`
    },

    /** «Россия, адрес 95.24.0.1», for a letter to the owner of an account. No town: a mobile operator lets a whole country out through one. */
    async country(caller: string): Promise<string> {
      const { address, inner: kept, place } = await placeOf(caller)
      if (kept) return `внутренний адрес ${address}`
      if (place === null) return `страна неизвестна, адрес ${address}`
      return `${names.of(place.country) ?? place.country}, адрес ${address}`
    },

    /** Kept nowhere and written nowhere; null where nothing is known, and the map begins as for everybody. */
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

function blockList(): BlockList {
  const list = new BlockList()
  for (const range of INNER) {
    const [net = '', length] = range.split('/')
    list.addSubnet(net, Number(length), isIP(net) === 6 ? 'ipv6' : 'ipv4')
  }
  return list
}

/** A socket of both families writes «::ffff:1.2.3.4» for 1.2.3.4. */
function plain(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/iu.exec(address)
  return mapped?.[1] ?? address
}

import { BadConfig, base, text, whole } from './values.ts'
import type { Environment } from './values.ts'

export type GeocoderConfig = {
  /** Without a slash at the end. */
  url: string
  /** The most questions of this process in a day. */
  perDay: number
} & (
  | { kind: 'dadata'; token: string }
  /** `shared`: the public server, which takes one question a second and no search while somebody types. */
  | { kind: 'nominatim'; shared: boolean }
)

const URLS = {
  dadata: 'https://suggestions.dadata.ru',
  nominatim: 'https://nominatim.openstreetmap.org',
}
/** DaData gives 10 000 a day to everybody for nothing; the rest is for what else asks with this key. */
const PER_DAY = 9000
const PER_DAY_MOST = 10_000_000

/** Who is asked for addresses; null where nobody outside is. */
export function readGeocoder(env: Environment): GeocoderConfig | null {
  const kind = text(env, 'GEOCODER') ?? 'none'
  const token = text(env, 'DADATA_TOKEN')
  const own = base(env, 'GEOCODER_URL')
  const perDay = whole(env, 'GEOCODER_PER_DAY', PER_DAY, 1, PER_DAY_MOST)
  if (kind !== 'none' && kind !== 'dadata' && kind !== 'nominatim')
    throw new BadConfig(`GEOCODER принимает none, dadata или nominatim, а задано «${kind}».`)
  if (kind !== 'dadata' && token !== undefined)
    throw new BadConfig(`DADATA_TOKEN нужен только с GEOCODER=dadata, а GEOCODER — ${kind}.`)
  if (kind === 'none') return null
  const url = own ?? URLS[kind]
  if (kind === 'nominatim') return { kind, url, perDay, shared: url === URLS.nominatim }
  if (token === undefined)
    throw new BadConfig('GEOCODER=dadata спрашивает с ключом: задайте DADATA_TOKEN.')
  return { kind, url, perDay, token }
}

import { BadConfig, text, together, whole } from './values.ts'
import type { Environment } from './values.ts'

export type TilesConfig = {
  /** The provider's address with {z}, {x}, {y}, maybe {s} and {r}; a key in it never leaves this server. */
  template: string
  /** Whose map it is, and where its terms are. */
  credit: string
  creditUrl: string
  /** Beyond this the tiles of this zoom are drawn larger. */
  maxZoom: number
}

const NEEDED = ['{z}', '{x}', '{y}']
const SIGN = /\{[^}]*\}/gu
const KNOWN = new Set([...NEEDED, '{s}', '{r}'])
const LINK = /^(?<credit>.*\S)\s+(?<creditUrl>https?:\/\/\S+)$/u

/** Tells nothing of the value: a key may stand in it. */
function template(value: string): string {
  const signs: readonly string[] = value.match(SIGN) ?? []
  const asAddress = value.replaceAll(SIGN, '1')
  const url = URL.canParse(asAddress) ? new URL(asAddress) : null
  const complete =
    NEEDED.every((sign) => signs.includes(sign)) && signs.every((one) => KNOWN.has(one))
  // Who is asked must not depend on what a browser asks for.
  const [, host = ''] = /^https?:\/\/([^/?#]*)/u.exec(value) ?? []
  const fixed = host !== '' && (host.match(SIGN) ?? []).every((sign) => sign === '{s}')
  const plain = url?.username === '' && ['http:', 'https:'].includes(url.protocol)
  if (!plain || !complete || !fixed)
    throw new BadConfig(
      'TILES_URL должно быть адресом вида https://tiles.example/{z}/{x}/{y}.png, где кроме {z}, {x} и {y} могут стоять {s} и {r}.',
    )
  return value
}

/** Tiles over the map's own drawing; null where none are named. */
export function readTiles(env: Environment): TilesConfig | null {
  const maxZoom = whole(env, 'TILES_MAX_ZOOM', 17, 1, 22)
  const given = together(env, ['TILES_URL', 'TILES_CREDIT'])
  if (given === null) return null
  const words = LINK.exec(given.TILES_CREDIT)?.groups
  if (words === undefined)
    throw new BadConfig(
      `TILES_CREDIT должно быть вида «© OpenStreetMap https://www.openstreetmap.org/copyright», а задано «${text(env, 'TILES_CREDIT')}».`,
    )
  const { credit = '', creditUrl = '' } = words
  return { template: template(given.TILES_URL), credit, creditUrl, maxZoom }
}

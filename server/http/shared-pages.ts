import { usernameKey } from '#domain/account.ts'
import { AFISHA, artistTag, concertTag } from './page-tags.ts'

/** A page that is the same for all who have nothing of their own on it. */
export type SharedPage = {
  /** Where nobody in particular asks for it. */
  path: string
  /** The only thing of a visitor that its content may depend on, so that it is made once for each. */
  accepted: boolean
  /** Its visitor's telephone is known here, and may have orders that the page shows. */
  knownDevice: boolean
  key: string
  tags: readonly string[]
}

type Shape = {
  /** Segments of the address; `:name` stands for any one. */
  path: string
  /** What its address may ask for besides marks of where a visitor came from. */
  asks?: readonly string[]
  /** Cookies that its loader reads: whoever has one gets a page of his own. */
  own?: readonly string[]
  /** It shows the orders of the telephone that asks. */
  ofDevice?: true
  /** Lists of concerts of everybody stand on it. */
  afisha?: true
}

/**
 * Every page whose content follows from its address alone. A page is added here after a look at its
 * loader; test/api/shared-pages.test.ts compares what two visitors get of each.
 */
const SHAPES: readonly Shape[] = [
  { path: '', afisha: true },
  { path: 'find', afisha: true },
  { path: 'search', own: ['wishedSongs'], afisha: true },
  { path: 'find-artist' },
  { path: 'user/:artist', asks: ['tab', 'songs'], ofDevice: true },
  { path: 'user/:artist/:concert' },
  { path: 'user/:artist/:concert/shared' },
  { path: 'user/:artist/:concert/songs', ofDevice: true },
  { path: 'pricing' },
  { path: 'tariffs' },
  { path: 'about' },
  { path: 'offer' },
  { path: 'privacy' },
  { path: 'future' },
]

const FROM_ELSEWHERE = /^utm_\w+$/u
/** The router names the parts that it wants of a page whose content it asks for alone. */
const PARTS = '_routes'
const DATA = '.data'
const ROOT_DATA = '/_.data'
const LONGEST_ADDRESS = 300

const TOKEN = 'jwt_authentication'
const DEVICE = /^(?:__Host-)?bis_device$/u
const CONSENT = 'cookie_consent'

function cookiesIn(header: string): Map<string, string> {
  const cookies = new Map<string, string>()
  for (const part of header.split(';')) {
    const [name = '', ...value] = part.split('=')
    // As pages read them: of two with one name the first.
    if (!cookies.has(name.trim())) cookies.set(name.trim(), value.join('=').trim())
  }
  return cookies
}

/** Nothing in it that is read as another address: dots, a backslash, a letter written in two ways. */
function isPlain(url: string): boolean {
  if (!URL.canParse(url, 'http://host')) return false
  const { pathname, search } = new URL(url, 'http://host')
  return `${pathname}${search}` === url
}

function decoded(segment: string): string | null {
  try {
    return decodeURIComponent(segment)
  } catch {
    return null
  }
}

function fits(shape: Shape, segments: readonly string[]): boolean {
  const wanted = shape.path.split('/')
  return (
    wanted.length === segments.length &&
    wanted.every((name, at) => (name.startsWith(':') ? segments[at] !== '' : name === segments[at]))
  )
}

function tagsOf(shape: Shape, segments: readonly string[]): string[] | null {
  const tags = shape.afisha === true ? [AFISHA] : []
  for (const [at, name] of shape.path.split('/').entries()) {
    const said = decoded(segments[at] ?? '')
    if (said === null) return null
    const artist = name === ':artist' ? usernameKey(said) : ''
    if (artist === null) return null
    if (artist !== '') tags.push(artistTag(artist))
    if (name === ':concert') tags.push(concertTag(said))
  }
  return tags
}

type Asked = { shape: Shape; segments: readonly string[]; forScripts: boolean; query: string }

function askedBy(url: string): Asked | null {
  if (url.length > LONGEST_ADDRESS || !isPlain(url)) return null
  const [address = '', ...rest] = url.split('?')
  const forScripts = address.endsWith(DATA)
  const path = address === ROOT_DATA ? '/' : forScripts ? address.slice(0, -DATA.length) : address
  const segments = path.slice(1).split('/')
  const shape = SHAPES.find((one) => fits(one, segments))
  return shape === undefined ? null : { shape, segments, forScripts, query: rest.join('?') }
}

/** What the address says of a page's content, whoever the page is for; null where it says nothing that is known here. */
export function addressTags(url: string): readonly string[] | null {
  const asked = askedBy(url)
  return asked === null ? null : tagsOf(asked.shape, asked.segments)
}

/** The shared page that this address and these cookies ask for; null where it has to be the visitor's own. */
export function sharedPage(url: string, cookie: string | undefined): SharedPage | null {
  const asked = askedBy(url)
  if (asked === null) return null
  const { shape, segments, forScripts, query } = asked
  const search = new URLSearchParams(query)
  const asks = new Set<string>(shape.asks)
  if (forScripts) asks.add(PARTS)
  for (const name of search.keys()) if (!asks.has(name) && !FROM_ELSEWHERE.test(name)) return null
  const cookies = cookiesIn(cookie ?? '')
  if (cookies.has(TOKEN) || shape.own?.some((name) => cookies.has(name))) return null
  const tags = tagsOf(shape, segments)
  if (tags === null) return null
  const accepted = cookies.get(CONSENT) === 'accepted'
  return {
    path: url,
    accepted,
    knownDevice: shape.ofDevice === true && [...cookies.keys()].some((name) => DEVICE.test(name)),
    key: `${accepted ? '+' : '-'}${url}`,
    tags,
  }
}

/** What stands in the place of a visitor's cookies while a shared page is made. */
export function cookieOfNobody({ accepted }: SharedPage): string | undefined {
  return accepted ? `${CONSENT}=accepted` : undefined
}

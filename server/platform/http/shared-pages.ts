import { usernameKey } from '#domain/accounts/account.ts'
import { AFISHA, artistTag, concertTag } from './page-cache.ts'

/** A page that is the same for all who have nothing of their own on it. */
export type SharedPage = {
  path: string
  /** Stands in the place of a visitor's cookies: the answer about cookies, of which each page has two copies. */
  cookie: string | undefined
  /** Its visitor's device is known here, and may have orders that the page shows. */
  knownDevice: boolean
  key: string
  tags: readonly string[]
}

type Shape = {
  /** `:artist` and `:concert` stand for any one segment. */
  path: string
  /** The parameters of the address that the page reads. */
  asks?: readonly string[]
  /** The cookie that its loader reads: whoever has one gets a page of his own. */
  ownCookie?: string
  /** It shows the orders of the device that asks. */
  ofDevice?: true
  /** Lists of concerts of everybody stand on it. */
  afisha?: true
}

/**
 * Every page whose content follows from its address alone. A page is added here after a look at its
 * loader; test/api/cached-pages.test.ts compares what several visitors get of each.
 */
const PAGES: readonly Shape[] = [
  { path: '/', afisha: true },
  { path: '/find', afisha: true },
  { path: '/search', ownCookie: 'wishedSongs', afisha: true },
  { path: '/find-artist' },
  {
    path: '/user/:artist',
    asks: ['tab', 'songs', 't'],
    ownCookie: 'evening_pass',
    ofDevice: true,
  },
  { path: '/user/:artist/:concert', ownCookie: 'evening_pass' },
  { path: '/user/:artist/:concert/shared', ownCookie: 'evening_pass' },
  { path: '/user/:artist/:concert/songs', ownCookie: 'evening_pass', ofDevice: true },
  { path: '/pricing' },
  { path: '/tariffs' },
  { path: '/about' },
  { path: '/numbers' },
  { path: '/offer' },
  { path: '/privacy' },
  { path: '/future' },
]

const ROUTES = PAGES.map((page) => ({
  page,
  pattern: new RegExp(`^${page.path.replaceAll(/:(\w+)/gu, '(?<$1>[^/]+)')}$`, 'u'),
}))

const CAMPAIGN = /^utm_\w+$/u
/** The router asks for the data of a page under its address and names the parts to load. */
const DATA = /(?:^\/_)?\.data$/u
const PARTS = '_routes'
/** The number on a table's code, written in one way only. */
const TABLE = /^[1-9]\d{0,2}$/u
const MAX_ADDRESS = 300

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

/** Null where it can be read as another address: by dots, a backslash, a letter written in two ways. */
function parsePlain(url: string): URL | null {
  const parsed = url.length > MAX_ADDRESS ? null : URL.parse(url, 'http://host')
  return parsed !== null && `${parsed.pathname}${parsed.search}` === url ? parsed : null
}

type Names = { artist?: string; concert?: string }

/** Null where what the address names can be no artist. */
function tagsOf({ afisha }: Shape, { artist, concert }: Names): string[] | null {
  const tags = afisha === true ? [AFISHA] : []
  try {
    if (artist !== undefined) {
      const username = usernameKey(decodeURIComponent(artist))
      if (username === null) return null
      tags.push(artistTag(username))
    }
    if (concert !== undefined) tags.push(concertTag(decodeURIComponent(concert)))
    return tags
  } catch {
    return null
  }
}

/** What this address asks for; null where it is no page of the table. */
function find(url: string) {
  const parsed = parsePlain(url)
  if (parsed === null) return null
  const path = parsed.pathname.replace(DATA, '') || '/'
  for (const { page, pattern } of ROUTES) {
    const match = pattern.exec(path)
    if (match === null) continue
    const tags = tagsOf(page, match.groups ?? {})
    return tags && { page, tags, forScripts: path !== parsed.pathname, search: parsed.searchParams }
  }
  return null
}

/** The tags of the page at this address, whoever it is for; null where nothing is known of it. */
export function addressTags(url: string): readonly string[] | null {
  return find(url)?.tags ?? null
}

/** The shared page that this address and these cookies ask for; null where it has to be the visitor's own. */
export function sharedPage(url: string, cookie: string | undefined): SharedPage | null {
  const found = find(url)
  if (found === null) return null
  const { page, tags, forScripts, search } = found
  const asks = new Set([...(page.asks ?? []), ...(forScripts ? [PARTS] : [])])
  for (const name of search.keys()) if (!asks.has(name) && !CAMPAIGN.test(name)) return null
  if (search.getAll('t').some((table) => !TABLE.test(table))) return null
  const cookies = cookiesIn(cookie ?? '')
  if (cookies.has(TOKEN) || cookies.has(page.ownCookie ?? TOKEN)) return null
  const accepted = cookies.get(CONSENT) === 'accepted'
  return {
    path: url,
    cookie: accepted ? `${CONSENT}=accepted` : undefined,
    knownDevice: page.ofDevice === true && [...cookies.keys()].some((name) => DEVICE.test(name)),
    key: `${accepted ? '+' : '-'}${url}`,
    tags,
  }
}

import { usernameKey } from '#domain/accounts/account.ts'

/** A page that is the same for all visitors without anything of their own on it. */
export type SharedPage = {
  path: string
  /** Replaces a visitor's cookies: the cookie consent, of which each page has two copies. */
  cookie: string | undefined
  /** The visitor's device is known here, and may have orders that the page shows. */
  knownDevice: boolean
  key: string
}

type Shape = {
  /** `:artist` and `:concert` stand for any one segment. */
  path: string
  /** The query parameters that the page reads. */
  asks?: readonly string[]
  /** The cookie that its loader reads: a visitor with one gets a page of their own. */
  ownCookie?: string
  /** It shows the orders of the requesting device. */
  ofDevice?: true
}

/**
 * Every page whose content follows from its address alone. Check its loader before a page is added here;
 * test/api/cached-pages.test.ts compares what several visitors get of each.
 */
const PAGES: readonly Shape[] = [
  { path: '/' },
  { path: '/find' },
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
/** The router requests the data of a page under its address and names the parts to load. */
const DATA = /(?:^\/_)?\.data$/u
const PARTS = '_routes'
/** The number of a table in its QR code, in one spelling only. */
const TABLE = /^[1-9]\d{0,2}$/u
const MAX_ADDRESS = 300

const TOKEN = 'jwt_authentication'
const DEVICE = /^(?:__Host-)?bis_device$/u
const CONSENT = 'cookie_consent'

function cookiesIn(header: string): Map<string, string> {
  const cookies = new Map<string, string>()
  for (const part of header.split(';')) {
    const [name = '', ...value] = part.split('=')
    // As pages read them: the first of two with one name.
    if (!cookies.has(name.trim())) cookies.set(name.trim(), value.join('=').trim())
  }
  return cookies
}

/** Null where it can be read as another address: by dots, a backslash, a letter written in two ways. */
function parsePlain(url: string): URL | null {
  const parsed = url.length > MAX_ADDRESS ? null : URL.parse(url, 'http://host')
  return parsed !== null && `${parsed.pathname}${parsed.search}` === url ? parsed : null
}

/** Whether the name in the address can be an artist's; another one has no page that is worth keeping. */
function canBeArtist(name: string): boolean {
  try {
    return usernameKey(decodeURIComponent(name)) !== null
  } catch {
    return false
  }
}

/** Finds the page of this address; null where the table has none. */
function find(url: string) {
  const parsed = parsePlain(url)
  if (parsed === null) return null
  const path = parsed.pathname.replace(DATA, '') || '/'
  for (const { page, pattern } of ROUTES) {
    const match = pattern.exec(path)
    if (match === null) continue
    const { artist } = match.groups ?? {}
    if (artist !== undefined && !canBeArtist(artist)) return null
    return { page, forScripts: path !== parsed.pathname, search: parsed.searchParams }
  }
  return null
}

/** The shared page for this address and these cookies; null where it has to be the visitor's own. */
export function sharedPage(url: string, cookie: string | undefined): SharedPage | null {
  const found = find(url)
  if (found === null) return null
  const { page, forScripts, search } = found
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
  }
}

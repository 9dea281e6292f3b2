import { MINUTE_MS } from '#domain/time.ts'
import { cachedAnswers } from '#server/platform/concurrency.ts'
import type { Sql } from '#server/platform/db/open.ts'
import {
  countArtists,
  countConcertsAhead,
  listArtists,
  listConcertsAhead,
} from './sitemap.store.ts'

export type SitemapEntry = { address: string; changedAt: Date | null }

/** The index of lists, or one list of pages. */
export type Sitemap = { kind: 'index' | 'pages'; lines: readonly SitemapEntry[] }

export type Sitemaps = ReturnType<typeof makeSitemaps>

/** `partSize`: the number of lines in one list. */
type SitemapDeps = { sql: Sql; now: () => Date; publicUrl: string; partSize?: number }

/** Far fewer than the 50 000 that search engines accept, so that no list blocks the server. */
const MOST_LINES = 5000
/** How long lists are cached: requests of search engines come in bursts. */
const CACHE = { ttlMs: 10 * MINUTE_MS, max: 100 }

/** Pages that always exist. */
const STATIC = [
  '/',
  '/find',
  '/find-artist',
  '/concerts-on-map',
  '/pricing',
  '/about',
  '/numbers',
  '/offer',
  '/privacy',
]

const partPath = (name: string) => `/sitemap/${name}.xml`

const NAME = /^(pages|artists|concerts)-(\d{1,4})$/u

/** What search engines are offered: artists, concerts that anybody may come to, and the pages of the site. */
export function makeSitemaps({ sql, now, publicUrl, partSize = MOST_LINES }: SitemapDeps) {
  const recent = cachedAnswers<Sitemap>({ now, ...CACHE })
  const indexNow = () => recent('', index)

  const line = (path: string, changedAt: Date | null = null): SitemapEntry => ({
    address: new URL(path, publicUrl).href,
    changedAt,
  })

  const pageOf = ({
    username,
    id,
    at,
  }: {
    username: string
    id: string | null
    at: Date
  }): SitemapEntry =>
    line(`/user/${encodeURIComponent(username)}${id === null ? '' : `/${id}`}`, at)

  async function index(): Promise<Sitemap> {
    const [artists, concerts] = [await countArtists(sql), await countConcertsAhead(sql, now())]
    const parts = (name: string, many: number) =>
      Array.from({ length: Math.ceil(many / partSize) }, (_, at) =>
        line(partPath(`${name}-${at + 1}`)),
      )
    const lines = [
      ...parts('pages', 1),
      ...parts('artists', artists),
      ...parts('concerts', concerts),
    ]
    return { kind: 'index', lines }
  }

  /** A part that the index does not list is not read: that would be a scan of all artists. */
  async function isListed(name: string): Promise<boolean> {
    const { address } = line(partPath(name))
    const { lines } = await indexNow()
    return lines.some((one) => one.address === address)
  }

  async function part(name: string): Promise<Sitemap> {
    const [, kind, number] = NAME.exec(name) ?? []
    const place = { offset: (Number(number) - 1) * partSize, limit: partSize }
    if (kind === 'pages') return { kind: 'pages', lines: STATIC.map((path) => line(path)) }
    const listed =
      kind === 'artists'
        ? await listArtists(sql, place)
        : await listConcertsAhead(sql, now(), place)
    return { kind: 'pages', lines: listed.map(pageOf) }
  }

  return {
    index: indexNow,
    /** Null for an unknown part. */
    async part(name: string): Promise<Sitemap | null> {
      if (!NAME.test(name) || !(await isListed(name))) return null
      const found = await recent(name, () => part(name))
      return found.lines.length === 0 ? null : found
    },
  }
}

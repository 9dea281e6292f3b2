import type { Context } from '#server/context.ts'
import type { Sitemap, SitemapEntry } from './sitemap-cache.ts'
import {
  countArtists,
  countConcertsAhead,
  listArtists,
  listConcertsAhead,
} from './sitemap.store.ts'

// What search engines are offered: artists, concerts that anybody may come to, and the pages of the site.

/** Far fewer than the 50 000 that search engines accept, so that no list blocks the server. */
const MOST_LINES = 5000

/** Pages that always exist. */
const STATIC = [
  '/',
  '/find',
  '/find-artist',
  '/concerts-on-map',
  '/pricing',
  '/about',
  '/numbers',
  '/developers',
  '/offer',
  '/privacy',
  '/consent',
]

const partPath = (name: string) => `/sitemap/${name}.xml`

const NAME = /^(pages|artists|concerts)-(\d{1,4})$/u

export function sitemapIndex(ctx: Context, partSize = MOST_LINES): Promise<Sitemap> {
  return ctx.sitemaps('', () => readIndex(ctx, partSize))
}

/** Null for an unknown part. */
export async function sitemapPart(
  ctx: Context,
  name: string,
  partSize = MOST_LINES,
): Promise<Sitemap | null> {
  if (!NAME.test(name) || !(await isListed(ctx, name, partSize))) return null
  const found = await ctx.sitemaps(name, () => readPart(ctx, name, partSize))
  return found.lines.length === 0 ? null : found
}

async function readIndex(ctx: Context, partSize: number): Promise<Sitemap> {
  const { sql, now } = ctx
  const [artists, concerts] = [await countArtists(sql), await countConcertsAhead(sql, now())]
  const parts = (name: string, many: number) =>
    Array.from({ length: Math.ceil(many / partSize) }, (_, at) =>
      line(ctx, partPath(`${name}-${at + 1}`)),
    )
  const lines = [...parts('pages', 1), ...parts('artists', artists), ...parts('concerts', concerts)]
  return { kind: 'index', lines }
}

/** A part that the index does not list is not read: that would be a scan of all artists. */
async function isListed(ctx: Context, name: string, partSize: number): Promise<boolean> {
  const { address } = line(ctx, partPath(name))
  const { lines } = await sitemapIndex(ctx, partSize)
  return lines.some((one) => one.address === address)
}

async function readPart(ctx: Context, name: string, partSize: number): Promise<Sitemap> {
  const { sql, now } = ctx
  const [, kind, number] = NAME.exec(name) ?? []
  const place = { offset: (Number(number) - 1) * partSize, limit: partSize }
  if (kind === 'pages') return { kind: 'pages', lines: STATIC.map((path) => line(ctx, path)) }
  const listed =
    kind === 'artists' ? await listArtists(sql, place) : await listConcertsAhead(sql, now(), place)
  const pages = listed.map(({ username, id, at }) =>
    line(ctx, `/user/${encodeURIComponent(username)}${id === null ? '' : `/${id}`}`, at),
  )
  return { kind: 'pages', lines: pages }
}

const line = (
  { publicUrl }: Context,
  path: string,
  changedAt: Date | null = null,
): SitemapEntry => ({ address: new URL(path, publicUrl).href, changedAt })

import { MINUTE_MS } from '#domain/time.ts'
import { cachedAnswers } from '#server/platform/concurrency.ts'

export type SitemapEntry = { address: string; changedAt: Date | null }

/** The index of lists, or one list of pages. */
export type Sitemap = { kind: 'index' | 'pages'; lines: readonly SitemapEntry[] }

/** How long lists are cached: requests of search engines come in bursts. */
const CACHE = { ttlMs: 10 * MINUTE_MS, max: 100 }

/** The lists by the names of their parts; the index by ''. */
export const makeSitemapCache = (now: () => Date) => cachedAnswers<Sitemap>({ now, ...CACHE })

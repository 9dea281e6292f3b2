import type { Bus } from '../live/bus.ts'
import type { KeptPage } from './kept-page.ts'
import { makePageCache } from './page-cache.ts'
import { hearPageNews } from './page-news.ts'
import type { PageNewsDeps } from './page-news.ts'

export type PageKeepingDeps = {
  bus: Bus
  /** Of memory for pages that are made once for many; with 0 each is made for its own visitor. */
  mostBytes: number
  artistOf: PageNewsDeps['artistOf']
}

/** The pages of this process that are kept for seconds, and what drops them before. */
export function keepPages({ bus, mostBytes, artistOf }: PageKeepingDeps) {
  if (mostBytes === 0) return { cache: null, done: undefined, close() {} }
  const cache = makePageCache<KeptPage>({ mostBytes, hearsAll: () => bus.healthy() })
  const { done, close } = hearPageNews({ bus, cache, artistOf })
  return { cache, done, close }
}

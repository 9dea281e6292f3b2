import type { Bus } from '../live/bus.ts'
import type { KeptPage } from './kept-page.ts'
import { makePageCache } from './page-cache.ts'
import type { WireAnswer } from './page-door.ts'
import { hearPageNews } from './page-news.ts'
import type { PageNewsDeps } from './page-news.ts'

export type PageKeepingDeps = {
  bus: Bus
  /** Of memory for pages that are made once for many; with 0 each is made for its own visitor. */
  mostBytes: number
  artistOf: PageNewsDeps['artistOf']
}

/** Of that memory, for what pages are made of. */
const ANSWERS_PART = 1 / 8

/** The pages of this process that are kept for seconds, what others are made of, and what drops both before. */
export function keepPages({ bus, mostBytes, artistOf }: PageKeepingDeps) {
  if (mostBytes === 0) return { cache: null, answers: null, done: undefined, close() {} }
  const hearsAll = () => bus.healthy()
  const forAnswers = mostBytes * ANSWERS_PART
  const cache = makePageCache<KeptPage>({ mostBytes: mostBytes - forAnswers, hearsAll })
  const answers = makePageCache<WireAnswer>({ mostBytes: forAnswers, hearsAll })
  const both = {
    drop(tags: readonly string[]) {
      cache.drop(tags)
      answers.drop(tags)
    },
    dropAll() {
      cache.dropAll()
      answers.dropAll()
    },
  }
  const { done, close } = hearPageNews({ bus, cache: both, artistOf })
  return { cache, answers: { cache: answers, hearsAll }, done, close }
}

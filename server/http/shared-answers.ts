import type { FastifyInstance } from 'fastify'
import { everyEndpoint } from '#contract/index.ts'
import { pathOf } from '#contract/path.ts'
import type { Made, PageCache } from './page-cache.ts'
import { callInside } from './page-door.ts'
import type { Visitor, WireAnswer, WireRequest } from './page-door.ts'
import { concertsIn, concertTag } from './page-tags.ts'

const SHARED_PATHS: ReadonlySet<string> = new Set(
  everyEndpoint().flatMap(({ endpoint }) =>
    endpoint.sharedAnswer === 'everyone' ? [pathOf(endpoint)] : [],
  ),
)
/** What an answer takes of memory for each letter of its JSON. */
const WEIGHT = 4

export type SharedAnswers = ReturnType<typeof makeSharedAnswers>

export type SharedAnswersDeps = {
  app: FastifyInstance
  cache: PageCache<WireAnswer>
  /** In whose name they are asked for. */
  nobody: Visitor
  /** False while a change on another process may go unheard: then each page asks for itself. */
  hearsAll: () => boolean
}

/** No page changes what another one shows. */
function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  for (const inner of Object.values(value)) frozen(inner)
  return Object.freeze(value)
}

function isShared({ method, url, headers }: WireRequest): boolean {
  if (method !== 'GET' || headers['authorization'] !== undefined) return false
  return SHARED_PATHS.has(url.split('?', 1)[0] ?? '')
}

/** What pages that are made for one visitor each have in common: asked for once, and dropped with the pages that show it. */
export function makeSharedAnswers({ app, cache, nobody, hearsAll }: SharedAnswersDeps) {
  async function ask(request: WireRequest): Promise<Made<WireAnswer>> {
    const { cookies, ...answer } = await callInside(app, request, nobody)
    if (cookies.length > 0) return { verdict: 'personal' }
    if (answer.status >= 500 || answer.status === 429) return { verdict: 'failed', value: answer }
    if (answer.status !== 200) return { verdict: 'other', value: answer }
    const { ids, on } = concertsIn(answer.body)
    return {
      verdict: 'keep',
      value: frozen(answer),
      bytes: JSON.stringify(answer.body).length * WEIGHT,
      tags: ids.map(concertTag),
      live: on,
    }
  }

  return {
    /** The answer for everybody; null where the visitor has to be asked for himself. `tags`: what the page's address says of its content. */
    async find(request: WireRequest, tags: readonly string[]): Promise<WireAnswer | null> {
      if (!hearsAll() || !isShared(request)) return null
      const key = `${tags.join(' ')} ${request.url}`
      const answer = await cache.get({ key, tags, make: () => ask(request) })
      // What could not be answered this time is asked for once more.
      return answer === null || answer.status >= 500 || answer.status === 429 ? null : answer
    },
  }
}

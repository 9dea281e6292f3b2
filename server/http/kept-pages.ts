import { randomBytes } from 'node:crypto'
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify'
import type { Made, PageCache } from './page-cache.ts'
import { callInside, nobodysDoor } from './page-door.ts'
import type { Learnt, ServerDoor, Visitor } from './page-door.ts'
import { keptPage } from './kept-page.ts'
import type { KeptPage } from './kept-page.ts'
import { cookieOfNobody, sharedPage } from './shared-pages.ts'
import type { SharedPage } from './shared-pages.ts'

/** Past this a page is no page: nobody waits for it so long. */
const LONGEST_MS = 10_000
export const NOBODYS_ADDRESS = '127.0.0.1'

/** What a page is given besides what all are. */
export type OwnDoor = Pick<ServerDoor, 'transport' | 'nonce' | 'firstLook' | 'report'>

/** `html`: the page; null where the answer is none, and what there is of text stands in its body. */
export type Drawn = { answer: Response; html: string | null }

export type KeptPagesDeps = {
  app: FastifyInstance
  cache: PageCache<KeptPage>
  publicUrl: string
  /** Goes into the tag of a page. */
  policy: string
  render(request: Request, door: OwnDoor): Promise<Drawn>
  /** The last touch of a page's HTML. */
  finish(html: string): string
  log: FastifyBaseLogger
}

/** 128 bits in Base64. */
export function newNonce(): string {
  return randomBytes(16).toString('base64')
}

/** Pages that are made once for all who may see the same. */
export function makeKeptPages(deps: KeptPagesDeps) {
  const { app, cache, publicUrl, policy, render, finish, log } = deps

  async function make(shared: SharedPage): Promise<Made<KeptPage>> {
    const cookie = cookieOfNobody(shared)
    const { door, learnt } = nobodysDoor(app, { address: NOBODYS_ADDRESS, cookie })
    // Known to nobody: what is put in its place later can stand nowhere by anybody's wish.
    const nonce = newNonce()
    const request = new Request(`${publicUrl}${shared.path}`, {
      headers: cookie === undefined ? {} : { cookie },
      signal: AbortSignal.timeout(LONGEST_MS),
    })
    let failed = false
    const drawn = await render(request, {
      ...door,
      nonce,
      report(error) {
        failed = true
        log.error({ err: error }, 'a bug answered a page')
      },
    })
    const { headers } = drawn.answer
    if (headers.getSetCookie().length > 0) learnt.personal = true
    if (headers.has('cache-control')) learnt.personal = true
    if (learnt.personal) {
      log.error({ page: shared.path }, 'a page of one visitor stands on the list of those for all')
      return { verdict: 'personal' }
    }
    return madeOf(drawn, { nonce, learnt, failed })
  }

  async function madeOf(
    { answer, html }: Drawn,
    { nonce, learnt, failed }: { nonce: string; learnt: Learnt; failed: boolean },
  ): Promise<Made<KeptPage>> {
    const text = html === null ? await answer.text() : finish(html)
    const { status } = answer
    const broken = failed || status >= 500 || learnt.incomplete
    const keepable = status === 200 && !broken
    const page = keptPage({
      status,
      headers: [...answer.headers],
      text,
      nonce: html === null ? null : nonce,
      policy,
      keepable,
      ofDevice: learnt.ofDevice,
    })
    if (broken) return { verdict: 'failed', page }
    if (!keepable) return { verdict: 'other', page }
    const { tags, brief } = learnt
    return { verdict: 'keep', page, bytes: page.weight, tags: [...tags], brief }
  }

  /** This telephone is answered what nobody's is, so that the page is right for it too. */
  async function fitsDevice({ ofDevice }: KeptPage, visitor: Visitor): Promise<boolean> {
    for (const { request, body } of ofDevice) {
      const own = await callInside(app, request, visitor)
      if (JSON.stringify(own.body) !== body) return false
    }
    return true
  }

  return {
    /** The page that this visitor may share with others; null where his has to be made for him. */
    async find(request: FastifyRequest): Promise<KeptPage | null> {
      if (request.method !== 'GET') return null
      const { cookie } = request.headers
      const shared = sharedPage(request.url, cookie)
      if (shared === null) return null
      const { key, tags } = shared
      const page = await cache.get({ key, tags, make: () => make(shared) })
      if (page === null || !shared.knownDevice) return page
      const visitor = { address: request.ip, cookie }
      return (await fitsDevice(page, visitor)) ? page : null
    },
  }
}

import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { singleFlight } from '../concurrency.ts'
import { compress, encodingFor } from './compress.ts'
import type { Encoding } from './compress.ts'
import { callInside, NOBODY, sharedApi } from './page-calls.ts'
import type { DeviceCall, ServerApi, Visitor } from './page-calls.ts'
import type { SealedPage } from './policy.ts'
import { sharedPage } from './shared-pages.ts'
import type { SharedPage } from './shared-pages.ts'
import { isNotModified } from './if-none-match.ts'

/** After this the render of a page is aborted: no visitor waits for so long. */
const RENDER_TIMEOUT_MS = 10_000
/** Memory of the objects around the bytes of a page. */
const OBJECT_BYTES = 8 * 1024

/** `page`: the HTML; null where the answer is no page, and its text is in its body. */
export type Rendered = { answer: Response; page: SealedPage | null }

/** A page that was rendered for all visitors, with its policy, ready to be sent. */
export type CachedPage = {
  status: number
  headers: readonly (readonly [string, string])[]
  /** Null for data that scripts request. */
  policy: string | null
  /** Null: browsers must not cache the answer. */
  etag: string | null
  deviceCalls: readonly DeviceCall[]
  /** An upper bound of its memory in all encodings, in bytes. */
  bytes: number
  /** Compressed on first use; null: uncompressed. */
  bytesIn(encoding: Encoding | null): Promise<Buffer>
  length: number
}

/** A copy in memory of its own: zlib's results are parts of larger blocks. */
function ownCopy(bytes: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(copy)
  return copy
}

export function cachedPage(
  text: string,
  {
    cacheable,
    ...facts
  }: Pick<CachedPage, 'status' | 'headers' | 'policy' | 'deviceCalls'> & {
    cacheable: boolean
  },
): CachedPage {
  const plain = ownCopy(Buffer.from(text))
  const compressed = new Map<Encoding, Promise<Buffer>>()
  const tag = createHash('sha256')
    .update(facts.policy ?? '')
    .update(plain)
    .digest('base64url')
  return {
    ...facts,
    etag: cacheable ? `W/"${tag.slice(0, 22)}"` : null,
    length: plain.length,
    // Its two compressed forms together are smaller than itself.
    bytes: plain.length * 2 + OBJECT_BYTES,
    async bytesIn(encoding) {
      if (encoding === null) return plain
      const known = compressed.get(encoding)
      if (known !== undefined) return known
      const bytes = compress(plain, encoding, 'often').then(ownCopy)
      compressed.set(encoding, bytes)
      return bytes
    },
  }
}

export async function sendCached(
  request: FastifyRequest,
  reply: FastifyReply,
  page: CachedPage,
): Promise<FastifyReply> {
  // The browser revalidates the page each time.
  void reply.header('cache-control', page.etag === null ? 'no-store' : 'private, no-cache')
  // A visitor who has ordered or signed in meanwhile gets a page of their own.
  void reply.header('vary', 'accept-encoding, cookie')
  if (page.etag !== null) {
    void reply.header('etag', page.etag)
    // Without a policy: the browser shows its cached copy under the policy that it came with.
    if (isNotModified(request.headers, page.etag)) return reply.code(304).send()
  }
  void reply.code(page.status)
  for (const [name, value] of page.headers) void reply.header(name, value)
  if (page.policy !== null) void reply.header('content-security-policy', page.policy)
  const encoding = encodingFor(page.length, request.headers['accept-encoding'])
  if (encoding !== null) void reply.header('content-encoding', encoding)
  return reply.send(await page.bytesIn(encoding))
}

/** Milliseconds from the beginning of its making: a change is seen by a reload a second later. */
const KEPT_MS = 1000

/** The result of making a value: kept for the next callers, or for those alone who wait (not found, failed, moved); null: one visitor's own, for none of them. */
export type Made<V> = { value: V; keepBytes: number | null } | null

/** Values that are kept for a second, the most recently used within `maxBytes`; one making at a time for a key. */
export function pageCache<V extends object>({
  now = () => performance.now(),
  maxBytes,
}: {
  /** Milliseconds, monotonic. */
  now?: () => number
  maxBytes: number
}) {
  const entries = new LRUCache<string, V>({
    maxSize: maxBytes,
    ttl: KEPT_MS,
    ttlResolution: 0,
    perf: { now },
  })
  const making = singleFlight<V | null>()
  const lookups = { cached: 0, made: 0 }

  async function makeAndKeep(key: string, make: () => Promise<Made<V>>): Promise<V | null> {
    const start = now()
    const made = await make()
    if (made !== null && made.keepBytes !== null)
      entries.set(key, made.value, { size: made.keepBytes, start })
    return made?.value ?? null
  }

  return {
    /** Returns the value, or null where it is one visitor's own. Rejects where it could not be made. */
    async get(key: string, make: () => Promise<Made<V>>): Promise<V | null> {
      const found = entries.get(key)
      lookups[found === undefined ? 'made' : 'cached'] += 1
      return found ?? making.run(key, () => makeAndKeep(key, make))
    },

    /** Lookups that were answered from the cache (`cached`) and those that were not (`made`); its current size. */
    figures: () => ({ ...lookups, bytes: entries.calculatedSize }),
  }
}

export type PageCache = ReturnType<typeof pageCache<CachedPage>>

export type SharedPagesDeps = {
  app: FastifyInstance
  cache: PageCache
  publicUrl: string
  render(
    request: Request,
    serverApi: Pick<ServerApi, 'transport' | 'firstLook' | 'report'>,
  ): Promise<Rendered>
  log: FastifyBaseLogger
}

/** Pages that are rendered once for all visitors who may see the same. */
export function makeSharedPages({ app, cache, publicUrl, render, log }: SharedPagesDeps) {
  async function make(shared: SharedPage): Promise<Made<CachedPage>> {
    const { cookie } = shared
    const { serverApi, learnt } = sharedApi(app, { ...NOBODY, cookie })
    const request = new Request(`${publicUrl}${shared.path}`, {
      headers: cookie === undefined ? {} : { cookie },
      signal: AbortSignal.timeout(RENDER_TIMEOUT_MS),
    })
    let failed = false
    const { answer, page } = await render(request, {
      ...serverApi,
      report(error) {
        failed = true
        log.error({ err: error }, 'a bug answered a page')
      },
    })
    const { status, headers } = answer
    if (learnt.personal || headers.getSetCookie().length > 0 || headers.has('cache-control')) {
      log.error({ page: shared.path }, 'a page of one visitor stands on the list of those for all')
      return null
    }
    const cacheable = status === 200 && !failed && !learnt.incomplete
    const value = cachedPage(page?.html ?? (await answer.text()), {
      status,
      headers: [...headers],
      policy: page?.policy ?? null,
      deviceCalls: learnt.deviceCalls,
      cacheable,
    })
    return { value, keepBytes: cacheable ? value.bytes : null }
  }

  /** Whether this device gets the same answers as an unknown one, so that the page is right for it too. */
  async function fitsDevice({ deviceCalls }: CachedPage, visitor: Visitor): Promise<boolean> {
    for (const { request, body } of deviceCalls) {
      const own = await callInside(app, request, visitor)
      if (JSON.stringify(own.body) !== body) return false
    }
    return true
  }

  return {
    /** The page that this visitor may share with others; null where it has to be rendered for this visitor. */
    async find(request: FastifyRequest): Promise<CachedPage | null> {
      if (request.method !== 'GET') return null
      const { cookie } = request.headers
      const shared = sharedPage(request.url, cookie)
      if (shared === null) return null
      const page = await cache.get(shared.key, () => make(shared))
      if (page === null || !shared.knownDevice) return page
      const visitor = { address: request.ip, cookie }
      return (await fitsDevice(page, visitor)) ? page : null
    },
  }
}

import { DAY_SECONDS } from '#domain/time.ts'
import { semaphore } from '#server/platform/concurrency.ts'
import { makeBreaker } from '../circuit-breaker.ts'
import type { BreakerLog } from '../circuit-breaker.ts'
import { serviceFetch } from '../outgoing-fetch.ts'
import type { Tile, TileAnswer, TileAt, Tiles } from './tiles.ts'

type HttpTilesDeps = {
  /** With {z}, {x}, {y}, maybe {s} and {r}. */
  template: string
  /** Providers require the name of the requesting site; they get nothing about its visitors. */
  publicUrl: string
  now: () => Date
  log: BreakerLog
  /** Time limit of one tile, the wait in the queue included. */
  limitMs?: number
}

const LIMIT_MS = 3000
const LARGEST_BYTES = 1024 * 1024
const TYPES = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/avif'])
const SERVERS = 'abc'
const AT_ONCE = 8
/** A single tile may fail for reasons of its own. */
const REST = { failuresMost: 8, restMs: 30_000, loggedAt: 8 }
const SENTENCES = {
  fails: 'the tiles of the map do not come, its own ground is seen',
  again: 'the tiles of the map come again',
}
const NO_TILE = new Set([204, 404, 410])

function addressOf(template: string, { z, x, y, large }: TileAt): string {
  const words: Record<string, string> = {
    '{z}': String(z),
    '{x}': String(x),
    '{y}': String(y),
    '{s}': SERVERS.charAt((x + y) % SERVERS.length),
    '{r}': large ? '@2x' : '',
  }
  return template.replaceAll(/\{[zxysr]\}/gu, (sign) => words[sign] ?? sign)
}

/** The seconds for which a tile may be cached, by its Cache-Control. */
function maxAgeOf(cacheControl: string): number {
  if (/\b(?:no-store|no-cache|private)\b/iu.test(cacheControl)) return 0
  const [, seconds] = /\bs-maxage=(\d+)/iu.exec(cacheControl) ??
    /\bmax-age=(\d+)/iu.exec(cacheControl) ?? [null, String(DAY_SECONDS)]
  return Math.min(Number(seconds), DAY_SECONDS)
}

/** The body up to the bound, in memory of its own: a few bytes in a shared pool would retain all of it. Null where it is longer. */
async function read(body: Response['body']): Promise<Buffer | null> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of body ?? []) {
    size += part.byteLength
    if (size > LARGEST_BYTES) return null
    parts.push(part)
  }
  const whole = Buffer.alloc(size)
  Buffer.concat(parts).copy(whole)
  return whole
}

async function tileOf(answer: Response): Promise<Tile | null> {
  const [type = ''] = (answer.headers.get('content-type') ?? '').toLowerCase().split(/[;\s]/u, 1)
  const promised = Number(answer.headers.get('content-length') ?? 0)
  if (!answer.ok || !TYPES.has(type) || promised > LARGEST_BYTES) return null
  const bytes = await read(answer.body)
  if (bytes === null || bytes.length === 0) return null
  return { bytes, type, maxAgeSeconds: maxAgeOf(answer.headers.get('cache-control') ?? '') }
}

/** Tiles of one provider over HTTP: a few at once, no cookies, no referrer, no redirects, and a pause when it is down. */
export function httpTiles({
  template,
  publicUrl,
  now,
  log,
  limitMs = LIMIT_MS,
}: HttpTilesDeps): Tiles {
  const headers = { accept: [...TYPES].join(', '), 'user-agent': `Bis/1 (${publicUrl})` }
  const places = semaphore(AT_ONCE)
  const breaker = makeBreaker({ now, log, sentences: SENTENCES, ...REST })

  function failed(why: object): 'down' {
    breaker.failed(why)
    return 'down'
  }

  async function ask(at: TileAt, signal: AbortSignal): Promise<TileAnswer> {
    const since = performance.now()
    try {
      const answer = await serviceFetch(addressOf(template, at), { headers, signal })
      const tile = NO_TILE.has(answer.status) ? 'none' : await tileOf(answer)
      if (tile === null || tile === 'none') await answer.body?.cancel().catch(() => undefined)
      if (tile === null) return failed({ status: answer.status })
      breaker.succeeded()
      return tile
    } catch (error) {
      // Most of its time was spent in the queue, which says nothing about the provider.
      if (signal.aborted && performance.now() - since < limitMs / 2) return 'down'
      // The URL contains the key: it stays out of the log.
      return failed({ reason: error instanceof Error ? error.name : 'unknown' })
    }
  }

  return {
    async tileAt(at) {
      if (breaker.isOpen()) return 'down'
      const signal = AbortSignal.timeout(limitMs)
      const answer = await places.runUnlessAborted(signal, async () =>
        breaker.isOpen() ? 'down' : ask(at, signal),
      )
      return answer ?? 'down'
    },
  }
}

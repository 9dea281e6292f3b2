import { usernameKey } from '#domain/account.ts'
import type { AnyEndpoint } from '#contract/endpoint.ts'
import { api } from '#contract/index.ts'
import type { Bus } from '../live/bus.ts'
import type { PageCache } from './page-cache.ts'
import { AFISHA, artistTag, concertTag } from './page-tags.ts'
import type { Caller } from './route.ts'

/** What changed, as processes tell it each other: a tag of pages, or that it may be any of them. */
const TOPIC = 'pages'
const EVERYTHING = '*'

/** What everybody's lists of concerts tell of an artist and of his concerts. */
const ON_THE_AFISHA = new Set<AnyEndpoint>([
  api.session.create,
  api.session.update,
  api.session.remove,
  api.artist.updateSessionStatus,
  api.artist.pause,
  api.artist.resume,
  api.auth.update,
  api.file.upload,
  api.file.deletePhoto,
])

/** A call that was answered, and did not only read. */
export type Done = { endpoint: AnyEndpoint; caller: Caller | null; body: unknown }

function changedBy({ endpoint, caller, body }: Done): string[] {
  if (endpoint === api.session.going) {
    const { sessionId } = body as { sessionId: string }
    return [concertTag(sessionId)]
  }
  if (endpoint.access === 'admin') return [EVERYTHING]
  if (endpoint.access === 'anyone' || caller === null) return []
  const artist = usernameKey(caller.username)
  const own = artist === null ? [] : [artistTag(artist)]
  return ON_THE_AFISHA.has(endpoint) ? [...own, AFISHA] : own
}

export type PageNewsDeps = {
  bus: Bus
  cache: Pick<PageCache<unknown>, 'drop' | 'dropAll'>
  /** Whose concert it is; null for one that is gone. */
  artistOf(concertId: string): Promise<string | null>
}

export type PageNews = ReturnType<typeof hearPageNews>

/** Drops the pages whose content changed: at once here, and on the other processes by the bus. */
export function hearPageNews({ bus, cache, artistOf }: PageNewsDeps) {
  function drop(tag: string) {
    if (tag === EVERYTHING) cache.dropAll()
    else cache.drop([tag])
  }

  /** It began, ended or is told of otherwise; perhaps no page of its artist has named it before. */
  async function retold(concertId: string) {
    cache.drop([AFISHA, concertTag(concertId)])
    const artist = usernameKey((await artistOf(concertId)) ?? '')
    if (artist !== null) cache.drop([artistTag(artist)])
  }

  const ends = [
    bus.subscribe(TOPIC, drop),
    bus.subscribe('concert', (id) => cache.drop([concertTag(id)])),
    bus.subscribe('concert-told', (id) => void retold(id).catch(() => cache.dropAll())),
    bus.subscribe('flags', () => cache.dropAll()),
    bus.onGap(() => cache.dropAll()),
  ]

  return {
    /** Before its answer goes out, so that whoever made it sees it on the next page. */
    done(call: Done): void {
      for (const tag of changedBy(call)) {
        drop(tag)
        bus.publish(TOPIC, tag)
      }
    },
    close(): void {
      for (const end of ends) end()
    },
  }
}

import { usernameKey } from '#domain/account.ts'
import type { AnyEndpoint, Change } from '#contract/endpoint.ts'
import type { Bus } from '../live/bus.ts'
import type { PageCache } from './page-cache.ts'
import { AFISHA, artistTag, concertTag } from './page-tags.ts'
import type { Caller } from './route.ts'

/** What changed, as processes tell it each other: a tag of pages, or that it may be any of them. */
const TOPIC = 'pages'
const EVERYTHING = '*'

/** A call that was answered, and did not only read. */
export type Done = { endpoint: AnyEndpoint; caller: Caller | null; body: unknown }

const TAGS: Readonly<Record<Change, (call: Done) => string | null>> = {
  all: () => EVERYTHING,
  afisha: () => AFISHA,
  concert: ({ body }) => concertTag((body as { sessionId: string }).sessionId),
  artist({ caller }) {
    const artist = usernameKey(caller?.username ?? '')
    return artist === null ? null : artistTag(artist)
  },
}

function changedBy(call: Done): string[] {
  return call.endpoint.changes.map((change) => TAGS[change](call)).filter((tag) => tag !== null)
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

import { usernameKey } from '#domain/accounts/account.ts'
import type { AnyEndpoint, Change } from '#contract/endpoint.ts'
import type { Bus } from '#packages/live-broadcast/bus.ts'
import type { CachedPage } from './cached-page.ts'
import { AFISHA, artistTag, concertTag, makePageCache } from './page-cache.ts'
import type { WireAnswer } from './page-calls.ts'
import type { RequestCaller } from './route.ts'

/** The message between processes about a change: a tag of pages, or that it may be any of them. */
const TOPIC = 'pages'
const EVERYTHING = '*'

/** A call that was answered, and was not only a read. */
export type Done = { endpoint: AnyEndpoint; caller: RequestCaller | null; body: unknown }

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

type PageCachesDeps = {
  bus: Bus
  /** Memory of both caches; with 0 each page is rendered for its own visitor. */
  maxBytes: number
  /** The artist of a concert; null where the concert is gone. */
  artistOf(concertId: string): Promise<string | null>
}

/** The part of that memory for the answers that pages of single visitors share. */
const ANSWERS_PART = 1 / 8

/**
 * The cache of whole pages and that of the answers other pages are made of. A change evicts entries of both: at once
 * here, and on the other processes by the bus.
 */
export function makePageCaches({ bus, maxBytes, artistOf }: PageCachesDeps) {
  if (maxBytes === 0) return { pages: null, answers: null, done: undefined, close() {} }
  const busIsHealthy = () => bus.healthy()
  const answersBytes = Math.floor(maxBytes * ANSWERS_PART)
  const pages = makePageCache<CachedPage>({ maxBytes: maxBytes - answersBytes, busIsHealthy })
  const answers = makePageCache<WireAnswer>({ maxBytes: answersBytes, busIsHealthy })

  function dropTags(...tags: string[]) {
    pages.drop(tags)
    answers.drop(tags)
  }

  function dropAll() {
    pages.dropAll()
    answers.dropAll()
  }

  const drop = (tag: string) => (tag === EVERYTHING ? dropAll() : dropTags(tag))

  /** The concert began, ended or has other public data; perhaps no page of its artist has named it before. */
  async function concertChanged(concertId: string) {
    dropTags(AFISHA, concertTag(concertId))
    const artist = usernameKey((await artistOf(concertId)) ?? '')
    if (artist !== null) dropTags(artistTag(artist))
  }

  const ends = [
    bus.subscribe(TOPIC, drop),
    bus.subscribe('concert', (id) => dropTags(concertTag(id))),
    bus.subscribe('concert-told', (id) => void concertChanged(id).catch(dropAll)),
    bus.subscribe('flags', dropAll),
    bus.onGap(dropAll),
  ]

  return {
    pages,
    answers: { cache: answers, busIsHealthy },
    /** Before the response is sent, so that the caller sees the change on the next page. */
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

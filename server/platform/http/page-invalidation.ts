import { usernameKey } from '#domain/accounts/account.ts'
import type { AnyEndpoint, Change } from '#contract/endpoint.ts'
import type { Bus } from '#packages/live-broadcast/bus.ts'
import type { CachedPage } from './cached-page.ts'
import { AFISHA, artistTag, concertTag, makePageCache } from './page-cache.ts'
import type { WireAnswer } from './page-calls.ts'
import type { RequestCaller } from './route.ts'

/** What changed, as processes tell it each other: a tag of pages, or that it may be any of them. */
const TOPIC = 'pages'
const EVERYTHING = '*'

/** A call that was answered, and did not only read. */
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
  /** Of memory for both caches; with 0 each page is rendered for its own visitor. */
  maxBytes: number
  /** Whose concert it is; null for one that is gone. */
  artistOf(concertId: string): Promise<string | null>
}

/** Of that memory, for the answers that pages of one visitor share. */
const ANSWERS_PART = 1 / 8

/**
 * The cache of whole pages and that of the answers other pages are made of. What changed is dropped from
 * both: at once here, and on the other processes by the bus.
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

  /** It began, ended or is told of otherwise; perhaps no page of its artist has named it before. */
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

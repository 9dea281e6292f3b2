import { useEffect, useState } from 'react'
import { api } from '#contract/index.ts'
import type { PaidQueueEntry, QueueEntry } from '#contract/shapes.ts'
import { noteWords } from '#domain/queue/own-song.ts'
import { counted } from '#domain/russian.ts'
import { SECOND_MS } from '#domain/time.ts'
import { padCall as call } from '#web/lib/calls/call.ts'
import { readCopy, storeCopy } from '#web/lib/device/device-copy.ts'
import { rubles } from '#web/lib/format.ts'
import { usePoll } from '#web/lib/value-hooks.ts'

/** Orders come in bursts; one request covers them all. */
const REST_MS = 300
/** Opened words or a mute on another pad do not change the queue; polling shows them this soon. */
const POLL_MS = 15 * SECOND_MS

/** The fields of an entry that only the artist gets. */
export type OwnView = Pick<
  PaidQueueEntry,
  | 'amount'
  | 'paid'
  | 'suggested'
  | 'forWhom'
  | 'inCash'
  | 'cash'
  | 'tables'
  | 'asks'
  | 'moreAsks'
  | 'beforeNote'
  | 'beforeBreak'
  | 'singers'
  | 'dedication'
> & {
  /** Title and performer that everybody else sees as «скрыто»; left out where all see them. */
  readonly held?: string
}

type OwnQueueOptions = {
  /** How many songs the artist has added here, as confirmed by the server. */
  added?: number
  /** Keeps the views on this device, as those of this pad. */
  owner?: 'artist' | 'second'
}

type StoredViews = {
  readonly sessionId: string
  readonly views: readonly (readonly [string, OwnView])[]
}

/** By the entry's id; an entry that is not loaded yet is absent. */
export type OwnQueue = ReadonlyMap<string, OwnView>

/** Another order of the same song adds to its sum. */
function versionOf({ id, backers, collected = 0 }: QueueEntry): string {
  return `${id} ${backers} ${collected}`
}

/** The entry versions loaded since the last of the `changes` that the queue does not show. */
type Known = { readonly changes: string; readonly versions: ReadonlySet<string> }

/**
 * The sums behind the songs, and whether listeners suggested them. The live channel is public and has neither, so the
 * artist's own API is requested whenever an unknown entry or order arrives, and every 15 s. The second value requests it again, after a listener's words were
 * shown or a listener was muted.
 */
export function useOwnQueue(
  sessionId: string,
  queue: readonly QueueEntry[],
  { added = 0, owner }: OwnQueueOptions = {},
): [OwnQueue, () => void] {
  const [looks, setLooks] = useState(0)
  const changes = `${added} ${looks}`
  const [known, setKnown] = useState<Known>({ changes, versions: new Set() })
  const [views, setViews] = useState<OwnQueue>(() => storedViews(sessionId, owner))
  const unknown = queue
    .map(versionOf)
    .filter((version) => known.changes !== changes || !known.versions.has(version))
    .join(', ')
  const lookAgain = () => setLooks((before) => before + 1)
  usePoll(true, POLL_MS, lookAgain)

  useEffect(() => {
    if (unknown === '') return undefined
    const timer = setTimeout(() => {
      call(api.artist.queue, { query: { sessionId } }).then(
        (entries) => {
          // The channel may lag behind this response: the requested versions are known too.
          const versions = [...unknown.split(', '), ...entries.map(versionOf)]
          setKnown((before) => ({
            changes,
            versions: new Set(
              before.changes === changes ? [...before.versions, ...versions] : versions,
            ),
          }))
          const came = entries.map(viewOf)
          setViews((before) => new Map([...before, ...came]))
          if (owner !== undefined)
            storeCopy(`copy ${owner} own`, { sessionId, views: came } satisfies StoredViews)
        },
        // Without a response only a text is missing; the next change of the queue requests it again.
        () => undefined,
      )
    }, REST_MS)
    return () => clearTimeout(timer)
  }, [unknown, sessionId, changes, owner])

  return [views, lookAgain]
}

/** The sums, names and words as this device saw them last: a page that opens without a network has them too. */
function storedViews(sessionId: string, owner: OwnQueueOptions['owner']): OwnQueue {
  if (owner === undefined || typeof window === 'undefined') return new Map()
  const stored = readCopy(`copy ${owner} own`)?.value as StoredViews | undefined
  return new Map(stored?.sessionId === sessionId ? stored.views : [])
}

export function viewOf({ id, ...entry }: PaidQueueEntry): [string, OwnView] {
  const { amount, suggested, heldTitle, paid, ...note } = entry
  const { forWhom = '', inCash = false, cash = 0, tables = [], asks = [], moreAsks = 0 } = note
  const { beforeNote = '', beforeBreak = 0 } = note
  const own = { amount, suggested, forWhom, inCash, cash, tables, asks, moreAsks }
  const held = [note.title, note.artistName].filter((text) => text !== '').join(', ')
  const { singers, dedication } = note
  const shown = {
    ...(paid && { paid }),
    ...(heldTitle && { held }),
    ...(singers && { singers }),
    ...(dedication && { dedication }),
  }
  return [id, { ...own, beforeNote, beforeBreak, ...shown }]
}

/**
 * «3 человека · 500 ₽ · Предложили из зала»: the artist's note under a song; null where there is none. A single person
 * behind a song is usual and not mentioned.
 */
export function ownNoteText(view: OwnView | undefined, backers: number): string | null {
  const { amount = 0, suggested = false, forWhom = '', inCash = false, cash } = view ?? {}
  const words = [
    backers > 1 && counted(backers, 'человек', 'человека', 'человек'),
    amount > 0 && rubles(amount),
    suggested && 'Предложили из зала',
    noteWords({ forWhom, inCash, cash }) ?? false,
  ]
  const parts = words.filter((word) => word !== false)
  return parts.length === 0 ? null : parts.join(' · ')
}

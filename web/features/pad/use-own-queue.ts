import { useEffect, useState } from 'react'
import { api } from '#contract/index.ts'
import type { PaidQueueEntry, QueueEntry } from '#contract/shapes.ts'
import { noteWords } from '#domain/own-song.ts'
import { counted } from '#domain/russian.ts'
import { call } from '#web/lib/call.ts'
import { rubles } from '#web/lib/format.ts'

/** Orders come in bursts; one question answers for all of them. */
const REST_MS = 300

/** What the artist alone is told of an entry. */
export type OwnView = Pick<PaidQueueEntry, 'amount' | 'suggested' | 'forWhom' | 'inCash'>

/** By the entry's id; an entry that is not told of yet is absent. */
export type OwnQueue = ReadonlyMap<string, OwnView>

/** Another order of the same song adds to its sum, a song that the artist adds to its note. */
function versionOf({ id, backers }: QueueEntry, added: number): string {
  return `${id} ${backers} ${added}`
}

/**
 * The sums behind the songs, and whether listeners wrote them by hand. The live channel is public and
 * tells neither, so the artist's own call is asked whenever an entry or an order came that is not
 * known yet. `added`: how many songs the artist has added here, by the server's word.
 */
export function useOwnQueue(sessionId: string, queue: readonly QueueEntry[], added = 0): OwnQueue {
  const [known, setKnown] = useState<ReadonlySet<string>>(new Set())
  const [views, setViews] = useState<OwnQueue>(new Map())
  const unknown = queue
    .map((entry) => versionOf(entry, added))
    .filter((version) => !known.has(version))
    .join(', ')

  useEffect(() => {
    if (unknown === '') return undefined
    const timer = setTimeout(() => {
      call(api.artist.queue, { query: { sessionId } }).then(
        (entries) => {
          setKnown(
            (before) => new Set([...before, ...entries.map((entry) => versionOf(entry, added))]),
          )
          setViews((before) => new Map([...before, ...entries.map(viewOf)]))
        },
        // Without the answer a word is missing; the next change of the queue asks again.
        () => undefined,
      )
    }, REST_MS)
    return () => clearTimeout(timer)
  }, [unknown, sessionId, added])

  return views
}

function viewOf({ id, amount, suggested, ...note }: PaidQueueEntry): [string, OwnView] {
  const { forWhom = '', inCash = false } = note
  return [id, { amount, suggested, forWhom, inCash }]
}

/**
 * «3 человека · 500 ₽ · Предложили из зала»: what the artist reads under a song; null where there is
 * nothing. One person behind a song is the rule and not named.
 */
export function ownWords(view: OwnView | undefined, backers: number): string | null {
  const { amount = 0, suggested = false, forWhom = '', inCash = false } = view ?? {}
  const words = [
    backers > 1 && counted(backers, 'человек', 'человека', 'человек'),
    amount > 0 && rubles(amount),
    suggested && 'Предложили из зала',
    noteWords({ forWhom, inCash }) ?? false,
  ]
  const told = words.filter((word) => word !== false)
  return told.length === 0 ? null : told.join(' · ')
}

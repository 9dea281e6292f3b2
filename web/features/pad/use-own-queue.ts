import { useEffect, useState } from 'react'
import { api } from '#contract/index.ts'
import type { PaidQueueEntry, QueueEntry } from '#contract/shapes.ts'
import { counted } from '#domain/russian.ts'
import { call } from '#web/lib/call.ts'
import { rubles } from '#web/lib/format.ts'

/** Orders come in bursts; one question answers for all of them. */
const REST_MS = 300

/** What the artist alone is told of an entry. */
export type OwnView = Pick<PaidQueueEntry, 'amount' | 'suggested'>

/** By the entry's id; an entry that is not told of yet is absent. */
export type OwnQueue = ReadonlyMap<string, OwnView>

/** Another order of the same song adds to its sum. */
function versionOf({ id, backers }: QueueEntry): string {
  return `${id} ${backers}`
}

/**
 * The sums behind the songs, and whether listeners wrote them by hand. The live channel is public and
 * tells neither, so the artist's own call is asked whenever an entry or an order came that is not
 * known yet.
 */
export function useOwnQueue(sessionId: string, queue: readonly QueueEntry[]): OwnQueue {
  const [known, setKnown] = useState<ReadonlySet<string>>(new Set())
  const [views, setViews] = useState<OwnQueue>(new Map())
  const unknown = queue
    .map(versionOf)
    .filter((version) => !known.has(version))
    .join(', ')

  useEffect(() => {
    if (unknown === '') return undefined
    const timer = setTimeout(() => {
      call(api.artist.queue, { query: { sessionId } }).then(
        (entries) => {
          setKnown((before) => new Set([...before, ...entries.map(versionOf)]))
          setViews((before) => new Map([...before, ...entries.map(viewOf)]))
        },
        // Without the answer a word is missing; the next change of the queue asks again.
        () => undefined,
      )
    }, REST_MS)
    return () => clearTimeout(timer)
  }, [unknown, sessionId])

  return views
}

function viewOf({ id, amount, suggested }: PaidQueueEntry): [string, OwnView] {
  return [id, { amount, suggested }]
}

/**
 * «3 человека · 500 ₽ · Предложили из зала»: what the artist reads under a song; null where there is
 * nothing. One person behind a song is the rule and not named.
 */
export function ownWords(view: OwnView | undefined, backers: number): string | null {
  const { amount = 0, suggested = false } = view ?? {}
  const words = [
    backers > 1 && counted(backers, 'человек', 'человека', 'человек'),
    amount > 0 && rubles(amount),
    suggested && 'Предложили из зала',
  ]
  const told = words.filter((word) => word !== false)
  return told.length === 0 ? null : told.join(' · ')
}

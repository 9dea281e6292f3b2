import type { PaidQueueEntry, QueueEntry, Song } from '#contract/shapes.ts'
import { waiting } from '#domain/queue/queue.ts'
import { WAITING_MOST } from '#domain/queue/queue-steps.ts'

export type DraftSong = Pick<Song, 'songId' | 'title' | 'artistName' | 'imageUrl'>

/** The list of orders in the artist's edit, while the queue itself goes on. */
export type Draft = {
  /** The ids of the songs in the list as the edit began. */
  readonly begun: readonly string[]
  /** The ids of the songs that were seen in the list, waiting; one that leaves the queue by itself does not come back. */
  readonly known: readonly string[]
  readonly songs: readonly DraftSong[]
}

/** What saving a list refunds: the number of paid orders, and kopecks. */
export type Returned = { readonly orders: number; readonly amount: number }

type QueueNow = readonly QueueEntry[]

const idsOf = (songs: readonly DraftSong[]) => songs.map(({ songId }) => songId)

export function ordersOf<E extends QueueEntry>(queue: readonly E[]): readonly E[] {
  return queue.filter(({ status }) => status === 'SCHEDULED')
}

export function beginDraft(queue: QueueNow): Draft {
  const songs = ordersOf(queue).map(songOf)
  const begun = idsOf(songs)
  return { begun, known: begun, songs }
}

export function isChanged({ begun, songs }: Draft): boolean {
  return songs.length !== begun.length || songs.some(({ songId }, at) => songId !== begun[at])
}

/** Where a found song is already; null: it can be added. */
export function placeIn(draft: Draft, queue: QueueNow, songId: string): 'list' | 'queue' | null {
  if (draft.songs.some((song) => song.songId === songId)) return 'list'
  const queued = queue.some((entry) => entry.songId === songId && entry.status === 'QUEUED')
  return queued ? 'queue' : null
}

export function isFull({ songs }: Draft): boolean {
  return songs.length >= WAITING_MOST
}

/** Adds a song at the end, or at a place counted from 0. */
export function addSong(draft: Draft, song: DraftSong, place = draft.songs.length): Draft {
  return { ...draft, songs: draft.songs.toSpliced(place, 0, songOf(song)) }
}

/** Removes a song; one that has left the queue meanwhile is also dropped from `known`, so that it can be added again. */
export function removeSong(draft: Draft, queue: QueueNow, songId: string): Draft {
  const waits = waiting(queue).some((entry) => entry.songId === songId)
  return {
    ...draft,
    known: waits ? draft.known : draft.known.filter((id) => id !== songId),
    songs: draft.songs.filter((song) => song.songId !== songId),
  }
}

/** Puts the song at this place, counted from 0; a place outside the list is its nearest end. */
export function moveSong(draft: Draft, songId: string, place: number): Draft {
  const song = draft.songs.find((one) => one.songId === songId)
  if (song === undefined) return draft
  const others = draft.songs.filter((one) => one !== song)
  return { ...draft, songs: others.toSpliced(Math.max(0, place), 0, song) }
}

/** The draft over the list that has been saved; null where nothing was changed since that list was sent. */
export function afterSaving(draft: Draft, sent: Draft): Draft | null {
  const rest = { ...draft, begun: idsOf(sent.songs) }
  return isChanged(rest) ? rest : null
}

/** The draft with those of its songs that wait by now marked as known; the same object where nothing is new. */
export function noticed(draft: Draft, queue: QueueNow): Draft {
  const waits = new Set(idsOf(waiting(queue)))
  const known = new Set(draft.known)
  const seen = idsOf(draft.songs).filter((id) => waits.has(id) && !known.has(id))
  return seen.length === 0 ? draft : { ...draft, known: [...draft.known, ...seen] }
}

/** The orders since the edit began that are not in the list. */
export function newcomers(draft: Draft, queue: QueueNow): readonly QueueEntry[] {
  const taken = new Set([...draft.known, ...idsOf(draft.songs)])
  return ordersOf(queue).filter(({ songId }) => !taken.has(songId))
}

/** Adds the newcomers at the end of the list. */
export function adoptNewcomers(draft: Draft, queue: QueueNow): Draft {
  const came = newcomers(draft, queue).map(songOf)
  return {
    begun: [...draft.begun, ...idsOf(came)],
    known: [...draft.known, ...idsOf(came)],
    songs: [...draft.songs, ...came],
  }
}

/** Why a song of the list will be missing after saving, in words; null where it will not. */
export function missingText(draft: Draft, queue: QueueNow, songId: string): string | null {
  if (!draft.known.includes(songId)) return null
  const entry =
    waiting(queue).find((one) => one.songId === songId) ??
    queue.find((one) => one.songId === songId)
  if (entry?.status === 'SCHEDULED') return null
  if (entry?.status === 'QUEUED') return 'Уже в «Очереди» на пульте'
  return entry === undefined ? 'Заказ уже снят' : 'Уже играет'
}

/** What is refunded to listeners when this list is saved over that queue. */
export function returnedBy(draft: Draft, queue: readonly PaidQueueEntry[]): Returned {
  const kept = new Set(idsOf(draft.songs))
  const known = new Set(draft.known)
  const out = ordersOf(queue).filter(({ songId }) => known.has(songId) && !kept.has(songId))
  return {
    orders: out.reduce((sum, { paidOrders }) => sum + paidOrders, 0),
    amount: out.reduce((sum, { amount }) => sum + amount, 0),
  }
}

/** The queue by the response to a saved list; the live channel sends the rest. */
export function queueAfter(queue: QueueNow, saved: readonly Song[]): QueueEntry[] {
  const before = new Map(ordersOf(queue).map((entry) => [entry.songId, entry]))
  const orders = saved.map(
    (song): QueueEntry =>
      before.get(song.songId) ?? {
        ...songOf(song),
        id: song.songId,
        status: 'SCHEDULED',
        backers: 0,
      },
  )
  return [...queue.filter(({ status }) => status !== 'SCHEDULED'), ...orders]
}

function songOf({ songId, title, artistName, imageUrl }: DraftSong): DraftSong {
  return { songId, title, artistName, imageUrl }
}

import { Refusal } from '../refusal.ts'
import { nowOf, entriesWith, waiting } from './queue.ts'
import type { Entry, NextChoice, Queue, SongStatus } from './queue.ts'

/** The allowed transitions, and no others. */
export const TRANSITIONS: Record<SongStatus, readonly SongStatus[]> = {
  COLLECTING: ['SCHEDULED', 'SKIPPED'],
  SCHEDULED: ['QUEUED', 'NOW', 'SKIPPED', 'COLLECTING'],
  QUEUED: ['SCHEDULED', 'NOW', 'SKIPPED', 'COLLECTING'],
  NOW: ['PLAYED', 'SKIPPED'],
  PLAYED: [],
  SKIPPED: [],
}

/** The queue after a step, and the entries that this step closed (PLAYED or SKIPPED), with their new status. */
export type QueueStep<E extends Entry> = { readonly queue: Queue<E>; readonly closed: readonly E[] }

/** Why a song of this status cannot take the requested step. */
const ILLEGAL_STEP_TEXTS: Record<SongStatus, string> = {
  COLLECTING: 'На эту песню ещё собирают деньги',
  SCHEDULED: 'Эта песня пока только в заказах',
  QUEUED: 'Эта песня уже стоит в очереди',
  NOW: 'Эта песня уже играет',
  PLAYED: 'Эта песня уже сыграна',
  SKIPPED: 'Эту песню уже убрали из очереди',
}

/** How many songs may wait in one concert: more than can be played, and as many as one list can carry. */
export const WAITING_MOST = 500

/** Returns a song's waiting entry, if any. Refuses SONG_NOT_ACCEPTED for a new song where WAITING_MOST wait, those `outside` included. */
export function admitToWait<E extends Entry>(
  queue: Queue<E>,
  songId: string,
  outside = 0,
): E | undefined {
  const present = waitingEntry(queue, songId)
  if (present === undefined && waiting(queue).length + outside >= WAITING_MOST)
    throw new Refusal(
      'SONG_NOT_ACCEPTED',
      'Заказов уже больше, чем успеют сыграть. Поддержите песню, которая ждёт в очереди.',
    )
  return present
}

/**
 * Places a listener's order. It joins the waiting entry of the same song (`joined`), or else `fresh` goes to the end as
 * SCHEDULED; a song that is being played may be ordered again. `entry` is the one that the order is now behind. Refuses as `admitToWait`.
 */
export function placeOrder<E extends Entry>(
  queue: Queue<E>,
  fresh: E,
  outside = 0,
): QueueStep<E> & { readonly entry: E; readonly joined: boolean } {
  const present = admitToWait(queue, fresh.songId, outside)
  if (present !== undefined) return { queue, closed: [], entry: present, joined: true }
  const entry: E = { ...fresh, status: 'SCHEDULED' }
  return { queue: arranged([...queue, entry]), closed: [], entry, joined: false }
}

/**
 * Adds the artist's own song as the last QUEUED; one that waits already becomes QUEUED and moves no further back.
 * `entry` is the song's entry. Refuses SONG_NOT_ACCEPTED for a new song where WAITING_MOST wait.
 */
export function addOwn<E extends Entry>(
  queue: Queue<E>,
  fresh: E,
): QueueStep<E> & { readonly entry: E } {
  const placed = placeOrder(queue, fresh)
  const { entry } = placed
  if (entry.status === 'QUEUED') return placed
  const queued = transition(entry, 'QUEUED')
  // An order between own songs is already before the last of them.
  const isAhead = placed.queue.indexOf(entry) < endOfQueued(placed.queue)
  const step = isAhead
    ? { closed: [], queue: placed.queue.map((one) => (one.id === entry.id ? queued : one)) }
    : enqueue(placed.queue, entry.songId, entry.id)
  return { ...step, entry: queued }
}

/**
 * «Next»: NOW becomes PLAYED, and the choice becomes NOW. An empty queue leaves none. Refuses NOW_MOVED where the pad is
 * out of date, ILLEGAL_STEP where the chosen song does not wait.
 */
export function playNext<E extends Entry>(queue: Queue<E>, choice: NextChoice): QueueStep<E> {
  const now = nowOf(queue)
  // A double press sends the same expectation twice; the second one must not end the next song.
  if (choice.expectedNowId !== undefined && choice.expectedNowId !== (now?.id ?? null)) {
    throw new Refusal('NOW_MOVED', 'Песня уже сменилась: посмотрите на очередь и нажмите ещё раз')
  }
  const first = choice.onlyEnds === true ? undefined : waiting(queue)[0]
  const next = choice.songId === null ? first : entryOf(queue, choice.songId)
  const started = next === undefined ? [] : [transition(next, 'NOW')]
  const rest = waiting(queue).filter((entry) => entry.id !== next?.id)
  return { queue: [...started, ...rest], closed: now === null ? [] : [transition(now, 'PLAYED')] }
}

/** The song was played and none follows yet: NOW becomes PLAYED. Refuses ILLEGAL_STEP where it is not NOW. */
export function confirmPlayed<E extends Entry>(queue: Queue<E>, songId: string): QueueStep<E> {
  const now = nowOf(queue)
  if (now?.songId !== songId) throw new Refusal('ILLEGAL_STEP', 'Эта песня сейчас не играет')
  return { queue: without(queue, now), closed: [transition(now, 'PLAYED')] }
}

/**
 * «Вернуть»: the song that was just played is being played again, and the one that had followed it comes first,
 * where it keeps the place of the winner of a battle that stood first. The
 * only step backwards, so it is outside TRANSITIONS; the grace of the money limits how long it is open. Refuses ILLEGAL_STEP
 * for a song that was not played, and where the following song already waits once more.
 */
export function undoPlayed<E extends Entry>(queue: Queue<E>, played: E): QueueStep<E> {
  if (played.status !== 'PLAYED')
    throw new Refusal('ILLEGAL_STEP', ILLEGAL_STEP_TEXTS[played.status])
  const now = nowOf(queue)
  if (now !== null && waitingEntry(queue, now.songId) !== undefined) {
    throw new Refusal('ILLEGAL_STEP', 'Вернуть нельзя: следующую песню уже заказали ещё раз')
  }
  const rest = waiting(queue)
  const won = rest[0]?.status === 'QUEUED' && rest[0].won === true
  const following: E[] = now === null ? [] : [{ ...now, status: 'QUEUED', ...(won && { won }) }]
  return { queue: [{ ...played, status: 'NOW' }, ...following, ...rest], closed: [] }
}

/** The order behind a waiting or playing entry is gone, and no other is behind it: the entry becomes SKIPPED. */
export function withdraw<E extends Entry>(queue: Queue<E>, entryId: string): QueueStep<E> {
  const entry = queue.find(({ id }) => id === entryId)
  if (entry === undefined) return { queue, closed: [] }
  return { queue: without(queue, entry), closed: [transition(entry, 'SKIPPED')] }
}

/** What is left behind a waiting entry does not pay for it any more: it leaves the queue, COLLECTING again. */
export function collectAgain<E extends Entry>(queue: Queue<E>, entryId: string): QueueStep<E> {
  const entry = queue.find(({ id }) => id === entryId)
  if (entry === undefined) return { queue, closed: [] }
  transition(entry, 'COLLECTING')
  return { queue: without(queue, entry), closed: [] }
}

/** «В очередь»: SCHEDULED becomes the last QUEUED. Refuses ILLEGAL_STEP for any other song. */
export function enqueue<E extends Entry>(
  queue: Queue<E>,
  songId: string,
  entryId?: string,
): QueueStep<E> {
  const entry = entryOf(queue, songId, entryId)
  const others = without(queue, entry)
  const queued = transition(entry, 'QUEUED')
  return { queue: arranged(others.toSpliced(endOfQueued(others), 0, queued)), closed: [] }
}

/** «Обратно в заказы»: a QUEUED song becomes the first SCHEDULED. Refuses ILLEGAL_STEP for any other song. */
export function backToOrders<E extends Entry>(
  queue: Queue<E>,
  songId: string,
  entryId?: string,
): QueueStep<E> {
  const entry = entryOf(queue, songId, entryId)
  const ordered = transition(entry, 'SCHEDULED')
  return { queue: putFirst(without(queue, entry), ordered), closed: [] }
}

/**
 * A waiting or playing song becomes SKIPPED; of a song that both plays and waits, the waiting entry or
 * the one of `entryId`. Refuses ILLEGAL_STEP where there is none.
 */
export function skip<E extends Entry>(
  queue: Queue<E>,
  songId: string,
  entryId?: string,
): QueueStep<E> {
  const entry = entryOf(queue, songId, entryId)
  return { queue: without(queue, entry), closed: [transition(entry, 'SKIPPED')] }
}

/** The statuses that the artist may set by hand; the others result from «next» and from orders alone. */
const BY_HAND: Record<SongStatus, typeof enqueue | null> = {
  COLLECTING: null,
  SCHEDULED: null,
  QUEUED: enqueue,
  NOW: null,
  PLAYED: null,
  SKIPPED: skip,
}

/**
 * Sets a song's status for the artist; `entry` has the new one. `entryId`: this entry of the song and no other;
 * `interrupts`: only one that is NOW (true) or only one that waits (false). Refuses ILLEGAL_STEP for anything but
 * QUEUED and SKIPPED.
 */
export function changeStatus<E extends Entry>(
  queue: Queue<E>,
  songId: string,
  status: SongStatus,
  { entryId, interrupts }: { entryId?: string | undefined; interrupts?: boolean | undefined } = {},
): QueueStep<E> & { readonly entry: E } {
  const step = BY_HAND[status]
  if (step === null) {
    throw new Refusal('ILLEGAL_STEP', 'Песню можно только поставить в очередь или убрать')
  }
  const current = entryOf(queue, songId, entryId)
  if (interrupts !== undefined && interrupts !== (current.status === 'NOW')) {
    throw new Refusal(
      'ILLEGAL_STEP',
      interrupts ? 'Эта песня сейчас не играет' : ILLEGAL_STEP_TEXTS.NOW,
    )
  }
  return { ...step(queue, songId, entryId), entry: transition(current, status) }
}

/** Makes the song the first QUEUED; the first already stays. Refuses ILLEGAL_STEP where it is not QUEUED. */
export function moveToTop<E extends Entry>(queue: Queue<E>, songId: string): QueueStep<E> {
  const entry = queuedEntry(queue, songId)
  return { queue: putFirst(without(queue, entry), entry), closed: [] }
}

/** Swaps the song with the QUEUED one before it; the first stays. Refuses ILLEGAL_STEP where it is not QUEUED. */
export function moveOneUp<E extends Entry>(queue: Queue<E>, songId: string): QueueStep<E> {
  const entry = queuedEntry(queue, songId)
  const queued = entriesWith(queue, 'QUEUED')
  const above = queued[queued.indexOf(entry) - 1]
  if (above === undefined) return { queue, closed: [] }
  const swapped = new Map([
    [entry.id, above],
    [above.id, entry],
  ])
  return { queue: queue.map((one) => swapped.get(one.id) ?? one), closed: [] }
}

/**
 * Puts a waiting song into `list`, before the entry `beforeId` of that list, or with null at its end. Refuses
 * ILLEGAL_STEP where the song does not wait, or `beforeId` is no longer in that list.
 */
export function moveBefore<E extends Entry>(
  queue: Queue<E>,
  songId: string,
  { list, beforeId }: { readonly list: 'QUEUED' | 'SCHEDULED'; readonly beforeId: string | null },
): QueueStep<E> {
  const entry = entryOf(queue, songId)
  const put = entry.status === list ? entry : transition(entry, list)
  const others = without(queue, entry)
  const end = list === 'QUEUED' ? endOfQueued(others) : others.length
  const place = beforeId === null ? end : others.findIndex(({ id }) => id === beforeId)
  if (beforeId !== null && others[place]?.status !== list) {
    throw new Refusal('ILLEGAL_STEP', 'Список уже изменился: перетащите песню ещё раз')
  }
  return { queue: arranged(others.toSpliced(place, 0, put)), closed: [] }
}

/**
 * Makes the SCHEDULED list exactly these songs in this order: omitted ones are closed as SKIPPED, those not ordered yet
 * are created by `fresh`. Refuses ILLEGAL_STEP for a song named twice and for one that is QUEUED already.
 */
export function setScheduled<E extends Entry>(
  queue: Queue<E>,
  songIds: readonly string[],
  fresh: (songId: string) => E,
): QueueStep<E> {
  const wanted = new Set(songIds)
  if (wanted.size < songIds.length) {
    throw new Refusal('ILLEGAL_STEP', 'Одна из песен стоит в списке дважды')
  }
  if (entriesWith(queue, 'QUEUED').some((entry) => wanted.has(entry.songId))) {
    throw new Refusal('ILLEGAL_STEP', 'Одна из песен списка уже стоит в очереди')
  }
  const scheduled = songIds.map(
    (songId): E => waitingEntry(queue, songId) ?? { ...fresh(songId), status: 'SCHEDULED' },
  )
  const dropped = entriesWith(queue, 'SCHEDULED').filter((entry) => !wanted.has(entry.songId))
  return {
    queue: arranged([...queue.filter(({ status }) => status !== 'SCHEDULED'), ...scheduled]),
    closed: dropped.map((entry) => transition(entry, 'SKIPPED')),
  }
}

/**
 * Merges the list of an editor who saw the songs `knownIds` in it when he began. Changes made meanwhile are
 * preserved: songs ordered since then keep their order after his list, and known songs that were queued, played or put
 * away do not come back. A song that he adds and that is QUEUED by now stays there. Refuses ILLEGAL_STEP for a song
 * named twice.
 */
export function mergeScheduled<E extends Entry>(
  queue: Queue<E>,
  songIds: readonly string[],
  knownIds: readonly string[],
  fresh: (songId: string) => E,
): QueueStep<E> {
  const named = new Set(songIds)
  const known = new Set(knownIds)
  const statusOf = new Map(waiting(queue).map(({ songId, status }) => [songId, status]))
  const stillMeant = songIds.filter(
    (id) => statusOf.get(id) === 'SCHEDULED' || !(statusOf.has(id) || known.has(id)),
  )
  const cameMeanwhile = entriesWith(queue, 'SCHEDULED')
    .map(({ songId }) => songId)
    .filter((id) => !named.has(id) && !known.has(id))
  return setScheduled(queue, [...stillMeant, ...cameMeanwhile], fresh)
}

/** The concert ended: everything unconfirmed becomes SKIPPED, only `playedId`, which sounds, PLAYED. Refuses ILLEGAL_STEP where that one waits. */
export function endQueue<E extends Entry>(queue: Queue<E>, playedId?: string): QueueStep<E> {
  const ended = (entry: E) => transition(entry, entry.id === playedId ? 'PLAYED' : 'SKIPPED')
  return { queue: [], closed: queue.map(ended) }
}

/** Every change of status goes through here, so that only transitions of the table happen. */
function transition<E extends Entry>(entry: E, status: SongStatus): E {
  if (!TRANSITIONS[entry.status].includes(status)) {
    throw new Refusal('ILLEGAL_STEP', ILLEGAL_STEP_TEXTS[entry.status])
  }
  return { ...entry, status }
}

function without<E extends Entry>(queue: Queue<E>, removed: E): readonly E[] {
  return queue.filter((entry) => entry.id !== removed.id)
}

/** Returns the entries in the order of a queue; the waiting ones keep their order. */
function arranged<E extends Entry>(entries: readonly E[]): Queue<E> {
  return [...entriesWith(entries, 'NOW'), ...waiting(entries)]
}

/** Returns the index after the last QUEUED; with none, that of the first waiting entry. */
function endOfQueued<E extends Entry>(queue: Queue<E>): number {
  return queue.findLastIndex(({ status }) => status === 'QUEUED' || status === 'NOW') + 1
}

/** Puts an entry before the first of its status; with none, after the last QUEUED. */
function putFirst<E extends Entry>(others: readonly E[], entry: E): Queue<E> {
  const first = others.findIndex(({ status }) => status === entry.status)
  return arranged(others.toSpliced(first < 0 ? endOfQueued(others) : first, 0, entry))
}

function waitingEntry<E extends Entry>(queue: Queue<E>, songId: string): E | undefined {
  return waiting(queue).find((entry) => entry.songId === songId)
}

/** Returns the entry that an action on a song means: the one of `entryId`, or else the waiting one, or else the one being played. */
function entryOf<E extends Entry>(queue: Queue<E>, songId: string, entryId?: string): E {
  const meant = entryId === undefined ? queue : queue.filter(({ id }) => id === entryId)
  const entry = waitingEntry(meant, songId) ?? meant.find((playing) => playing.songId === songId)
  if (entry === undefined) throw new Refusal('ILLEGAL_STEP', 'Этой песни уже нет в очереди')
  return entry
}

function queuedEntry<E extends Entry>(queue: Queue<E>, songId: string): E {
  const entry = entryOf(queue, songId)
  if (entry.status !== 'QUEUED') throw new Refusal('ILLEGAL_STEP', ILLEGAL_STEP_TEXTS[entry.status])
  return entry
}

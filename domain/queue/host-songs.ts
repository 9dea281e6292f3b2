import type { ConcertStatus } from '../concerts/concert.ts'
import { checkTogether } from '../fields.ts'
import { Refusal } from '../refusal.ts'
import { checkWords, ORDER_WORDS_MAX } from './order-words.ts'
import { FOR_WHOM_MAX } from './own-song.ts'
import { entriesWith, nowOf, waiting } from './queue.ts'
import type { Entry, Queue } from './queue.ts'
import { addOwn, backToOrders, moveBefore, skip, WAITING_MOST } from './queue-steps.ts'
import type { QueueStep } from './queue-steps.ts'

/** The host of an evening: whoever gives a wedding or a party writes what must be played, and has no right on the pad. */

/** How many songs must be played, and how many moments there are, at most. */
export const HOST_SONGS_MOST = 50
export const MOMENTS_MOST = 20
/** In code points; on the pad a moment stands where «для кого» does. */
export const MOMENT_MAX = FOR_WHOM_MAX
export const DEDICATION_MAX = ORDER_WORDS_MAX

/** What the host's page proposes as the name of a moment. */
export const MOMENTS = ['Первый танец', 'Выход молодых', 'Танец с родителями', 'Торт'] as const

/** Refuses ILLEGAL_STEP once the concert is over, and while the artist has closed the lists. */
export function admitHost({ status, closed }: { status: ConcertStatus; closed: boolean }): void {
  if (status === 'PLAYED')
    throw new Refusal('ILLEGAL_STEP', 'Концерт уже завершён: списки можно только читать')
  if (closed)
    throw new Refusal(
      'ILLEGAL_STEP',
      'Артист закрыл списки: их можно только читать. Попросите его открыть.',
    )
}

type Texts = { readonly moment: string; readonly words: string }

/** Returns the texts of a moment, normalized. Refuses VALIDATION at `moment` and `words`. */
export function checkMoment({ moment, words }: Texts): Texts {
  return checkTogether({
    moment: () =>
      checkWords(moment, {
        field: 'moment',
        max: MOMENT_MAX,
        blank: 'Напишите, что это за момент',
        tooLong: `Момент — не длиннее ${MOMENT_MAX} символов`,
      }),
    words: () =>
      checkWords(words, {
        field: 'words',
        max: DEDICATION_MAX,
        blank: null,
        tooLong: `Посвящение — не длиннее ${DEDICATION_MAX} символов`,
      }),
  })
}

/**
 * Merges the list of a page that knew the songs `knownIds`: what another phone added meanwhile stays, after it; what
 * another one took out does not come back.
 */
export function mergeHostSongs<T extends { readonly id: string }>(
  stored: readonly T[],
  typed: readonly T[],
  knownIds: readonly string[],
): T[] {
  const known = new Set(knownIds)
  const there = new Set(stored.map(({ id }) => id))
  const named = new Set(typed.map(({ id }) => id))
  const stillMeant = typed.filter(({ id }) => there.has(id) || !known.has(id))
  const cameMeanwhile = stored.filter(({ id }) => !named.has(id) && !known.has(id))
  return [...stillMeant, ...cameMeanwhile]
}

type Listed = {
  readonly id: string
  readonly songId: string
  readonly title: string
  readonly moment: string | null
}

/** Leaves out the new songs, moments aside, that another phone has written meanwhile too: they are wanted once. */
export function withoutDoubles<T extends Listed>(
  stored: readonly T[],
  typed: readonly T[],
  knownIds: readonly string[],
): T[] {
  const there = new Set(stored.map(({ id }) => id))
  const known = new Set([...knownIds, ...typed.map(({ id }) => id)])
  const came = stored.filter(({ id, moment }) => moment === null && !known.has(id))
  const cameSongs = new Set(came.map(({ songId }) => songId))
  return typed.filter(
    ({ id, songId, moment }) => moment !== null || there.has(id) || !cameSongs.has(songId),
  )
}

/** Refuses ILLEGAL_STEP for lists that are too long, and for a song that stands in them twice or is not to be played, or an id twice. */
export function admitHostSongs(listed: readonly Listed[], barred: ReadonlySet<string>): void {
  const moments = listed.filter(({ moment }) => moment !== null).length
  if (listed.length - moments > HOST_SONGS_MOST)
    throw new Refusal('ILLEGAL_STEP', `Обязательных песен — не больше ${HOST_SONGS_MOST}`)
  if (moments > MOMENTS_MOST)
    throw new Refusal('ILLEGAL_STEP', `Моментов — не больше ${MOMENTS_MOST}`)
  const seen = new Set<string>()
  const ids = new Set(listed.map(({ id }) => id))
  if (ids.size < listed.length)
    throw new Refusal('ILLEGAL_STEP', 'Одна из песен стоит в списке дважды')
  for (const { songId, title } of listed) {
    if (seen.has(songId)) throw new Refusal('ILLEGAL_STEP', `«${title}» уже есть в ваших списках`)
    if (barred.has(songId))
      throw new Refusal('ILLEGAL_STEP', `«${title}» стоит в «Не играть»: сначала уберите её оттуда`)
    seen.add(songId)
  }
}

/**
 * A song of the host. `entryId`: its entry, once the queue had it, also where that is closed by now; `barred`: the artist
 * does not play it this evening.
 */
export type HostedSong = {
  readonly songId: string
  readonly entryId: string | null
  readonly barred?: boolean
}

type Laid<E extends Entry> = QueueStep<E> & {
  /** The entry of each wanted song; null where it is barred, and where too many songs wait. */
  readonly entryIds: readonly (string | null)[]
}

/**
 * Puts the songs that the queue never had before into «Очередь» as the artist's own: each behind the host's song before
 * it, the first one first. What he wants and sounds just now is not played twice. Songs that the queue had stay where
 * the artist has them; with `reorder` those of the host take each other's places, in his order. Refuses nothing.
 */
export function putHostSongs<E extends Entry>(
  queue: Queue<E>,
  wanted: readonly HostedSong[],
  fresh: (songId: string) => E,
  { reorder = false } = {},
): Laid<E> {
  let laid = queue
  let lastId: string | null = null
  const entryIds = wanted.map(({ songId, entryId, barred = false }) => {
    if (entryId === null) {
      const now = nowOf(laid)
      if (now?.songId === songId) return now.id
      if (barred || waiting(laid).length >= WAITING_MOST) return null
      const { queue: added, entry } = addOwn(laid, fresh(songId))
      laid = putBehind(added, entry, lastId)
      lastId = entry.id
      return entry.id
    }
    if (entriesWith(laid, 'QUEUED').some(({ id }) => id === entryId)) lastId = entryId
    return entryId
  })
  return { queue: reorder ? inOrderOf(laid, entryIds) : laid, closed: [], entryIds }
}

/** Moves a QUEUED entry behind the QUEUED one with this id, or to their beginning. */
function putBehind<E extends Entry>(queue: Queue<E>, entry: E, lastId: string | null): Queue<E> {
  const others = entriesWith(queue, 'QUEUED').filter(({ id }) => id !== entry.id)
  const next = others[others.findIndex(({ id }) => id === lastId) + 1]
  const to = { list: 'QUEUED', beforeId: next?.id ?? null } as const
  return moveBefore(queue, entry.songId, to).queue
}

/** The QUEUED entries with these ids take each other's places, in the order of the ids. */
function inOrderOf<E extends Entry>(queue: Queue<E>, ids: readonly (string | null)[]): Queue<E> {
  const queued = new Map(entriesWith(queue, 'QUEUED').map((entry) => [entry.id, entry]))
  const mine = ids.flatMap((id) => queued.get(id ?? '') ?? [])
  const places = new Set(mine.map(({ id }) => id))
  const inOrder = mine.values()
  return queue.map((entry) => (places.has(entry.id) ? (inOrder.next().value ?? entry) : entry))
}

/** A song that the host took out; `brought`: it was not the artist's own before, `ordered`: listeners want it too. */
type TakenOut = {
  readonly entryId: string
  readonly brought: boolean
  readonly ordered: boolean
}

/**
 * Takes what only the host brought out of a queue while it waits; what listeners ordered goes back to the orders, what
 * the artist had listed himself stays. Refuses nothing.
 */
export function dropHostSongs<E extends Entry>(
  queue: Queue<E>,
  gone: readonly TakenOut[],
): QueueStep<E> {
  let step: QueueStep<E> = { queue, closed: [] }
  for (const { entryId, brought, ordered } of gone) {
    const entry = waiting(step.queue).find(({ id }) => id === entryId)
    if (entry === undefined || !brought) continue
    if (!ordered) {
      const { queue: left, closed } = skip(step.queue, entry.songId, entryId)
      step = { queue: left, closed: [...step.closed, ...closed] }
    } else if (entry.status === 'QUEUED')
      step = { ...step, queue: backToOrders(step.queue, entry.songId, entryId).queue }
  }
  return step
}

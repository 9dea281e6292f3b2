import type { QueueEntry } from '#contract/shapes.ts'
import type { SongPlace } from '../commands/command.ts'

type Waiting = Pick<QueueEntry, 'id' | 'status'>
type List = SongPlace['list']

/** Where a song was dropped: before or after an entry, or on an empty list. */
export type Drop = { readonly over: string; readonly after: boolean } | { readonly over: List }

/** From the upper to the lower edge, in px from the top of the window. */
export type Span = { readonly top: number; readonly bottom: number }

export type ListSpan = Span & {
  readonly list: List
  /** In their order, including those scrolled out of view. */
  readonly rows: readonly (Span & { readonly id: string })[]
}

/** What a pointer at height `y` (px from the top of the window) is over: a place in the nearest list. */
export function dropAt(lists: readonly ListSpan[], y: number): Drop | null {
  const away = ({ top, bottom }: Span) => Math.max(top - y, y - bottom, 0)
  const nearest = lists.toSorted((one, other) => away(one) - away(other))[0]
  if (nearest === undefined) return null
  const below = nearest.rows.find(({ top, bottom }) => y < (top + bottom) / 2)
  if (below !== undefined) return { over: below.id, after: false }
  const last = nearest.rows.at(-1)
  return last === undefined ? { over: nearest.list } : { over: last.id, after: true }
}

/** One place up (`step` -1) or down (1) from the song's place; null at the end. `merged`: see dropPlace. */
export function dropBeside(
  songs: readonly Waiting[],
  moved: Waiting,
  step: -1 | 1,
  merged: boolean,
): Drop | null {
  const beside = songs[songs.findIndex(({ id }) => id === moved.id) + step]
  if (beside !== undefined) {
    const inside = merged || beside.status === moved.status
    return { over: beside.id, after: inside === (step === 1) }
  }
  if (merged) return null
  const other = step === 1 ? 'SCHEDULED' : 'QUEUED'
  return moved.status === other ? null : { over: other }
}

/**
 * The place that a dragged song is moved to; null where it does not move. `songs`: the waiting songs, in the order of
 * the pad. `merged`: the pad shows one list, so that the end of the queue and the start of the orders are one place: a
 * song dropped there goes to the queue.
 */
export function dropPlace(
  songs: readonly Waiting[],
  moved: Waiting,
  drop: Drop,
  merged: boolean,
): SongPlace | null {
  if (!('after' in drop)) return { list: drop.over, before: null }
  if (drop.over === moved.id) return null
  const others = songs.filter(({ id }) => id !== moved.id)
  const at = others.findIndex(({ id }) => id === drop.over)
  const over = others[at]
  if (over === undefined) return null
  const place = drop.after ? at + 1 : at
  const same = songs.findIndex(({ id }) => id === moved.id) === place
  const [above, below] = [others[place - 1], others[place]]
  const list = !merged
    ? over.status
    : above?.status === 'SCHEDULED' && below?.status !== 'QUEUED'
      ? 'SCHEDULED'
      : 'QUEUED'
  if (list !== 'QUEUED' && list !== 'SCHEDULED') return null
  if (same && (merged || list === moved.status)) return null
  // Orders may be between the songs of the queue.
  const next = others.slice(place).find(({ status }) => status === list)
  return { list, before: next?.id ?? null }
}

/** «Место 2 из 5»: among all waiting songs where the pad shows one list (`merged`), else in the list of the place. */
export function placeText(
  songs: readonly Waiting[],
  moved: Waiting,
  { list, before }: SongPlace,
  merged: boolean,
): string {
  const others = songs.filter(({ id, status }) => id !== moved.id && (merged || status === list))
  const end = others.findLastIndex(({ status }) => status === list) + 1
  const at = before === null ? end : others.findIndex(({ id }) => id === before)
  const where = merged ? '' : list === 'QUEUED' ? ' в очереди' : ' в заказах'
  return `Место ${at + 1} из ${others.length + 1}${where}`
}

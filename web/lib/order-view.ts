import { api } from '#contract/index.ts'
import type { QueueEntry, Song } from '#contract/shapes.ts'
import type { MyOrder } from '#contract/songs.ts'
import { orWhenUnavailable } from './call-failed.ts'
import type { Caller } from './call.ts'
import type { FirstSearch } from './use-search.ts'
import { firstSearch } from './use-search.ts'

/** What a place of orders was rendered with before any script. */
export type OrderView = {
  search: FirstSearch<readonly Song[]> | null
  /** The song that the address asks for, where it was found. */
  song: Song | null
  /** Goes with the form of the sheet; empty where the address opens none, so that the page may be another's too. */
  key: string
  /** What this device has ordered, the newest first; null where it could not be asked for. */
  mine: readonly MyOrder[] | null
}

/** A place where songs may be ordered, `open` or not. */
export type OrderPlace = {
  username: string
  /** Null where no concert is on. */
  sessionId: string | null
  open: boolean
  queue: readonly QueueEntry[]
}

/** What the address says of orders: `q` is searched for, `song` is asked about. */
export async function loadOrder(
  call: Caller,
  { username, sessionId, open, queue }: OrderPlace,
  search: URLSearchParams,
): Promise<OrderView> {
  const text = search.get('q')?.trim().slice(0, 200) ?? ''
  const wanted = search.get('song')
  const [searched, mine] = await Promise.all([
    !open || text === ''
      ? null
      : firstSearch(text, call(api.songs.findSong, { query: { input: text, username } })),
    sessionId === null
      ? []
      : orWhenUnavailable(call(api.songs.myOrders, { query: { sessionId } }), null),
  ])
  const found = searched?.found ?? []
  return {
    search: searched,
    song: !open || wanted === null ? null : await songOf(call, username, wanted, [found, queue]),
    key: search.has('song') || search.has('suggest') ? crypto.randomUUID() : '',
    mine,
  }
}

/** No call gives a song by its id: it stands in one of the lists where a listener can have pressed it. */
async function songOf(
  call: Caller,
  username: string,
  wanted: string,
  [found, queue]: [readonly Song[], readonly QueueEntry[]],
): Promise<Song | null> {
  const known = found.find(({ songId }) => songId === wanted)
  if (known !== undefined) return known
  const repertoire = await repertoireOf(call, username)
  const queued = queue.map((entry) => ({ ...entry, isFavorite: false }))
  return [...repertoire, ...queued].find(({ songId }) => songId === wanted) ?? null
}

/** A part that is down leaves its place empty. */
export function repertoireOf(call: Caller, artistUsername: string): Promise<Song[]> {
  return orWhenUnavailable(call(api.songs.getFavoriteSongs, { query: { artistUsername } }), [])
}

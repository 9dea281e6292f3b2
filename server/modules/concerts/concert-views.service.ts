import { noArtist } from '#domain/accounts/account.ts'
import { VEILED_TITLE } from '#domain/concerts/code-word.ts'
import { noConcert } from '#domain/concerts/concert.ts'
import type { SongStatus } from '#domain/queue/queue.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Context } from '#server/context.ts'
import { READ_AT_ONCE, readEdge } from '#server/platform/db/concert-filter.ts'
import { findShownArtist } from '../artists/artists.service.ts'
import { queueEntries, queueEntriesOfMany } from '../queue/queue-view.service.ts'
import {
  artistIdOf,
  concertById,
  concertNowOf,
  concertsByIds,
  nextConcertOf,
  pastConcertsOf,
} from './concerts.store.ts'
import type { ConcertRow } from './concerts.store.ts'
import { listConcerts, listConcertsBySongs, placeInList } from './concert-list.store.ts'
import { wishedSongs } from './finding.store.ts'

/** A song in a concert as everybody may see it. */
type ShownSong = {
  readonly id: string
  readonly songId: string
  readonly title: string
  readonly artistName: string
  readonly imageUrl: string
  readonly status: SongStatus
  readonly backers: number
}

/** A concert as everybody may see it; `songs` is empty when its artist does not show them. */
export type ConcertSummary = ConcertRow & {
  readonly songs: readonly ShownSong[]
  /** For the concert's artist, or a guest with the pass of a closed evening. */
  readonly admitted?: true
}

/** The filters of a list; a blank text filters nothing. */
type ConcertQuery = {
  readonly artistUsername?: string | undefined
  readonly city?: string | undefined
  /** ISO dates, or date-times with offset; both ends belong to the span. */
  readonly dateStart?: string | undefined
  readonly dateEnd?: string | undefined
  /** Past ones too. */
  readonly allData?: boolean | undefined
  readonly songIds?: readonly string[] | undefined
  readonly limit: number
  /** The id of the last concert of the previous page. */
  readonly cursor?: string | undefined
}

/** An artist sees his own closed concerts, others do not; null is any other viewer. */
type Viewer = string | null

/** The viewer of one concert; a pass admits to a closed evening. */
type Guest = { readonly viewer?: Viewer | undefined; readonly pass?: string | undefined }

/** The poster lists the songs when its artist shows them and no code word is needed. */
const showsSongs = ({ showSongsOnPoster, pass }: ConcertRow) => showSongsOnPoster && pass === null

/** What strangers see of an evening behind a code word: only that the artist plays. */
const VEILED = {
  title: VEILED_TITLE,
  description: '',
  ticketLink: '',
  placeName: '',
  city: '',
  street: '',
  houseNumber: '',
  address: '',
  placeDescription: '',
  longitude: null,
  latitude: null,
  venueWas: null,
  words: '',
  seriesId: null,
  songs: [],
}

/** `readSongs` reads the songs that an admitted viewer may see. */
async function viewFor(
  { viewer, pass }: Guest,
  row: ConcertRow,
  readSongs: () => Promise<readonly ShownSong[]>,
): Promise<ConcertSummary> {
  const admitted = row.artistId === viewer || row.pass === pass
  if (row.pass !== null && !admitted) return { ...row, ...VEILED }
  return { ...row, ...(admitted && { admitted }), songs: await readSongs() }
}

async function shown(ctx: Context, row: ConcertRow, guest: Guest): Promise<ConcertSummary> {
  return viewFor(guest, row, async () => {
    const queues = row.showSongsOnPoster ? await queueEntriesOfMany(ctx, [row.id]) : null
    return queues?.get(row.id) ?? []
  })
}

async function allShown(
  ctx: Context,
  rows: readonly ConcertRow[],
  viewer: Viewer,
): Promise<ConcertSummary[]> {
  const open = rows.filter((row) => row.showSongsOnPoster)
  const queues = await queueEntriesOfMany(
    ctx,
    open.map(({ id }) => id),
  )
  return Promise.all(
    rows.map((row) => viewFor({ viewer }, row, async () => queues.get(row.id) ?? [])),
  )
}

/** The concert as this viewer may see it. Refuses NOT_FOUND. */
async function rowFor(ctx: Context, id: string, viewer: Guest['viewer']): Promise<ConcertRow> {
  const row = await concertById(ctx.sql, id)
  if (row === undefined) throw noConcert()
  if (viewer === row.artistId) return row
  if (row.publishAt !== null) throw noConcert()
  if (row.hidden) throw new Refusal('NOT_FOUND', 'Концерт скрыт')
  return row
}

export async function showConcert(
  ctx: Context,
  id: string,
  guest: Guest = {},
): Promise<ConcertSummary> {
  return shown(ctx, await rowFor(ctx, id, guest.viewer), guest)
}

/** In the order of `ids`; deleted concerts are left out. */
export async function showConcerts(
  ctx: Context,
  ids: readonly string[],
  viewer: Viewer = null,
): Promise<ConcertSummary[]> {
  const order = new Map(ids.map((id, place) => [id, place]))
  const placeOf = ({ id }: ConcertRow) => order.get(id) ?? ids.length
  const rows = await concertsByIds(ctx.sql, ids)
  return allShown(
    ctx,
    rows.toSorted((a, b) => placeOf(a) - placeOf(b)),
    viewer,
  )
}

async function artistOf(ctx: Context, username: string): Promise<string> {
  const id = await artistIdOf(ctx.sql, username)
  if (id === null) throw noArtist()
  return id
}

/** The concert that this artist is playing, closed or not, because its listeners come through the artist's page. Refuses NOT_FOUND. */
export async function showCurrentConcert(
  ctx: Context,
  artistUsername: string,
  guest: Guest = {},
): Promise<ConcertSummary | null> {
  const row = await concertNowOf(ctx.sql, await artistOf(ctx, artistUsername))
  // The poster may hide its list; listeners at the concert see the queue, here as on the live channel.
  const isShown = row !== undefined && (!row.hidden || guest.viewer === row.artistId)
  return isShown ? viewFor(guest, row, () => queueEntries(ctx, row.id)) : null
}

/** The nearest concert that may still be started; closed ones only for their own artist. Refuses NOT_FOUND. */
export async function showNextConcert(
  ctx: Context,
  artistUsername: string,
  viewer: Viewer,
): Promise<ConcertSummary | null> {
  const artistId = await artistOf(ctx, artistUsername)
  const withClosed = viewer === artistId
  const row = await nextConcertOf(ctx.sql, artistId, { now: ctx.now(), withClosed })
  return row === undefined ? null : shown(ctx, row, { viewer })
}

/**
 * Public concerts by start; with songs, those with most of them first. An artist finds his closed ones under his own
 * nickname; an unknown or hidden artist has none. Refuses VALIDATION at `dateStart`, `dateEnd` and `cursor`.
 */
export async function searchConcerts(
  ctx: Context,
  query: ConcertQuery,
  viewer: Viewer,
): Promise<ConcertSummary[]> {
  const from = readEdge(query.dateStart, 'dateStart')
  const till = readEdge(query.dateEnd, 'dateEnd')
  const songIds = query.songIds ?? []
  const username = query.artistUsername?.trim() ?? ''
  const artist = username === '' ? null : await findShownArtist(ctx, username, viewer)
  if (username !== '' && artist === null) return []
  const artistId = artist?.id ?? null
  const filter = {
    now: ctx.now(),
    artistId,
    withClosed: artistId !== null && artistId === viewer,
    withPast: query.allData ?? false,
    city: query.city ?? null,
    from,
    till,
  }
  const part = { after: await placeAfter(ctx, query.cursor, songIds), limit: query.limit }
  if (songIds.length === 0)
    return showConcerts(ctx, await listConcerts(ctx.sql, filter, part), viewer)
  const found = await ctx.searches.run(async () => {
    const wished = await wishedSongs(ctx.sql, songIds, READ_AT_ONCE)
    return listConcertsBySongs(ctx.sql, filter, wished, part)
  })
  return showConcerts(ctx, found, viewer)
}

async function placeAfter(ctx: Context, cursor: string | undefined, songIds: readonly string[]) {
  if (cursor === undefined) return null
  const place = await placeInList(ctx.sql, cursor, songIds)
  // An empty page would mean the end of the list.
  if (place === undefined)
    throw new Refusal('VALIDATION', 'Афиша изменилась. Откройте её заново.', 'cursor')
  return place
}

/** The artist's own concerts that are over, the newest first. Refuses VALIDATION at `cursor`. */
export async function showPastConcerts(
  ctx: Context,
  artistId: string,
  part: { limit: number; cursor?: string | undefined },
): Promise<ConcertSummary[]> {
  const after = await placeAfter(ctx, part.cursor, [])
  const rows = await pastConcertsOf(ctx.sql, artistId, { after, limit: part.limit })
  return allShown(ctx, rows, artistId)
}

/** The first songs of a concert that are still to be played; none when its artist does not show them. Refuses NOT_FOUND. */
export async function songsOfConcert(
  ctx: Context,
  id: string,
  { viewer, limit }: { viewer: Viewer; limit: number },
): Promise<readonly ShownSong[]> {
  const row = await rowFor(ctx, id, viewer)
  if (!showsSongs(row)) return []
  const entries = await queueEntries(ctx, id)
  return entries.filter(({ status }) => status !== 'COLLECTING').slice(0, limit)
}

import { Refusal } from '#domain/refusal.ts'
import { HIDDEN_SONG_TEXT } from '#domain/accounts/hidden-page.ts'
import { checkMinimum } from '#domain/payments/payment-settings.ts'
import {
  admitToRepertoire,
  BY_ALPHABET,
  checkTags,
  isSameTag,
  offerOf,
  spelled,
  tagsOf,
} from '#domain/songs/repertoire.ts'
import type { SongState, SongTextKind } from '#domain/songs/repertoire.ts'
import { checkAbout, NO_ABOUT } from '#domain/songs/song-about.ts'
import type { SongAbout } from '#domain/songs/song-about.ts'
import { transaction } from '#server/context.ts'
import type { Context } from '#server/context.ts'
import { lockArtistRow } from '#server/platform/db/tx.ts'
import { noteSongNews } from '../notifications/news.service.ts'
import { timesAsked } from '../queue/queue-view.service.ts'
import type { SongChoice } from '../queue/queue-view.service.ts'
import { publishMinimums } from '../queue/queue.service.ts'
import { chosenSong, songById, songsByIds, verifyPlayedSongs } from '../songs/songs.service.ts'
import type { SongText, StoredSong } from '../songs/songs.service.ts'
import { correctSong } from './correct-song.service.ts'
import {
  countSongs,
  deleteSongs,
  forgetPast,
  hasSong,
  insertSong,
  markSongHidden,
  notesBySong,
  orderingOf,
  saveMany,
  saveNotes,
  saveTagMinimums,
  songIdsOf,
  tagMinimums,
} from './repertoire.store.ts'

export type { StoredSong } from '../songs/songs.service.ts'

/** A song of a repertoire with the artist's sorting fields and his notes for himself. */
export type TaggedSong = StoredSong &
  SongAbout & {
    tags: readonly string[]
    /** The least price of an order in rubles, set by the song or by its tags; null: as the concert sets it. */
    minimum: number | null
    ownMinimum: number | null
    state: SongState
    /** How many listeners wait for it, while it is not open. */
    wishes: number
    /** What its own text is; null: it has none. */
    text: SongTextKind | null
  }

const NO_NOTES = {
  tags: [],
  minimum: null,
  ownMinimum: null,
  state: 'open',
  wishes: 0,
  text: null,
  ...NO_ABOUT,
} as const

/** The least price in rubles for each tag of a repertoire; null: none of its own. */
type TagMinimum = { tag: string; minSongAmount: number | null }

/** The number of songs on a page to choose from. */
const OFFERED_AT_ONCE = 20

type OfferAsked = {
  /** Only songs with this tag. */
  tag: string | null
  page: number
  /** The concert that they are chosen for. */
  choice: SongChoice | null
}

/** A song of the catalogue by its id, or with `songId: null` the artist's own, written by hand. */
export type AskedSong = { songId: string | null; title: string; artistName: string }

/** The whole repertoire, by title in the order of the Russian alphabet. */
export async function listRepertoire(ctx: Context, artistId: string): Promise<TaggedSong[]> {
  const [songs, notes] = await Promise.all([
    songIdsOf(ctx.sql, artistId).then((ids) => songsByIds(ctx, ids)),
    notesBySong(ctx.sql, artistId),
  ])
  return songs
    .toSorted(
      (a, b) =>
        BY_ALPHABET.compare(a.title, b.title) || BY_ALPHABET.compare(a.artistName, b.artistName),
    )
    .map((song) => ({ ...song, ...(notes.get(song.id) ?? NO_NOTES) }))
}

/** The same without the songs that listeners cannot find. */
export async function listForListeners(ctx: Context, artistId: string): Promise<TaggedSong[]> {
  return (await listRepertoire(ctx, artistId)).filter(({ state }) => state !== 'closed')
}

/** A page of songs for listeners: none that waits or plays in their concert, and those that may be ordered now first. */
export async function offerSongs(
  ctx: Context,
  artistId: string,
  { tag, page, choice }: OfferAsked,
) {
  const asked = await timesAsked(ctx, artistId)
  const songs = await listForListeners(ctx, artistId)
  const all = songs.map((song) => ({ ...song, songId: song.id }))
  const shown: (TaggedSong & { songId: string; heard?: string })[] = choice?.shown(all) ?? all
  const free = shown.filter(({ id }) => choice?.live.has(id) !== true)
  const offer = offerOf(free, { tag, asked })
  const from = (page - 1) * OFFERED_AT_ONCE
  return {
    tags: tagsOf(shown),
    songs: offer.slice(from, from + OFFERED_AT_ONCE),
    pages: Math.ceil(offer.length / OFFERED_AT_ONCE),
  }
}

/**
 * Returns the song with its new tags, with its own minimum in rubles where one is given (null: none), and with the
 * given fields of `about` and `name`. Refuses VALIDATION at the fields, NOT_FOUND where the song is not in the
 * repertoire, and TOO_MANY.
 */
export async function noteSong(
  ctx: Context,
  artistId: string,
  notedId: string,
  typed: {
    tags: readonly string[] | undefined
    ownMinimum: number | null | undefined
    state: SongState | undefined
    about: Partial<SongAbout>
    /** Its corrected title and performer; what is omitted is unchanged. */
    name?: Partial<SongText>
  },
): Promise<TaggedSong> {
  const { ownMinimum, state, name = {} } = typed
  if (ownMinimum != null) checkMinimum(ownMinimum)
  const song = await transaction(ctx, async (inside) => {
    const { sql } = inside
    await lockArtistRow(sql, artistId)
    const isCorrected = Object.keys(name).length > 0
    const songId = isCorrected ? await correctSong(inside, artistId, notedId, name) : notedId
    const others = await notesBySong(sql, artistId)
    const { key, capo, tempo, seconds, notes: words, ...by } = others.get(songId) ?? NO_NOTES
    const { musicBy, wordsBy, tags: before } = by
    const known = { key, capo, tempo, seconds, notes: words, musicBy, wordsBy }
    const about = checkAbout({ ...known, ...typed.about })
    others.delete(songId)
    const knownTags = [
      ...(await tagMinimums(sql, artistId)).keys(),
      ...[...others.values()].flatMap(({ tags: those }) => those),
    ]
    const tags = spelled(checkTags(typed.tags ?? before), knownTags)
    const isThere = await saveNotes(sql, { artistId, songId, tags, ownMinimum, state, about })
    await forgetPast(sql, { artistId, songId, noted: Object.keys(typed.about) })
    const noted = isThere ? await songById(inside, songId) : null
    if (noted === null) throw new Refusal('NOT_FOUND', 'Этой песни нет в репертуаре')
    await noteSongNews(inside, { artistId, songIds: [songId], state })
    return noted
  })
  await publishMinimums(ctx, artistId)
  const notes = (await notesBySong(ctx.sql, artistId)).get(song.id) ?? NO_NOTES
  return { ...song, ...notes }
}

/** Hides a song from listeners, so that its artist cannot open it, or shows it as it was. In the caller's transaction. Refuses NOT_FOUND. */
export async function hideSong(
  inside: Context,
  { hidden, ...song }: { artistId: string; songId: string; hidden: boolean },
): Promise<string> {
  const isThere = await markSongHidden(inside.sql, song, hidden ? inside.now() : null)
  if (!isThere) throw new Refusal('NOT_FOUND', 'Этой песни нет в репертуаре')
  return (await songById(inside, song.songId))?.title ?? ''
}

/** Sets a state and adds tags to those that each has, for all of the songs or none. Refuses VALIDATION at `tags`. */
export async function noteSongs(
  ctx: Context,
  artistId: string,
  songIds: readonly string[],
  typed: { tags: readonly string[]; state?: SongState | undefined },
): Promise<TaggedSong[]> {
  const asked = new Set(songIds)
  await transaction(ctx, async (inside) => {
    const { sql } = inside
    await lockArtistRow(sql, artistId)
    const notes = await notesBySong(sql, artistId)
    const known = [...notes.values()].flatMap(({ tags: those }) => those)
    const tags = spelled(checkTags(typed.tags), known)
    for (const [songId, { tags: own }] of notes) if (asked.has(songId)) checkTags([...own, ...tags])
    await saveMany(sql, artistId, songIds, { tags, state: typed.state })
    await noteSongNews(inside, { artistId, songIds, state: typed.state })
  })
  await publishMinimums(ctx, artistId)
  return (await listRepertoire(ctx, artistId)).filter(({ id }) => asked.has(id))
}

export async function minimumsOfTags({ sql }: Context, artistId: string): Promise<TagMinimum[]> {
  const [notes, minimums] = await Promise.all([
    notesBySong(sql, artistId),
    tagMinimums(sql, artistId),
  ])
  const priced = [...minimums]
  return tagsOf([...notes.values()]).map((tag) => ({
    tag,
    minSongAmount: priced.find(([known]) => isSameTag(known, tag))?.[1] ?? null,
  }))
}

/** Sets those of these tags, null: none; tags that no song has are left out. Refuses VALIDATION at `minSongAmount`. */
export async function setMinimumsOfTags(
  ctx: Context,
  artistId: string,
  minimums: readonly TagMinimum[],
): Promise<TagMinimum[]> {
  for (const { minSongAmount } of minimums) if (minSongAmount !== null) checkMinimum(minSongAmount)
  await transaction(ctx, async ({ sql }) => {
    await lockArtistRow(sql, artistId)
    const notes = await notesBySong(sql, artistId)
    const known = [
      ...(await tagMinimums(sql, artistId)).keys(),
      ...[...notes.values()].flatMap(({ tags }) => tags),
    ]
    const set = new Map<string, number | null>()
    // A tag may have several spellings.
    for (const { tag, minSongAmount } of minimums)
      for (const one of known) if (isSameTag(one, tag)) set.set(one, minSongAmount)
    await saveTagMinimums(sql, artistId, set)
  })
  await publishMinimums(ctx, artistId)
  return minimumsOfTags(ctx, artistId)
}

/** What an artist's repertoire says of ordering these songs, by song. */
export function orderingOfSongs({ sql }: Context, artistId: string, songIds: readonly string[]) {
  return orderingOf(sql, artistId, songIds)
}

/**
 * Adds a song, once however often it is requested. Refuses NOT_FOUND for an unknown id, VALIDATION for an invalid song
 * by hand, ILLEGAL_STEP where the repertoire is full, TOO_MANY.
 */
export function addToRepertoire(
  ctx: Context,
  artistId: string,
  asked: AskedSong,
): Promise<StoredSong> {
  return transaction(ctx, async (inside) => {
    const { sql, now } = inside
    await lockArtistRow(sql, artistId)
    const song = await chosenSong(inside, artistId, asked)
    if (await hasSong(sql, artistId, song.id)) return song
    admitToRepertoire(await countSongs(sql, artistId))
    await insertSong(sql, { artistId, songId: song.id, at: now() })
    await verifyPlayedSongs(inside, [song.id])
    await noteSongNews(inside, { artistId, songIds: [song.id], state: 'open' })
    return song
  })
}

/** Removes the songs, and returns the ids of those that were in the repertoire. Refuses ILLEGAL_STEP if all that it finds are hidden by an operator. */
export async function removeFromRepertoire(
  ctx: Context,
  artistId: string,
  songIds: readonly string[],
): Promise<string[]> {
  const removed = await transaction(ctx, async ({ sql }) => {
    await lockArtistRow(sql, artistId)
    const gone = await deleteSongs(sql, artistId, songIds)
    const isLeft = gone.length === 0 && (await orderingOf(sql, artistId, songIds)).size > 0
    if (isLeft) throw new Refusal('ILLEGAL_STEP', HIDDEN_SONG_TEXT)
    return gone
  })
  if (removed.length > 0) await publishMinimums(ctx, artistId)
  return removed
}

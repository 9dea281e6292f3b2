import { nearWords } from '#domain/songs/song-likeness.ts'
import { checkSuggestion } from '#domain/queue/order.ts'
import { Refusal, refuseFields } from '#domain/refusal.ts'
import { admitToRepertoire, placesBeside, SONG_STATES, spelling } from '#domain/songs/repertoire.ts'
import {
  isDoubtful,
  isTitleFirst,
  classifyLines,
  keysOf,
  readLine,
} from '#domain/songs/song-import.ts'
import type { ClassifiedLine } from '#domain/songs/song-import.ts'
import { checkFields } from '#domain/songs/song-cells.ts'
import type { SongFields } from '#domain/songs/song-cells.ts'
import { linesOfSongs, readSongLines } from '#domain/songs/song-lines.ts'
import type { Reading } from '#domain/songs/song-lines.ts'
import { songKey } from '#packages/song-search/song-text.ts'
import { transaction } from '#server/context.ts'
import type { Context } from '#server/context.ts'
import type { Sql } from '#server/platform/db/open.ts'
import { lockArtistRow } from '#server/platform/db/tx.ts'
import { noteSongNews } from '../notifications/news.service.ts'
import { publishMinimums } from '../queue/queue.service.ts'
import {
  addOwnSongs,
  similarSongs,
  songsByIds,
  songsByKeys,
  verifyPlayedSongs,
} from '../songs/songs.service.ts'
import type { SongText, StoredSong } from '../songs/songs.service.ts'
import type { AskedSong } from './repertoire.service.ts'
import {
  countSongs,
  insertSongs,
  notesBySong,
  orderingOf,
  saveFields,
  songIdsOf,
  tagMinimums,
} from './repertoire.store.ts'

type ImportPreview = {
  titleFirst: boolean
  /** How many more songs the repertoire takes. */
  places: number
  lines: ClassifiedLine<StoredSong>[]
  mine: ReadonlySet<string>
}
type AskedPreview = {
  text?: string
  /** Used instead of the text. */
  songs?: readonly Reading[]
  titleFirst?: boolean
}
type ListedSong = AskedSong & SongFields
type Imported = { added: StoredSong[]; already: StoredSong[] }

/** Returns what each line of a list means; `titleFirst`: whether the title comes first. Refuses VALIDATION at `text`. */
export async function previewImport(
  ctx: Context,
  artistId: string,
  { text, songs: asked, titleFirst }: AskedPreview,
): Promise<ImportPreview> {
  const lines = asked === undefined ? readSongLines(text ?? '') : linesOfSongs(asked)
  const known = await songsByKeys(ctx, keysOf(lines))
  const songs = new Map(known.map((song) => [song.key, song]))
  const mine = new Set(await songIdsOf(ctx.sql, artistId))
  const order = isTitleFirst(lines, songs, titleFirst)
  const read = lines.map((line) => readLine(line, order))
  const doubtful = read.filter((line) => isDoubtful(line, songs))
  const near = await similarSongs(
    ctx,
    doubtful.flatMap(({ line, readings }) =>
      readings
        .slice(0, 2)
        .flatMap(nearWords)
        .map((words) => ({ line: line.number, ...words })),
    ),
  )
  const classified = classifyLines(read, { songs, mine }, near)
  return { titleFirst: order, places: placesBeside(mine.size), lines: classified, mine }
}

/**
 * Adds all of the songs or none, with their listed fields; `had`: whether those of songs already in the repertoire are
 * changed too, filled where they are empty, or kept.
 * Refuses NOT_FOUND for an unknown id, VALIDATION at `songs.N.title` and any other field of it, ILLEGAL_STEP where
 * there is no room for them, TOO_MANY.
 */
export async function importSongs(
  ctx: Context,
  artistId: string,
  asked: readonly ListedSong[],
  had: 'changed' | 'filled' | 'kept',
): Promise<Imported> {
  const fields = checkEach(asked)
  let noted = 0
  const imported = await transaction(ctx, async (inside) => {
    const { sql, now } = inside
    await lockArtistRow(sql, artistId)
    const songs = await songsOf(inside, artistId, asked)
    const ids = songs.map(({ id }) => id)
    const before = await orderingOf(sql, artistId, ids)
    const coming = songs.filter((song) => !before.has(song.id))
    if (coming.length > 0) admitToRepertoire(await countSongs(sql, artistId), coming.length)
    const songIds = coming.map((song) => song.id)
    const added = new Set(await insertSongs(sql, { artistId, songIds, at: now() }))
    const unverified = coming.filter(({ id, verified }) => !verified && added.has(id))
    await verifyPlayedSongs(
      inside,
      unverified.map(({ id }) => id),
    )
    const listed = listedOf(songs, asked, fields)
    if (had === 'kept') for (const id of listed.keys()) if (!added.has(id)) listed.delete(id)
    noted = listed.size
    if (noted > 0)
      await saveFields(sql, artistId, await spelledAll(sql, artistId, listed), had === 'filled')
    const after = await orderingOf(sql, artistId, ids)
    for (const state of SONG_STATES) {
      const isNews = (id: string) =>
        after.get(id)?.state === state && before.get(id)?.state !== state
      await noteSongNews(inside, { artistId, songIds: ids.filter(isNews), state })
    }
    return {
      added: songs.filter((song) => added.has(song.id)),
      already: songs.filter((song) => !added.has(song.id)),
    }
  })
  if (noted > 0) await publishMinimums(ctx, artistId)
  return imported
}

/** Returns the requested songs, each once: those with an id in the order of the request, then those typed by hand. */
async function songsOf(
  inside: Context,
  artistId: string,
  asked: readonly AskedSong[],
): Promise<StoredSong[]> {
  const ids = asked.flatMap(({ songId }) => songId ?? [])
  const known = await songsByIds(inside, [...new Set(ids)])
  const byId = new Map(known.map((song) => [song.id, song]))
  if (ids.some((id) => !byId.has(id)))
    throw new Refusal('NOT_FOUND', 'Одной из песен уже нет в каталоге. Проверьте список ещё раз.')
  const own = await addOwnSongs(inside, artistId, byHand(asked))
  return [...new Map([...known, ...own].map((song) => [song.id, song])).values()]
}

function byHand(asked: readonly AskedSong[]): SongText[] {
  return asked.filter(({ songId }) => songId === null)
}

/** Returns the tidied fields of the songs. All errors are collected, so that the whole list can be corrected at once. */
function checkEach(asked: readonly ListedSong[]): SongFields[] {
  const refused: Record<string, string> = {}
  const checked = asked.map(({ songId, title, artistName, ...fields }, at) => {
    try {
      if (songId === null) checkSuggestion(title, artistName)
      return checkFields(fields)
    } catch (error) {
      if (!(error instanceof Refusal) || error.fields === undefined) throw error
      for (const [name, sentence] of Object.entries(error.fields))
        refused[`songs.${at}.${name}`] = sentence
      return {}
    }
  })
  if (Object.keys(refused).length > 0) throw refuseFields(refused)
  return checked
}

/** Returns the listed fields of each song, by its id; for a song named twice the first ones count. */
function listedOf(
  songs: readonly StoredSong[],
  asked: readonly ListedSong[],
  fields: readonly SongFields[],
): Map<string, SongFields> {
  const ids = new Map(songs.map((song) => [songKey(song.title, song.artistName), song.id]))
  const listed = new Map<string, SongFields>()
  for (const [at, { songId, title, artistName }] of asked.entries()) {
    const id = songId ?? ids.get(songKey(title, artistName))
    const those = fields[at] ?? {}
    if (id !== undefined && !listed.has(id) && Object.keys(those).length > 0) listed.set(id, those)
  }
  return listed
}

/** Returns them with every tag as this repertoire spells it already, else in the list's first spelling. */
async function spelledAll(
  sql: Sql,
  artistId: string,
  listed: ReadonlyMap<string, SongFields>,
): Promise<Map<string, SongFields>> {
  const notes = await notesBySong(sql, artistId)
  const known = [
    ...(await tagMinimums(sql, artistId)).keys(),
    ...[...notes.values()].flatMap(({ tags }) => tags),
    ...[...listed.values()].flatMap(({ tags = [] }) => tags),
  ]
  const spell = spelling(known)
  return new Map(
    [...listed].map(([id, fields]) => [
      id,
      fields.tags === undefined ? fields : { ...fields, tags: fields.tags.map(spell) },
    ]),
  )
}

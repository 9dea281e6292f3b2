import { randomUUIDv7 } from 'node:crypto'
import { setImmediate as yieldToLoop } from 'node:timers/promises'
import { isHeldBack } from '#domain/queue/held-texts.ts'
import { checkSuggestion } from '#domain/queue/order.ts'
import { Refusal } from '#domain/refusal.ts'
import { admitTyped, HOST_SONGS_A_DAY, TYPED_SONGS_A_DAY } from '#domain/songs/repertoire.ts'
import { DAY_SECONDS } from '#domain/time.ts'
import { songKey, wordsOf } from '#packages/song-search/song-text.ts'
import type { Context } from '#server/context.ts'
import { afterCommit, inTransaction } from '#server/platform/db/tx.ts'
import { spendPoints } from '#server/platform/limits/rate-counters.ts'
import type { SongText } from './catalogue.ts'
import { readCatalogue } from './catalogue.ts'
import { saveWorks } from './catalogue.store.ts'
import {
  anySongs,
  insertSongs,
  readSongByKey,
  readSongsByIds,
  readSongsByKeys,
  rewriteSong,
  saveJudged,
  setVerified,
  songsWithWords,
  unjudgedSongs,
  unverifiedSongs,
  verifyKnown,
  verifyPlayed,
} from './songs.store.ts'
import type {
  KeyedSong,
  NewSong,
  ShownSong,
  StoredSong,
  UnverifiedSong,
  WordPair,
} from './songs.store.ts'

export type { SongText } from './catalogue.ts'
export type { FoundSong, StoredSong } from './songs.store.ts'

/** A command adds songs without a server: `songIndex` null where no process has to be told. */
export type SongStorage = Pick<Context, 'sql' | 'now'> & {
  readonly songIndex: Pick<Context['songIndex'], 'add'> | null
}

const BATCH = 500
/** So many titles are looked through in some tens of milliseconds. */
const JUDGED_AT_ONCE = 50
/** Takes a tenth of a second of the database, where every word is in hundreds of songs. */
const PAIRS_AT_ONCE = 250

/** In the order of the ids; unknown ones are left out. */
export async function songsByIds(ctx: Context, ids: readonly string[]): Promise<StoredSong[]> {
  const found = new Map((await readSongsByIds(ctx.sql, ids)).map((song) => [song.id, song]))
  return ids.flatMap((id) => found.get(id) ?? [])
}

export async function songById(ctx: Context, id: string): Promise<StoredSong | null> {
  const [song] = await readSongsByIds(ctx.sql, [id])
  return song ?? null
}

/** The songs of the catalogue under these keys, in any order. */
export function songsByKeys(ctx: Context, keys: readonly string[]): Promise<KeyedSong[]> {
  return readSongsByKeys(ctx.sql, keys)
}

/** For each line the checked songs of the catalogue that have one of its pairs of words. */
export async function similarSongs(
  ctx: Context,
  pairs: readonly WordPair[],
): Promise<Map<number, StoredSong[]>> {
  const found: Awaited<ReturnType<typeof songsWithWords>> = []
  for (const part of inParts(pairs)) {
    found.push(...(await songsWithWords(ctx.sql, part)))
    // The embedded database works in this very thread: other requests get a turn.
    await yieldToLoop()
  }
  const ids = [...new Set(found.map(({ songId }) => songId))]
  const songs = new Map((await readSongsByIds(ctx.sql, ids)).map((song) => [song.id, song]))
  const near = new Map<number, StoredSong[]>()
  for (const { line, songId } of found) {
    const song = songs.get(songId)
    if (song !== undefined) near.set(line, [...(near.get(line) ?? []), song])
  }
  return near
}

/** A listener's own suggestion, or the existing song. Refuses VALIDATION at `title`, `artistName`. */
export async function addSongSuggestion(ctx: SongStorage, asked: SongText): Promise<StoredSong> {
  const song = newSong(asked)
  const known = await readSongByKey(ctx.sql, song.key)
  if (known !== null) return known
  await store(ctx, [song], { source: 'listener', verified: false })
  const stored = await readSongByKey(ctx.sql, song.key)
  if (stored === null) throw new Error(`song «${song.title}» was stored and is not there`)
  return stored
}

/** A song that a musician types by hand, or the existing one. As `addOwnSongs`. */
export async function addOwnSong(
  ctx: SongStorage,
  artistId: string,
  asked: SongText,
): Promise<StoredSong> {
  const [song] = await addOwnSongs(ctx, artistId, [asked])
  if (song === undefined) throw new Error(`song «${asked.title}» was stored and is not there`)
  return song
}

/** The song of the catalogue with this id, or the one that a musician types. Refuses NOT_FOUND, and as `addOwnSong`. */
export async function chosenSong(
  inside: Context,
  artistId: string,
  asked: SongText & { readonly songId: string | null },
): Promise<StoredSong> {
  if (asked.songId === null) return addOwnSong(inside, artistId, asked)
  const song = await songById(inside, asked.songId)
  if (song === null) throw new Refusal('NOT_FOUND', 'Такой песни нет в каталоге')
  return song
}

/** Writes the same title and performer in other letters; false where the song is not one artist's alone. */
export function respellSong(
  { sql }: Context,
  song: StoredSong,
  asked: SongText,
): boolean | Promise<boolean> {
  const { title, artistName } = newSong(asked)
  if (title === song.title && artistName === song.artistName) return true
  return rewriteSong(sql, { id: song.id, title, artistName, held: isHeldBack(title, artistName) })
}

/**
 * Adds songs that an artist, or a host of a concert of his, types, each once however often it is named; existing ones
 * are taken unchanged. Returns them in any order. In the caller's transaction. Throws the refusal of the first that is no song,
 * and refuses TOO_MANY.
 */
export async function addOwnSongs(
  ctx: SongStorage,
  artistId: string,
  asked: readonly SongText[],
  hostedConcertId?: string,
): Promise<KeyedSong[]> {
  // A song that is named twice is spelt as at first.
  const songs = new Map(
    asked
      .map(newSong)
      .toReversed()
      .map((song) => [song.key, song]),
  )
  const known = songs.size === 0 ? [] : await readSongsByKeys(ctx.sql, [...songs.keys()])
  for (const { key } of known) songs.delete(key)
  if (songs.size === 0) return known
  // In the same order everywhere, so that two transactions that add the same songs do not deadlock.
  const fresh = [...songs.values()].toSorted((a, b) => (a.key < b.key ? -1 : 1))
  const counted = [{ of: artistId, most: TYPED_SONGS_A_DAY }]
  if (hostedConcertId !== undefined) counted.push({ of: hostedConcertId, most: HOST_SONGS_A_DAY })
  for (const { of, most } of counted) {
    const typed = { points: fresh.length, seconds: DAY_SECONDS }
    const { spent, waitMs } = await spendPoints(ctx.sql, `typedSongs ${of}`, typed)
    admitTyped(spent, most, Math.max(1, Math.ceil(waitMs / 1000)))
  }
  await store(ctx, fresh, { source: 'artist', verified: false })
  return [...known, ...(await readSongsByKeys(ctx.sql, [...songs.keys()]))]
}

/** Takes any number of checked songs and returns how many were new; rows that cannot be songs are left out. */
export async function addCatalogueSongs(
  ctx: SongStorage,
  rows: readonly SongText[],
  source: string,
): Promise<number> {
  // In the same order everywhere, so that two transactions that add the same songs do not deadlock.
  const songs = rows
    .map((row) => {
      const song = newSongOrNull(row)
      return song && { ...song, workId: row.workId }
    })
    .filter((song) => song !== null)
    .toSorted((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
    // A batch is published by its first and its last id.
    .map((song) => ({ ...song, id: randomUUIDv7() }))
  let added = 0
  for (let start = 0; start < songs.length; start += BATCH) {
    const batch = songs.slice(start, start + BATCH)
    const ids = await store(ctx, batch, { source, verified: true })
    added += ids.length
    await saveWorks(ctx.sql, batch)
    if (ids.length === batch.length) continue
    // What somebody had typed before is a song of the catalogue now.
    const fresh = new Set(ids)
    const known = batch.filter(({ id }) => !fresh.has(id))
    tellShown(ctx, await verifyKnown(ctx.sql, known, source))
  }
  return added
}

/** Fills an empty catalogue with the songs that ship with the project; returns how many were added. */
export async function seedCatalogue(ctx: SongStorage): Promise<number> {
  if (await anySongs(ctx.sql)) return 0
  const rows = await readCatalogue()
  return inTransaction(ctx.sql, (sql) => addCatalogueSongs({ ...ctx, sql }, rows, 'catalogue'))
}

/** Returns the ids of those that were new. */
async function store(
  { sql, now, songIndex }: SongStorage,
  songs: readonly NewSong[],
  origin: { source: string; verified: boolean },
): Promise<string[]> {
  const { verified } = origin
  const judged: ((typeof songs)[number] & { held: boolean })[] = []
  for (const song of songs) {
    judged.push({ ...song, held: !verified && isHeldBack(song.title, song.artistName) })
    if (judged.length % JUDGED_AT_ONCE === 0) await yieldToLoop()
  }
  const added = await insertSongs(sql, judged, { ...origin, at: now() })
  const keys = new Map(songs.map(({ id, key }) => [id, key]))
  const lines = added.map((id) => ({ id, key: keys.get(id) ?? '', orders: 0, hidden: !verified }))
  if (lines.length > 0) afterCommit(sql, () => songIndex?.add(lines))
  return added
}

/** Tells the search of every process, after the commit, that these are verified, or no more. */
function tellShown(
  { sql, songIndex }: Pick<SongStorage, 'sql' | 'songIndex'>,
  songs: readonly ShownSong[],
  hidden = false,
): void {
  const lines = songs.map((song) => ({ ...song, hidden }))
  if (lines.length > 0) afterCommit(sql, () => songIndex?.add(lines))
}

/** Verifies those of these songs that three artists play by now. */
export async function verifyPlayedSongs(ctx: Context, songIds: readonly string[]): Promise<void> {
  if (songIds.length > 0) tellShown(ctx, await verifyPlayed(ctx.sql, songIds))
}

/** Shows a song that an artist plays to everybody, or to its artists alone; returns its title. Refuses NOT_FOUND. */
export async function verifySong(ctx: Context, songId: string, verified: boolean): Promise<string> {
  const song = await setVerified(ctx.sql, songId, verified)
  if (song === undefined) throw new Refusal('NOT_FOUND', 'Такой песни нет')
  tellShown(ctx, [song], !verified)
  return song.title
}

const TO_VERIFY_MOST = 200

/** Songs typed by hand that artists play and nobody has checked. */
export const songsToVerify = (ctx: Context): Promise<UnverifiedSong[]> =>
  unverifiedSongs(ctx.sql, TO_VERIFY_MOST)

/** Judges songs that were typed before the filter, or under the version before. */
export async function judgeSongs({ sql }: Pick<Context, 'sql'>): Promise<void> {
  for (;;) {
    const songs = await unjudgedSongs(sql, BATCH)
    if (songs.length === 0) return
    const judged = songs.map((song) => ({
      id: song.id,
      held: isHeldBack(song.title, song.artistName),
    }))
    await saveJudged(sql, judged)
    await yieldToLoop()
  }
}

/** The pairs of a line stay together, so that each of its songs is found once. */
function inParts(pairs: readonly WordPair[]): WordPair[][] {
  const parts: WordPair[][] = []
  for (const pair of pairs) {
    const part = parts.at(-1)
    const whole = part === undefined || part.length >= PAIRS_AT_ONCE
    if (part === undefined || (whole && part.at(-1)?.line !== pair.line)) parts.push([pair])
    else part.push(pair)
  }
  return parts
}

function newSong(asked: SongText): NewSong {
  const { title, artistName } = checkSuggestion(asked.title, asked.artistName)
  return {
    id: randomUUIDv7(),
    title,
    artistName,
    key: songKey(title, artistName),
    words: wordsOf(`${title} ${artistName}`),
  }
}

function newSongOrNull(row: SongText): NewSong | null {
  try {
    return newSong(row)
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}

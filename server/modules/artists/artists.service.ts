import { noArtist } from '#domain/accounts/account.ts'
import { HIDDEN_TEXT } from '#domain/accounts/hidden-page.ts'
import { Refusal } from '#domain/refusal.ts'
import { foldedText } from '#domain/russian.ts'
import { onOtherLayout } from '#packages/song-search/query.ts'
import { transliterated } from '#packages/song-search/transliteration.ts'
import type { Context } from '#server/context.ts'
import { oneLetterOff } from './one-letter-off.ts'
import type { Artist, StoredArtistCard } from './artists.store.ts'
import {
  addImageUrl,
  artistsWithWords,
  dropImageUrl,
  readArtistById,
  readArtistByUsername,
  readArtistLocked,
  runningConcertId,
} from './artists.store.ts'
import {
  confirmRecipient,
  lockPayoutNumber,
  markNumber,
  nameRecipient,
  numberOf,
  saveNumber,
  withCheckedNumber,
} from './payout-number.store.ts'

export { runningConcertId } from './artists.store.ts'
export type { Artist } from './artists.store.ts'

/** The phone number for payouts; each function takes the caller's transaction. */
export const payoutNumbers = {
  of: numberOf,
  withChecked: withCheckedNumber,
  lock: lockPayoutNumber,
  save: saveNumber,
  mark: markNumber,
  nameRecipient,
  confirmRecipient,
}
const FOUND_MOST = 40

/** Null for an unknown nickname. Case-insensitive. */
export async function findArtist(ctx: Context, username: string): Promise<Artist | null> {
  return (await readArtistByUsername(ctx.sql, username)) ?? null
}

/** Case-insensitive. Refuses NOT_FOUND. */
export async function artistByUsername(ctx: Context, username: string): Promise<Artist> {
  return present(await readArtistByUsername(ctx.sql, username))
}

/** The artist as others see him; to the end of what he played as he was hidden, a hidden one too. Refuses NOT_FOUND. */
export async function shownArtist(
  ctx: Context,
  username: string,
  viewerId: string | null = null,
): Promise<Artist> {
  const artist = await artistByUsername(ctx, username)
  if (!(await isShown(ctx, artist, viewerId))) throw new Refusal('NOT_FOUND', HIDDEN_TEXT)
  return artist
}

/** As `shownArtist`; null where that refuses. */
export async function findShownArtist(
  ctx: Context,
  username: string,
  viewerId: string | null = null,
): Promise<Artist | null> {
  const artist = await findArtist(ctx, username)
  return artist !== null && (await isShown(ctx, artist, viewerId)) ? artist : null
}

async function isShown(
  { sql }: Context,
  { id, hiddenAt, blockedAt }: Artist,
  viewerId: string | null,
): Promise<boolean> {
  if (hiddenAt === null || id === viewerId) return true
  return blockedAt === null && (await runningConcertId(sql, id, { shown: true })) !== null
}

/** Refuses NOT_FOUND. */
export async function artistById(ctx: Context, artistId: string): Promise<Artist> {
  return present(await readArtistById(ctx.sql, artistId))
}

/** Locks the artist until the end of the transaction. Refuses NOT_FOUND. */
export async function lockArtist(inside: Context, artistId: string): Promise<Artist> {
  return present(await readArtistLocked(inside.sql, artistId))
}

function present(artist: Artist | undefined): Artist {
  if (artist === undefined) throw noArtist()
  return artist
}

/** At most 40 artists whose name or nickname has words that begin with the input; none for a blank one. */
export async function searchArtists(ctx: Context, input: string): Promise<StoredArtistCard[]> {
  const typed = wordsIn(input)
  return typed.length === 0 ? [] : ctx.searches.run(() => artistsNamed(ctx, input, typed))
}

async function artistsNamed({ sql }: Context, input: string, typed: string[]) {
  const spellings = [typed, ...onOtherLayout(input).map(wordsIn), typed.map(transliterated)]
  // «ё» is «`» on the other layout, which is no word.
  for (const words of spellings.filter(({ length }) => length > 0)) {
    const found = await artistsWithWords(sql, startsOf(words), FOUND_MOST)
    if (found.length > 0) return found
  }
  // Each of their letters may be the wrong one.
  if (typed.length > MISSPELT.words || typed.join('').length > MISSPELT.letters) return []
  const near = typed.map((word) => oneLetterOff(word).map(startOf))
  return artistsWithWords(sql, near, FOUND_MOST)
}

const wordsIn = (text: string) =>
  foldedText(text)
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '')

/** The patterns of a text with a word that begins so, for each word. */
const startsOf = (words: readonly string[]) => words.map((word) => [startOf(word)])
const startOf = (word: string) => `% ${word}%`

const MISSPELT = { words: 5, letters: 40 }

/** The seller of the songs, for receipts; null when the artist has not stated his tax status. */
export async function artistSupplier(ctx: Context, artistId: string) {
  const { taxStatus, taxName, taxInn, phoneNumber } = await artistById(ctx, artistId)
  const phone = phoneNumber === null ? null : `+${phoneNumber}`
  return taxStatus === null ? null : { name: taxName, inn: taxInn, phone }
}

/** Adds a photo as the artist's last one. */
export function addArtistPhoto(ctx: Context, artistId: string, link: string): Promise<void> {
  return addImageUrl(ctx.sql, artistId, link)
}

/** Removes the photo whose link ends in this file name; false when the artist has no such photo. */
export async function dropArtistPhoto(
  ctx: Context,
  artistId: string,
  fileName: string,
): Promise<boolean> {
  const { imageUrls } = await artistById(ctx, artistId)
  const link = imageUrls.find((url) => url.split('/').at(-1) === fileName)
  if (link === undefined) return false
  await dropImageUrl(ctx.sql, artistId, link)
  return true
}

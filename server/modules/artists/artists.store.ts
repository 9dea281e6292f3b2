import { sql as raw } from 'kysely'
import type { AccountType } from '#domain/account.ts'
import { usernameKey } from '#domain/account.ts'
import type { Sql } from '../../platform/db/open.ts'
import { folded } from '../../platform/db/russian-letters.ts'
import type { Social } from '../../platform/db/schema.ts'

/** An artist with everything that the own settings show; never the password. */
export type Artist = {
  id: string
  username: string
  email: string
  accountType: AccountType
  name: string
  imageUrls: string[]
  shortDescription: string
  shortDescriptionHtml: string
  description: string
  descriptionHtml: string
  socials: Social[]
  requestFavoriteSongsOnly: boolean
  phoneNumber: string | null
  sbpNumberId: string | null
  paymentDescription: string
  paidSongsEnabled: boolean
  minSongRubles: number
}

/** What lists and search show of an artist. */
export type StoredArtistCard = { username: string; name: string; imageUrl: string }

function artists(sql: Sql) {
  return sql
    .selectFrom('artists')
    .select([
      'id',
      'username',
      'email',
      'account_type as accountType',
      'name',
      'image_urls as imageUrls',
      'short_description as shortDescription',
      'short_description_html as shortDescriptionHtml',
      'description',
      'description_html as descriptionHtml',
      'socials',
      'request_favorites_only as requestFavoriteSongsOnly',
      'phone_number as phoneNumber',
      'sbp_number_id as sbpNumberId',
      'payment_description as paymentDescription',
      'paid_songs_enabled as paidSongsEnabled',
      'min_song_rubles as minSongRubles',
    ])
}

/** Of two that change one artist's settings the second waits for the first. For use inside a transaction. */
export async function lockArtist(sql: Sql, id: string): Promise<Artist | undefined> {
  return artists(sql).where('id', '=', id).forUpdate().executeTakeFirst()
}

/** Without regard to case; undefined too for a text that no nickname can be. */
export async function artistByUsername(sql: Sql, username: string): Promise<Artist | undefined> {
  const key = usernameKey(username)
  if (key === null) return undefined
  return artists(sql).where('username_key', '=', key).executeTakeFirst()
}

export async function artistById(sql: Sql, id: string): Promise<Artist | undefined> {
  return artists(sql).where('id', '=', id).executeTakeFirst()
}

const BETWEEN_WORDS = '.,:;!?&+*/\\|_-–—…\'"«»„“”‘’()[]{}<>@#№$%^=~`·•'
const HAY = raw<string>`' ' || ${folded(raw`name || ' ' || username`, BETWEEN_WORDS)}`

/**
 * Artists with, for each of `words`, a word of the name or the nickname that begins with it; names that
 * begin with the first word come first. `words`: lower case, е for ё, letters and digits only.
 */
export async function searchArtists(
  sql: Sql,
  words: readonly string[],
  limit: number,
): Promise<StoredArtistCard[]> {
  const everyWord = words.map((word) => `% ${word}%`)
  const atStart = ` ${words[0] ?? ''}%`
  return sql
    .selectFrom('artists')
    .select(['username', 'name', raw<string>`coalesce(image_urls[1], '')`.as('imageUrl')])
    .where(raw<boolean>`${HAY} like all (${everyWord}::text[])`)
    .orderBy(raw`(${HAY} like ${atStart}::text)`, 'desc')
    .orderBy('name')
    .orderBy('username_key')
    .limit(limit)
    .execute()
}

/** The link becomes the last one. */
export async function addImageUrl(sql: Sql, artistId: string, link: string): Promise<void> {
  await sql
    .updateTable('artists')
    .set({ image_urls: raw<string[]>`array_append(image_urls, ${link}::text)` })
    .where('id', '=', artistId)
    .execute()
}

export async function dropImageUrl(sql: Sql, artistId: string, link: string): Promise<void> {
  await sql
    .updateTable('artists')
    .set({ image_urls: raw<string[]>`array_remove(image_urls, ${link}::text)` })
    .where('id', '=', artistId)
    .execute()
}

/** Gives the nickname as its owner wrote it; undefined where nobody has it. */
export async function saveRole(
  sql: Sql,
  username: string,
  role: 'ARTIST' | 'ADMIN',
): Promise<string | undefined> {
  const key = usernameKey(username)
  if (key === null) return undefined
  const saved = await sql
    .updateTable('artists')
    .set({ role })
    .where('username_key', '=', key)
    .returning('username')
    .executeTakeFirst()
  return saved?.username
}

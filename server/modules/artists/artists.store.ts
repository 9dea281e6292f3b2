import type { Role } from '#domain/accounts/operators.ts'
import type { Updateable } from 'kysely'
import { sql as raw } from 'kysely'
import type { AccountType } from '#domain/accounts/account.ts'
import { usernameKey } from '#domain/accounts/account.ts'
import type { PaymentSettings } from '#domain/payments/payment-settings.ts'
import type { TaxSettings } from '#domain/payments/tax-status.ts'
import type { Profile } from '#domain/accounts/profile.ts'
import type { Sql } from '#server/platform/db/open.ts'
import { CONCERT_HIDDEN, folded } from '#server/platform/db/sql-expressions.ts'
import type { Social } from '#server/platform/db/narrowed.ts'
import type { Schema } from '#server/platform/db/schema.ts'

/** All settings of an artist as they are stored. */
export type StoredSettings = {
  readonly profile: Profile & {
    readonly shortDescriptionHtml: string
    readonly descriptionHtml: string
  }
  readonly imageUrls: readonly string[]
  readonly requestFavoriteSongsOnly: boolean
  readonly payment: PaymentSettings
  readonly socials: readonly Social[]
}

/** The columns of an artist that are not settings; those of the payout number are written by `payout-number.store.ts`. */
type OtherColumns =
  | ('id' | 'username' | 'usernameKey' | 'email' | 'passwordHash' | 'role' | 'createdAt')
  | ('passwordChangedAt' | 'emailBefore' | 'emailUndoHash' | 'emailHeldUntil' | 'emailChangedAt')
  | ('payoutsRestUntil' | 'consentEdition' | 'closingAt' | 'hiddenByLeaving' | 'erasedAt')
  | ('hiddenAt' | 'blockedAt' | 'payoutsFrozenAt')
  | (
      | 'phoneNumber'
      | 'sbpNumberId'
      | 'numberCheckedAt'
      | 'payoutRecipient'
      | 'payoutRecipientConfirmed'
      | 'partnerId'
    )

/** Required, so that a new column cannot be left out of the write. */
type SettingsColumns = Required<Omit<Updateable<Schema['artists']>, OtherColumns>>

/** Writes all settings except the payout number. The artist must be locked. */
export async function saveSettings(
  sql: Sql,
  artistId: string,
  { profile, payment, ...settings }: StoredSettings,
): Promise<void> {
  const columns: SettingsColumns = {
    accountType: profile.accountType,
    name: profile.name,
    shortDescription: profile.shortDescription,
    shortDescriptionHtml: profile.shortDescriptionHtml,
    description: profile.description,
    descriptionHtml: profile.descriptionHtml,
    imageUrls: [...settings.imageUrls],
    requestFavoritesOnly: settings.requestFavoriteSongsOnly,
    paymentDescription: payment.description,
    paidSongsEnabled: payment.paidSongsEnabled,
    minSongRubles: payment.minSongRubles,
    taxStatus: payment.taxStatus,
    taxName: payment.taxName,
    taxInn: payment.taxInn,
    payoutLetters: payment.payoutLetters,
    socials: JSON.stringify(settings.socials),
  }
  await sql.updateTable('artists').set(columns).where('id', '=', artistId).execute()
}

/** An artist with everything that his settings page shows; never the password. */
export type Artist = TaxSettings & {
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
  payoutLetters: boolean
  /** Since when an operator hides the page, or blocks the account; null: he does not. */
  hiddenAt: Date | null
  blockedAt: Date | null
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
      'accountType',
      'name',
      'imageUrls',
      'shortDescription',
      'shortDescriptionHtml',
      'description',
      'descriptionHtml',
      'socials',
      'requestFavoritesOnly as requestFavoriteSongsOnly',
      'phoneNumber',
      'sbpNumberId',
      'paymentDescription',
      'paidSongsEnabled',
      'minSongRubles',
      'taxStatus',
      'taxName',
      'taxInn',
      'payoutLetters',
      'hiddenAt',
      'blockedAt',
    ])
}

/** Locks the artist's row, so that two changes of the settings run one after the other. Inside a transaction. */
export async function readArtistLocked(sql: Sql, id: string): Promise<Artist | undefined> {
  return artists(sql).where('id', '=', id).forUpdate().executeTakeFirst()
}

/** Case-insensitive; undefined also when the text cannot be a nickname. */
export async function readArtistByUsername(
  sql: Sql,
  username: string,
): Promise<Artist | undefined> {
  const key = usernameKey(username)
  if (key === null) return undefined
  return artists(sql).where('usernameKey', '=', key).executeTakeFirst()
}

export async function readArtistById(sql: Sql, id: string): Promise<Artist | undefined> {
  return artists(sql).where('id', '=', id).executeTakeFirst()
}

/** The concert that an artist plays; `shown`: unless it is hidden. */
export async function runningConcertId(
  sql: Sql,
  artistId: string,
  { shown = false } = {},
): Promise<string | null> {
  const row = await sql
    .selectFrom('concerts as c')
    .select('id')
    .where('artistId', '=', artistId)
    .where(raw<boolean>`status = 'NOW'`)
    .$if(shown, (rows) => rows.where(raw<boolean>`not ${CONCERT_HIDDEN}`))
    .executeTakeFirst()
  return row?.id ?? null
}

const BETWEEN_WORDS = '.,:;!?&+*/\\|_-–—…\'"«»„“”‘’()[]{}<>@#№$%^=~`·•'
const HAY = raw<string>`' ' || ${folded(raw`name || ' ' || username`, BETWEEN_WORDS)}`

/**
 * Finds artists whose name and nickname are like one of the patterns of each of `words`: «% слово%», lower case, е for
 * ё, letters and digits only; names that begin with the first word come first.
 */
export async function artistsWithWords(
  sql: Sql,
  words: readonly (readonly string[])[],
  limit: number,
): Promise<StoredArtistCard[]> {
  const everyWord = words.map((patterns) => raw`${HAY} like any (${patterns}::text[])`)
  const atStart = (words[0] ?? []).map((pattern) => pattern.slice(1))
  return sql
    .selectFrom('artists')
    .select(['username', 'name', raw<string>`coalesce(image_urls[1], '')`.as('imageUrl')])
    .where(raw<boolean>`${raw.join(everyWord, raw` and `)}`)
    .where('hiddenAt', 'is', null)
    .orderBy(raw`(${HAY} like any (${atStart}::text[]))`, 'desc')
    .orderBy('name')
    .orderBy('usernameKey')
    .limit(limit)
    .execute()
}

/** Appends the link as the last one. */
export async function addImageUrl(sql: Sql, artistId: string, link: string): Promise<void> {
  await sql
    .updateTable('artists')
    .set({ imageUrls: raw<string[]>`array_append(image_urls, ${link}::text)` })
    .where('id', '=', artistId)
    .execute()
}

export async function dropImageUrl(sql: Sql, artistId: string, link: string): Promise<void> {
  await sql
    .updateTable('artists')
    .set({ imageUrls: raw<string[]>`array_remove(image_urls, ${link}::text)` })
    .where('id', '=', artistId)
    .execute()
}

/** Returns the nickname as its owner wrote it; undefined when no artist has it. */
export async function saveRole(
  sql: Sql,
  username: string,
  role: Role,
): Promise<{ id: string; username: string } | undefined> {
  const key = usernameKey(username)
  if (key === null) return undefined
  return sql
    .updateTable('artists')
    .set({ role })
    .where('usernameKey', '=', key)
    .returning(['id', 'username'])
    .executeTakeFirst()
}

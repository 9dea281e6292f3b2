import type { Updateable } from 'kysely'
import type { PaymentSettings } from '#domain/payment-settings.ts'
import type { Profile } from '#domain/profile.ts'
import type { Sql } from '../../platform/db/open.ts'
import type { Schema, Social } from '../../platform/db/schema.ts'

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

/** The columns of an artist that are no settings, and the payout number, which `payouts` writes. */
type OtherColumns =
  | ('id' | 'username' | 'username_key' | 'email' | 'password_hash' | 'role' | 'created_at')
  | (
      | 'phone_number'
      | 'sbp_number_id'
      | 'number_checked_at'
      | 'payout_recipient'
      | 'payout_recipient_confirmed'
      | 'partner_id'
    )

/** Required, so that a new column cannot be left out of the write. */
type SettingsColumns = Required<Omit<Updateable<Schema['artists']>, OtherColumns>>

/** Writes all settings but the payout number. Needs the artist locked. */
export async function saveSettings(
  sql: Sql,
  artistId: string,
  { profile, payment, ...kept }: StoredSettings,
): Promise<void> {
  const columns: SettingsColumns = {
    account_type: profile.accountType,
    name: profile.name,
    short_description: profile.shortDescription,
    short_description_html: profile.shortDescriptionHtml,
    description: profile.description,
    description_html: profile.descriptionHtml,
    image_urls: [...kept.imageUrls],
    request_favorites_only: kept.requestFavoriteSongsOnly,
    payment_description: payment.description,
    paid_songs_enabled: payment.paidSongsEnabled,
    min_song_rubles: payment.minSongRubles,
    socials: JSON.stringify(kept.socials),
  }
  await sql.updateTable('artists').set(columns).where('id', '=', artistId).execute()
}

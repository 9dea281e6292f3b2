import type { PaymentSettings } from '#domain/payment-settings.ts'
import type { Profile } from '#domain/profile.ts'
import type { Sql } from '../../platform/db/open.ts'
import type { Social } from '../../platform/db/schema.ts'

/** All settings of an artist as they are kept. */
export type KeptSettings = {
  readonly profile: Profile & {
    readonly shortDescriptionHtml: string
    readonly descriptionHtml: string
  }
  readonly imageUrls: readonly string[]
  readonly requestFavoriteSongsOnly: boolean
  readonly payment: PaymentSettings
  readonly socials: readonly Social[]
}

/** Writes all of them at once, under the lock of the artist, but for the number for payouts: its changes have rules of their own. */
export async function saveSettings(
  sql: Sql,
  artistId: string,
  { profile, payment, ...kept }: KeptSettings,
): Promise<void> {
  await sql
    .updateTable('artists')
    .set({
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
      min_song_rubles: payment.minSongAmount,
      socials: JSON.stringify(kept.socials),
    })
    .where('id', '=', artistId)
    .execute()
}

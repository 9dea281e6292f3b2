import { checkTogether } from '#domain/fields.ts'
import type { PaymentSettings } from '#domain/payment-settings.ts'
import { checkPaymentSettings, samePayoutAddress } from '#domain/payment-settings.ts'
import type { Fixed, Profile } from '#domain/profile.ts'
import {
  checkFixed,
  checkMainPhoto,
  checkProfile,
  checkSocials,
  orderPhotos,
} from '#domain/profile.ts'
import type { Accounts } from '../accounts/accounts.service.ts'
import type { NumberChanges, NumberProof, NumberSet } from '../payouts/number-change.service.ts'
import type { Sql } from '../../platform/db/open.ts'
import { inTransaction } from '../../platform/db/tx.ts'
import { typeset } from '../../platform/typography.ts'
import type { Artists } from './artists.service.ts'
import type { Artist } from './artists.store.ts'
import { formatText } from './formatted-text.ts'
import type { StoredSettings } from './artists.store.ts'
import { saveSettings } from './artists.store.ts'

/** What of the settings is sent; what is left out stays as it is. */
export type SettingsChange = {
  readonly fixed: Partial<Fixed>
  readonly profile: Partial<Profile>
  readonly imageUrl: string | undefined
  readonly imageUrls: readonly string[] | undefined
  readonly requestFavoriteSongsOnly: boolean | undefined
  readonly payment: Partial<PaymentSettings>
  /** Links as typed, empty ones among them. */
  readonly socials: readonly string[] | undefined
}

type PasswordChange = Parameters<Accounts['changePassword']>[1] & NumberProof

export type SettingsDeps = {
  sql: Sql
  artists: Artists
  accounts: Accounts
  numbers: Pick<NumberChanges, 'allow' | 'set' | 'tell'>
}

function paymentOf(artist: Artist): PaymentSettings {
  return {
    phoneNumber: artist.phoneNumber,
    sbpNumberId: artist.sbpNumberId,
    description: artist.paymentDescription,
    paidSongsEnabled: artist.paidSongsEnabled,
    minSongRubles: artist.minSongRubles,
  }
}

function profileOf(artist: Artist): StoredSettings['profile'] {
  const { accountType, name, shortDescription, shortDescriptionHtml } = artist
  const { description, descriptionHtml } = artist
  return {
    accountType,
    name,
    shortDescription,
    shortDescriptionHtml,
    description,
    descriptionHtml,
  }
}

/** Each description that was changed, also as the page shows it. */
function formatted({ shortDescription, description }: Partial<Profile>) {
  return {
    ...(shortDescription === undefined
      ? {}
      : { shortDescriptionHtml: formatText(typeset(shortDescription)) }),
    ...(description === undefined ? {} : { descriptionHtml: formatText(typeset(description)) }),
  }
}

/** What a change makes of the settings. Refuses VALIDATION with every wrong field. */
function decide(before: Artist, change: SettingsChange): StoredSettings {
  const { username, email, imageUrls } = before
  const kept = paymentOf(before)
  const { profile, payment, photos, socials } = checkTogether({
    fixed: () => checkFixed({ artistUsername: username, email, username }, change.fixed),
    mainPhoto: () => checkMainPhoto(imageUrls, change.imageUrl ?? ''),
    photos: () => orderPhotos(imageUrls, change.imageUrls ?? []),
    profile: () => checkProfile(change.profile),
    payment: () => checkPaymentSettings({ ...kept, ...change.payment }),
    socials: () => (change.socials === undefined ? before.socials : checkSocials(change.socials)),
  })
  return {
    profile: { ...profileOf(before), ...profile, ...formatted(profile) },
    imageUrls: photos,
    requestFavoriteSongsOnly: change.requestFavoriteSongsOnly ?? before.requestFavoriteSongsOnly,
    payment,
    socials,
  }
}

/** Whether a change sets another number for payouts. Refuses as `decide` does. */
function changesNumber(before: Artist, change: SettingsChange): boolean {
  return !samePayoutAddress(paymentOf(before), decide(before, change).payment)
}

/** What an artist sets of himself, saved together or not at all. */
export function makeSettings({ sql, artists, accounts, numbers }: SettingsDeps) {
  /** Gives what is to be written to the owner where the number for payouts is another one now. */
  async function save(
    tx: Sql,
    artistId: string,
    { change, numberAllowed }: { change: SettingsChange; numberAllowed: boolean },
  ): Promise<NumberSet | null> {
    const before = await artists.lock(tx, artistId)
    const kept = decide(before, change)
    await saveSettings(tx, artistId, kept)
    const { phoneNumber: phone, sbpNumberId: sbpBankId } = kept.payment
    return numbers.set(tx, artistId, { phone, sbpBankId, allowed: numberAllowed })
  }

  return {
    /** The artist's own settings. Refuses NOT_FOUND. */
    of: artists.settings,

    /**
     * Changes what is given and keeps the rest. Another telephone or bank has to be checked anew, and
     * asks for the current password. Refuses VALIDATION with every wrong field, and what
     * `numbers.allow` refuses.
     */
    async change(artistId: string, change: SettingsChange, proof: NumberProof): Promise<Artist> {
      const numberAllowed = changesNumber(await artists.settings(artistId), change)
      if (numberAllowed) await numbers.allow(artistId, proof)
      const set = await inTransaction(sql, (tx) => save(tx, artistId, { change, numberAllowed }))
      if (set !== null) numbers.tell(artistId, set, proof.address)
      return artists.settings(artistId)
    },

    /**
     * The same together with another password; gives the only token that still lives. The caller
     * limits how often it may be tried. Refuses as `change` and `accounts.changePassword` do.
     */
    async changeWithPassword(
      artistId: string,
      change: SettingsChange,
      password: PasswordChange,
    ): Promise<{ artist: Artist; token: string }> {
      const before = await artists.settings(artistId)
      const { numberAllowed } = checkTogether({
        numberAllowed: () => changesNumber(before, change),
        password: () => accounts.checkPasswordChange(password, before),
      })
      if (numberAllowed) await numbers.allow(artistId, password)
      const sets: (NumberSet | null)[] = []
      const { token } = await accounts.changePassword(artistId, password, async (tx) => {
        sets.push(await save(tx, artistId, { change, numberAllowed }))
      })
      for (const set of sets) if (set !== null) numbers.tell(artistId, set, password.address)
      return { artist: await artists.settings(artistId), token }
    },
  }
}

export type ArtistSettings = ReturnType<typeof makeSettings>

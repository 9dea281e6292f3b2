import MarkdownIt from 'markdown-it'
import sanitizeHtml from 'sanitize-html'
import { checkTogether } from '#domain/fields.ts'
import { letter } from '#domain/letter.ts'
import type { PaymentSettings } from '#domain/payments/payment-settings.ts'
import { checkPaymentSettings, samePayoutAddress } from '#domain/payments/payment-settings.ts'
import { TAX_STATUSES, taxOf } from '#domain/payments/tax-status.ts'
import type { TaxSettings } from '#domain/payments/tax-status.ts'
import type { Fixed, Profile } from '#domain/accounts/profile.ts'
import {
  checkFixed,
  checkMainPhoto,
  checkProfile,
  checkSocials,
  orderPhotos,
} from '#domain/accounts/profile.ts'
import { tellHall, transaction, wakeMoney } from '#server/context.ts'
import type { Context } from '#server/context.ts'
import { typeset } from '#server/platform/typography.ts'
import { agreeToPayoutLetters } from '../accounts/accounts.service.ts'
import { mailOwner } from '../accounts/mailer.service.ts'
import { changePassword, checkPasswordChange } from '../accounts/new-password.service.ts'
import {
  allowNumberChange,
  mailNumberChange,
  setPayoutNumber,
} from '../payouts/number-change.service.ts'
import type { NumberProof, NumberSet } from '../payouts/number-change.service.ts'
import { endCollecting, lockConcertsAhead } from '../queue/queue.service.ts'
import { artistById, lockArtist } from './artists.service.ts'
import type { Artist, StoredSettings } from './artists.store.ts'
import { saveSettings } from './artists.store.ts'

/** The settings that were sent; those left out stay unchanged. */
export type SettingsChange = {
  readonly fixed: Partial<Fixed>
  readonly profile: Partial<Profile>
  readonly imageUrl: string | undefined
  readonly imageUrls: readonly string[] | undefined
  readonly requestFavoriteSongsOnly: boolean | undefined
  readonly payment: Partial<PaymentSettings>
  /** Links as typed, including empty ones. */
  readonly socials: readonly string[] | undefined
}

type PasswordChange = Parameters<typeof changePassword>[2] & NumberProof

/** What the owner is told of by e-mail after the commit. */
type Saved = {
  readonly number: NumberSet | null
  /** Null when unchanged. */
  readonly tax: TaxSettings | null
}

function paymentOf(artist: Artist): PaymentSettings {
  return {
    phoneNumber: artist.phoneNumber,
    sbpNumberId: artist.sbpNumberId,
    description: artist.paymentDescription,
    paidSongsEnabled: artist.paidSongsEnabled,
    minSongRubles: artist.minSongRubles,
    payoutLetters: artist.payoutLetters,
    ...taxOf(artist),
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

/** The HTML of each description that was changed. */
function formatted({ shortDescription, description }: Partial<Profile>) {
  return {
    ...(shortDescription === undefined
      ? {}
      : { shortDescriptionHtml: formatText(typeset(shortDescription)) }),
    ...(description === undefined ? {} : { descriptionHtml: formatText(typeset(description)) }),
  }
}

/** Returns the settings after a change. Refuses VALIDATION with every wrong field. */
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

/** Whether a change sets another payout number. Refuses as `decide` does. */
function changesNumber(before: Artist, change: SettingsChange): boolean {
  return !samePayoutAddress(paymentOf(before), decide(before, change).payment)
}

/**
 * Changes the given settings all together or not at all, and leaves the rest. Another phone or bank has to be checked
 * again and requires the current password.
 */
export async function changeSettings(
  ctx: Context,
  artistId: string,
  change: SettingsChange,
  proof: NumberProof,
): Promise<Artist> {
  const numberAllowed = changesNumber(await artistById(ctx, artistId), change)
  if (numberAllowed) await allowNumberChange(ctx, artistId, proof)
  const saved = await transaction(ctx, (inside) =>
    saveChange(inside, artistId, { change, numberAllowed }),
  )
  mailChange(ctx, artistId, saved, proof.address)
  return artistById(ctx, artistId)
}

/** Changes the settings together with the password; returns the only token that stays valid. The caller limits the rate. */
export async function changeSettingsAndPassword(
  ctx: Context,
  artistId: string,
  change: SettingsChange,
  password: PasswordChange,
): Promise<{ artist: Artist; token: string }> {
  const before = await artistById(ctx, artistId)
  const { numberAllowed } = checkTogether({
    numberAllowed: () => changesNumber(before, change),
    password: () => checkPasswordChange(ctx, password, before),
  })
  if (numberAllowed) await allowNumberChange(ctx, artistId, password)
  const saves: Saved[] = []
  const { token } = await changePassword(ctx, artistId, password, async (inside) => {
    saves.push(await saveChange(inside, artistId, { change, numberAllowed }))
  })
  for (const saved of saves) mailChange(ctx, artistId, saved, password.address)
  return { artist: await artistById(ctx, artistId), token }
}

async function saveChange(
  inside: Context,
  artistId: string,
  { change, numberAllowed }: { change: SettingsChange; numberAllowed: boolean },
): Promise<Saved> {
  const closes = change.payment.paidSongsEnabled === false
  // An order locks the concert before the artist, so this does too.
  const concerts = closes ? await lockConcertsAhead(inside, artistId) : []
  const before = await lockArtist(inside, artistId)
  const kept = decide(before, change)
  await saveSettings(inside.sql, artistId, kept)
  if (kept.payment.payoutLetters && !before.payoutLetters)
    await agreeToPayoutLetters(inside, artistId)
  for (const id of concerts) {
    await endCollecting(inside, id)
    tellHall(inside, id)
  }
  wakeMoney(inside)
  const { phoneNumber: phone, sbpNumberId: sbpBankId } = kept.payment
  const wanted = { phone, sbpBankId, allowed: numberAllowed }
  const number = await setPayoutNumber(inside, artistId, wanted)
  const tax = taxOf(kept.payment)
  const isSame = JSON.stringify(tax) === JSON.stringify(taxOf(before))
  return { number, tax: isSame ? null : tax }
}

function mailChange(ctx: Context, artistId: string, { number, tax }: Saved, address: string): void {
  if (number !== null) mailNumberChange(ctx, artistId, number, address)
  if (tax !== null)
    mailOwner(ctx, artistId, address, (circumstances) =>
      taxMail(tax, { circumstances, isSameNumber: number === null }),
    )
}

/** Changed receipt data move no money, so there is nothing to hold and nothing to undo. */
function taxMail(
  { taxStatus, taxName, taxInn }: TaxSettings,
  { circumstances, isSameNumber }: { circumstances: readonly string[]; isSameNumber: boolean },
) {
  const inn = taxInn === '' ? 'не указан' : `…${taxInn.slice(-4)}`
  const lines =
    taxStatus === null
      ? ['Статус: не указан']
      : [`Статус: ${TAX_STATUSES[taxStatus]}`, `Имя или название: ${taxName}`, `ИНН: ${inn}`]
  return letter('Данные для чеков изменены', [
    'На вашей странице в «Бисе» изменены данные музыканта для чеков слушателей.',
    ...lines,
    ...circumstances,
    '',
    ...(isSameNumber ? ['Номер, на который приходят выплаты, остался прежним.'] : []),
    'Если это были не вы, сразу задайте новый пароль: на странице входа нажмите «Забыли пароль?».',
  ])
}

const markdown = new MarkdownIt({
  html: false,
  linkify: true,
  breaks: true,
  typographer: true,
  quotes: '«»„“',
})
  // Images from other sites would track every visitor; musicians do not write code.
  .disable(['image', 'code', 'fence', 'backticks', 'table'])

const SAFE_LINK = /^(https?:|mailto:)/iu

/**
 * Converts a description as the artist wrote it (Markdown without HTML and images) to HTML that is safe to insert into
 * a page: only the tags below, links only to the web and to mail.
 */
export function formatText(source: string): string {
  return sanitizeHtml(markdown.render(source), {
    allowedTags: ['p', 'br', 'strong', 'em', 's', 'ul', 'ol', 'li', 'blockquote', 'h3', 'hr', 'a'],
    allowedAttributes: { a: ['href', 'rel'] },
    allowedSchemes: ['http', 'https', 'mailto'],
    allowProtocolRelative: false,
    transformTags: {
      // The page has its own h1 and h2.
      h1: 'h3',
      h2: 'h3',
      h4: 'h3',
      h5: 'h3',
      h6: 'h3',
      a: (tagName, { href }) => ({
        tagName,
        attribs: {
          // A link without a scheme leads into this site, where some addresses perform actions.
          ...(href !== undefined && SAFE_LINK.test(href) ? { href } : {}),
          rel: 'nofollow ugc noopener',
        },
      }),
    },
  }).trim()
}

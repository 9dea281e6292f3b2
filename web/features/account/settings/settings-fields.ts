import type { BodyOf } from '#contract/endpoint.ts'
import type { api } from '#contract/index.ts'
import type { Settings } from '#contract/shapes.ts'
import type { AccountType } from '#domain/accounts/account.ts'
import { checkTogether } from '#domain/fields.ts'
import type { PayoutAddress } from '#domain/payments/payment-settings.ts'
import { checkPaymentSettings, checkPayoutAddress } from '#domain/payments/payment-settings.ts'
import type { TaxStatus } from '#domain/payments/tax-status.ts'
import { SOCIALS_MAX, checkProfile, checkSocials } from '#domain/accounts/profile.ts'
import type { FieldRefusals } from '#domain/refusal.ts'
import { Refusal } from '#domain/refusal.ts'
import { changedFields, mergeFields, same } from '#web/lib/changed-fields.ts'
import { readWhole } from '#web/ui/fields/typed-number.ts'

/** Returns the rows up to the last filled one, and one empty row for the next link. */
export function withEmptyRow(rows: readonly string[]): string[] {
  const lastFilled = rows.findLastIndex((row) => row.trim() !== '')
  const filled = rows.slice(0, lastFilled + 1)
  return filled.length < SOCIALS_MAX ? [...filled, ''] : filled
}

/** Returns the rows with `typed` in one of them. */
export function withRow(rows: readonly string[], place: number, typed: string): string[] {
  return withEmptyRow(rows.map((row, at) => (at === place ? typed : row)))
}

/** The result of a check: the values, or the errors by field. */
type Validated<T> = { values: T } | { errors: FieldRefusals }

function validated<T>(check: () => T): Validated<T> {
  try {
    return { values: check() }
  } catch (error) {
    if (!(error instanceof Refusal) || error.fields === undefined) throw error
    return { errors: error.fields }
  }
}

/** All settings as the form's fields hold them. */
export type SettingsFields = {
  accountType: AccountType
  name: string
  shortDescription: string
  description: string
  requestFavoriteSongsOnly: boolean
  payment: PaymentFields
  /** Links as typed, an empty row after the last filled one. */
  links: readonly string[]
}

type FieldName = keyof SettingsFields
type Update = BodyOf<typeof api.auth.update>

export function fieldsOf(settings: Settings): SettingsFields {
  const { accountType, name, shortDescription, description } = settings.artistInfoDTO
  return {
    accountType,
    name,
    shortDescription,
    description,
    requestFavoriteSongsOnly: settings.publicArtistFeaturesDTO.requestFavoriteSongsOnly,
    payment: paymentFieldsOf(settings.paymentDTO),
    links: withEmptyRow(settings.socialMediaList.map(({ url }) => url)),
  }
}

/** Checks the payment settings and returns them under their names in the contract. */
function checkPayment({
  minSongAmount,
  taxStatus,
  ...fields
}: PaymentFields): Settings['paymentDTO'] {
  const settings = checkPaymentSettings({
    ...fields,
    taxStatus: taxStatus === '' ? null : taxStatus,
    minSongRubles: readWhole(minSongAmount) ?? 0,
  })
  const { minSongRubles, ...others } = settings
  return { ...others, minSongAmount: minSongRubles }
}

/** For each field, the body that would send it alone. */
type Updates = Record<FieldName, Update>

/** Checks each field and returns its part of the body: no field can be shown without being sent. */
const CHECKS: { [Name in FieldName]: (typed: SettingsFields[Name]) => Update } = {
  accountType: (accountType) => ({ artistInfoDTO: checkProfile({ accountType }) }),
  name: (name) => ({ artistInfoDTO: checkProfile({ name }) }),
  shortDescription: (shortDescription) => ({ artistInfoDTO: checkProfile({ shortDescription }) }),
  description: (description) => ({ artistInfoDTO: checkProfile({ description }) }),
  requestFavoriteSongsOnly: (requestFavoriteSongsOnly) => ({
    publicArtistFeaturesDTO: { requestFavoriteSongsOnly },
  }),
  payment: (payment) => ({ paymentDTO: checkPayment(payment) }),
  links(links) {
    checkSocials(links)
    // All rows unchanged, so that a refused one is found by its index.
    return { socialMediaList: links.map((url) => ({ url })) }
  },
}

const NAMES = Object.keys(CHECKS) as FieldName[]

/** Checks the fields as the server would, without a request. */
export function validateSettings(typed: SettingsFields): Validated<Updates> {
  const checkOf = <Name extends FieldName>(name: Name) => [name, () => CHECKS[name](typed[name])]
  const checks = Object.fromEntries(NAMES.map(checkOf)) as Record<FieldName, () => Update>
  return validated(() => checkTogether<Updates>(checks))
}

/** The names of the fields that differ from the saved settings. */
function changedNames(saved: SettingsFields, typed: SettingsFields): FieldName[] {
  const filled = ({ links, ...rest }: SettingsFields) => ({ ...rest, links: withEmptyRow(links) })
  const [before, now] = [filled(saved), filled(typed)]
  return NAMES.filter((name) => !same(before[name], now[name]))
}

export function hasChanged(saved: SettingsFields, typed: SettingsFields): boolean {
  return changedNames(saved, typed).length > 0
}

/** Returns the update to send: only changed fields, so that changes saved from another page are not overwritten. */
export function changeOf(saved: SettingsFields, typed: SettingsFields, updates: Updates): Update {
  const { paymentDTO = {} } = updates.payment
  const parts: Updates = {
    ...updates,
    payment: { paymentDTO: changedFields(paymentDTO, saved.payment, typed.payment) },
  }
  const change: Record<string, object> = {}
  for (const name of changedNames(saved, typed))
    for (const [key, part] of Object.entries(parts[name]) as [string, object][])
      change[key] = Array.isArray(part) ? part : { ...change[key], ...part }
  return change
}

/** The fields after an answer: the saved values, except for what was typed while the request was pending. */
export function mergeAnswer(
  now: SettingsFields,
  sent: SettingsFields,
  answered: SettingsFields,
): SettingsFields {
  const payment = mergeFields(now.payment, sent.payment, answered.payment)
  return { ...mergeFields(now, sent, answered), payment }
}

/** Names that keep their whole path, because two parts of the form share the last segment. */
const WHOLE = new Set(['paymentDTO.description'])
const LINK = /^socialMediaList\.\d+/u

/** Maps the server's field names to the form's: `paymentDTO.minSongAmount` is `minSongAmount`. */
export function fieldsShown(refused: FieldRefusals): FieldRefusals {
  return Object.fromEntries(
    Object.entries(refused).map(([path, text]) => {
      const link = LINK.exec(path)?.[0]
      const name = WHOLE.has(path) ? path : (link ?? path.split('.').at(-1) ?? path)
      // The number check calls the phone `number`.
      return [name === 'number' ? 'phoneNumber' : name, text]
    }),
  )
}

/** The payment settings as the form's fields hold them. */
export type PaymentFields = Omit<
  Settings['paymentDTO'],
  'phoneNumber' | 'sbpNumberId' | 'minSongAmount' | 'taxStatus'
> & {
  phoneNumber: string
  /** Empty where no bank is chosen. */
  sbpNumberId: string
  /** Rubles, as typed. */
  minSongAmount: string
  /** Empty until the artist has chosen one. */
  taxStatus: TaxStatus | ''
}

export function paymentFieldsOf(settings: Settings['paymentDTO']): PaymentFields {
  return {
    ...settings,
    phoneNumber: settings.phoneNumber ?? '',
    sbpNumberId: settings.sbpNumberId ?? '',
    minSongAmount: String(settings.minSongAmount),
    taxStatus: settings.taxStatus ?? '',
  }
}

/** Checks, as the server would, the two fields that a check of the number needs. */
export function validatePayoutAddress(fields: PaymentFields): Validated<PayoutAddress> {
  return validated(() => checkPayoutAddress(fields))
}

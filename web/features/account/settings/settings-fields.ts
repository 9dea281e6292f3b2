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

/** Rows for links: those that are filled or stand between filled ones, and one empty row to fill next. */
export function withEmptyRow(rows: readonly string[]): string[] {
  const lastFilled = rows.findLastIndex((row) => row.trim() !== '')
  const filled = rows.slice(0, lastFilled + 1)
  return filled.length < SOCIALS_MAX ? [...filled, ''] : filled
}

/** The rows after one of them was typed in. */
export function withRow(rows: readonly string[], place: number, typed: string): string[] {
  return withEmptyRow(rows.map((row, at) => (at === place ? typed : row)))
}

/** What a check says: the values, or what is wrong by field. */
type Judged<T> = { right: T } | { wrong: FieldRefusals }

function judged<T>(check: () => T): Judged<T> {
  try {
    return { right: check() }
  } catch (error) {
    if (!(error instanceof Refusal) || error.fields === undefined) throw error
    return { wrong: error.fields }
  }
}

/** All settings as they stand in the fields. */
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

/** The payment settings under their names in the contract. */
function checkPayment({
  minSongAmount,
  taxStatus,
  ...fields
}: PaymentFields): Settings['paymentDTO'] {
  const settings = checkPaymentSettings({
    ...fields,
    taxStatus: taxStatus === '' ? null : taxStatus,
    minSongRubles: Number(minSongAmount),
  })
  const { minSongRubles, ...others } = settings
  return { ...others, minSongAmount: minSongRubles }
}

/** The body that each field would be sent in by itself. */
type Parts = Record<keyof SettingsFields, Update>

/** Checks every field and gives its part of the body: none can be shown without being sent. */
const PARTS: { [Name in keyof Parts]: (typed: SettingsFields[Name]) => Update } = {
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
    // All rows as they stand, so that a refused one is found by its place.
    return { socialMediaList: links.map((url) => ({ url })) }
  },
}

const NAMES = Object.keys(PARTS) as (keyof SettingsFields)[]

/** What the server would say of the fields, said at once. */
export function judge(typed: SettingsFields): Judged<Parts> {
  const checkOf = <Name extends keyof Parts>(name: Name) => [name, () => PARTS[name](typed[name])]
  const checks = Object.fromEntries(NAMES.map(checkOf)) as Record<keyof Parts, () => Update>
  return judged(() => checkTogether<Parts>(checks))
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** The names of the fields that hold something else than what is kept. */
function changedNames(kept: SettingsFields, typed: SettingsFields): (keyof SettingsFields)[] {
  const filled = ({ links, ...rest }: SettingsFields) => ({ ...rest, links: withEmptyRow(links) })
  const [before, now] = [filled(kept), filled(typed)]
  return NAMES.filter((name) => !same(before[name], now[name]))
}

export function hasChanged(kept: SettingsFields, typed: SettingsFields): boolean {
  return changedNames(kept, typed).length > 0
}

function changed<T extends object>(right: T, kept: object, typed: object): Partial<T> {
  const before = new Map(Object.entries(kept))
  const now = new Map(Object.entries(typed))
  return Object.fromEntries(
    Object.entries(right).filter(([name]) => !same(before.get(name), now.get(name))),
  ) as Partial<T>
}

/** What is to be sent: only what was changed, so that what another page saved meanwhile stays. */
export function changeOf(kept: SettingsFields, typed: SettingsFields, right: Parts): Update {
  const { paymentDTO = {} } = right.payment
  const parts: Parts = {
    ...right,
    payment: { paymentDTO: changed(paymentDTO, kept.payment, typed.payment) },
  }
  const change: Record<string, object> = {}
  for (const name of changedNames(kept, typed))
    for (const [key, part] of Object.entries(parts[name]) as [string, object][])
      change[key] = Array.isArray(part) ? part : { ...change[key], ...part }
  return change
}

function settle<T extends object>(now: T, sent: T, answered: T): T {
  const then = new Map(Object.entries(sent))
  const answers = new Map(Object.entries(answered))
  return Object.fromEntries(
    Object.entries(now).map(([name, value]) => [
      name,
      same(value, then.get(name)) ? answers.get(name) : value,
    ]),
  ) as T
}

/** The fields after an answer: as it was kept, but for what was typed while it was on its way. */
export function settled(
  now: SettingsFields,
  sent: SettingsFields,
  answered: SettingsFields,
): SettingsFields {
  const payment = settle(now.payment, sent.payment, answered.payment)
  return { ...settle(now, sent, answered), payment }
}

/** Names that the server gives by their whole path, and that two parts of the form have in common. */
const WHOLE = new Set(['paymentDTO.description'])
const LINK = /^socialMediaList\.\d+/u

/** The server's names of fields as those of the screen: `paymentDTO.minSongAmount` is `minSongAmount`. */
export function fieldsShown(refused: FieldRefusals): FieldRefusals {
  return Object.fromEntries(
    Object.entries(refused).map(([path, text]) => {
      const link = LINK.exec(path)?.[0]
      const name = WHOLE.has(path) ? path : (link ?? path.split('.').at(-1) ?? path)
      // The check of a number calls the phone so.
      return [name === 'number' ? 'phoneNumber' : name, text]
    }),
  )
}

/** The payment settings as they stand in the fields. */
export type PaymentFields = {
  phoneNumber: string
  /** Empty where no bank is chosen. */
  sbpNumberId: string
  description: string
  paidSongsEnabled: boolean
  /** Rubles, as digits. */
  minSongAmount: string
  /** Empty where the artist has not said. */
  taxStatus: TaxStatus | ''
  taxName: string
  taxInn: string
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

/** What the server would say of the two fields that a check of the number needs. */
export function judgeAddress(fields: PaymentFields): Judged<PayoutAddress> {
  return judged(() => checkPayoutAddress(fields))
}

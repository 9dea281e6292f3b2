import { characters, checkLine, checkTogether } from '../fields.ts'
import { LOWEST_MIN_SONG_RUBLES, MAX_SONG_RUBLES } from '../money.ts'
import { PAYOUT_BANKS } from './payout.ts'
import { Refusal } from '../refusal.ts'
import { checkTaxSettings } from './tax-status.ts'
import type { TaxSettings } from './tax-status.ts'

/** An artist's payment settings: where the money goes, and what an order costs. */
export type PaymentSettings = TaxSettings & {
  /** 79 and nine digits more; null while there is none. */
  readonly phoneNumber: string | null
  /** A key of PAYOUT_BANKS. */
  readonly sbpNumberId: string | null
  /** The artist's text of thanks beside a tip. */
  readonly description: string
  readonly paidSongsEnabled: boolean
  readonly minSongRubles: number
  /** Letters about payouts that arrived. */
  readonly payoutLetters: boolean
}

/** A phone and its bank, both in a valid format. */
export type PayoutAddress = { readonly phoneNumber: string; readonly sbpNumberId: string }

/** The maximum length of the text of thanks, in characters. */
export const THANKS_LENGTH = 140

const PHONE = /^79\d{9}$/u
const PHONE_FIELD = 'phoneNumber'
const BANK_FIELD = 'sbpNumberId'
/** The field's name in the contract. */
const MIN_FIELD = 'minSongAmount'
// The full path: the bare name is the artist's own description, saved by the same call.
const THANKS_FIELD = 'paymentDTO.description'
// The most characters of a typed phone that an error repeats, so that it never contains a pasted page.
const REPEATED_MOST = 32

/** Returns the phone trimmed, or null where none was typed. Refuses VALIDATION at `phoneNumber`. */
function checkPhone(typed: string | null): string | null {
  const phone = typed?.trim() ?? ''
  if (phone === '') return null
  if (PHONE.test(phone)) return phone
  const repeated =
    characters(phone) > REPEATED_MOST
      ? `${Array.from(phone).slice(0, REPEATED_MOST).join('')}…`
      : phone
  throw new Refusal(
    'VALIDATION',
    `Неверный формат номера: ${repeated}. Ожидается формат 79xxxxxxxxx`,
    PHONE_FIELD,
  )
}

function needPhone(typed: string | null): string {
  const phone = checkPhone(typed)
  if (phone === null)
    throw new Refusal('VALIDATION', 'Обязательно ввести номер телефона', PHONE_FIELD)
  return phone
}

/** Returns the id of a bank that takes payouts, or null where none was chosen. Refuses VALIDATION at `sbpNumberId`. */
function checkBank(chosen: string | null): string | null {
  if (chosen === null || chosen === '') return null
  if (Object.hasOwn(PAYOUT_BANKS, chosen)) return chosen
  throw new Refusal('VALIDATION', 'Такого банка нет в списке', BANK_FIELD)
}

function needBank(chosen: string | null): string {
  const bank = checkBank(chosen)
  if (bank === null)
    throw new Refusal(
      'VALIDATION',
      'Обязятельно нужно выбрать банк для перевода по СБП',
      BANK_FIELD,
    )
  return bank
}

/** Takes whole rubles. Refuses VALIDATION at `minSongAmount` outside 10–1000. */
export function checkMinimum(rubles: number): number {
  if (!Number.isInteger(rubles) || rubles < LOWEST_MIN_SONG_RUBLES)
    throw new Refusal(
      'VALIDATION',
      `Минимальная сумма оплаты должна быть не меньше ${LOWEST_MIN_SONG_RUBLES} рублей`,
      MIN_FIELD,
    )
  // An order whose minimum is above the maximum of an order could not be paid.
  if (rubles > MAX_SONG_RUBLES)
    throw new Refusal(
      'VALIDATION',
      `Минимальная сумма оплаты должна быть не больше ${MAX_SONG_RUBLES} рублей`,
      MIN_FIELD,
    )
  return rubles
}

function checkThanks(typed: string): string {
  return checkLine(typed, {
    field: THANKS_FIELD,
    max: THANKS_LENGTH,
    blank: null,
    tooLong: `Лимит ${THANKS_LENGTH} символов`,
  })
}

/**
 * Returns the typed settings, normalized. Every given value must be valid; with paid orders the phone and the bank are
 * required. Refuses VALIDATION, naming every wrong field at once.
 */
export function checkPaymentSettings(typed: PaymentSettings): PaymentSettings {
  const needed = typed.paidSongsEnabled
  const { tax, ...settings } = checkTogether({
    tax: () => checkTaxSettings(typed),
    phoneNumber: () => (needed ? needPhone : checkPhone)(typed.phoneNumber),
    sbpNumberId: () => (needed ? needBank : checkBank)(typed.sbpNumberId),
    description: () => checkThanks(typed.description),
    paidSongsEnabled: () => typed.paidSongsEnabled,
    minSongRubles: () => checkMinimum(typed.minSongRubles),
    payoutLetters: () => typed.payoutLetters,
  })
  return { ...settings, ...tax }
}

/**
 * Returns the phone and the bank that are to be checked: both are required, with paid orders or without. Refuses
 * VALIDATION at `phoneNumber` and `sbpNumberId`.
 */
export function checkPayoutAddress(typed: {
  readonly phoneNumber: string | null
  readonly sbpNumberId: string | null
}): PayoutAddress {
  return checkTogether<PayoutAddress>({
    phoneNumber: () => needPhone(typed.phoneNumber),
    sbpNumberId: () => needBank(typed.sbpNumberId),
  })
}

/** A check of a number is valid for this phone at this bank and for no other. */
export function samePayoutAddress(
  one: Pick<PaymentSettings, 'phoneNumber' | 'sbpNumberId'>,
  other: Pick<PaymentSettings, 'phoneNumber' | 'sbpNumberId'>,
): boolean {
  return one.phoneNumber === other.phoneNumber && one.sbpNumberId === other.sbpNumberId
}

import { resolve } from 'node:path'
import { BadConfig, together } from './variables.ts'
import type { Variables } from './variables.ts'

type TbankConfig = {
  kind: 'tbank'
  /** The bank's address without a slash at the end. */
  url: string
  terminalKey: string
  /** No real money moves there. */
  forTests: boolean
  password: string
  /** Every payment is charged at once: the terminal is a one-stage one. */
  oneStage: boolean
  /** Null: payments are taken, and payouts are off. */
  payouts: {
    terminalKey: string
    /** Null: payout notices cannot be verified. */
    password: string | null
    keyFile: string
    serial: string
    signs: 'digest' | 'text'
  } | null
  registryUrl: string | null
}

type MoneyConfig = {
  /** The demo bank is mounted where there are no real keys; `none`: only the free features work. */
  bank: TbankConfig | { kind: 'sandbox' } | { kind: 'none' }
  /** Seconds in which a played song can be taken back, and its money with it. */
  captureGraceSeconds: number
  /** Rubles of our own from which payouts are made before the bank has transferred what it collected. */
  payoutFloatRubles: number
  /** A share of the credits of that number of days that is not paid out; null: none. */
  reserve: { percent: number; days: number } | null
  returnDebtRubles: number
  /** Hours without payouts after the number for payouts was changed; 0 pays at once, and then nothing can be undone. */
  numberHoldHours: number
  /** Payouts wait until the artist has given a tax status. */
  needsStatus: boolean
  /** Receipts (54-ФЗ); null: none are requested. `email` gets that of a payer who left no address. */
  receipts: { email: string; taxation: string; tax: string } | null
}

/** Rubles: the demo bank has a million of play money. */
const SANDBOX_FLOAT = 1_000_000

const REAL_BANK = 'securepay.tinkoff.ru'

/** A payout terminal is named «…DEMOE2C». */
const isTestTerminal = (url: string, key: string): boolean =>
  new URL(url).host !== REAL_BANK || /DEMO(?:E2C)?$/u.test(key)

function readTbank(read: Variables): TbankConfig | null {
  const keys = together(read, ['TBANK_TERMINAL_KEY', 'TBANK_PASSWORD'])
  const payoutKeys = together(read, [
    'TBANK_PAYOUT_TERMINAL_KEY',
    'TBANK_PAYOUT_KEY_FILE',
    'TBANK_PAYOUT_SERIAL',
  ])
  const payoutPassword = read.TBANK_PAYOUT_PASSWORD ?? null
  if (payoutPassword !== null && payoutKeys === null)
    throw new BadConfig(
      'TBANK_PAYOUT_PASSWORD задан без ключей выплат: задайте TBANK_PAYOUT_TERMINAL_KEY, TBANK_PAYOUT_KEY_FILE и TBANK_PAYOUT_SERIAL.',
    )
  if (payoutKeys !== null && !/^\d{1,60}$/u.test(payoutKeys.TBANK_PAYOUT_SERIAL))
    throw new BadConfig(
      'TBANK_PAYOUT_SERIAL: серийный номер сертификата пишется десятичными цифрами, как в кабинете банка. Номер из openssl (0x…) сначала переведите.',
    )
  if (keys === null) {
    if (payoutKeys !== null)
      throw new BadConfig(
        'Ключи выплат заданы без ключей приёма: задайте TBANK_TERMINAL_KEY и TBANK_PASSWORD.',
      )
    return null
  }
  const forTests = isTestTerminal(read.TBANK_URL, keys.TBANK_TERMINAL_KEY)
  const paysOutOf = payoutKeys?.TBANK_PAYOUT_TERMINAL_KEY
  if (paysOutOf !== undefined && isTestTerminal(read.TBANK_URL, paysOutOf) !== forTests)
    throw new BadConfig(
      'TBANK_TERMINAL_KEY и TBANK_PAYOUT_TERMINAL_KEY: один терминал тестовый (…DEMO), другой настоящий. Задайте оба тестовых или оба настоящих.',
    )
  return {
    kind: 'tbank',
    url: read.TBANK_URL,
    terminalKey: keys.TBANK_TERMINAL_KEY,
    forTests,
    password: keys.TBANK_PASSWORD,
    oneStage: read.TBANK_STAGES === 'one',
    payouts: payoutKeys && {
      terminalKey: payoutKeys.TBANK_PAYOUT_TERMINAL_KEY,
      password: payoutPassword,
      keyFile: resolve(payoutKeys.TBANK_PAYOUT_KEY_FILE),
      serial: payoutKeys.TBANK_PAYOUT_SERIAL,
      signs: read.TBANK_PAYOUT_SIGNS,
    },
    registryUrl: read.TBANK_REGISTRY_URL ?? null,
  }
}

/** Reads which bank is used, and how money is handled. Real keys and the demo bank exclude each other. */
export function readMoney(read: Variables, demo: boolean): MoneyConfig {
  const tbank = readTbank(read)
  const sandbox = read.SANDBOX_BANK ?? (demo && tbank === null)
  if (tbank !== null && sandbox)
    throw new BadConfig(
      'SANDBOX_BANK=on не живёт рядом с ключами настоящего банка: уберите одно из двух.',
    )
  const receipts = together(read, ['RECEIPT_EMAIL', 'RECEIPT_TAXATION', 'RECEIPT_TAX'])
  if (read.PAYOUT_NEEDS_STATUS && receipts === null)
    throw new BadConfig(
      'PAYOUT_NEEDS_STATUS=on бывает только с чеками: задайте RECEIPT_EMAIL, RECEIPT_TAXATION и RECEIPT_TAX.',
    )
  return {
    bank: tbank ?? { kind: sandbox ? 'sandbox' : 'none' },
    captureGraceSeconds: read.CAPTURE_GRACE_SECONDS,
    payoutFloatRubles: read.PAYOUT_FLOAT_RUBLES ?? (sandbox ? SANDBOX_FLOAT : 0),
    reserve:
      read.PAYOUT_RESERVE_PERCENT === 0
        ? null
        : { percent: read.PAYOUT_RESERVE_PERCENT, days: read.PAYOUT_RESERVE_DAYS },
    returnDebtRubles: read.RETURN_DEBT_RUBLES,
    numberHoldHours: read.PAYOUT_NUMBER_HOLD_HOURS,
    needsStatus: read.PAYOUT_NEEDS_STATUS,
    receipts: receipts && {
      email: receipts.RECEIPT_EMAIL,
      taxation: receipts.RECEIPT_TAXATION,
      tax: receipts.RECEIPT_TAX,
    },
  }
}

import { SILENT_SITE } from './site.ts'
import type { Config } from './config.ts'

/** What money means where nothing is said. */
export const MONEY_OF_DEMO: Config['money'] = {
  bank: { kind: 'sandbox' },
  captureGraceSeconds: 20,
  payoutFloatRubles: 1_000_000,
  numberHoldHours: 24,
  receipts: null,
}

export const NO_BANK = {
  bank: { kind: 'none' },
  captureGraceSeconds: 20,
  payoutFloatRubles: 0,
  numberHoldHours: 24,
  receipts: null,
} as const
/** What DEMO=off makes of the rest of the configuration, besides the money. */
export const NO_DEMO = {
  host: '0.0.0.0',
  demo: false,
  mailbox: false,
  testCalls: false,
  site: SILENT_SITE,
} as const
export const KEYS = { TBANK_TERMINAL_KEY: 'Bis', TBANK_PASSWORD: 'swordfish' }
export const PAYOUT_KEYS = {
  TBANK_PAYOUT_TERMINAL_KEY: 'BisE2C',
  TBANK_PAYOUT_KEY_FILE: '/etc/bis/payouts.pem',
  TBANK_PAYOUT_SERIAL: '00ff',
}
const RECEIPTS = {
  RECEIPT_EMAIL: 'bis@bis.example',
  RECEIPT_TAXATION: 'usn_income',
  RECEIPT_TAX: 'none',
}

function tbank(changes: object = {}): Partial<Config> {
  const bank = {
    kind: 'tbank',
    url: 'https://securepay.tinkoff.ru',
    terminalKey: 'Bis',
    password: 'swordfish',
    payouts: null,
    registryUrl: null,
    ...changes,
  } as const
  return { ...NO_DEMO, money: { ...NO_BANK, bank } }
}

const PAYOUTS = {
  terminalKey: 'BisE2C',
  password: null,
  keyFile: '/etc/bis/payouts.pem',
  serial: '00ff',
  signs: 'digest',
}

function receipts(changes: object): Partial<Config> {
  const all = { email: 'bis@bis.example', taxation: 'usn_income', tax: 'none', ...changes }
  return { money: { ...MONEY_OF_DEMO, receipts: all } }
}

// Real keys stand beside no demo.
const REAL = { ...KEYS, DEMO: 'off' }

export const COMPANY_OF_MONEY: Record<string, Record<string, string>> = {
  TBANK_TERMINAL_KEY: REAL,
  TBANK_PASSWORD: REAL,
  TBANK_URL: REAL,
  TBANK_REGISTRY_URL: REAL,
  TBANK_PAYOUT_TERMINAL_KEY: { ...REAL, ...PAYOUT_KEYS },
  TBANK_PAYOUT_KEY_FILE: { ...REAL, ...PAYOUT_KEYS },
  TBANK_PAYOUT_SERIAL: { ...REAL, ...PAYOUT_KEYS },
  TBANK_PAYOUT_SIGNS: { ...REAL, ...PAYOUT_KEYS },
  TBANK_PAYOUT_PASSWORD: { ...REAL, ...PAYOUT_KEYS },
  RECEIPT_EMAIL: RECEIPTS,
  RECEIPT_TAXATION: RECEIPTS,
  RECEIPT_TAX: RECEIPTS,
}

/** A value for every variable of money, and what it makes of the configuration. */
export const GIVEN_MONEY: Record<string, [value: string, changes: Partial<Config>]> = {
  SANDBOX_BANK: ['off', { money: NO_BANK }],
  CAPTURE_GRACE_SECONDS: ['0', { money: { ...MONEY_OF_DEMO, captureGraceSeconds: 0 } }],
  PAYOUT_FLOAT_RUBLES: ['5000', { money: { ...MONEY_OF_DEMO, payoutFloatRubles: 5000 } }],
  PAYOUT_NUMBER_HOLD_HOURS: ['0', { money: { ...MONEY_OF_DEMO, numberHoldHours: 0 } }],
  TBANK_TERMINAL_KEY: ['Hall', tbank({ terminalKey: 'Hall' })],
  TBANK_PASSWORD: ['sesame', tbank({ password: 'sesame' })],
  TBANK_URL: ['https://bank.example/', tbank({ url: 'https://bank.example' })],
  TBANK_REGISTRY_URL: [
    'https://files.example/registry',
    tbank({ registryUrl: 'https://files.example/registry' }),
  ],
  TBANK_PAYOUT_TERMINAL_KEY: [
    'HallE2C',
    tbank({ payouts: { ...PAYOUTS, terminalKey: 'HallE2C' } }),
  ],
  TBANK_PAYOUT_KEY_FILE: ['/k.pem', tbank({ payouts: { ...PAYOUTS, keyFile: '/k.pem' } })],
  TBANK_PAYOUT_SERIAL: ['11', tbank({ payouts: { ...PAYOUTS, serial: '11' } })],
  TBANK_PAYOUT_PASSWORD: ['marlin', tbank({ payouts: { ...PAYOUTS, password: 'marlin' } })],
  TBANK_PAYOUT_SIGNS: ['text', tbank({ payouts: { ...PAYOUTS, signs: 'text' } })],
  RECEIPT_EMAIL: ['a@b.example', receipts({ email: 'a@b.example' })],
  RECEIPT_TAXATION: ['osn', receipts({ taxation: 'osn' })],
  RECEIPT_TAX: ['vat22', receipts({ tax: 'vat22' })],
}

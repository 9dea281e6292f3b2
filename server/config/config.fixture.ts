import { resolve } from 'node:path'
import { EDITIONS } from '#domain/documents.ts'
import { HALL } from '../platform/http/limits.ts'
import type { Config } from './config.ts'
import { BOTS_GIVEN } from './messengers.fixture.ts'
import { SILENT_SITE } from './site.ts'

export const POSTGRES = 'postgres://bis:secret@db.example:5432/bis'
const REDIS = 'rediss://bis:swordfish@redis.example:6380/2'
export const KEYS = { TBANK_TERMINAL_KEY: 'Bis', TBANK_PASSWORD: 'swordfish' }
export const PAYOUT_KEYS = {
  TBANK_PAYOUT_TERMINAL_KEY: 'BisE2C',
  TBANK_PAYOUT_KEY_FILE: '/etc/bis/payouts.pem',
  TBANK_PAYOUT_SERIAL: '2613832945',
}
export const S3 = {
  S3_ENDPOINT: 'https://storage.example',
  S3_BUCKET: 'bis-photos',
  S3_REGION: 'ru-1',
  S3_ACCESS_KEY: 'key',
  S3_SECRET_KEY: 'swordfish',
}
export const TILES = {
  TILES_URL: 'https://{s}.tiles.example/{z}/{x}/{y}{r}.png?key=swordfish',
  TILES_CREDIT: '© Карта https://tiles.example/terms',
}
export const LEGAL = {
  LEGAL_NAME: 'ООО «Зал»',
  LEGAL_INN: '7700000001',
  LEGAL_OGRN: '1027700000002',
  LEGAL_ADDRESS: 'Москва, Тверская, 1',
}
export const LEGAL_BANK = {
  LEGAL_BANK: 'Банк',
  LEGAL_BANK_ACCOUNT: '40702810000000000001',
  LEGAL_BANK_BIC: '044525000',
  LEGAL_BANK_CORRESPONDENT: '30101810000000000002',
}
const RECEIPTS = {
  RECEIPT_EMAIL: 'bis@bis.example',
  RECEIPT_TAXATION: 'usn_income',
  RECEIPT_TAX: 'none',
}
const PRIVACY = { PRIVACY_URL: 'https://docs.example/privacy', PRIVACY_EDITION: '2026-01-31' }
// Real keys exclude a demo.
const REAL = { ...KEYS, DEMO: 'off' }
const PAYING = { ...REAL, ...PAYOUT_KEYS }

const NO_BANK = {
  bank: { kind: 'none' },
  captureGraceSeconds: 20,
  payoutFloatRubles: 0,
  reserve: null,
  returnDebtRubles: 3000,
  numberHoldHours: 24,
  needsStatus: false,
  receipts: null,
} as const
const NO_DEMO = {
  host: '0.0.0.0',
  demo: false,
  mailbox: false,
  testCalls: false,
  logLevel: 'info',
  site: SILENT_SITE,
} as const
const AGE_KEY = 'age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p'
const REAL_DATABASE = { databaseUrl: POSTGRES, backups: null, ...NO_DEMO, money: NO_BANK }

/** The configuration of an empty environment. */
export const DEFAULTS: Config = {
  host: '127.0.0.1',
  port: 3000,
  dataDir: resolve('./data'),
  buildDir: resolve('./build'),
  databaseUrl: undefined,
  databaseOwnerUrl: undefined,
  databaseConnections: 10,
  redisUrl: undefined,
  publicUrl: 'http://localhost:3000',
  anyHost: true,
  demo: true,
  smtpUrl: undefined,
  mailFrom: 'Бис <no-reply@localhost>',
  mailbox: true,
  pushServices: [],
  messengers: {},
  pushLocal: false,
  trustProxy: false,
  testCalls: true,
  endGraceMinutes: 60,
  maxWatchers: 20_000,
  pagesKeptBytes: 64 * 1024 * 1024,
  logLevel: 'warn',
  metricsToken: null,
  stopWaitSeconds: 0,
  newerDatabase: false,
  shed: true,
  hall: HALL,
  backups: { folder: resolve('./data/backups') },
  backupKey: null,
  files: { kind: 'disk' },
  money: {
    bank: { kind: 'sandbox' },
    captureGraceSeconds: 20,
    payoutFloatRubles: 1_000_000,
    reserve: null,
    returnDebtRubles: 3000,
    numberHoldHours: 24,
    needsStatus: false,
    receipts: null,
  },
  site: {
    demo: true,
    supportEmail: 'help@bis.example',
    supportUrl: 'https://t.me/bis_help',
    social: {
      vk: 'https://example.org/vk/bis',
      telegram: 'https://example.org/telegram/bis',
      youtube: 'https://example.org/youtube/bis',
    },
    exampleArtist: 'tretya-paradnaya',
    offerUrl: null,
    privacyUrl: null,
    privacyEdition: EDITIONS.privacy,
    legal: {
      name: 'ООО «Пример Бис»',
      inn: '0000000000',
      ogrn: '0000000000000',
      address: '190000, Санкт-Петербург, Примерная улица, д. 1',
      email: 'help@bis.example',
      phone: null,
      bank: null,
      example: true,
    },
  },
  tiles: null,
  geocoder: null,
  leakedPasswordsUrl: null,
  itunes: null,
}

type Changes = Partial<Config>
const money = (changes: object): Changes => ({ money: { ...DEFAULTS.money, ...changes } })
const site = (changes: object): Changes => ({ site: { ...DEFAULTS.site, ...changes } })
const social = (changes: object) => site({ social: { ...DEFAULTS.site.social, ...changes } })
const itunes = (changes: object): Changes => ({
  itunes: { url: 'https://itunes.apple.com', perMinute: 15, ...changes },
})

function tbank(changes: object = {}): Changes {
  const url = 'https://securepay.tinkoff.ru'
  const own = { terminalKey: 'Bis', forTests: false, password: 'swordfish', oneStage: false }
  const keys = { ...own, payouts: null, registryUrl: null }
  return { ...NO_DEMO, money: { ...NO_BANK, bank: { kind: 'tbank', url, ...keys, ...changes } } }
}

function payouts(changes: object): Changes {
  const own = { terminalKey: 'BisE2C', password: null, keyFile: '/etc/bis/payouts.pem' }
  return tbank({ payouts: { ...own, serial: '2613832945', signs: 'digest', ...changes } })
}

const receipts = (changes: object, more: object = {}) =>
  money({
    receipts: { email: 'bis@bis.example', taxation: 'usn_income', tax: 'none', ...changes },
    ...more,
  })

function s3(changes: object): Changes {
  const { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_REGION: region } = S3
  const place = { kind: 's3', endpoint, bucket, region } as const
  return { files: { ...place, accessKey: 'key', secretKey: 'swordfish', ...changes } }
}

export function legal(changes: object): Changes {
  const [name, inn, ogrn, address] = Object.values(LEGAL)
  const known = { name, inn, ogrn, address, email: null, phone: null, bank: null, example: false }
  return site({ legal: { ...known, ...changes } })
}

function legalBank(changes: object): Changes {
  const [name, account, bic, correspondent] = Object.values(LEGAL_BANK)
  return legal({ bank: { name, account, bic, correspondent, ...changes } })
}

function tiles(changes: object): Changes {
  const given = { credit: '© Карта', creditUrl: 'https://tiles.example/terms', maxZoom: 17 }
  return { tiles: { template: TILES.TILES_URL, ...given, ...changes } }
}

const NOMINATIM = {
  kind: 'nominatim',
  url: 'https://nominatim.openstreetmap.org',
  shared: true,
  perDay: 9000,
} as const
const DADATA = {
  kind: 'dadata',
  url: 'https://suggestions.dadata.ru',
  token: 'swordfish',
  perDay: 9000,
} as const
const own = { ...NOMINATIM, url: 'http://nominatim:8080', shared: false }

/** For every variable a value other than its default, what it changes in the configuration, and what it needs beside it. */
export const GIVEN: Record<string, [value: string, changes: Changes, beside?: object]> = {
  HOST: ['0.0.0.0', { host: '0.0.0.0' }],
  PORT: ['8080', { port: 8080, publicUrl: 'http://localhost:8080' }],
  PUBLIC_URL: ['https://bis.example/', { publicUrl: 'https://bis.example', anyHost: false }],
  DATA_DIR: [
    '/var/lib/bis',
    { dataDir: '/var/lib/bis', backups: { folder: '/var/lib/bis/backups' } },
  ],
  BUILD_DIR: ['../made', { buildDir: resolve('../made') }],
  // With a real database the demo, its mailbox and the test calls are off unless they are switched on.
  DATABASE_URL: [POSTGRES, REAL_DATABASE],
  DATABASE_OWNER_URL: [
    'postgres://owner@db/bis',
    { ...REAL_DATABASE, databaseOwnerUrl: 'postgres://owner@db/bis' },
    { DATABASE_URL: POSTGRES },
  ],
  DATABASE_CONNECTIONS: ['50', { databaseConnections: 50 }],
  REDIS_URL: [REDIS, { ...REAL_DATABASE, redisUrl: REDIS }, { DATABASE_URL: POSTGRES }],
  BACKUPS: ['off', { backups: null }],
  BACKUP_KEY: [AGE_KEY, { backupKey: AGE_KEY }],
  BACKUP_DIR: ['/mnt/backups', { backups: { folder: resolve('/mnt/backups') } }],
  S3_ENDPOINT: ['http://minio:9000/', s3({ endpoint: 'http://minio:9000' }), S3],
  S3_BUCKET: ['stage', s3({ bucket: 'stage' }), S3],
  S3_REGION: ['ru-central1', s3({ region: 'ru-central1' }), S3],
  S3_ACCESS_KEY: ['hall', s3({ accessKey: 'hall' }), S3],
  S3_SECRET_KEY: ['barracuda', s3({ secretKey: 'barracuda' }), S3],
  DEMO: ['off', { ...NO_DEMO, money: NO_BANK }],
  TEST_CALLS: ['off', { testCalls: false }],
  PUSH_SERVICES: [
    'push.example, *.browser.example',
    { pushServices: ['push.example', '*.browser.example'] },
  ],
  PUSH_LOCAL: ['on', { pushLocal: true }],
  SMTP_URL: [
    'smtps://bis:secret@mail.example',
    { smtpUrl: 'smtps://bis:secret@mail.example', mailbox: false },
  ],
  MAIL_FROM: ['Бис <hello@bis.example>', { mailFrom: 'Бис <hello@bis.example>' }],
  MAILBOX: ['off', { mailbox: false }],
  ...BOTS_GIVEN,
  TRUST_PROXY: ['on', { trustProxy: true }],
  LOG_LEVEL: ['silent', { logLevel: 'silent' }],
  METRICS_TOKEN: ['sixteen-letters!', { metricsToken: 'sixteen-letters!' }],
  STOP_WAIT_SECONDS: ['5', { stopWaitSeconds: 5 }],
  SHED: ['off', { shed: false }],
  NEWER_DATABASE: ['on', { newerDatabase: true }],
  PAGES_KEPT_MB: ['16', { pagesKeptBytes: 16 * 1024 * 1024 }],
  MAX_WATCHERS: ['500', { maxWatchers: 500 }],
  HALL_NEW_DEVICES_PER_SECOND: ['500', { hall: { ...HALL, newDevicesPerSecond: 500 } }],
  HALL_ORDERS_PER_MINUTE: ['20000', { hall: { ...HALL, ordersPerMinute: 20_000 } }],
  HALL_UNPAID_PAGES: ['2000', { hall: { ...HALL, unpaidPages: 2000 } }],
  END_GRACE_MINUTES: ['0', { endGraceMinutes: 0 }],
  CAPTURE_GRACE_SECONDS: ['0', money({ captureGraceSeconds: 0 })],
  SANDBOX_BANK: ['off', { money: NO_BANK }],
  TBANK_URL: [
    'https://bank.example/',
    tbank({ url: 'https://bank.example', forTests: true }),
    REAL,
  ],
  TBANK_TERMINAL_KEY: ['Hall', tbank({ terminalKey: 'Hall' }), REAL],
  TBANK_PASSWORD: ['sesame', tbank({ password: 'sesame' }), REAL],
  TBANK_STAGES: ['one', tbank({ oneStage: true }), REAL],
  TBANK_REGISTRY_URL: [
    'https://files.example/registry',
    tbank({ registryUrl: 'https://files.example/registry' }),
    REAL,
  ],
  TBANK_PAYOUT_TERMINAL_KEY: ['HallE2C', payouts({ terminalKey: 'HallE2C' }), PAYING],
  TBANK_PAYOUT_PASSWORD: ['marlin', payouts({ password: 'marlin' }), PAYING],
  TBANK_PAYOUT_KEY_FILE: ['/k.pem', payouts({ keyFile: '/k.pem' }), PAYING],
  TBANK_PAYOUT_SERIAL: ['11', payouts({ serial: '11' }), PAYING],
  TBANK_PAYOUT_SIGNS: ['text', payouts({ signs: 'text' }), PAYING],
  PAYOUT_FLOAT_RUBLES: ['5000', money({ payoutFloatRubles: 5000 })],
  PAYOUT_RESERVE_PERCENT: ['10', money({ reserve: { percent: 10, days: 30 } })],
  PAYOUT_RESERVE_DAYS: [
    '90',
    money({ reserve: { percent: 10, days: 90 } }),
    { PAYOUT_RESERVE_PERCENT: '10' },
  ],
  RETURN_DEBT_RUBLES: ['500', money({ returnDebtRubles: 500 })],
  PAYOUT_NUMBER_HOLD_HOURS: ['0', money({ numberHoldHours: 0 })],
  PAYOUT_NEEDS_STATUS: ['on', receipts({}, { needsStatus: true }), RECEIPTS],
  RECEIPT_EMAIL: ['a@b.example', receipts({ email: 'a@b.example' }), RECEIPTS],
  RECEIPT_TAXATION: ['osn', receipts({ taxation: 'osn' }), RECEIPTS],
  RECEIPT_TAX: ['vat22', receipts({ tax: 'vat22' }), RECEIPTS],
  LEGAL_NAME: ['ИП Лужин', legal({ name: 'ИП Лужин' }), LEGAL],
  LEGAL_INN: ['690000000001', legal({ inn: '690000000001' }), LEGAL],
  LEGAL_OGRN: ['304690000000001', legal({ ogrn: '304690000000001' }), LEGAL],
  LEGAL_ADDRESS: ['Тверь', legal({ address: 'Тверь' }), LEGAL],
  LEGAL_EMAIL: ['law@bis.example', legal({ email: 'law@bis.example' }), LEGAL],
  LEGAL_PHONE: ['+7 999 000-11-22', legal({ phone: '+7 999 000-11-22' }), LEGAL],
  LEGAL_BANK: ['Кредит', legalBank({ name: 'Кредит' }), { ...LEGAL, ...LEGAL_BANK }],
  LEGAL_BANK_ACCOUNT: ['408', legalBank({ account: '408' }), { ...LEGAL, ...LEGAL_BANK }],
  LEGAL_BANK_BIC: ['044525001', legalBank({ bic: '044525001' }), { ...LEGAL, ...LEGAL_BANK }],
  LEGAL_BANK_CORRESPONDENT: [
    '301',
    legalBank({ correspondent: '301' }),
    { ...LEGAL, ...LEGAL_BANK },
  ],
  SUPPORT_EMAIL: ['us@bis.example', site({ supportEmail: 'us@bis.example' })],
  SUPPORT_URL: ['https://vk.me/bis', site({ supportUrl: 'https://vk.me/bis' })],
  SOCIAL_VK: ['https://vk.com/bis', social({ vk: 'https://vk.com/bis' })],
  SOCIAL_TELEGRAM: ['https://t.me/bis', social({ telegram: 'https://t.me/bis' })],
  SOCIAL_YOUTUBE: ['https://youtube.com/@bis', social({ youtube: 'https://youtube.com/@bis' })],
  EXAMPLE_ARTIST: ['mark-luzhin', site({ exampleArtist: 'mark-luzhin' })],
  OFFER_URL: ['https://docs.example/offer', site({ offerUrl: 'https://docs.example/offer' })],
  PRIVACY_URL: [
    'https://docs.example/data',
    site({ privacyUrl: 'https://docs.example/data', privacyEdition: '2026-01-31' }),
    PRIVACY,
  ],
  PRIVACY_EDITION: [
    '2026-10-05',
    site({ privacyUrl: PRIVACY.PRIVACY_URL, privacyEdition: '2026-10-05' }),
    PRIVACY,
  ],
  TILES_URL: [
    'http://tiles:8080/{z}/{x}/{y}.png',
    tiles({ template: 'http://tiles:8080/{z}/{x}/{y}.png' }),
    TILES,
  ],
  TILES_CREDIT: [
    '© OpenStreetMap https://www.openstreetmap.org/copyright',
    tiles({ credit: '© OpenStreetMap', creditUrl: 'https://www.openstreetmap.org/copyright' }),
    TILES,
  ],
  TILES_MAX_ZOOM: ['19', tiles({ maxZoom: 19 }), TILES],
  GEOCODER: ['nominatim', { geocoder: NOMINATIM }],
  DADATA_TOKEN: ['swordfish', { geocoder: DADATA }, { GEOCODER: 'dadata' }],
  GEOCODER_URL: ['http://nominatim:8080/', { geocoder: own }, { GEOCODER: 'nominatim' }],
  GEOCODER_PER_DAY: ['500', { geocoder: { ...NOMINATIM, perDay: 500 } }, { GEOCODER: 'nominatim' }],
  LEAKED_PASSWORDS: ['on', { leakedPasswordsUrl: 'https://api.pwnedpasswords.com' }],
  LEAKED_PASSWORDS_URL: [
    'http://leaks:8080/',
    { leakedPasswordsUrl: 'http://leaks:8080' },
    { LEAKED_PASSWORDS: 'on' },
  ],
  ITUNES_SEARCH: ['on', itunes({})],
  ITUNES_URL: [
    'https://shop.example/',
    itunes({ url: 'https://shop.example' }),
    { ITUNES_SEARCH: 'on' },
  ],
  ITUNES_PER_MINUTE: ['5', itunes({ perMinute: 5 }), { ITUNES_SEARCH: 'on' }],
}

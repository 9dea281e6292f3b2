import { Type } from '@sinclair/typebox'
import type { SchemaOptions, Static, TSchema } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { NUMBER_HOLD_HOURS } from '#domain/payments/payout.ts'
import { RETURN_DEBT_RUBLES } from '#domain/payments/return-debt.ts'
import { HALL } from '../platform/http/limits.ts'

/** A value that prevents the start; the message says in one sentence what to fix. */
export class BadConfig extends Error {
  override readonly name = 'BadConfig'
}

export type Environment = Readonly<Record<string, string | undefined>>

const PER_DAY_MOST = 10_000_000
const WEB = ['https:', 'http:']
const EMAIL = '^[^<>@\\s]+@[^<>@\\s]+$'
const TAXATIONS = ['osn', 'usn_income', 'usn_income_outcome', 'envd', 'esn', 'patent']
const TAXES = 'none vat0 vat5 vat7 vat10 vat20 vat22 vat105 vat107 vat110 vat120 vat122'.split(' ')
const PUSH_SERVICE = '(?:\\*\\.)?(?:[a-z\\d-]+\\.)+[a-z][a-z\\d-]+'
const SENDER = '^(?:[^<>@]*<[^<>@\\s]+@[^<>@\\s]+>|[^<>@\\s]+@[^<>@\\s]+)$'

const text = (description: string, options: SchemaOptions = {}) =>
  Type.Optional(Type.String({ description, ...options }))
const textOr = (otherwise: string, description: string, options: SchemaOptions = {}) =>
  Type.String({ description, default: otherwise, ...options })
const bounds = (minimum: number, maximum: number) => ({
  minimum,
  maximum,
  wrong: `должно быть целым числом от ${minimum} до ${maximum}`,
})
/** Never repeated in a message. */
const secret = (description: string) =>
  text(description, { pattern: '^\\S+$', wrong: 'не должно содержать пробелов', secret: true })
const whole = (otherwise: number, minimum: number, maximum: number, description: string) =>
  Type.Integer({ description, default: otherwise, ...bounds(minimum, maximum) })
const ON_OFF = { wrong: 'принимает on или off' }
const onOff = (otherwise: boolean, description: string) =>
  Type.Boolean({ description, default: otherwise, ...ON_OFF })
/** For a switch whose default depends on other variables. */
const onOffLater = (description: string) => Type.Optional(Type.Boolean({ description, ...ON_OFF }))
const fitting = (pattern: string, kind: string, description: string) =>
  text(description, { pattern, wrong: `должно быть ${kind}` })
/** One of these words, as the bank spells them. */
const oneOf = (words: readonly string[], description: string) =>
  text(description, { pattern: `^(?:${words.join('|')})$`, wrong: `принимает ${words.join(', ')}` })
/** A URL with one of these protocols; the first one is named in the refusal. */
const address = (protocols: readonly string[], description: string) =>
  text(description, { address: protocols })
const web = (description: string) => text(description, { address: WEB, form: 'href' })
/** A URL without a slash at the end; a name and a password in it would appear in error messages. */
const base = (description: string) => text(description, { address: WEB, form: 'base' })
const baseOr = (otherwise: string, description: string) =>
  textOr(otherwise, description, { address: WEB, form: 'base' })

/** Every variable of the environment: its type, bounds, default, meaning, and the message for a wrong value. */
export const VARIABLES = Type.Object({
  HOST: text('Address to listen on; the default depends on DEMO.'),
  PORT: whole(3000, 0, 65_535, 'Port; 0 takes any free one.'),
  PUBLIC_URL: address(['http:', 'https:'], 'The origin of the site that people see.'),
  DATA_DIR: textOr('./data', 'Embedded database, and photos without S3.'),
  BUILD_DIR: textOr('./build', 'Built pages.'),
  DATABASE_URL: address(
    ['postgres:', 'postgresql:'],
    'PostgreSQL instead of the embedded database.',
  ),
  DATABASE_OWNER_URL: address(
    ['postgres:', 'postgresql:'],
    'The same database as the owner of its tables, for migrations.',
  ),
  DATABASE_CONNECTIONS: whole(10, 1, 200, 'Pool size of this process.'),
  REDIS_URL: address(['redis:', 'rediss:'], 'Redis or Valkey for the bus and shared limits.'),
  BACKUPS: onOffLater('Hourly backup of the embedded database.'),
  BACKUP_DIR: text('Where these backups go.'),
  BACKUP_KEY: text('The public key that every backup is encrypted to.', {
    pattern: '^age1[\\da-z]{58}$',
    wrong: 'должно быть открытым ключом age (age1…)',
    // The secret half may stand here by mistake.
    secret: true,
  }),
  S3_ENDPOINT: base('S3 storage for photos.'),
  S3_BUCKET: fitting('^[\\da-z][\\da-z.-]{1,61}[\\da-z]$', 'именем бакета', 'Its bucket.'),
  S3_REGION: text('Its region.'),
  S3_ACCESS_KEY: text('Its access key.'),
  S3_SECRET_KEY: text('Its secret key.'),

  DEMO: onOffLater('Fills an empty database with a demo; on with the embedded database.'),
  TEST_CALLS: onOffLater('Enables /api/v1/test/*; as DEMO.'),
  SMTP_URL: address(['smtp:', 'smtps:'], 'Server for e-mails.'),
  MAIL_FROM: textOr('Бис <no-reply@localhost>', 'Sender of e-mails.', {
    pattern: SENDER,
    wrong: 'должно быть вида «Бис <no-reply@example.ru>»',
  }),
  MAILBOX: onOffLater('Without SMTP_URL: e-mails are shown on /mailbox; as DEMO.'),
  PUSH_SERVICES: fitting(
    `^${PUSH_SERVICE}(?:,\\s*${PUSH_SERVICE})*$`,
    'списком имён через запятую вида push.example, *.push.example',
    'Push services besides those of the known browsers.',
  ),
  PUSH_LOCAL: onOff(false, 'Push messages to this machine and over http too, for tests.'),

  MAX_TOKEN: secret('The token of the bot in MAX, with MAX_BOT.'),
  MAX_BOT: fitting('^\\w{3,64}$', 'именем бота без @', 'Its name.'),
  MAX_URL: baseOr('https://platform-api2.max.ru', 'Its API.'),
  TELEGRAM_TOKEN: secret('The bot’s token, with TELEGRAM_BOT.'),
  TELEGRAM_BOT: fitting('^\\w{5,32}$', 'именем бота без @', 'Its name.'),
  TELEGRAM_URL: baseOr('https://api.telegram.org', 'Telegram, or a Bot API server of one’s own.'),
  VK_TOKEN: secret('The key of the community in VK, with VK_BOT.'),
  VK_BOT: fitting('^[\\w.]{3,32}$', 'коротким именем сообщества без @', 'Its short name.'),
  VK_URL: baseOr('https://api.vk.ru', 'Its API.'),

  TRUST_PROXY: onOff(false, 'Take the client’s address from X-Forwarded-For.'),
  LOG_LEVEL: Type.Optional(
    Type.Union(
      [
        Type.Literal('silent'),
        Type.Literal('error'),
        Type.Literal('warn'),
        Type.Literal('info'),
        Type.Literal('debug'),
      ],
      {
        description: 'The least level that is logged; warn for a demo, else info.',
        wrong: 'принимает silent, error, warn, info, debug',
      },
    ),
  ),
  LEAKED_PASSWORDS: onOff(false, 'Ask whether a new password has leaked.'),
  LEAKED_PASSWORDS_URL: baseOr('https://api.pwnedpasswords.com', 'Who is asked.'),
  METRICS_TOKEN: text('Bearer token for /metrics; without it only this machine reads them.', {
    minLength: 16,
    wrong: 'слишком короткий: нужно не меньше 16 знаков',
    secret: true,
  }),
  STOP_WAIT_SECONDS: whole(0, 0, 60, 'Full service after /readyz turns 503.'),
  SHED: onOff(true, 'Load shedding.'),
  NEWER_DATABASE: onOff(false, 'Runs this version on tables of a later one.'),
  PAGES_KEPT_MB: whole(64, 0, 4096, 'Page cache; 0 renders each page anew.'),
  MAX_WATCHERS: whole(20_000, 1, 1_000_000, 'Live sockets of this process.'),
  HALL_NEW_DEVICES_PER_SECOND: whole(
    HALL.newDevicesPerSecond,
    1,
    10_000,
    'First orders from one address.',
  ),
  HALL_ORDERS_PER_MINUTE: whole(
    HALL.ordersPerMinute,
    1,
    1_000_000,
    'Free orders of one concert from one address.',
  ),
  HALL_UNPAID_PAGES: whole(HALL.unpaidPages, 1, 100_000, 'Open payment pages of one address.'),

  END_GRACE_MINUTES: whole(60, 0, 24 * 60, 'When a concert that nobody ended is ended.'),
  CAPTURE_GRACE_SECONDS: whole(20, 0, 3600, 'How long a played song can be taken back.'),
  SANDBOX_BANK: onOffLater('Demo bank inside the process; as DEMO without real keys.'),
  TBANK_URL: baseOr('https://securepay.tinkoff.ru', 'API of T-Bank.'),
  TBANK_TERMINAL_KEY: text('Acquiring terminal at T-Bank.'),
  TBANK_PASSWORD: text('Its password.'),
  TBANK_STAGES: Type.Union([Type.Literal('one'), Type.Literal('two')], {
    description: 'As the terminal is set: two holds every card, one charges at once.',
    default: 'two',
    wrong: 'принимает one или two',
  }),
  TBANK_REGISTRY_URL: base('Daily registry of the bank.'),
  TBANK_PAYOUT_TERMINAL_KEY: text('Payout terminal; without it money waits.'),
  TBANK_PAYOUT_PASSWORD: text('Its password, which signs payout webhooks.'),
  TBANK_PAYOUT_KEY_FILE: text('RSA key (PEM) of payouts.'),
  TBANK_PAYOUT_SERIAL: text('Serial of its certificate.'),
  TBANK_PAYOUT_SIGNS: Type.Union([Type.Literal('digest'), Type.Literal('text')], {
    description: 'What payout signatures cover.',
    default: 'digest',
    wrong: 'принимает digest или text',
  }),
  PAYOUT_FLOAT_RUBLES: Type.Optional(
    Type.Integer({
      description: 'Own money that payouts may use before the bank has settled.',
      ...bounds(0, 1_000_000_000),
    }),
  ),
  PAYOUT_RESERVE_PERCENT: whole(0, 0, 100, 'Share of recent credits that is not paid out.'),
  PAYOUT_RESERVE_DAYS: whole(30, 1, 366, 'How many days of credits that share is of.'),
  RETURN_DEBT_RUBLES: whole(
    RETURN_DEBT_RUBLES,
    0,
    1_000_000,
    'The most that an artist owes for returns after a payout.',
  ),
  PAYOUT_NUMBER_HOLD_HOURS: whole(
    NUMBER_HOLD_HOURS,
    0,
    30 * 24,
    'How long a changed payout number gets nothing.',
  ),
  PAYOUT_NEEDS_STATUS: onOff(
    false,
    'Payouts wait for the artist’s tax status, with RECEIPT_* only.',
  ),
  RECEIPT_EMAIL: fitting(EMAIL, 'адресом почты', 'Sender of receipts (54-ФЗ).'),
  RECEIPT_TAXATION: oneOf(TAXATIONS, 'Taxation in receipts.'),
  RECEIPT_TAX: oneOf(TAXES, 'Tax in receipts.'),

  LEGAL_NAME: text('Owner of the site.'),
  LEGAL_INN: fitting('^(?:\\d{10}|\\d{12})$', 'из 10 или 12 цифр', 'Its tax number.'),
  LEGAL_OGRN: fitting('^(?:\\d{13}|\\d{15})$', 'из 13 или 15 цифр', 'Its registration.'),
  LEGAL_ADDRESS: text('Its address.'),
  LEGAL_EMAIL: fitting(EMAIL, 'адресом почты', 'Its e-mail.'),
  LEGAL_PHONE: text('Its phone.'),
  LEGAL_BANK: text('Its bank.'),
  LEGAL_BANK_ACCOUNT: text('Its account there.'),
  LEGAL_BANK_BIC: text('The bank’s BIC.'),
  LEGAL_BANK_CORRESPONDENT: text('The bank’s correspondent account.'),
  SUPPORT_EMAIL: fitting(EMAIL, 'адресом почты', 'Support by mail.'),
  SUPPORT_URL: web('Support in a messenger.'),
  SOCIAL_VK: web('Link in the footer.'),
  SOCIAL_TELEGRAM: web('Link in the footer.'),
  SOCIAL_YOUTUBE: web('Link in the footer.'),
  EXAMPLE_ARTIST: fitting('^[\\w.-]+$', 'никнеймом', 'Nickname of the page shown as an example.'),
  OFFER_URL: web('Public offer elsewhere.'),
  PRIVACY_URL: web('Privacy policy elsewhere.'),
  PRIVACY_EDITION: fitting('^\\d{4}-\\d\\d-\\d\\d$', 'днём вида 2026-11-22', 'Its date.'),

  TILES_URL: text('Template of map tiles.'),
  TILES_CREDIT: text('Whose map it is, and a link to its terms.', {
    pattern: '^.*\\S\\s+https?:\\/\\/\\S+$',
    wrong: 'должно быть вида «© OpenStreetMap https://www.openstreetmap.org/copyright»',
  }),
  TILES_MAX_ZOOM: whole(17, 1, 22, 'Nearest zoom of the provider.'),
  GEOCODER: Type.Union([Type.Literal('none'), Type.Literal('dadata'), Type.Literal('nominatim')], {
    description: 'Who is asked for addresses.',
    default: 'none',
    wrong: 'принимает none, dadata или nominatim',
  }),
  DADATA_TOKEN: text('API key, with GEOCODER=dadata only.'),
  GEOCODER_URL: base('Own server with the same API.'),
  // DaData allows 10 000 free requests a day; the rest is for other uses of this key.
  GEOCODER_PER_DAY: whole(9000, 1, PER_DAY_MOST, 'Questions of all processes in a Moscow day.'),
  ITUNES_SEARCH: onOff(false, 'Ask Apple’s catalogue of songs too.'),
  ITUNES_URL: baseOr('https://itunes.apple.com', 'Its address.'),
  // Apple asks for no more than some 20 calls a minute; the rest is for other processes behind the same address.
  ITUNES_PER_MINUTE: whole(15, 1, 60, 'Questions a minute of all processes.'),
})
export type Variables = Static<typeof VARIABLES>

const WORDS: Readonly<Record<string, boolean>> = {
  on: true,
  '1': true,
  true: true,
  yes: true,
  off: false,
  '0': false,
  false: false,
  no: false,
}

/**
 * Reads every variable of the schema; a blank one counts as not set.
 * @throws BadConfig with one sentence about the first wrong value.
 */
export function readVariables(env: Environment): Variables {
  const read: Record<string, unknown> = {}
  for (const [name, schema] of Object.entries<TSchema>(VARIABLES.properties)) {
    const given = env[name]?.trim() ?? ''
    if (given !== '') read[name] = readValue(name, schema, given)
    else if (schema['default'] !== undefined) read[name] = schema['default']
  }
  return read as Variables
}

function readValue(name: string, schema: TSchema, given: string): unknown {
  if (schema['address'] !== undefined) return readAddress(name, schema, given)
  const value =
    schema['type'] === 'integer'
      ? Number(given)
      : schema['type'] === 'boolean'
        ? WORDS[given.toLowerCase()]
        : given
  if (Value.Check(schema, value)) return value
  const shown = schema['secret'] === true ? '' : `, а задано «${given}»`
  throw new BadConfig(`${name} ${String(schema['wrong'])}${shown}.`)
}

function readAddress(name: string, schema: TSchema, given: string): string {
  const protocols = schema['address'] as readonly string[]
  const url = URL.canParse(given) ? new URL(given) : undefined
  if (url === undefined || !protocols.includes(url.protocol) || url.hostname === '')
    throw new BadConfig(
      `${name} должно быть адресом вида ${protocols[0]}//…, а задано «${withoutPassword(given)}».`,
    )
  if (schema['form'] === 'href') return url.href
  if (schema['form'] !== 'base') return given
  if (`${url.username}${url.password}${url.search}${url.hash}` !== '')
    throw new BadConfig(`${name} должно быть адресом без имени, пароля и параметров.`)
  return url.href.replace(/\/$/u, '')
}

// A wrong URL may still contain a right password, and any sign in it.
function withoutPassword(value: string): string {
  return value.replace(/^([a-z]+:\/\/)?.*@/isu, '$1…@').replace(/\?.*/su, '?…')
}

/** Requires that either all of these variables are set or none. */
export function together<const N extends string>(
  read: { readonly [name in N]?: string },
  names: readonly N[],
): Record<N, string> | null {
  const missing = names.filter((name) => read[name] === undefined)
  if (missing.length === names.length) return null
  if (missing.length > 0)
    throw new BadConfig(`Не хватает ${missing.join(', ')}: ${names.join(', ')} задают вместе.`)
  return read as Record<N, string>
}

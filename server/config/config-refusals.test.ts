import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { BadConfig, readConfig } from './config.ts'
import { KEYS, LEGAL, LEGAL_BANK, PAYOUT_KEYS, POSTGRES, S3, TILES } from './config.fixture.ts'

type Env = Readonly<Record<string, string>>

function refusal(env: Env): string {
  let sentence = ''
  assert.throws(
    () => readConfig(env),
    (error) => {
      assert.ok(error instanceof BadConfig, `${JSON.stringify(env)}: ${String(error)}`)
      sentence = error.message
      return true
    },
  )
  assert.doesNotMatch(sentence, /swordfish/u, 'no password is repeated')
  return sentence
}

const bounds: Record<string, [least: number, most: number]> = {
  PORT: [0, 65_535],
  DATABASE_CONNECTIONS: [1, 200],
  END_GRACE_MINUTES: [0, 1440],
  MAX_WATCHERS: [1, 1_000_000],
  HALL_NEW_DEVICES_PER_SECOND: [1, 10_000],
  HALL_ORDERS_PER_MINUTE: [1, 1_000_000],
  HALL_UNPAID_PAGES: [1, 100_000],
  PAGES_KEPT_MB: [0, 4096],
  CAPTURE_GRACE_SECONDS: [0, 3600],
  PAYOUT_FLOAT_RUBLES: [0, 1_000_000_000],
  PAYOUT_RESERVE_PERCENT: [0, 100],
  PAYOUT_RESERVE_DAYS: [1, 366],
  RETURN_DEBT_RUBLES: [0, 1_000_000],
  PAYOUT_NUMBER_HOLD_HOURS: [0, 720],
  STOP_WAIT_SECONDS: [0, 60],
  GEOCODER_PER_DAY: [1, 10_000_000],
  ITUNES_PER_MINUTE: [1, 60],
  TILES_MAX_ZOOM: [1, 22],
}

/** Wrong values of one variable, and the message for each; `beside` is what the variable needs. */
const WRONG: readonly [name: string, values: readonly string[], sentence: string, beside?: Env][] =
  [
    ...Object.entries(bounds).map(([name, [least, most]]): (typeof WRONG)[number] => [
      name,
      [`${least - 1}`, `${most + 1}`, '1.5', 'восемь', '3000x', '1 000', 'NaN', 'Infinity'],
      `должно быть целым числом от ${least} до ${most}, а задано «…».`,
    ]),
    ...'DEMO MAILBOX TRUST_PROXY TEST_CALLS SANDBOX_BANK ITUNES_SEARCH LEAKED_PASSWORDS BACKUPS NEWER_DATABASE SHED'
      .split(' ')
      .map((name): (typeof WRONG)[number] => [
        name,
        ['maybe', '2', 'да'],
        'принимает on или off, а задано «…».',
      ]),
    ...[
      'SUPPORT_URL',
      'SOCIAL_VK',
      'SOCIAL_TELEGRAM',
      'SOCIAL_YOUTUBE',
      'OFFER_URL',
      'S3_ENDPOINT',
    ].map((name): (typeof WRONG)[number] => [
      name,
      ['t.me/bis', 'javascript:alert(1)', 'https://'],
      'должно быть адресом вида https://…, а задано «…».',
      name === 'S3_ENDPOINT' ? S3 : {},
    ]),
    [
      'DATABASE_URL',
      ['db.example', 'mysql://db.example/bis', 'postgres:///', 'postgres:bis'],
      'должно быть адресом вида postgres://…, а задано «…».',
    ],
    [
      'SMTP_URL',
      ['mail.example', 'http://mail.example', 'smtp://'],
      'должно быть адресом вида smtp://…, а задано «…».',
    ],
    [
      'PUBLIC_URL',
      ['bis.example', 'ftp://bis.example', 'https://', '/'],
      'должно быть адресом вида http://…, а задано «…».',
    ],
    [
      'PUBLIC_URL',
      ['https://bis.example/stage', 'https://bis.example/?a=1', 'https://a.b/#c'],
      'должно быть адресом сайта без пути и параметров, а задано «…».',
    ],
    [
      'REDIS_URL',
      ['redis.example', 'redis://'],
      'должно быть адресом вида redis://…, а задано «…».',
      { DATABASE_URL: POSTGRES },
    ],
    [
      'REDIS_URL',
      ['redis://:swordfish@redis/bis', 'redis://redis/0?timeout=1'],
      'должно быть вида redis://:пароль@адрес:6379/0: после адреса стоит только номер базы.',
      { DATABASE_URL: POSTGRES },
    ],
    [
      'REDIS_URL',
      ['redis://redis'],
      'задают вместе с DATABASE_URL: встроенная база обслуживает один процесс, и слышать ему некого.',
    ],
    [
      'DATABASE_OWNER_URL',
      ['postgres://owner@db/bis'],
      'задают вместе с DATABASE_URL, где названа роль процессов.',
    ],
    [
      'MAIL_FROM',
      ['Бис', 'Бис <bis>', 'bis@', 'a@b c@d', '<a@b> c'],
      'должно быть вида «Бис <no-reply@example.ru>», а задано «…».',
    ],
    [
      'S3_BUCKET',
      ['../stage', 'Stage', 'a', 'stage/photos', '-stage'],
      'должно быть именем бакета, а задано «…».',
      S3,
    ],
    ['LOG_LEVEL', ['loud'], 'принимает silent, error, warn, info, debug, а задано «…».'],
    [
      'PUSH_SERVICES',
      [
        '*',
        '*.',
        'push',
        'https://push.example',
        '10.1.2.3',
        'push.example:8443',
        'a.example;b.example',
      ],
      'должно быть списком имён через запятую вида push.example, *.push.example, а задано «…».',
    ],
    ['METRICS_TOKEN', ['swordfish'], 'слишком короткий: нужно не меньше 16 знаков.'],
    ['BACKUP_KEY', ['AGE-SECRET-KEY-1SWORDFISH'], 'должно быть открытым ключом age (age1…).'],
    ['TBANK_STAGES', ['both'], 'принимает one или two, а задано «…».'],
    ['TBANK_PAYOUT_SIGNS', ['both'], 'принимает digest или text, а задано «…».'],
    ['SUPPORT_EMAIL', ['Бис'], 'должно быть адресом почты, а задано «…».'],
    ['EXAMPLE_ARTIST', ['../admin'], 'должно быть никнеймом, а задано «…».'],
    [
      'LEGAL_INN',
      ['123', '12345678901', '770000000x'],
      'должно быть из 10 или 12 цифр, а задано «…».',
      LEGAL,
    ],
    [
      'LEGAL_OGRN',
      ['1', '12345678901234', '102770000000x'],
      'должно быть из 13 или 15 цифр, а задано «…».',
      LEGAL,
    ],
    [
      'PRIVACY_EDITION',
      ['вчера'],
      'должно быть днём вида 2026-11-22, а задано «…».',
      { PRIVACY_URL: 'https://a.example/p' },
    ],
    [
      'TILES_CREDIT',
      ['© Карта', 'https://tiles.example/terms', '© Карта javascript:alert(1)'],
      'должно быть вида «© OpenStreetMap https://www.openstreetmap.org/copyright», а задано «…».',
      TILES,
    ],
    [
      'TILES_URL',
      [
        'https://tiles.example/{z}/{x}.png?key=swordfish',
        'https://tiles.example/{z}/{x}/{y}/{key}.png?key=swordfish',
        'https://{x}.example/{z}/{x}/{y}.png?key=swordfish',
        'https://tiles.example{x}/{z}/{x}/{y}.png?key=swordfish',
        'https://bis:swordfish@tiles.example/{z}/{x}/{y}.png',
        'ftp://tiles.example/{z}/{x}/{y}.png?key=swordfish',
        '//tiles.example/{z}/{x}/{y}.png?key=swordfish',
        'file:///etc/{z}/{x}/{y}',
      ],
      'должно быть адресом вида https://tiles.example/{z}/{x}/{y}.png, где кроме {z}, {x} и {y} могут стоять {s} и {r}.',
      TILES,
    ],
    ['GEOCODER', ['yandex'], 'принимает none, dadata или nominatim, а задано «…».'],
    [
      'GEOCODER_URL',
      ['https://bis:swordfish@maps.example', 'https://maps.example/?key=swordfish'],
      'должно быть адресом без имени, пароля и параметров.',
      { GEOCODER: 'nominatim' },
    ],
    ['DADATA_TOKEN', ['x'], 'нужен только с GEOCODER=dadata, а GEOCODER — none.'],
  ]

/** Variables that are set together, and one of them alone or beside others that exclude it. */
const TOGETHER: readonly [what: string, env: Env, sentence: RegExp][] = [
  ...[S3, TILES, LEGAL].flatMap((all) =>
    Object.keys(all).map((name): (typeof TOGETHER)[number] => [
      `without ${name}`,
      { ...all, [name]: '' },
      new RegExp(`^Не хватает ${name}: ${Object.keys(all).join(', ')} задают вместе\\.$`, 'u'),
    ]),
  ),
  ...Object.keys(LEGAL_BANK).map((name): (typeof TOGETHER)[number] => [
    `without ${name}`,
    { ...LEGAL, ...LEGAL_BANK, [name]: '' },
    new RegExp(`^Не хватает ${name}: LEGAL_BANK, `, 'u'),
  ]),
  ...[{ LEGAL_PHONE: '+7' }, { LEGAL_EMAIL: 'a@b.example' }, LEGAL_BANK].map(
    (env): (typeof TOGETHER)[number] => [
      `${Object.keys(env)[0]} without an owner`,
      env,
      /^Не хватает LEGAL_NAME, .* дополняют их\.$/u,
    ],
  ),
  [
    'a part of the keys of a bank',
    { TBANK_TERMINAL_KEY: 'Bis' },
    /^Не хватает TBANK_PASSWORD: TBANK_TERMINAL_KEY, TBANK_PASSWORD задают вместе\.$/u,
  ],
  [
    'a part of the keys of payouts',
    { ...KEYS, TBANK_PAYOUT_SERIAL: '1' },
    /^Не хватает TBANK_PAYOUT_TERMINAL_KEY, TBANK_PAYOUT_KEY_FILE: /u,
  ],
  [
    'a hexadecimal serial',
    { ...KEYS, ...PAYOUT_KEYS, TBANK_PAYOUT_SERIAL: '1F:0A' },
    /^TBANK_PAYOUT_SERIAL: серийный номер сертификата пишется десятичными цифрами/u,
  ],
  [
    'the password of payouts alone',
    { ...KEYS, TBANK_PAYOUT_PASSWORD: 'marlin' },
    /^TBANK_PAYOUT_PASSWORD задан без ключей выплат/u,
  ],
  ...[
    { TBANK_TERMINAL_KEY: '1600000000000DEMO' },
    { TBANK_PAYOUT_TERMINAL_KEY: '1600000000000DEMOE2C' },
  ].map((other): (typeof TOGETHER)[number] => [
    `a test terminal beside a real one (${Object.keys(other)[0]})`,
    { ...KEYS, ...PAYOUT_KEYS, ...other },
    /один терминал тестовый \(…DEMO\), другой настоящий\. Задайте оба/u,
  ]),
  ['payouts alone', PAYOUT_KEYS, /^Ключи выплат заданы без ключей приёма/u],
  [
    'a tax that the bank does not know',
    { RECEIPT_EMAIL: 'a@b.example', RECEIPT_TAXATION: 'osn', RECEIPT_TAX: 'vat99' },
    /^RECEIPT_TAX принимает none, vat0/u,
  ],
  ['a taxation of nobody', { RECEIPT_TAXATION: 'moon' }, /^RECEIPT_TAXATION принимает osn/u],
  [
    'a receipt from nowhere',
    { RECEIPT_EMAIL: 'nope' },
    /^RECEIPT_EMAIL должно быть адресом почты/u,
  ],
  [
    'a bank without TLS',
    { ...KEYS, DEMO: 'off', TBANK_URL: 'http://bank.example' },
    /^TBANK_URL рядом с ключами банка принимает только https\.$/u,
  ],
  ['a part of a receipt', { RECEIPT_TAX: 'none' }, /^Не хватает RECEIPT_EMAIL, RECEIPT_TAXATION/u],
  [
    'a policy without its day',
    { PRIVACY_URL: 'https://a.example/p' },
    /^Не хватает PRIVACY_EDITION: /u,
  ],
  ['a day without its policy', { PRIVACY_EDITION: '2026-01-31' }, /^Не хватает PRIVACY_URL: /u],
  ['DaData without its key', { GEOCODER: 'dadata' }, /задайте DADATA_TOKEN/u],
  [
    'two banks',
    { ...KEYS, SANDBOX_BANK: 'on' },
    /^SANDBOX_BANK=on не живёт рядом с ключами настоящего банка: уберите одно из двух\.$/u,
  ],
  [
    'backups of a database with a server of its own',
    { DATABASE_URL: POSTGRES, BACKUPS: 'on' },
    /^BACKUPS=on работает только/u,
  ],
  ...Object.entries({
    // The embedded database is a demo where DEMO is not set.
    'DEMO=off': {},
    'DEMO=off, MAILBOX=off, TEST_CALLS=off': { DEMO: 'on', MAILBOX: 'on', TEST_CALLS: 'on' },
    'MAILBOX=off': { DATABASE_URL: POSTGRES, MAILBOX: 'on' },
    'TEST_CALLS=off': { DATABASE_URL: POSTGRES, TEST_CALLS: 'on' },
  }).map(([off, env]): (typeof TOGETHER)[number] => [
    `${off} beside the keys of a real bank`,
    { ...KEYS, ...env },
    new RegExp(`: задайте ${off} или уберите TBANK_TERMINAL_KEY и TBANK_PASSWORD\\.$`, 'u'),
  ]),
]

describe('a wrong value is refused with a sentence that names it', () => {
  for (const [name, values, sentence, beside] of WRONG)
    test(`${name} ${sentence}`, () => {
      for (const value of values)
        assert.equal(
          refusal({ ...beside, [name]: value }),
          `${name} ${sentence.replace('«…»', `«${value}»`)}`,
        )
    })

  for (const [what, env, sentence] of TOGETHER)
    test(what, () => assert.match(refusal(env), sentence))

  for (const [name, ends] of Object.entries(bounds))
    test(`${name} takes its least and its most`, () => {
      for (const end of ends) readConfig({ [name]: String(end) })
    })

  test('and a password inside a wrong address is not repeated', () => {
    for (const name of ['DATABASE_URL', 'SMTP_URL', 'PUBLIC_URL', 'REDIS_URL'])
      for (const [value, shown] of [
        ['gopher://bis:swordfish@host.example/bis', 'gopher://…@host.example/bis'],
        ['gopher://bis:a/swordfish@host.example/bis', 'gopher://…@host.example/bis'],
        ['gopher://bis:a@swordfish@host.example/bis', 'gopher://…@host.example/bis'],
        ['bis:swordfish@host.example/bis', '…@host.example/bis'],
        ['gopher://host.example/bis?password=swordfish', 'gopher://host.example/bis?…'],
      ] as const)
        assert.ok(refusal({ [name]: value }).endsWith(`«${shown}».`), value)
  })
})

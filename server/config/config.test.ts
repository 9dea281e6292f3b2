import assert from 'node:assert/strict'
import { resolve } from 'node:path'
import { describe, test } from 'node:test'
import { GIVEN_BACKUPS } from './backups.fixture.ts'
import { COMPANY_OF_FILES, GIVEN_FILES } from './files.fixture.ts'
import { HALL } from '../platform/http/limits.ts'
import { GIVEN_HALL } from './hall.fixture.ts'
import {
  COMPANY_OF_MONEY,
  GIVEN_MONEY,
  KEYS,
  MONEY_OF_DEMO,
  NO_BANK,
  NO_DEMO,
  PAYOUT_KEYS,
} from './money.fixture.ts'
import { GIVEN_OPERATION } from './operation.fixture.ts'
import { COMPANY_OF_OUTSIDE, GIVEN_OUTSIDE } from './outside.fixture.ts'
import { COMPANY_OF_SITE, GIVEN_SITE, SITE_OF_DEMO } from './site.fixture.ts'
import { BadConfig, readConfig } from './config.ts'
import type { Config } from './config.ts'

const POSTGRES = 'postgres://bis:secret@db.example:5432/bis'

const DEFAULTS: Config = {
  host: '127.0.0.1',
  port: 3000,
  dataDir: resolve('./data'),
  buildDir: resolve('./build'),
  databaseUrl: undefined,
  databaseConnections: 10,
  redisUrl: undefined,
  publicUrl: 'http://localhost:3000',
  anyHost: true,
  demo: true,
  smtpUrl: undefined,
  mailFrom: 'Бис <no-reply@localhost>',
  mailbox: true,
  trustProxy: false,
  testCalls: true,
  endGraceMinutes: 60,
  maxWatchers: 20_000,
  pagesKeptBytes: 64 * 1024 * 1024,
  logLevel: 'info',
  metricsToken: null,
  stopWaitSeconds: 0,
  newerDatabase: false,
  shed: true,
  hall: HALL,
  backups: { folder: resolve('./data/backups') },
  files: { kind: 'disk' },
  money: MONEY_OF_DEMO,
  site: SITE_OF_DEMO,
  tiles: null,
  geocoder: null,
  itunes: null,
}

/** Variables that mean something only beside others. */
const COMPANY: Record<string, Record<string, string>> = {
  ...COMPANY_OF_MONEY,
  ...COMPANY_OF_FILES,
  ...COMPANY_OF_SITE,
  ...COMPANY_OF_OUTSIDE,
}

/** A value other than the default for every variable there is, and what it makes of the configuration. */
const GIVEN: Record<string, [value: string, changes: Partial<Config>]> = {
  HOST: ['0.0.0.0', { host: '0.0.0.0' }],
  PORT: ['8080', { port: 8080, publicUrl: 'http://localhost:8080' }],
  BUILD_DIR: ['../made', { buildDir: resolve('../made') }],
  // A real database is no place for a demo, its letters and its test calls, unless somebody says so.
  DATABASE_URL: [
    POSTGRES,
    {
      databaseUrl: POSTGRES,
      backups: null,
      ...NO_DEMO,
      money: NO_BANK,
    },
  ],
  DATABASE_CONNECTIONS: ['50', { databaseConnections: 50 }],
  PUBLIC_URL: ['https://bis.example/', { publicUrl: 'https://bis.example', anyHost: false }],
  DEMO: ['off', { ...NO_DEMO, money: NO_BANK }],
  SMTP_URL: [
    'smtps://bis:secret@mail.example',
    { smtpUrl: 'smtps://bis:secret@mail.example', mailbox: false },
  ],
  MAIL_FROM: ['Бис <hello@bis.example>', { mailFrom: 'Бис <hello@bis.example>' }],
  MAILBOX: ['off', { mailbox: false }],
  TRUST_PROXY: ['on', { trustProxy: true }],
  TEST_CALLS: ['off', { testCalls: false }],
  END_GRACE_MINUTES: ['0', { endGraceMinutes: 0 }],
  MAX_WATCHERS: ['500', { maxWatchers: 500 }],
  PAGES_KEPT_MB: ['16', { pagesKeptBytes: 16 * 1024 * 1024 }],
  LOG_LEVEL: ['silent', { logLevel: 'silent' }],
  ...GIVEN_MONEY,
  ...GIVEN_BACKUPS,
  ...GIVEN_HALL,
  ...GIVEN_OPERATION,
  ...GIVEN_FILES,
  ...GIVEN_SITE,
  ...GIVEN_OUTSIDE,
}

function refusal(env: Record<string, string>): string {
  let sentence = ''
  assert.throws(
    () => readConfig(env),
    (error) => {
      assert.ok(error instanceof BadConfig, `${JSON.stringify(env)}: ${String(error)}`)
      sentence = error.message
      return true
    },
  )
  return sentence
}

describe('the configuration', () => {
  test('of an empty environment is a demo that needs nothing', () => {
    assert.deepEqual(readConfig({}), DEFAULTS)
  })

  test('takes a variable that is blank for one that is not there', () => {
    const blank = Object.fromEntries(Object.keys(GIVEN).map((name) => [name, '  ']))
    assert.deepEqual(readConfig(blank), DEFAULTS)
  })

  test('reads these variables and no others', () => {
    const asked = new Set<string>()
    const spying = new Proxy<Record<string, string | undefined>>(
      {},
      {
        get(_, name) {
          asked.add(String(name))
          return undefined
        },
      },
    )
    readConfig(spying)
    assert.deepEqual([...asked].toSorted(), Object.keys(GIVEN).toSorted())
  })

  for (const [name, [value, changes]] of Object.entries(GIVEN))
    test(`${name}=${value}`, () => {
      const env = { ...COMPANY[name], [name]: ` ${value} ` }
      assert.deepEqual(readConfig(env), { ...DEFAULTS, ...changes })
    })

  test('a demo on a real database, a mailbox and test calls are there where they are asked for', () => {
    const config = readConfig({ DATABASE_URL: POSTGRES, DEMO: 'on' })
    assert.deepEqual([config.demo, config.mailbox, config.testCalls], [true, true, true])
    const some = readConfig({ DATABASE_URL: POSTGRES, MAILBOX: 'on', TEST_CALLS: 'on' })
    assert.deepEqual([some.demo, some.mailbox, some.testCalls], [false, true, true])
  })

  test('letters that are sent are not shown on a page too', () => {
    assert.equal(readConfig({ SMTP_URL: 'smtp://mail.example', MAILBOX: 'on' }).mailbox, false)
  })

  test('on and off may be said in other words', () => {
    for (const yes of ['on', 'ON', '1', 'true', 'Yes'])
      assert.equal(readConfig({ TRUST_PROXY: yes }).trustProxy, true, yes)
    for (const no of ['off', 'Off', '0', 'FALSE', 'no'])
      assert.equal(readConfig({ DEMO: no }).demo, false, no)
  })

  test('an address of the site loses its slash and the name that nobody needs', () => {
    const { publicUrl } = readConfig({ PUBLIC_URL: 'https://me@Bis.example:443/' })
    assert.equal(publicUrl, 'https://bis.example')
  })

  test('a sender of letters may be a bare address', () => {
    assert.equal(readConfig({ MAIL_FROM: 'bis@bis.example' }).mailFrom, 'bis@bis.example')
  })
})

describe('a wrong value is refused with a sentence that names it', () => {
  const bounds: Record<string, [least: number, most: number]> = {
    PORT: [0, 65_535],
    DATABASE_CONNECTIONS: [1, 200],
    END_GRACE_MINUTES: [0, 1440],
    MAX_WATCHERS: [1, 1_000_000],
    HALL_NEW_DEVICES_PER_SECOND: [1, 10_000],
    HALL_ORDERS_PER_MINUTE: [1, 1_000_000],
    PAGES_KEPT_MB: [0, 4096],
    CAPTURE_GRACE_SECONDS: [0, 3600],
    PAYOUT_FLOAT_RUBLES: [0, 1_000_000_000],
    ITUNES_PER_MINUTE: [1, 60],
    TILES_MAX_ZOOM: [1, 22],
  }
  for (const [name, [least, most]] of Object.entries(bounds))
    test(`${name} outside ${least}…${most}`, () => {
      for (const wrong of [
        String(least - 1),
        String(most + 1),
        '1.5',
        'восемь',
        '3000x',
        '1 000',
        'NaN',
        'Infinity',
      ])
        assert.equal(
          refusal({ [name]: wrong }),
          `${name} должно быть целым числом от ${least} до ${most}, а задано «${wrong}».`,
        )
      for (const right of [least, most]) readConfig({ [name]: String(right) })
    })

  for (const name of 'DEMO MAILBOX TRUST_PROXY TEST_CALLS SANDBOX_BANK ITUNES_SEARCH BACKUPS NEWER_DATABASE SHED'.split(
    ' ',
  ))
    test(`${name} that is neither on nor off`, () => {
      for (const wrong of ['maybe', '2', 'да'])
        assert.equal(
          refusal({ [name]: wrong }),
          `${name} принимает on или off, а задано «${wrong}».`,
        )
    })

  for (const [name, kind, wrongs] of [
    [
      'DATABASE_URL',
      'postgres:',
      ['db.example', 'mysql://db.example/bis', 'postgres:///', 'postgres:bis'],
    ],
    ['SMTP_URL', 'smtp:', ['mail.example', 'http://mail.example', 'smtp://']],
    ['PUBLIC_URL', 'http:', ['bis.example', 'ftp://bis.example', 'https://', '/']],
  ] as const)
    test(`${name} that is no address of its kind`, () => {
      for (const wrong of wrongs)
        assert.equal(
          refusal({ [name]: wrong }),
          `${name} должно быть адресом вида ${kind}//…, а задано «${wrong}».`,
        )
    })

  test('PUBLIC_URL with a path or a query', () => {
    for (const wrong of ['https://bis.example/stage', 'https://bis.example/?a=1', 'https://a.b/#c'])
      assert.equal(
        refusal({ PUBLIC_URL: wrong }),
        `PUBLIC_URL должно быть адресом сайта без пути и параметров, а задано «${wrong}».`,
      )
  })

  test('MAIL_FROM without an address', () => {
    for (const wrong of ['Бис', 'Бис <bis>', 'bis@', 'a@b c@d', '<a@b> c'])
      assert.equal(
        refusal({ MAIL_FROM: wrong }),
        `MAIL_FROM должно быть вида «Бис <no-reply@example.ru>», а задано «${wrong}».`,
      )
  })

  test('a part of the keys of a bank', () => {
    assert.equal(
      refusal({ TBANK_TERMINAL_KEY: 'Bis' }),
      'Не хватает TBANK_PASSWORD: TBANK_TERMINAL_KEY, TBANK_PASSWORD задают вместе.',
    )
    assert.match(
      refusal({ ...KEYS, TBANK_PAYOUT_SERIAL: '1' }),
      /^Не хватает TBANK_PAYOUT_TERMINAL_KEY, TBANK_PAYOUT_KEY_FILE: /u,
    )
    assert.match(
      refusal({ ...KEYS, TBANK_PAYOUT_PASSWORD: 'marlin' }),
      /^TBANK_PAYOUT_PASSWORD задан без ключей выплат/u,
    )
    assert.match(refusal(PAYOUT_KEYS), /^Ключи выплат заданы без ключей приёма/u)
    assert.match(refusal({ RECEIPT_TAX: 'none' }), /^Не хватает RECEIPT_EMAIL, RECEIPT_TAXATION/u)
  })

  test('the demo bank beside the keys of a real one', () => {
    assert.match(refusal({ ...KEYS, SANDBOX_BANK: 'on' }), /^SANDBOX_BANK=on не живёт рядом/u)
  })

  test('a demo, its mailbox or its test calls beside the keys of a real bank', () => {
    const way = /: задайте (.*) или уберите TBANK_TERMINAL_KEY и TBANK_PASSWORD\.$/u
    for (const [env, off] of [
      // The embedded database is a demo where nothing is said.
      [{}, 'DEMO=off'],
      [{ DEMO: 'on', MAILBOX: 'on', TEST_CALLS: 'on' }, 'DEMO=off, MAILBOX=off, TEST_CALLS=off'],
      [{ DATABASE_URL: POSTGRES, MAILBOX: 'on' }, 'MAILBOX=off'],
      [{ DATABASE_URL: POSTGRES, TEST_CALLS: 'on' }, 'TEST_CALLS=off'],
    ] as const)
      assert.equal(way.exec(refusal({ ...KEYS, ...env }))?.[1], off)
    // A mailbox beside a mail server is none.
    const mail = { SMTP_URL: 'smtp://mail.example', MAILBOX: 'on' }
    assert.equal(readConfig({ ...KEYS, ...mail, DEMO: 'off' }).money.bank.kind, 'tbank')
  })

  test('a signature of payouts that is none', () => {
    assert.equal(
      refusal({ TBANK_PAYOUT_SIGNS: 'both' }),
      'TBANK_PAYOUT_SIGNS принимает digest или text, а задано «both».',
    )
  })

  test('LOG_LEVEL that is none', () => {
    assert.equal(
      refusal({ LOG_LEVEL: 'loud' }),
      'LOG_LEVEL принимает silent, error, warn, info, debug, а задано «loud».',
    )
  })

  test('and a password inside a wrong address is not repeated', () => {
    for (const name of ['DATABASE_URL', 'SMTP_URL', 'PUBLIC_URL']) {
      const sentence = refusal({ [name]: 'gopher://bis:swordfish@host.example/bis' })
      assert.doesNotMatch(sentence, /swordfish/)
      assert.match(sentence, /gopher:\/\/bis:…@host\.example\/bis/)
    }
  })
})

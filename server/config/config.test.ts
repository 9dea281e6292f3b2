import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readConfig } from './config.ts'
import { DEFAULTS, GIVEN, KEYS, LEGAL, legal, POSTGRES } from './config.fixture.ts'
import { SILENT_SITE } from './site.ts'
import { VARIABLES } from './variables.ts'

describe('the configuration', () => {
  test('of an empty environment is a demo that needs nothing', () => {
    assert.deepEqual(readConfig({}), DEFAULTS)
  })

  test('takes a variable that is blank for one that is not there', () => {
    const blank = Object.fromEntries(Object.keys(GIVEN).map((name) => [name, '  ']))
    assert.deepEqual(readConfig(blank), DEFAULTS)
  })

  test('reads these variables and no others, and says what each means', () => {
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
    for (const [name, { description = '' }] of Object.entries(VARIABLES.properties))
      assert.match(description, /\S/u, name)
  })

  for (const [name, [value, changes, beside]] of Object.entries(GIVEN))
    test(`${name}=${value}`, () => {
      const env = { ...beside, [name]: ` ${value} ` }
      assert.deepEqual(readConfig(env), { ...DEFAULTS, ...changes })
    })

  test('a demo on a real database, a mailbox and test calls are there where they are asked for', () => {
    const config = readConfig({ DATABASE_URL: POSTGRES, DEMO: 'on' })
    assert.deepEqual([config.demo, config.mailbox, config.testCalls], [true, true, true])
    const some = readConfig({ DATABASE_URL: POSTGRES, MAILBOX: 'on', TEST_CALLS: 'on' })
    assert.deepEqual([some.demo, some.mailbox, some.testCalls], [false, true, true])
  })

  test('e-mails that are sent are not shown on a page too', () => {
    assert.equal(readConfig({ SMTP_URL: 'smtp://mail.example', MAILBOX: 'on' }).mailbox, false)
    const mail = { SMTP_URL: 'smtp://mail.example', MAILBOX: 'on', DEMO: 'off' }
    assert.equal(readConfig({ ...KEYS, ...mail }).money.bank.kind, 'tbank')
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

  test('a sender of e-mails may be a bare address', () => {
    assert.equal(readConfig({ MAIL_FROM: 'bis@bis.example' }).mailFrom, 'bis@bis.example')
  })

  test('the address of Redis may have a password and the number of a database', () => {
    for (const url of ['redis://redis', 'redis://:swordfish@127.0.0.1:6379', 'redis://redis/'])
      assert.equal(readConfig({ DATABASE_URL: POSTGRES, REDIS_URL: url }).redisUrl, url)
  })

  test('nobody outside a demo says whose site it is, and an owner who is named stands without the example', () => {
    assert.deepEqual(readConfig({ DEMO: 'off' }).site, SILENT_SITE)
    assert.deepEqual(readConfig(LEGAL), { ...DEFAULTS, ...legal({}) })
  })

  test('the public Nominatim is known by its address, and one of our own is not bound by its rules', () => {
    const own = { GEOCODER: 'nominatim', GEOCODER_URL: 'https://nominatim.openstreetmap.org/' }
    assert.deepEqual(readConfig(own), readConfig({ GEOCODER: 'nominatim' }))
    assert.equal(readConfig({ GEOCODER: 'none' }).geocoder, null)
  })
})

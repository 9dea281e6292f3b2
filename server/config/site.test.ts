import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { EDITIONS } from '#domain/documents.ts'
import { readSite, SILENT_SITE } from './site.ts'
import { LEGAL, LEGAL_BANK } from './site.fixture.ts'
import { BadConfig } from './values.ts'

function refusal(env: Record<string, string>): string {
  try {
    readSite(env, false)
  } catch (error) {
    if (error instanceof BadConfig) return error.message
    throw error
  }
  return 'nothing is refused'
}

describe('whose site this is', () => {
  test('is told by nobody outside a demo until somebody says it', () => {
    assert.deepEqual(readSite({}, false), SILENT_SITE)
  })

  test('keeps no word of the example beside an owner who is named', () => {
    const { legal } = readSite(LEGAL, true)
    assert.deepEqual(legal, {
      name: LEGAL.LEGAL_NAME,
      inn: LEGAL.LEGAL_INN,
      ogrn: LEGAL.LEGAL_OGRN,
      address: LEGAL.LEGAL_ADDRESS,
      email: null,
      phone: null,
      bank: null,
      example: false,
    })
  })

  test('is told with all that names an owner or with none of it', () => {
    for (const name of Object.keys(LEGAL))
      assert.equal(
        refusal({ ...LEGAL, [name]: '' }),
        `Не хватает ${name}: LEGAL_NAME, LEGAL_INN, LEGAL_OGRN, LEGAL_ADDRESS задают вместе.`,
      )
    for (const name of Object.keys(LEGAL_BANK))
      assert.match(
        refusal({ ...LEGAL, ...LEGAL_BANK, [name]: '' }),
        new RegExp(`^Не хватает ${name}: LEGAL_BANK, `, 'u'),
      )
    for (const rest of [{ LEGAL_PHONE: '+7' }, { LEGAL_EMAIL: 'a@b.example' }, LEGAL_BANK])
      assert.match(refusal(rest), /^Не хватает LEGAL_NAME, .* дополняют их\.$/u)
  })

  test('has numbers that can be numbers of an owner', () => {
    for (const wrong of ['123', '12345678901', '770000000x'])
      assert.equal(
        refusal({ ...LEGAL, LEGAL_INN: wrong }),
        `LEGAL_INN должно быть из 10 или 12 цифр, а задано «${wrong}».`,
      )
    for (const wrong of ['1', '12345678901234', '102770000000x'])
      assert.equal(
        refusal({ ...LEGAL, LEGAL_OGRN: wrong }),
        `LEGAL_OGRN должно быть из 13 или 15 цифр, а задано «${wrong}».`,
      )
  })

  test('is reached by addresses that are such', () => {
    for (const name of [
      'SUPPORT_URL',
      'SOCIAL_VK',
      'SOCIAL_TELEGRAM',
      'SOCIAL_YOUTUBE',
      'OFFER_URL',
    ])
      for (const wrong of ['t.me/bis', 'javascript:alert(1)', 'https://'])
        assert.equal(
          refusal({ [name]: wrong }),
          `${name} должно быть адресом вида https://…, а задано «${wrong}».`,
        )
    assert.equal(
      refusal({ SUPPORT_EMAIL: 'Бис' }),
      'SUPPORT_EMAIL должно быть адресом почты, а задано «Бис».',
    )
    assert.equal(
      refusal({ EXAMPLE_ARTIST: '../admin' }),
      'EXAMPLE_ARTIST должно быть никнеймом, а задано «../admin».',
    )
  })

  test('has a policy elsewhere only with the day of its text, for consents are given to that', () => {
    assert.match(refusal({ PRIVACY_URL: 'https://a.example/p' }), /^Не хватает PRIVACY_EDITION: /u)
    assert.match(refusal({ PRIVACY_EDITION: '2026-01-31' }), /^Не хватает PRIVACY_URL: /u)
    assert.equal(
      refusal({ PRIVACY_URL: 'https://a.example/p', PRIVACY_EDITION: 'вчера' }),
      'PRIVACY_EDITION должно быть днём вида 2026-11-22, а задано «вчера».',
    )
    assert.equal(readSite({}, false).privacyEdition, EDITIONS.privacy)
  })
})

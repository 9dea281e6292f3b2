import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readGeocoder } from './geocoder.ts'
import { BadConfig } from './values.ts'

test('nobody is asked for addresses unless somebody is named', () => {
  assert.equal(readGeocoder({}), null)
  assert.equal(readGeocoder({ GEOCODER: 'none' }), null)
})

test('the public Nominatim is known by its address, and one of our own is not bound by its rules', () => {
  const own = { GEOCODER: 'nominatim', GEOCODER_URL: 'https://nominatim.openstreetmap.org/' }
  assert.deepEqual(readGeocoder(own), readGeocoder({ GEOCODER: 'nominatim' }))
})

for (const [what, env, sentence] of [
  ['a name that nobody has', { GEOCODER: 'yandex' }, /GEOCODER принимает none, dadata/u],
  ['DaData without its key', { GEOCODER: 'dadata' }, /задайте DADATA_TOKEN/u],
  ['a key that nobody asks with', { DADATA_TOKEN: 'x' }, /только с GEOCODER=dadata/u],
  ['an address that is none', { GEOCODER: 'nominatim', GEOCODER_URL: 'там' }, /GEOCODER_URL/u],
  [
    'an address with a password, which every failure would write into the log',
    { GEOCODER: 'nominatim', GEOCODER_URL: 'https://bis:swordfish@maps.example' },
    /^GEOCODER_URL должно быть адресом без имени, пароля и параметров\.$/u,
  ],
  [
    'an address with parameters',
    { GEOCODER: 'nominatim', GEOCODER_URL: 'https://maps.example/?key=swordfish' },
    /^GEOCODER_URL должно быть адресом без имени/u,
  ],
  ['a day without questions', { GEOCODER_PER_DAY: '0' }, /GEOCODER_PER_DAY/u],
] as const)
  test(`${what} stops the start in one sentence`, () => {
    assert.throws(
      () => readGeocoder(env),
      (error) => error instanceof BadConfig && sentence.test(error.message),
    )
  })

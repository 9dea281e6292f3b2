import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { nominatimGeocoder } from './geocoder.nominatim.ts'
import { BROKEN, geocoderServer, jsonAnswer } from './geocoder.fixture.ts'

const HOUSE = {
  lat: '59.9297',
  lon: '30.3446',
  display_name: '13, улица Рубинштейна, …',
  address: {
    house_number: '13',
    road: 'улица Рубинштейна',
    city: 'Санкт-Петербург',
    state: 'Санкт-Петербург',
    country: 'Россия',
  },
}
const newSignal = () => new AbortController().signal
const STAGE = { latitude: 59.93, longitude: 30.34 }

let server: Awaited<ReturnType<typeof geocoderServer>>
before(async () => {
  server = await geocoderServer()
})
after(() => server.close())
const geocoder = (changes: object = {}) =>
  nominatimGeocoder({
    url: server.url,
    publicUrl: 'https://bis.example',
    shared: false,
    ...changes,
  })

describe('Nominatim', () => {
  test('is asked in Russian by a site that names itself', async () => {
    server.answer = jsonAnswer([HOUSE])
    const found = await geocoder().find('Рубинштейна 13', STAGE, newSignal())
    assert.deepEqual(found, [
      {
        country: 'Россия',
        county: 'Санкт-Петербург',
        city: 'Санкт-Петербург',
        street: 'улица Рубинштейна',
        house: '13',
        latitude: 59.9297,
        longitude: 30.3446,
      },
    ])
    const question = server.asked.at(-1)
    assert.equal(question?.path, '/search')
    assert.equal(question?.headers['user-agent'], 'Bis/1 (https://bis.example)')
    assert.deepEqual(question?.query, {
      format: 'jsonv2',
      addressdetails: '1',
      'accept-language': 'ru',
      q: 'Рубинштейна 13',
      limit: '10',
      viewbox: '29.840,60.430,30.840,59.430',
    })
  })

  test('tells the address at a point, with a village for a town, or that there is none', async () => {
    server.answer = jsonAnswer({
      ...HOUSE,
      address: { village: 'Шушенское', state: 'Красноярский край' },
    })
    const found = await geocoder().at(STAGE, newSignal())
    assert.deepEqual(
      [found?.city, found?.county, found?.street],
      ['Шушенское', 'Красноярский край', ''],
    )
    assert.equal(server.asked.at(-1)?.path, '/reverse')
    server.answer = jsonAnswer({ error: 'Unable to geocode' })
    assert.equal(await geocoder().at(STAGE, newSignal()), null)
  })

  test('is not trusted: what is no place is left out', async () => {
    server.answer = jsonAnswer([null, 7, { ...HOUSE, lat: '91' }, { ...HOUSE, address: 'там' }])
    assert.deepEqual(await geocoder().find('там', null, newSignal()), [])
  })

  for (const [what, how] of BROKEN)
    test(`fails where its answer ${what}`, async () => {
      server.answer = how
      await assert.rejects(geocoder().find('там', null, newSignal()))
    })

  test('of everybody is not asked while somebody types', async () => {
    const asked = server.asked.length
    assert.deepEqual(await geocoder({ shared: true }).find('Рубинш', null, newSignal()), [])
    assert.equal(server.asked.length, asked)
  })

  test('of everybody is asked one question after another, and none that would wait too long', async () => {
    server.answer = jsonAnswer(HOUSE)
    const shared = geocoder({ shared: true, intervalMs: 1500 })
    const asked = server.asked.length
    const gone = new AbortController()
    const answers = Promise.allSettled(
      Array.from({ length: 4 }, () => shared.at(STAGE, gone.signal)),
    )
    // The second one waits in the queue, the others do not fit into it.
    await shared.at(STAGE, newSignal()).catch(() => {})
    gone.abort()
    const kinds = (await answers).map((answer) =>
      answer.status === 'fulfilled' ? 'answered' : String(answer.reason.name),
    )
    assert.deepEqual(kinds.toSorted(), [
      'AbortError',
      'AbortError',
      'GeocoderFailed',
      'GeocoderFailed',
    ])
    assert.ok(server.asked.length - asked <= 1)
  })
})

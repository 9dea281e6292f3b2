import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { dadataGeocoder } from './geocoder.dadata.ts'
import { BROKEN, geocoderServer, jsonAnswer } from './geocoder.fixture.ts'
import { GeocoderFailed } from './geocoder.ts'

const RUBINSTEIN = {
  country: 'Россия',
  region: 'Санкт-Петербург',
  region_type_full: 'город',
  city: 'Санкт-Петербург',
  settlement: null,
  street: 'Рубинштейна',
  street_type_full: 'улица',
  house: '13',
  house_type_full: 'дом',
  block: null,
  geo_lat: '59.929700',
  geo_lon: '30.344600',
}
const suggestions = (...parts: object[]) =>
  jsonAnswer({
    suggestions: parts.map((part) => ({ value: 'как есть', data: { ...RUBINSTEIN, ...part } })),
  })
const newSignal = () => new AbortController().signal

let server: Awaited<ReturnType<typeof geocoderServer>>
before(async () => {
  server = await geocoderServer()
})
after(() => server.close())
const geocoder = () => dadataGeocoder({ url: server.url, token: 'swordfish' })
const find = (text: string, near: Parameters<ReturnType<typeof geocoder>['find']>[1] = null) =>
  geocoder().find(text, near, newSignal())
const spoken = (found: { street: string; house: string }[]) =>
  found.map(({ street, house }) => [street, house].filter(Boolean).join(', '))

describe('DaData', () => {
  test('is asked with the token in its header, and gives addresses as people write them', async () => {
    server.answer = suggestions({})
    assert.deepEqual(await find('рубинштейна 13'), [
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
    assert.equal(question?.path, '/suggestions/api/4_1/rs/suggest/address')
    assert.equal(question?.headers.authorization, 'Token swordfish')
    assert.deepEqual(JSON.parse(question?.body ?? ''), { query: 'рубинштейна 13', count: 10 })
  })

  test('names streets, houses and regions in the order of speech', async () => {
    server.answer = suggestions(
      {
        street: 'Невский',
        street_type_full: 'проспект',
        house: '82',
        block: '2',
        block_type_full: 'строение',
      },
      {
        street: 'реки Мойки',
        street_type_full: 'набережная',
        house_type_full: 'владение',
        house: '5',
      },
      { street: '1-я Тверская-Ямская', street_type_full: 'улица', house: null },
    )
    assert.deepEqual(spoken(await find('невский')), [
      'Невский проспект, 82, строение 2',
      'набережная реки Мойки, владение 5',
      '1-я Тверская-Ямская улица',
    ])
    server.answer = suggestions(
      { region: 'Татарстан', region_type_full: 'республика' },
      { region: 'Удмуртская', region_type_full: 'республика' },
      { region: 'Московская', region_type_full: 'область' },
      { region: 'Ханты-Мансийский Автономный округ - Югра', region_type_full: 'автономный округ' },
    )
    assert.deepEqual(
      (await find('улица')).map(({ county }) => county),
      [
        'Республика Татарстан',
        'Удмуртская Республика',
        'Московская область',
        'Ханты-Мансийский Автономный округ - Югра',
      ],
    )
  })

  test('knows a village by itself, and as a part of its town', async () => {
    server.answer = suggestions(
      { city: null, settlement: 'Шушенское', street: null, house: null },
      { city: 'Сочи', settlement: 'Красная Поляна' },
    )
    const found = await find('село')
    assert.deepEqual(
      found.map(({ city }) => city),
      ['Шушенское', 'Сочи'],
    )
    assert.deepEqual(spoken(found), ['', 'Красная Поляна, улица Рубинштейна, 13'])
  })

  test('looks near the point first, and anywhere where nothing is found there', async () => {
    const asked = server.asked.length
    server.answer = (reply, question) =>
      (question.body.includes('locations_geo') ? jsonAnswer({ suggestions: [] }) : suggestions({}))(
        reply,
        question,
      )
    const found = await find('рубинштейна', { latitude: 55.75, longitude: 37.62 })
    assert.equal(found.length, 1)
    const [near, far] = server.asked.slice(asked).map(({ body }) => JSON.parse(body))
    assert.deepEqual(near.locations_geo, [{ lat: 55.75, lon: 37.62, radius_meters: 50_000 }])
    assert.equal(far.locations_geo, undefined)
  })

  test('is not asked anywhere where no question is left for that', async () => {
    const asked = server.asked.length
    server.answer = suggestions()
    const near = { latitude: 55.75, longitude: 37.62 }
    assert.deepEqual(await geocoder().find('рубинштейна', near, newSignal(), async () => false), [])
    assert.equal(server.asked.length, asked + 1)
  })

  test('tells the address at a point, or that there is none', async () => {
    server.answer = suggestions({})
    const found = await geocoder().at({ latitude: 59.93, longitude: 30.34 }, newSignal())
    assert.equal(found?.street, 'улица Рубинштейна')
    assert.equal(server.asked.at(-1)?.path, '/suggestions/api/4_1/rs/geolocate/address')
    server.answer = jsonAnswer({ suggestions: [] })
    assert.equal(await geocoder().at({ latitude: 0, longitude: 0 }, newSignal()), null)
  })

  test('is not trusted: what has no point is left out, texts are one line and not too long', async () => {
    server.answer = suggestions(
      { geo_lat: null },
      { geo_lon: '181' },
      { geo_lat: 'север' },
      { street: 'Рубин\u202E\nштейна', house: '1'.repeat(500), city: 7 },
    )
    const found = await find('рубинштейна')
    assert.equal(found.length, 1)
    assert.equal(found[0]?.street, 'улица Рубин штейна')
    assert.equal(found[0]?.house.length, 120)
    server.answer = jsonAnswer({ suggestions: [null, 'адрес', { data: null }, {}] })
    assert.deepEqual(await find('рубинштейна'), [])
  })

  for (const [what, how] of BROKEN)
    test(`fails where its answer ${what}`, async () => {
      server.answer = how
      await assert.rejects(find('рубинштейна'))
    })

  for (const [status, closed] of [
    [401, true],
    [403, true],
    [429, false],
  ] as const)
    test(`fails where it refuses with ${status}`, async () => {
      server.answer = (reply) => reply.writeHead(status).end()
      await assert.rejects(
        find('рубинштейна'),
        (error) => error instanceof GeocoderFailed && error.closed === closed,
      )
    })

  test('is left as soon as nobody waits', async () => {
    const gone = new AbortController()
    server.answer = () => gone.abort()
    await assert.rejects(geocoder().find('рубинштейна', null, gone.signal), { name: 'AbortError' })
  })
})

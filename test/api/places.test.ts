import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { api } from '#contract/index.ts'
import { DEFAULT_ZONE } from '#domain/quiet-hours.ts'
import { cityNear, findCities, timeZoneAtPoint } from '#server/modules/places/places.service.ts'
import type { World } from '#test/support/world.ts'
import { makeWorld } from '#test/support/world.ts'

describe('towns by the beginning of their name', () => {
  let world: World
  before(async () => {
    world = await makeWorld()
  })
  after(() => world.close())

  async function towns(input: string): Promise<string[]> {
    return (await world.ok(api.session.cities, { query: { input } })).map((city) => city.name)
  }

  test('come with their region, place on the map and time zone', async () => {
    const [city, ...others] = await world.ok(api.session.cities, { query: { input: 'владивос' } })
    assert.deepEqual(others, [])
    assert.ok(city !== undefined)
    const { latitude, longitude, ...rest } = city
    assert.deepEqual(rest, {
      name: 'Владивосток',
      region: 'Приморский край',
      timeZone: 'Asia/Vladivostok',
    })
    assert.deepEqual([Math.round(latitude), Math.round(longitude)], [43, 132])
  })

  for (const [input, town] of [
    ['череповец', 'Череповец'],
    ['ЩЁЛКОВО', 'Щёлково'],
    ['Щелков', 'Щёлково'],
    ['ростов на д', 'Ростов-на-Дону'],
    ['Ростов-на-', 'Ростов-на-Дону'],
    [' нижний-нов', 'Нижний Новгород'],
    ['петропавловск-КАМ', 'Петропавловск-Камчатский'],
  ] as const)
    test(`«${input}» is ${town}`, async () => {
      assert.deepEqual(await towns(input), [town])
    })

  test('by what people call it', async () => {
    for (const [called, town] of [
      ['питер', 'Санкт-Петербург'],
      ['СПб', 'Санкт-Петербург'],
      ['мск', 'Москва'],
      ['екб', 'Екатеринбург'],
    ] as const)
      assert.equal((await towns(called))[0], town)
  })

  test('are found by a later word of their name, after those that begin so', async () => {
    assert.deepEqual((await towns('новгород')).slice(0, 2), ['Нижний Новгород', 'Великий Новгород'])
    assert.deepEqual(await towns('петербург'), ['Санкт-Петербург'])
    const found = await towns('орск')
    assert.equal(found[0], 'Орск')
    // The middle of a word does not match.
    assert.ok(!found.includes('Зеленогорск'))
    assert.deepEqual(await towns('такого города нет'), [])
  })

  for (const [input, town] of [
    ['Екатеренбург', 'Екатеринбург'],
    ['Новосибрск', 'Новосибирск'],
    ['rfpfym', 'Казань'],
    ['moskva', 'Москва'],
    ['nizhniy novgorod', 'Нижний Новгород'],
    ['vladivos', 'Владивосток'],
    ['yf[jlrf', 'Находка'],
  ] as const)
    test(`«${input}» is taken for ${town}`, async () => {
      assert.equal((await towns(input))[0], town)
    })

  test('are found by their name and region, and a small one by its whole name among larger ones', async () => {
    const input = 'Железногорск, Красноярский край'
    const found = await world.ok(api.session.cities, { query: { input } })
    assert.deepEqual(
      found.map(({ name, region }) => `${name}, ${region}`),
      [input],
    )
    assert.ok((await towns('Ая')).includes('Ая'))
    assert.ok((await towns('Яр')).includes('Яр'))
  })

  test('of Russia stand before those of its neighbours', async () => {
    const found = await towns('са')
    assert.deepEqual(found.slice(0, 2), ['Санкт-Петербург', 'Самара'])
    assert.deepEqual(await towns('стамбул'), ['Стамбул'])
  })

  test('stand by size, at most twenty', async () => {
    const found = await towns('к')
    assert.equal(found.length, 20)
    assert.deepEqual(found.slice(0, 3), ['Казань', 'Красноярск', 'Краснодар'])
  })

  for (const input of ['', '   '])
    test(`«${input}» is blank: the twenty largest`, async () => {
      const largest = await towns(input)
      assert.equal(largest.length, 20)
      assert.deepEqual(largest.slice(0, 3), ['Москва', 'Санкт-Петербург', 'Новосибирск'])
    })

  test('of one name are told apart by their regions', async () => {
    const found = await world.ok(api.session.cities, { query: { input: 'березовский' } })
    assert.deepEqual(
      found.map((city) => city.region),
      ['Свердловская область', 'Кемеровская область'],
    )
  })
})

describe('the town that a point belongs to', () => {
  for (const [where, latitude, longitude, town] of [
    ['the Kazan kremlin', 55.7989, 49.1064, 'Казань'],
    ['a street at the edge of Moscow, closer to a small town', 55.54, 37.53, 'Москва'],
    ['the middle of a small town beside Moscow', 55.7606, 37.8551, 'Реутов'],
    ['a town across the river from a larger one', 51.4829, 46.1216, 'Энгельс'],
    ['a village beside a city', 55.91, 49.305, 'Высокая Гора'],
  ] as const)
    test(`${where}: ${town}`, () => {
      assert.equal(cityNear(latitude, longitude)?.name, town)
    })

  test('is none where no town is within 40 km', () => {
    assert.equal(cityNear(66, 100), null)
    assert.equal(cityNear(0, -160), null)
  })
})

describe('the time zone of a point', () => {
  for (const [town, latitude, longitude, zone] of [
    ['Владивосток', 43.1056, 131.8735, 'Asia/Vladivostok'],
    ['Калининград', 54.7065, 20.511, 'Europe/Kaliningrad'],
    ['Екатеринбург', 56.8519, 60.6122, 'Asia/Yekaterinburg'],
    ['Петропавловск-Камчатский', 53.0444, 158.6507, 'Asia/Kamchatka'],
    ['Алматы', 43.2389, 76.8897, 'Asia/Almaty'],
    ['a town beside the border with another zone', 54.2, 74.9, 'Asia/Omsk'],
  ] as const)
    test(`${town}: ${zone}`, () => {
      assert.equal(timeZoneAtPoint(latitude, longitude), zone)
    })

  test('agrees with the one that each of the largest towns is listed with', () => {
    for (const city of findCities(''))
      assert.equal(timeZoneAtPoint(city.latitude, city.longitude), city.timeZone, city.name)
  })

  test('is that of Moscow where there is no point', () => {
    assert.equal(DEFAULT_ZONE, 'Europe/Moscow')
  })
})

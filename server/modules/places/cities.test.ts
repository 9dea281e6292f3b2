import assert from 'node:assert/strict'
import { readFileSync, statSync } from 'node:fs'
import { describe, test } from 'node:test'
import { parse } from 'csv-parse/sync'
import { readCities } from './cities.ts'
import { distanceKm, findCities } from './places.service.ts'
import { LARGE_TOWNS } from './large-towns.fixture.ts'

const cities = readCities()
const ofRussia = cities.filter(({ country }) => country === 'Россия')
const keyOf = ({ name, region }: { name: string; region: string }) => `${name}, ${region}`
const known = new Map(cities.map((city) => [keyOf(city), city]))

type ByHand = Record<'id' | 'name' | 'region' | 'latitude' | 'longitude', string>
const byHand: ByHand[] = parse(
  readFileSync(new URL('../../../scripts/city-names.csv', import.meta.url)),
  { columns: true, comment: '#', comment_no_infix: true },
)

describe('the table of towns', () => {
  test('has every town of Russia above 50 000 people under its right name, and no other', () => {
    const right = Object.entries(LARGE_TOWNS).flatMap(([region, names]) =>
      names.split(', ').map((name) => `${name}, ${region}`),
    )
    assert.ok(right.length >= 330)
    const large = ofRussia.filter(({ population }) => population >= 50_000).map(keyOf)
    assert.deepEqual(large.toSorted(), right.toSorted())
  })

  test('names nothing as another language does', () => {
    assert.ok(ofRussia.length > 4300)
    for (const { name } of cities) {
      assert.match(name, /^[А-ЯЁ][А-ЯЁа-яё]*\.?(?:[ -](?:[А-ЯЁа-яё]+\.?|\d))*$/u, name)
      // Bulgarian, Ukrainian, Serbian and Mongolian spellings that Russian does not use.
      assert.doesNotMatch(name, /шч|ець$|ськ$|[бвдзлмпст]ий$|ъ(?![еёюя])/u, name)
      assert.doesNotMatch(name, /^(?:Город|Посёлок|Деревня|Село|Станция) /u, name)
    }
    for (const cut of ['Казан', 'Перм', 'Твер', 'Рязан', 'Тюмен', 'Астрахан', 'Анадыр', 'Ярославл'])
      assert.ok(!cities.some(({ name }) => name === cut), cut)
  })

  test('tells towns of one name apart by their regions', () => {
    assert.equal(known.size, cities.length)
    for (const name of ['Железногорск', 'Берёзовский', 'Мирный', 'Благовещенск', 'Советск'])
      assert.ok(cities.filter((city) => city.name === name).length >= 2, name)
  })

  test('puts each town on the map, in a zone that is known, with its people', () => {
    const zones = new Set(Intl.supportedValuesOf('timeZone'))
    for (const { name, region, latitude, longitude, timeZone, population } of cities) {
      assert.match(region, /^[А-ЯЁ][А-ЯЁа-яё ()—-]+$/u)
      assert.ok(zones.has(timeZone), `${name}: ${timeZone}`)
      assert.ok(latitude > 25 && latitude < 74 && (longitude > 19 || longitude < -168), name)
      assert.ok(Number.isInteger(population) && population >= 500, name)
    }
    for (const { name, latitude } of ofRussia) assert.ok(latitude > 41, name)
  })

  test('has the towns of Russia before all others, the most populous first', () => {
    assert.deepEqual(
      cities.slice(0, 3).map(({ name }) => name),
      ['Москва', 'Санкт-Петербург', 'Новосибирск'],
    )
    const weights = cities.map(({ country, population }) =>
      country === 'Россия' ? population + 1e9 : population,
    )
    assert.deepEqual(
      weights,
      weights.toSorted((a, b) => b - a),
    )
  })

  test('stays small', () => {
    assert.ok(statSync(new URL('./cities.csv', import.meta.url)).size < 400_000)
  })

  test('says what was named by hand', () => {
    const ids = byHand.map(({ id }) => id).filter((id) => id !== '')
    assert.equal(new Set(ids).size, ids.length)
    const names = new Set(cities.map(({ name }) => name))
    const named = byHand.filter(({ name }) => name !== '-')
    assert.ok(named.length > 500)
    assert.deepEqual(
      named.filter(({ name }) => !names.has(name)),
      [],
    )
    for (const { name, latitude, longitude } of named.filter((hand) => hand.latitude !== '')) {
      const point = { latitude: Number(latitude), longitude: Number(longitude) }
      assert.ok(
        cities.some((city) => city.name === name && distanceKm(city, point) < 1),
        name,
      )
    }
  })

  test('has the larger towns of the neighbours under their Russian names', () => {
    for (const key of ['Минск, Беларусь', 'Алматы, Казахстан', 'Тбилиси, Грузия', 'Рига, Латвия'])
      assert.ok(known.has(key), key)
    assert.equal(known.get('Стамбул, Турция')?.country, 'Турция')
  })

  test('finds the largest for a blank text, and none for signs alone', () => {
    assert.equal(findCities('  ')[0]?.name, 'Москва')
    assert.deepEqual(findCities('🎸'), [])
    assert.equal(findCities('[f,f')[0]?.name, 'Хабаровск')
  })
})

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Refusal } from '#domain/refusal.ts'
import type { FoundAddress, Geocoder } from '#server/integrations/geocoder/geocoder.ts'
import {
  addressAt,
  addressLine,
  findAddressAt,
  findAddresses,
  townOfAddress,
  wholeLine,
} from './addresses.service.ts'

const KREMLIN = { latitude: 55.7989, longitude: 49.1064 }
const NOWHERE = { latitude: 66, longitude: 100 }
const RUBINSTEIN: FoundAddress = {
  country: 'Россия',
  county: 'Санкт-Петербург',
  city: 'Санкт-Петербург',
  street: 'улица Рубинштейна',
  house: '13',
  latitude: 59.9297,
  longitude: 30.3446,
}

function outside(found: FoundAddress[] | Error): Geocoder {
  const answer = async () => {
    if (found instanceof Error) throw found
    return found
  }
  return { find: answer, at: async () => (await answer())[0] ?? null }
}
const withNobody = { geocoder: null }
const linesOf = (found: FoundAddress[]) => found.map(wholeLine)

describe('addresses without a geocoder', () => {
  for (const [text, line] of [
    ['Казань', 'Казань, Республика Татарстан'],
    ['казан', 'Казань, Республика Татарстан'],
    ['Казань, улица Баумана, 5', 'Казань, Республика Татарстан'],
    ['г. Казань ул Баумана 5', 'Казань, Республика Татарстан'],
    ['улица Баумана, 5, Казань', 'Казань, Республика Татарстан'],
    ['нижний новгород большая покровская', 'Нижний Новгород, Нижегородская область'],
    ['Москва', 'Москва'],
  ] as const)
    test(`«${text}» is at least a town: ${line}`, async () => {
      assert.equal(linesOf(await findAddresses(withNobody, text, null))[0], line)
    })

  test('of towns of one name give them all, told apart by their regions', async () => {
    const found = await findAddresses(withNobody, 'Берёзовский, Театральная улица', null)
    assert.deepEqual(linesOf(found), [
      'Берёзовский, Свердловская область',
      'Берёзовский, Кемеровская область',
    ])
  })

  test('are none where no town is named, and none for a blank text', async () => {
    assert.deepEqual(await findAddresses(withNobody, 'улица Баумана, 5', null), [])
    assert.deepEqual(await findAddresses(withNobody, '  ,  ', null), [])
  })

  test('are no stanitsa of the name of a street, unless it is called one', async () => {
    for (const text of ['Советская, 5', 'Ленина 5', 'Красноармейская', 'Октябрьский проспект, 7'])
      assert.deepEqual(await findAddresses(withNobody, text, null), [], text)
    const [first] = linesOf(await findAddresses(withNobody, 'ст. Советская', null))
    assert.equal(first, 'Советская, Краснодарский край')
    assert.deepEqual(linesOf(await findAddresses(withNobody, 'Казань, Советская 5', null)), [
      'Казань, Республика Татарстан',
    ])
  })

  for (const [text, town] of [
    ['Казань, Баумана, 5', 'Казань'],
    ['ул. Баумана, 5, г. Казань', 'Казань'],
    ['Берёзовский, Кемеровская область, ул. Мира, 1', 'Берёзовский'],
    ['станица Ленинградская, ул. Красная, 3', 'Ленинградская'],
    ['Москва', 'Москва'],
    ['Берёзовский, ул. Мира, 1', undefined],
    ['Ленинградская, 5', undefined],
    ['Октябрьский проспект, 7', undefined],
    ['ул. Пушкина, 5', undefined],
    ['', undefined],
  ] as const)
    test(`«${text}» typed without a pin is in ${town ?? 'no town for sure'}`, () => {
      assert.equal(townOfAddress(text)?.city, town)
    })

  test('at a point are its town, with the pin where it was set', async () => {
    const found = await addressAt(withNobody, KREMLIN)
    assert.deepEqual(
      { ...found, line: wholeLine(found), address: addressLine(found) },
      {
        ...KREMLIN,
        country: 'Россия',
        county: 'Республика Татарстан',
        city: 'Казань',
        street: '',
        house: '',
        line: 'Казань, Республика Татарстан',
        address: '',
      },
    )
  })

  test('far from all towns are refused in words', async () => {
    await assert.rejects(
      addressAt(withNobody, NOWHERE),
      (error) => error instanceof Refusal && error.code === 'NOT_FOUND',
    )
    assert.equal(await findAddressAt(withNobody, NOWHERE), null)
  })

  for (const [field, point] of [
    ['latitude', { latitude: 90.1, longitude: 0 }],
    ['latitude', { latitude: Number.NaN, longitude: 0 }],
    ['longitude', { latitude: 0, longitude: -181 }],
  ] as const)
    test(`a ${field} that is none is refused at its field`, async () => {
      const refused = (error: unknown) =>
        error instanceof Refusal &&
        error.code === 'VALIDATION' &&
        error.fields?.[field] !== undefined
      await assert.rejects(addressAt(withNobody, point), refused)
      await assert.rejects(findAddresses(withNobody, 'Казань', point), refused)
    })
})

describe('addresses of a geocoder', () => {
  test('are given as it found them', async () => {
    const ctx = { geocoder: outside([RUBINSTEIN]) }
    assert.deepEqual(linesOf(await findAddresses(ctx, 'рубинштейна 13', null)), [
      'Санкт-Петербург, улица Рубинштейна, 13',
    ])
    const pin = { latitude: 59.9301, longitude: 30.345 }
    assert.deepEqual(await addressAt(ctx, pin), { ...RUBINSTEIN, ...pin })
  })

  test('name a town as our own table does, so that its concerts are found', async () => {
    const oryol = { ...RUBINSTEIN, city: 'орел', latitude: 52.97, longitude: 36.08 }
    const nameless = { ...RUBINSTEIN, ...KREMLIN, city: '' }
    const unknown = { ...RUBINSTEIN, city: 'Новая Деревенька' }
    const ctx = { geocoder: outside([oryol, nameless, unknown]) }
    assert.deepEqual(
      (await findAddresses(ctx, 'ленина 1', null)).map(({ city }) => city),
      ['Орёл', 'Казань', 'Новая Деревенька'],
    )
  })

  for (const [what, found] of [
    ['fails', new Error('down')],
    ['finds nothing', []],
  ] as const)
    test(`are those of our own table where it ${what}`, async () => {
      const ctx = { geocoder: outside(found as Error) }
      assert.deepEqual(linesOf(await findAddresses(ctx, 'Казань, Баумана 5', null)), [
        'Казань, Республика Татарстан',
      ])
      assert.equal((await addressAt(ctx, KREMLIN)).city, 'Казань')
      assert.equal((await findAddressAt(ctx, KREMLIN))?.country, 'Россия')
    })

  test('are ten at most', async () => {
    const many = Array.from({ length: 30 }, () => RUBINSTEIN)
    const ctx = { geocoder: outside(many) }
    assert.equal((await findAddresses(ctx, 'рубинштейна', null)).length, 10)
  })
})

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { rateLimitedGeocoder, GeocoderFailed } from './geocoder.ts'
import type { FoundAddress } from './geocoder.ts'

const MINUTE = 60_000
const STAGE = { latitude: 59.93, longitude: 30.34 }
const FOUND: FoundAddress = {
  ...STAGE,
  country: 'Россия',
  county: '',
  city: 'Санкт-Петербург',
  street: '',
  house: '',
}

type SetUpOptions = {
  perDay?: number
  limitMs?: number
  spendSharedQuota?: (day: string) => Promise<boolean>
}

function setUp({ perDay = 100, limitMs = 3000, ...more }: SetUpOptions = {}) {
  const logged: string[] = []
  const world = {
    at: new Date('2026-11-21T18:00:00Z'),
    asked: 0,
    logged,
    answer: (async () => [FOUND]) as (signal: AbortSignal) => Promise<FoundAddress[]>,
    find: (text: string) => limited.find(text, null, new AbortController().signal),
    pass: (ms: number) => (world.at = new Date(world.at.getTime() + ms)),
  }
  const limited = rateLimitedGeocoder({
    perDay,
    limitMs,
    ...more,
    now: () => world.at,
    log: { warn: (_, text) => logged.push(text), info: (_, text) => logged.push(text) },
    geocoder: {
      async find(_text, near, signal, mayAskAgain = async () => true) {
        world.asked += 1
        if (near !== null && (await mayAskAgain())) world.asked += 1
        return world.answer(signal)
      },
      async at(_point, signal) {
        world.asked += 1
        return (await world.answer(signal))[0] ?? null
      },
    },
  })
  return { ...world, world, limited }
}

const fails = async () => {
  throw new GeocoderFailed('down')
}

describe('a geocoder that is spared', () => {
  test('is asked once for one question, however it is written and however many ask at once', async () => {
    const { world, find } = setUp()
    const answers = await Promise.all([
      find('Рубинштейна, 13'),
      find('рубинштейна  13'),
      find('РУБИНШТЕЙНА 13'),
    ])
    assert.equal(world.asked, 1)
    assert.deepEqual(answers, [[FOUND], [FOUND], [FOUND]])
    await find('рубинштейна 13')
    assert.equal(world.asked, 1)
    world.pass(24 * 60 * MINUTE + 1)
    await find('рубинштейна 13')
    assert.equal(world.asked, 2)
  })

  test('counts each question of one search, and asks no second one beyond the quota', async () => {
    const { world, limited } = setUp({ perDay: 3 })
    const signal = new AbortController().signal
    await limited.find('рубинштейна', STAGE, signal)
    assert.equal(world.asked, 2)
    await limited.find('моховая', STAGE, signal)
    assert.equal(world.asked, 3)
    await assert.rejects(limited.find('фонтанка', null, signal))
  })

  test('tells points from one another by some ten metres', async () => {
    const { world, limited } = setUp()
    const signal = new AbortController().signal
    await limited.at(STAGE, signal)
    await limited.at({ ...STAGE, latitude: STAGE.latitude + 0.00001 }, signal)
    assert.equal(world.asked, 1)
    await limited.at({ ...STAGE, latitude: STAGE.latitude + 0.001 }, signal)
    assert.equal(world.asked, 2)
  })

  test('is left alone for a minute after three failures in a row, and told of once', async () => {
    const { world, find } = setUp()
    world.answer = fails
    for (const text of ['а', 'б', 'в', 'г', 'д']) await assert.rejects(find(text))
    assert.equal(world.asked, 3)
    assert.deepEqual(world.logged, ['the geocoder does not answer'])
    world.answer = async () => [FOUND]
    world.pass(MINUTE + 1)
    assert.deepEqual(await find('а'), [FOUND])
    assert.deepEqual(world.logged.slice(1), ['the geocoder answers again'])
  })

  test('is left alone for a quarter of an hour after it refused the key', async () => {
    const { world, find } = setUp()
    world.answer = async () => {
      throw new GeocoderFailed('403', true)
    }
    await assert.rejects(find('а'))
    world.pass(14 * MINUTE)
    await assert.rejects(find('б'))
    assert.equal(world.asked, 1)
    world.pass(2 * MINUTE)
    await assert.rejects(find('в'))
    assert.equal(world.asked, 2)
  })

  test('is asked no more than its quota allows in a day of Moscow', async () => {
    const { world, find } = setUp({ perDay: 2 })
    await find('а')
    await find('б')
    await assert.rejects(find('в'), GeocoderFailed)
    // A cached answer costs nothing.
    await find('а')
    assert.equal(world.asked, 2)
    world.at = new Date('2026-11-21T21:00:01Z')
    await find('в')
    assert.equal(world.asked, 3)
  })

  test('is asked no more than all processes may together, though this one has asked little', async () => {
    const days: string[] = []
    let left = 2
    const { world, find } = setUp({
      async spendSharedQuota(day) {
        days.push(day)
        left -= 1
        return left >= 0
      },
    })
    await find('а')
    world.at = new Date('2026-11-21T21:00:01Z')
    await find('б')
    await assert.rejects(find('в'), GeocoderFailed)
    assert.equal(world.asked, 2)
    assert.deepEqual(days, ['2026-11-21', '2026-11-22', '2026-11-22'])
  })

  test('is asked no more than sixteen questions at once', async () => {
    const { world, find } = setUp()
    const answer = Promise.withResolvers<FoundAddress[]>()
    world.answer = () => answer.promise
    const asked = Array.from({ length: 20 }, (_, at) => find(`улица ${at}`))
    await Promise.all(asked.slice(16).map((one) => assert.rejects(one, GeocoderFailed)))
    assert.equal(world.asked, 16)
    answer.resolve([FOUND])
    await Promise.all(asked.slice(0, 16))
    assert.deepEqual(await find('улица 19'), [FOUND])
  })

  test('is not waited for longer than a limit', async () => {
    const { world, find } = setUp({ limitMs: 5 })
    world.answer = (signal) =>
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    await assert.rejects(find('а'), { name: 'TimeoutError' })
  })
})

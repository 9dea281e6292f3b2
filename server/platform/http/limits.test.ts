import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import type { AnyEndpoint } from '#contract/endpoint.ts'
import { api, everyEndpoint } from '#contract/index.ts'
import { Refusal } from '#domain/refusal.ts'
import { freshAddress } from '#test/support/steps/newcomer.ts'
import { makeWorld } from '#test/support/world.ts'
import { memoryAllowances } from '../limits/rate-counters.ts'
import { HALL, localLimits, makeLimits, RATES } from './limits.ts'
import type { RateName } from './limits.ts'

const names = Object.keys(RATES) as RateName[]

/** Stops the clock until the test moves it, so that a busy machine refills no allowance. */
function stopTime(t: TestContext) {
  t.mock.timers.enable({ apis: ['Date', 'setTimeout'] })
  return (ms: number) => t.mock.timers.tick(ms)
}

describe('a limit', () => {
  test('lets pass exactly its points, for each key by itself, and says how long to wait', async (t) => {
    const wait = stopTime(t)
    for (const name of names) {
      const { points, seconds } = RATES[name]
      const limits = localLimits()
      for (let spent = 0; spent < points; spent += 1) await limits.spend(name, 'hall')
      await assert.rejects(limits.spend(name, 'hall'), (error) => {
        assert.ok(error instanceof Refusal)
        assert.equal(error.code, 'TOO_MANY')
        assert.equal(error.retryAfterSeconds, seconds)
        return true
      })
      await limits.spend(name, 'home')
      wait(seconds * 1000)
      await limits.spend(name, 'hall')
    }
  })

  test('of an address is one for all addresses of its network', async (t) => {
    stopTime(t)
    const limits = localLimits()
    const { points } = RATES.orderOfConcertAndAddress
    const spend = (nth: number) =>
      limits.spend('orderOfConcertAndAddress', `concert 2001:db8:1:2::${nth.toString(16)}`)
    for (let nth = 0; nth < points; nth += 1) await spend(nth)
    await assert.rejects(spend(points), { code: 'TOO_MANY' })
    await limits.spend('orderOfConcertAndAddress', 'concert 2001:db8:1:3::1')
    await limits.spend('orderOfConcertAndAddress', 'another 2001:db8:1:2::1')
  })

  test('of an artist is spent only by calls that need an artist', () => {
    for (const { name, endpoint } of everyEndpoint())
      for (const rate of endpoint.rates)
        if (RATES[rate].key[0] === 'artist') assert.notEqual(endpoint.access, 'anyone', name)
  })

  test('of one kind takes nothing from another', async (t) => {
    stopTime(t)
    const limits = localLimits()
    for (let spent = 0; spent < RATES.loginOfAccount.points; spent += 1)
      await limits.spend('loginOfAccount', 'lada')
    await limits.spend('loginOfAddress', 'lada')
  })
})

test('the searches share one limit for an address, and another address does not meet it', async (t) => {
  const world = await makeWorld()
  t.after(() => world.close())
  const address = freshAddress()
  stopTime(t)
  const each = Math.ceil(RATES.searchOfAddress.points / 3) + 10
  // Without input each is refused at once, and counted all the same.
  const ask = (search: AnyEndpoint) => world.call(search, {}, { address })
  const flood = await Promise.all(
    [api.page.searchByName, api.session.cities, api.songs.findSong].flatMap((search) =>
      Array.from({ length: each }, () => ask(search)),
    ),
  )
  const refused = flood.filter(({ status }) => status === 429)
  assert.equal(flood.length - refused.length, RATES.searchOfAddress.points)
  for (const { failure, headers } of refused) {
    assert.equal(failure.code, 'TOO_MANY')
    assert.equal(headers['retry-after'], '1')
  }
  const elsewhere = await world.call(api.session.cities, {}, { address: freshAddress() })
  assert.equal(elsewhere.status, 400)
  // Before the world ends, which clears timers that were set in real time.
  t.mock.timers.reset()
})

const SOME_SONG = '019a0000-0000-7000-8000-000000000000'

test('questions that weigh all concerts share one limit for an address', async (t) => {
  const world = await makeWorld()
  t.after(() => world.close())
  const address = freshAddress()
  stopTime(t)
  const nowhere = { coords: { latitude: 91, longitude: 0 }, songs: [] }
  const asked = await Promise.all(
    Array.from({ length: RATES.findOfAddress.points }, () =>
      world.call(api.session.searchRecommended, { body: nowhere }, { address }),
    ),
  )
  assert.ok(asked.every(({ status }) => status === 400))
  const refused = [
    await world.call(api.session.searchRecommended, { body: nowhere }, { address }),
    await world.call(api.session.searchLocations, { body: { city: 'Омск' } }, { address }),
    await world.call(api.session.getSessions, { body: { songIds: [SOME_SONG] } }, { address }),
    await world.call(api.session.getSessions, { body: { city: 'Омск' } }, { address }),
  ]
  assert.deepEqual(
    refused.map(({ status }) => status),
    // A poster without songs is what all listeners of a venue open.
    [429, 429, 429, 200],
  )
  t.mock.timers.reset()
})

test('an installation may allow a larger hall than two thousand', async (t) => {
  stopTime(t)
  const hall = { ...HALL, newDevicesPerSecond: 21, ordersPerMinute: 61 }
  const limits = makeLimits({ shared: memoryAllowances(), hall })
  for (let nth = 0; nth < 21; nth += 1) await limits.spend('newDeviceOfAddress', 'hall')
  await assert.rejects(limits.spend('newDeviceOfAddress', 'hall'), { code: 'TOO_MANY' })
  for (let nth = 0; nth < 61; nth += 1) await limits.spend('orderOfConcertAndAddress', 'c hall')
  await assert.rejects(limits.spend('orderOfConcertAndAddress', 'c hall'), { code: 'TOO_MANY' })
})

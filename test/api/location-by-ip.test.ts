import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { api } from '#contract/index.ts'
import { tablesIpLocation } from '#server/integrations/ip-location/ip-location.ts'
import { callerFirstLook } from '#server/modules/places/caller-location.service.ts'
import { makeWorld } from '#test/support/world.ts'
import type { World } from '#test/support/world.ts'

let world: World
let asked: string[] = []
before(async () => {
  const table = tablesIpLocation({ log: { error: (_, sentence) => assert.fail(sentence) } })
  const ipLocation = {
    async locationOf(address: string) {
      asked.push(address)
      return table.locationOf(address)
    },
  }
  world = await makeWorld({ ipLocation })
})
after(() => world.close())

const firstLook = (address: string) => callerFirstLook(world.app.ctx, address)

const told = (address: string) => world.ok(api.test.getLocationByIp, {}, { address })

test('a caller is told his country in Russian, and his town where it is known', async () => {
  assert.equal(await told('77.88.8.8'), 'Россия, Москва (адрес 77.88.8.8)')
  assert.equal(await told('::ffff:77.88.8.8'), 'Россия, Москва (адрес 77.88.8.8)')
  assert.equal(await told('2a02:6b8::feed:ff'), 'Россия, Москва (адрес 2a02:6b8::feed:ff)')
  assert.equal(await told('8.8.8.8'), 'Соединенные Штаты (адрес 8.8.8.8)')
})

test('an address of the own network is in no country, and no table is asked about it', async () => {
  asked = []
  const inner = ['127.0.0.1', '10.1.2.3', '172.31.0.1', '192.168.0.7', '100.64.0.1', '::1']
  for (const address of [...inner, 'fe80::1', 'fd00::1', '2001:db8::1', '::ffff:127.0.0.1'])
    assert.match(await told(address), /внутренний: страны у него нет\.$/u, address)
  assert.deepEqual(asked, [])
})

test('an address that nobody knows is said to be unknown', async () => {
  assert.equal(await told('192.88.99.1'), 'Страна адреса 192.88.99.1 неизвестна.')
})

test('a map begins at the town of an address, or where most people of its country live', async () => {
  assert.deepEqual(await firstLook('84.237.50.1'), {
    latitude: 55.04,
    longitude: 82.93,
    byTown: true,
    town: 'Новосибирск',
  })
  assert.deepEqual(await firstLook('::ffff:84.237.50.1'), await firstLook('84.237.50.1'))
  assert.deepEqual(await firstLook('178.124.0.1'), {
    latitude: 53.9,
    longitude: 27.6,
    byTown: false,
    town: null,
  })
})

test('a map begins as for everybody where an address says nothing of use', async () => {
  for (const address of ['127.0.0.1', '10.1.2.3', '::1', '240.0.0.1', '8.8.8.8'])
    assert.equal(await firstLook(address), null, address)
})

test('the call is not there unless the test calls are switched on', async () => {
  const closed = await makeWorld({ testCalls: false })
  try {
    await closed.refused('NOT_FOUND', api.test.getLocationByIp)
  } finally {
    await closed.close()
  }
})

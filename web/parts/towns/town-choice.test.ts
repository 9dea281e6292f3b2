import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Caller } from '#web/lib/calls/call.ts'
import type { KnownTown } from './town-choice.ts'
import { around, uniqueTownName, townOf } from './town-choice.ts'

const town = (name: string, region: string, latitude: number, longitude: number): KnownTown => ({
  name,
  region,
  latitude,
  longitude,
  timeZone: 'Europe/Moscow',
})
const KURSK = town('Железногорск', 'Курская область', 52.33, 35.37)
const SIBERIA = town('Железногорск', 'Красноярский край', 56.25, 93.53)
const FOUND = [KURSK, SIBERIA, town('Железногорск-Илимский', 'Иркутская область', 56.58, 104.12)]
const caller = (async () => FOUND) as unknown as Caller

test('a typed name means the largest town of it, and with a region the one that lies there', async () => {
  assert.deepEqual(await townOf(caller, ' железногорск'), { town: KURSK, others: [] })
  assert.equal((await townOf(caller, 'Железногорск, Красноярский край')).town, SIBERIA)
  assert.deepEqual(await townOf(caller, 'железногор'), { town: null, others: FOUND })
})

test('an address names the region where a larger town has the same name', () => {
  assert.deepEqual(
    FOUND.map((one) => uniqueTownName(one, FOUND)),
    ['Железногорск', 'Железногорск, Красноярский край', 'Железногорск-Илимский'],
  )
})

test('the map of a town leaves out the concerts of another town of its name', () => {
  const pins = [
    { latitude: 52.3, longitude: 35.4 },
    { latitude: 56.3, longitude: 93.6 },
  ]
  assert.deepEqual(around(KURSK, pins), [pins[0]])
  assert.deepEqual(around(SIBERIA, pins), [pins[1]])
})

import assert from 'node:assert/strict'
import { after as afterAll, afterEach, before, test } from 'node:test'
import { FLOAT } from '#server/sandbox/bank/books.ts'
import { ledgerOf } from '#test/support/ledger.ts'
import { after, assertSound, DAY, paidHall, tipped } from '#test/support/paid-hall.ts'
import { makeWorld } from '#test/support/world.ts'
import type { World } from '#test/support/world.ts'

let world: World
before(async () => {
  world = await makeWorld()
})
afterEach(() => assertSound(world))
afterAll(() => world.close())

test('money of the first days is found in the registry however many nights were missed', async () => {
  const hall = await paidHall(world)
  await tipped(world, hall.artist.username, 10_000)
  await after(world, 3 * DAY)
  await world.app.services.books.night()
  const { merchant } = await world.bank.totals()
  assert.ok(merchant > FLOAT)
  assert.equal((await ledgerOf(world, 'settlement_cash')).posted, merchant - FLOAT)
})

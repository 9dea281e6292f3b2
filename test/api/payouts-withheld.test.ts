import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { api } from '#contract/index.ts'
import { kopecks } from '#domain/money.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#domain/time.ts'
import type { Bank, NamedPayout } from '#server/integrations/bank/bank.ts'
import { checkNumber } from '#server/modules/checkout/number-check.service.ts'
import { withdraw } from '#server/modules/payouts/payouts.service.ts'
import {
  advanceAndSettle,
  checkedNumber,
  NUMBER,
  paidConcert,
  worldWithAudit,
} from '#test/support/paid-concert.ts'
import { withBank } from '#test/support/product/second-process.ts'
import { ARTIST_PASSWORD } from '#test/support/world.ts'
import type { World } from '#test/support/world.ts'

let world: World
worldWithAudit((opened) => (world = opened))

/** An artist who has earned ninety rubles, with a number that takes payouts. */
async function earner() {
  const concert = await paidConcert(world, { artist: checkedNumber(world) })
  const { song } = await concert.paid('sbp')
  await concert.played(song)
  await advanceAndSettle(world, 21 * SECOND_MS)
  assert.equal(await concert.owed(), 9000)
  return concert
}

const PROOF = {
  token: { hash: '', openedAt: new Date(0), provedAt: null },
  currentPassword: ARTIST_PASSWORD,
  address: '10.0.0.9',
  spendTry: async () => {},
}

const payoutOf = (artistId: string) =>
  world.sql
    .selectFrom('payouts')
    .select(['state', 'attention'])
    .where('artistId', '=', artistId)
    .executeTakeFirst()

describe('a payout', () => {
  test('of which the bank took down another sum is not sent, and a person is asked', async () => {
    const concert = await earner()
    const told: string[] = []
    let times = 10
    const look = async (real: Bank, payout: NamedPayout) => {
      const looked = await real.lookAtPayout(payout)
      if (looked.outcome !== 'ok') return looked
      const amount = kopecks(looked.value.amount * times)
      return { ...looked, value: { ...looked.value, amount } }
    }
    await withBank(
      world,
      (real) => ({
        lookAtPayout: (payout) => look(real, payout),
        pay: (payout) => {
          told.push(payout.bankPayoutId)
          return real.pay(payout)
        },
      }),
      async (process) => {
        await withdraw(process.ctx, concert.artist.id, null)
        await process.settle()
        world.advance(MINUTE_MS)
        await process.settle()
        assert.deepEqual(told, [])
        assert.deepEqual(await payoutOf(concert.artist.id), {
          state: 'initiated',
          attention: 'amount_mismatch',
        })
        const admin = await world.artist({ role: 'ADMIN' })
        const { stuck } = await world.ok(api.payment.stuck, {}, admin)
        const row = stuck.find(({ artistUsername }) => artistUsername === concert.artist.username)
        assert.match(row?.what ?? '', /^Сумма выплаты у банка не та/u)
        assert.deepEqual(row?.actions, ['retry'], 'a payout cannot be closed')
        times = 1
        // The bank has given that one up meanwhile, so the call to pay is for the next.
        for (const pause of [HOUR_MS, MINUTE_MS]) {
          world.advance(pause)
          await process.settle()
        }
        assert.equal(told.length, 1)
      },
    )
    await advanceAndSettle(world, HOUR_MS)
    assert.equal((await payoutOf(concert.artist.id))?.state, 'completed')
  })

  test('that waited while payouts were stopped goes out at once when they are let go', async () => {
    const concert = await earner()
    await world.sql
      .insertInto('moneyMarks')
      .values({ name: 'payouts-paused', value: 'пусто', at: world.now() })
      .onConflict((on) => on.column('name').doUpdateSet({ value: 'пусто' }))
      .execute()
    await world.ok(api.payment.payout, {}, concert.as)
    for (let hours = 0; hours < 9; hours += 1) await advanceAndSettle(world, HOUR_MS)
    assert.equal((await payoutOf(concert.artist.id))?.state, 'reserved')
    const admin = await world.artist({ role: 'ADMIN' })
    await world.ok(api.payment.resumePayouts, {}, admin)
    await advanceAndSettle(world, 10 * SECOND_MS)
    await advanceAndSettle(world, 10 * SECOND_MS)
    assert.equal((await payoutOf(concert.artist.id))?.state, 'completed')
  })
})

describe('where the contract with the bank has no payouts', () => {
  const none = (real: Bank) => ({ ...real, paysOut: false })

  test('what was earned stays available', async () => {
    const concert = await earner()
    await withBank(world, none, async (process) => {
      await assert.rejects(withdraw(process.ctx, concert.artist.id, null), {
        code: 'PAYMENTS_DOWN',
      })
      await concert.end()
      world.advance(25 * HOUR_MS)
      await process.settle()
    })
    assert.equal(await payoutOf(concert.artist.id), undefined)
    assert.equal((await concert.balance()).available, 9000)
  })

  test('nobody is asked for ten rubles that could not prove a number', async () => {
    const artist = await world.artist()
    await withBank(world, none, async (process) => {
      const typed = { phoneNumber: NUMBER.phone, sbpNumberId: NUMBER.bank }
      await assert.rejects(checkNumber(process.ctx, artist.id, typed, PROOF), {
        code: 'PAYMENTS_DOWN',
      })
    })
    assert.equal((await world.ok(api.payment.number, {}, artist)).state, 'unset')
  })
})

test('a number that is checked by two presses at once is checked by one payment', async () => {
  // The number is saved already, so that saving it again changes and locks no row.
  const known = { phoneNumber: NUMBER.phone, sbpNumberId: NUMBER.bank }
  const artist = await world.artist(known)
  const typed = { phoneNumber: NUMBER.phone, sbpNumberId: NUMBER.bank }
  const press = () => checkNumber(world.app.ctx, artist.id, typed, PROOF)
  // Opens the connections first; otherwise the first press would run alone.
  await Promise.all(Array.from({ length: 8 }, () => world.ok(api.payment.number, {}, artist)))
  const pages = await Promise.all(Array.from({ length: 8 }, press))
  assert.equal(new Set(pages).size, 1)
})

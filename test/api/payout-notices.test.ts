import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { api } from '#contract/index.ts'
import { MINUTE_MS, SECOND_MS } from '#domain/time.ts'
import { runDueMoney } from '#server/modules/payment-worker/due-money.service.ts'
import {
  advanceAndSettle,
  checkedNumber,
  worldWithAudit,
  tipped,
} from '#test/support/paid-concert.ts'
import { secondProcess } from '#test/support/product/second-process.ts'
import type { TestArtist, World } from '#test/support/world.ts'

let world: World
worldWithAudit((opened) => (world = opened))

let phones = 0
/** An artist with 950 ₽ being paid out to a number that no other test uses. */
async function paidOut() {
  const phone = `7906${String(1_000_000 + (phones += 1))}`
  const artist: TestArtist = await world.artist({ ...checkedNumber(world), phoneNumber: phone })
  await tipped(world, artist.username, 100_000)
  const { payoutId } = await world.ok(api.payment.payout, {}, { token: artist.token })
  await world.settle()
  return {
    payoutId,
    phone,
    balance: () => world.ok(api.payment.balance, {}, { token: artist.token }),
  }
}

const storedNotices = (payoutId: string) =>
  world.sql
    .selectFrom('bankNotices')
    .select(['word', 'verified', 'times'])
    .where('payoutId', '=', payoutId)
    .execute()

const payoutRow = (payoutId: string) =>
  world.sql
    .selectFrom('payouts')
    .select(['state', 'dueAt'])
    .where('id', '=', payoutId)
    .executeTakeFirstOrThrow()

const stateOf = async (payoutId: string) => (await payoutRow(payoutId)).state
const arrived = async (phone: string) => (await world.bank.inbox(phone)).map(({ amount }) => amount)

/** A payout that the bank has processed for so long that the next look is due only later. */
async function slow() {
  await world.bank.faults.set({ kind: 'slow_payout', times: 1 })
  const payout = await paidOut()
  for (let looks = 0; looks < 12; looks += 1) await advanceAndSettle(world, 20 * MINUTE_MS)
  const { state, dueAt } = await payoutRow(payout.payoutId)
  assert.equal(state, 'sent')
  assert.ok(dueAt !== null && dueAt > world.now())
  return payout
}

/** The bank goes on with pending payouts and sends its notices. */
async function bankGoesOn() {
  await world.bank.tick()
  await world.bank.idle()
}

describe('the bank’s own notice of a payout', () => {
  test('ends the payout at once, however long it would wait to ask', async () => {
    const { payoutId, phone, balance } = await slow()
    await world.bank.faults.clear()
    await bankGoesOn()
    await runDueMoney(world.app.ctx)
    assert.equal(await stateOf(payoutId), 'completed')
    assert.deepEqual(await storedNotices(payoutId), [
      { word: 'COMPLETED', verified: true, times: 1 },
    ])
    assert.deepEqual(await arrived(phone), [95_000])
    assert.equal((await balance()).paidOut, 95_000)
  })

  test('of a refusal brings the money back at once', async () => {
    await world.bank.faults.set({ kind: 'refused_payout', times: 1 })
    const { payoutId, balance } = await paidOut()
    world.advance(2 * SECOND_MS)
    await world.settle()
    assert.equal(await stateOf(payoutId), 'rejected')
    assert.deepEqual(await storedNotices(payoutId), [
      { word: 'REJECTED', verified: true, times: 1 },
    ])
    assert.equal((await balance()).available, 95_000)
  })

  test('with a wrong token is called forged and changes nothing', async () => {
    const { payoutId } = await slow()
    const earlier = await payoutRow(payoutId)
    await world.bank.faults.clear()
    await world.bank.faults.set({ kind: 'notice_forged', times: 1 })
    await bankGoesOn()
    await runDueMoney(world.app.ctx)
    assert.deepEqual(await storedNotices(payoutId), [])
    assert.deepEqual(await payoutRow(payoutId), earlier)
    for (let looks = 0; looks < 4; looks += 1) await advanceAndSettle(world, 20 * MINUTE_MS)
    assert.equal(await stateOf(payoutId), 'completed')
  })

  test('of another sum ends nothing by itself: the bank is asked', async () => {
    const { payoutId, phone } = await slow()
    await world.bank.faults.clear()
    await world.bank.faults.set({ kind: 'notice_wrong_amount', times: 1 })
    await bankGoesOn()
    await runDueMoney(world.app.ctx)
    assert.equal(await stateOf(payoutId), 'completed')
    assert.deepEqual(await arrived(phone), [95_000])
  })

  test('that comes late and three times is kept once and pays nothing more', async () => {
    const { payoutId, phone } = await paidOut()
    await world.bank.faults.set({ kind: 'notice_late', seconds: 600 })
    await world.bank.faults.set({ kind: 'notice_repeated' })
    await advanceAndSettle(world, MINUTE_MS)
    assert.equal(await stateOf(payoutId), 'completed')
    await advanceAndSettle(world, 10 * MINUTE_MS)
    assert.deepEqual(await storedNotices(payoutId), [
      { word: 'COMPLETED', verified: true, times: 3 },
    ])
    assert.equal(await stateOf(payoutId), 'completed')
    assert.deepEqual(await arrived(phone), [95_000])
  })

  test('that comes while the bank is answering a look is not lost with that look', async () => {
    const { payoutId } = await slow()
    // A look that began before the notice came: its answer is older than the notice.
    await world.sql
      .updateTable('payouts')
      .set({ dueAt: world.now() })
      .where('id', '=', payoutId)
      .execute()
    let asked = 0
    const process = await secondProcess(world, {
      bank: (real) => ({
        ...real,
        async lookAtPayout(payout) {
          const look = await real.lookAtPayout(payout)
          asked += 1
          if (asked > 1) return look
          world.advance(SECOND_MS)
          await world.bank.faults.clear()
          await bankGoesOn()
          return look
        },
      }),
    })
    try {
      await runDueMoney(process.ctx)
    } finally {
      await process.close()
    }
    assert.equal(asked, 2)
    assert.equal(await stateOf(payoutId), 'completed')
  })
})

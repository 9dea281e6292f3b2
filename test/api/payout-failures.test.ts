import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { api } from '#contract/index.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#domain/time.ts'
import { mailIdle } from '#server/modules/accounts/mailer.service.ts'
import { resumePayouts } from '#server/modules/payouts/payouts.service.ts'
import { claimPayout } from '#server/modules/payouts/payouts.store.ts'
import { runPayout } from '#server/modules/payouts/payout-worker.service.ts'
import { ledgerOf } from '#test/support/database/ledger.ts'
import {
  advanceAndSettle,
  checkedNumber,
  worldWithAudit,
  tipped,
} from '#test/support/paid-concert.ts'
import { withBank } from '#test/support/product/second-process.ts'
import { ARTIST_PASSWORD } from '#test/support/world.ts'
import type { TestArtist, World } from '#test/support/world.ts'

let world: World
worldWithAudit((opened) => (world = opened))

let phones = 0
type Payable = TestArtist & { phone: string }

/** An artist with this sum to withdraw (kopecks), and a checked number that no other test uses. */
async function payable(amount = 100_000, columns = {}): Promise<Payable> {
  const phone = `7908${String(1_000_000 + (phones += 1))}`
  const artist = await world.artist({ ...checkedNumber(world), phoneNumber: phone, ...columns })
  await tipped(world, artist.username, amount)
  return { ...artist, phone }
}

const withdraw = (artist: Payable) => world.ok(api.payment.payout, {}, { token: artist.token })

const balanceOf = (artist: Payable) => world.ok(api.payment.balance, {}, { token: artist.token })

const arrived = async ({ phone }: Payable) =>
  (await world.bank.inbox(phone)).map(({ amount }) => amount)

/** Advances the clock minute by minute; in production a worker sweeps every second. */
async function minutes(count: number) {
  await world.settle()
  for (let minute = 0; minute < count; minute += 1) await advanceAndSettle(world, MINUTE_MS)
}

async function payoutRow(payoutId: string) {
  return world.sql
    .selectFrom('payouts')
    .select(['state', 'attention', 'words'])
    .where('id', '=', payoutId)
    .executeTakeFirstOrThrow()
}

/** The letters to an artist about his payouts. */
const lettersTo = async ({ username }: Payable) => {
  await mailIdle(world.app.ctx)
  return world.sentMail
    .filter(({ to, subject }) => to === `${username}@example.org` && subject.startsWith('Выплата'))
    .map(({ text }) => text.replaceAll('\u00A0', ' '))
}

const admin = async () => {
  const { token } = await world.artist({ role: 'ADMIN' })
  return { token }
}

test('a payout that the bank rejects comes back whole, unchecks the number and says why', async () => {
  const artist = await payable()
  await world.bank.faults.set({ kind: 'refused_payout' })
  const { payoutId } = await withdraw(artist)
  await minutes(1)
  const balance = await balanceOf(artist)
  assert.deepEqual([balance.available, balance.inFlight, balance.paidOut], [95_000, 0, 0])
  assert.equal(balance.number.state, 'unchecked')
  const letters = await lettersTo(artist)
  assert.equal(letters.length, 1)
  const { words } = await payoutRow(payoutId)
  const number = `+7 … ${artist.phone.slice(-4, -2)} ${artist.phone.slice(-2)}, `
  const said = `Выплата 950 ₽ на номер ${number}Сбербанк не прошла, деньги на балансе.\n${words}`
  assert.ok(letters[0]?.includes(said), letters.join())
  const [line] = balance.entries
  assert.deepEqual([line?.cause, line?.state, line?.amount], ['payout_rejected', 'rejected', 0])
  assert.equal((await payoutRow(payoutId)).state, 'rejected')
  assert.deepEqual(await arrived(artist), [])
  await advanceAndSettle(world, 2 * DAY_MS)
  assert.deepEqual(await arrived(artist), [], 'an unchecked number is sent nothing')
  await world.refused('NUMBER_NOT_SET', api.payment.payout, {}, { token: artist.token })
})

test('the letter to a deleted account says what its login does', async () => {
  const artist = await payable()
  await world.bank.faults.set({ kind: 'refused_payout' })
  const body = { currentPassword: ARTIST_PASSWORD }
  await world.ok(api.security.leave, { body }, { token: artist.token })
  await minutes(1)
  const [text = ''] = await lettersTo(artist)
  assert.match(text, /Аккаунт удалён, но с входом страница откроется снова/u)
})

test('one that arrived is told by a letter to who wants such letters', async () => {
  const [artist, other] = [await payable(100_000, { payoutLetters: true }), await payable()]
  for (const one of [artist, other]) await withdraw(one)
  await minutes(2)
  for (const one of [artist, other]) assert.deepEqual(await arrived(one), [95_000])
  const letters = await lettersTo(artist)
  assert.equal(letters.length, 1)
  assert.match(letters[0] ?? '', /^950 ₽ ушли на номер \+7 … \d\d \d\d, Сбербанк\.$/mu)
  assert.deepEqual(await lettersTo(other), [])
})

const atBank = async ({ phone }: Payable) =>
  (await world.bank.books()).payouts
    .filter((payout) => payout.phone === phone)
    .map(({ status }) => status)
    .toSorted()

test('a preparation that the bank gives up after three minutes is made anew, at nobody’s cost', async () => {
  const artist = await payable()
  await world.bank.faults.set({ kind: 'error_500', method: 'PayoutGetState' })
  const { payoutId } = await withdraw(artist)
  await minutes(4)
  assert.deepEqual(await atBank(artist), ['REJECTED'])
  await world.bank.faults.clear()
  await minutes(20)
  assert.deepEqual(await payoutRow(payoutId), { state: 'completed', attention: null, words: '' })
  assert.deepEqual(await arrived(artist), [95_000])
  assert.deepEqual(await atBank(artist), ['COMPLETED', 'REJECTED'])
  assert.equal((await balanceOf(artist)).number.state, 'checked')
})

test('an order to pay that was lost, and found the preparation dead, blames no number', async () => {
  const artist = await payable()
  await world.bank.faults.set({ kind: 'timeout_before', method: 'PayoutPayment' })
  const { payoutId } = await withdraw(artist)
  await minutes(4)
  await world.bank.faults.clear()
  await minutes(20)
  assert.equal((await payoutRow(payoutId)).state, 'completed')
  assert.deepEqual(await arrived(artist), [95_000])
  assert.equal((await balanceOf(artist)).number.state, 'checked')
})

test('a trouble of the bank makes a payout anew, and never unchecks a number', async () => {
  const artist = await payable()
  await world.bank.faults.set({ kind: 'failed_payout', times: 2 })
  const { payoutId } = await withdraw(artist)
  await minutes(10)
  assert.deepEqual(await payoutRow(payoutId), { state: 'completed', attention: null, words: '' })
  assert.deepEqual(await arrived(artist), [95_000])
  assert.deepEqual(await atBank(artist), ['COMPLETED', 'REJECTED', 'REJECTED'])
  const { number, entries } = await balanceOf(artist)
  assert.equal(number.state, 'checked')
  assert.ok(entries.every(({ cause }) => cause !== 'payout_rejected'))
})

test('a late answer about a preparation that was given up makes no third one', async () => {
  const artist = await payable()
  await world.bank.faults.set({ kind: 'failed_payout', times: 1 })
  const { payoutId } = await withdraw(artist)
  const { promise: gate, resolve: open } = Promise.withResolvers<void>()
  const { promise: seen, resolve: see } = Promise.withResolvers<void>()
  await withBank(
    world,
    (real) => ({
      lookAtPayout: async (payout) => {
        const look = await real.lookAtPayout(payout)
        see()
        await gate
        return look
      },
    }),
    async ({ ctx }) => {
      await runPayout(world.app.ctx, payoutId)
      await runPayout(world.app.ctx, payoutId)
      world.advance(5 * SECOND_MS)
      await world.bank.tick()
      assert.deepEqual(await atBank(artist), ['REJECTED'])
      const late = runPayout(ctx, payoutId)
      await seen
      await world.bank.faults.set({ kind: 'slow_payout' })
      world.advance(61 * SECOND_MS)
      await minutes(1)
      assert.equal((await payoutRow(payoutId)).state, 'sent')
      open()
      await late
      assert.equal((await payoutRow(payoutId)).state, 'sent')
    },
  )
  await world.bank.faults.clear()
  await advanceAndSettle(world, HOUR_MS)
  await minutes(1)
  assert.deepEqual(await arrived(artist), [95_000])
  assert.equal((await payoutRow(payoutId)).state, 'completed')
})

test('a payout that is slow stays one payout, and after half an hour a person is asked', async () => {
  const artist = await payable()
  await world.bank.faults.set({ kind: 'slow_payout' })
  const { payoutId } = await withdraw(artist)
  await minutes(20)
  assert.deepEqual(await payoutRow(payoutId), { state: 'sent', attention: null, words: '' })
  await advanceAndSettle(world, 15 * MINUTE_MS)
  await advanceAndSettle(world, 15 * MINUTE_MS)
  assert.equal((await payoutRow(payoutId)).attention, 'payout_slow')
  await advanceAndSettle(world, DAY_MS)
  assert.equal((await balanceOf(artist)).inFlight, 95_000)
  const { payouts } = await world.bank.books()
  assert.equal(payouts.filter(({ phone }) => phone === artist.phone).length, 1)
  await world.bank.faults.clear()
  await advanceAndSettle(world, HOUR_MS)
  assert.deepEqual(await payoutRow(payoutId), { state: 'completed', attention: null, words: '' })
  assert.deepEqual(await arrived(artist), [95_000])
})

test('a payout that waited long for the bank is followed from near as soon as it goes on', async () => {
  const artist = await payable()
  await world.bank.faults.set({ kind: 'error_500', method: 'PayoutInit' })
  const { payoutId } = await withdraw(artist)
  for (let hour = 0; hour < 9; hour += 1) await advanceAndSettle(world, HOUR_MS)
  assert.equal((await payoutRow(payoutId)).state, 'reserved')
  await world.bank.faults.clear()
  await advanceAndSettle(world, HOUR_MS)
  assert.equal((await payoutRow(payoutId)).state, 'sent')
  for (let look = 0; look < 3; look += 1) await advanceAndSettle(world, 5 * SECOND_MS)
  assert.equal((await payoutRow(payoutId)).state, 'completed')
  assert.deepEqual(await arrived(artist), [95_000])
})

test('processes that die before the bank answers make no payout wait longer', async () => {
  const artist = await payable()
  const { payoutId } = await withdraw(artist)
  for (let death = 0; death < 8; death += 1) {
    const now = world.now()
    assert.ok(await claimPayout(world.sql, payoutId, now, new Date(now.getTime() + SECOND_MS)))
    world.advance(2 * SECOND_MS)
  }
  await world.bank.faults.set({ kind: 'error_500', method: 'PayoutInit', times: 1 })
  await world.settle()
  for (let look = 0; look < 5; look += 1) await advanceAndSettle(world, 5 * SECOND_MS)
  assert.deepEqual(await arrived(artist), [95_000])
})

for (const method of ['PayoutInit', 'PayoutPayment', 'PayoutGetState'] as const)
  for (const kind of ['timeout_before', 'timeout_after', 'error_500', 'malformed'] as const)
    test(`a payout whose answer is lost arrives once (${method}: ${kind})`, async () => {
      const artist = await payable()
      await world.bank.faults.set(
        kind === 'timeout_before' || kind === 'timeout_after'
          ? { kind, method, times: 2 }
          : { kind, method, times: 2 },
      )
      const { payoutId } = await withdraw(artist)
      await minutes(3)
      assert.deepEqual(await arrived(artist), [95_000])
      assert.equal((await payoutRow(payoutId)).state, 'completed')
      assert.equal((await ledgerOf(world, `payout_in_flight:${payoutId}`)).posted, 0)
    })

test('a payout of which nobody knows anything is neither given up nor made again', async () => {
  const artist = await payable()
  await world.bank.faults.set({ kind: 'error_500', method: 'PayoutGetState' })
  await world.bank.faults.set({
    kind: 'timeout_after',
    method: 'PayoutPayment',
  })
  const { payoutId } = await withdraw(artist)
  await minutes(5)
  for (let look = 0; look < 4; look += 1) await advanceAndSettle(world, 15 * MINUTE_MS)
  assert.equal((await balanceOf(artist)).inFlight, 95_000)
  assert.equal((await payoutRow(payoutId)).attention, 'payout_slow')
  await tipped(world, artist.username, 100_000)
  await world.refused('ILLEGAL_STEP', api.payment.payout, {}, { token: artist.token })
  await world.bank.faults.clear()
  await advanceAndSettle(world, 2 * HOUR_MS)
  await advanceAndSettle(world, HOUR_MS)
  await advanceAndSettle(world, MINUTE_MS)
  assert.equal((await payoutRow(payoutId)).state, 'completed')
  assert.equal((await arrived(artist)).filter((amount) => amount === 95_000).length, 1)
})

test('a word that nobody knows never ends a payout', async () => {
  const artist = await payable()
  await world.bank.faults.set({ kind: 'unknown_status', word: 'PONDERING' })
  const { payoutId } = await withdraw(artist)
  await minutes(10)
  assert.notEqual((await payoutRow(payoutId)).state, 'completed')
  assert.notEqual((await payoutRow(payoutId)).state, 'rejected')
  await world.bank.faults.clear()
  await advanceAndSettle(world, HOUR_MS)
  await advanceAndSettle(world, HOUR_MS)
  await advanceAndSettle(world, MINUTE_MS)
  assert.equal((await payoutRow(payoutId)).state, 'completed')
  assert.deepEqual(await arrived(artist), [95_000])
})

describe('an empty account at the bank', () => {
  /** Empties our account at the bank, and refills it afterwards. */
  async function whileEmpty(work: () => Promise<void>) {
    const { merchant } = await world.bank.totals()
    await world.bank.operator.addToAccount(-merchant)
    try {
      await work()
    } finally {
      await world.bank.operator.addToAccount(merchant)
    }
  }

  test('stops all payouts until a person lets them go on, and loses none', async () => {
    const [first, second] = [await payable(), await payable(50_000)]
    const as = await admin()
    await whileEmpty(async () => {
      await withdraw(first)
      await minutes(2)
      const stuck = await world.ok(api.payment.stuck, {}, as)
      assert.equal(stuck.payoutsPaused, true)
      await withdraw(second)
      await minutes(2)
      const { payouts } = await world.bank.books()
      assert.equal(payouts.filter(({ phone }) => phone === second.phone).length, 0)
    })
    await minutes(10)
    assert.deepEqual(await arrived(second), [], 'nothing goes while payouts are stopped')
    await world.ok(api.payment.resumePayouts, {}, as)
    await advanceAndSettle(world, HOUR_MS)
    await advanceAndSettle(world, HOUR_MS)
    await advanceAndSettle(world, MINUTE_MS)
    assert.equal((await world.ok(api.payment.stuck, {}, as)).payoutsPaused, false)
    for (const artist of [first, second]) {
      const { paidOut, inFlight, available } = await balanceOf(artist)
      assert.deepEqual([inFlight, paidOut + available], [0, artist === first ? 95_000 : 47_500])
    }
    assert.deepEqual(await arrived(second), [47_500])
  })

  test('rejects no number: the artist’s is as good as before', async () => {
    const artist = await payable()
    const as = await admin()
    await whileEmpty(async () => {
      await withdraw(artist)
      await minutes(2)
    })
    await world.ok(api.payment.resumePayouts, {}, as)
    await advanceAndSettle(world, HOUR_MS)
    await advanceAndSettle(world, HOUR_MS)
    await advanceAndSettle(world, MINUTE_MS)
    const balance = await balanceOf(artist)
    assert.equal(balance.number.state, 'checked')
    assert.deepEqual(await arrived(artist), [95_000])
    const told = balance.entries.map(({ title }) => title).join(' ')
    assert.doesNotMatch(told, /остаток/u, 'our empty account is no word for an artist')
  })

  test('does not stop gifts, songs and refunds', async () => {
    const artist = await payable()
    const as = await admin()
    await whileEmpty(async () => {
      await withdraw(artist)
      await minutes(1)
      await tipped(world, artist.username, 10_000)
      const { available, inFlight } = await balanceOf(artist)
      assert.equal(available + inFlight, 104_500)
    })
    await world.ok(api.payment.resumePayouts, {}, as)
    await advanceAndSettle(world, HOUR_MS)
  })
})

test('the planned payouts of a stopped night go out when they are let go', async () => {
  const artist = await payable()
  const as = await admin()
  await resumePayouts(world.app.ctx)
  await world.sql
    .insertInto('moneyMarks')
    .values({ name: 'payouts-paused', value: 'пусто', at: world.now() })
    .onConflict((on) => on.column('name').doUpdateSet({ value: 'пусто' }))
    .execute()
  await advanceAndSettle(world, 2 * DAY_MS)
  assert.deepEqual(await arrived(artist), [])
  await world.ok(api.payment.resumePayouts, {}, as)
  await minutes(1)
  assert.deepEqual(await arrived(artist), [95_000])
})

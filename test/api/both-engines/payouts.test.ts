import assert from 'node:assert/strict'
import { pino } from 'pino'
import { describe, test } from 'node:test'
import { api } from '#contract/index.ts'
import { RECIPIENT_NAME } from '#packages/tbank-sandbox/payout-calls.ts'
import { kopecks } from '#domain/money.ts'
import { tip } from '#domain/payments/ledger.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#domain/time.ts'
import { donate } from '#server/modules/checkout/checkout.service.ts'
import { post } from '#server/modules/ledger/ledger.store.ts'
import { runDueMoney } from '#server/modules/payment-worker/due-money.service.ts'
import { withdraw } from '#server/modules/payouts/payouts.service.ts'
import { reviewMoney } from '#server/modules/reconciliation/manual-review.service.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import { runNightWork } from '#server/modules/reconciliation/reconciliation.service.ts'
import { ledgerOf } from '#test/support/database/ledger.ts'
import {
  advanceAndSettle,
  assertSound,
  checkedNumber,
  NUMBER,
  pageOf,
  paidConcert,
  worldWithAudit,
  tipped,
} from '#test/support/paid-concert.ts'
import { secondProcess, withBank } from '#test/support/product/second-process.ts'
import { ARTIST_PASSWORD, makeWorld } from '#test/support/world.ts'
import type { TestArtist, World } from '#test/support/world.ts'

let world: World
worldWithAudit((opened) => (world = opened))

let phones = 0
/** An artist with a checked number that no other test uses. */
async function payable(): Promise<TestArtist & { phone: string }> {
  const phone = `7905${String(1_000_000 + (phones += 1))}`
  const artist = await world.artist({ ...checkedNumber(world), phoneNumber: phone })
  return { ...artist, phone }
}

const pressed = (artist: TestArtist, key?: string) =>
  world.call(api.payment.payout, {}, { token: artist.token, ...(key === undefined ? {} : { key }) })

const balanceOf = (artist: TestArtist) => world.ok(api.payment.balance, {}, { token: artist.token })

const arrived = async (phone: string) => (await world.bank.inbox(phone)).map(({ amount }) => amount)

/** Long enough for a payout that was sent to arrive. */
async function onceArrived() {
  await world.settle()
  await advanceAndSettle(world, MINUTE_MS)
}

/** Earned without a listener: posted straight to the ledger. */
async function earned(artist: TestArtist, amount: number) {
  const money = {
    id: crypto.randomUUID(),
    kind: 'tip',
    artistId: artist.id,
    amount: kopecks(amount),
    commission: kopecks(0),
  } as const
  await inTransaction(world.sql, (sql) => post(sql, [tip(money)], {}, world.now()))
}

describe('the artist’s button', () => {
  test('sends the whole available balance to the checked number, once', async () => {
    const artist = await payable()
    await tipped(world, artist.username, 100_000)
    const { status, data } = await pressed(artist)
    assert.deepEqual([status, data.amount, data.state], [200, 95_000, 'reserved'])
    const going = await balanceOf(artist)
    assert.deepEqual([going.available, going.inFlight, going.paidOut], [0, 95_000, 0])
    await world.settle()
    await advanceAndSettle(world, MINUTE_MS)
    const gone = await balanceOf(artist)
    assert.deepEqual([gone.available, gone.inFlight, gone.paidOut], [0, 0, 95_000])
    assert.deepEqual(await arrived(artist.phone), [95_000])
    assert.equal((await ledgerOf(world, `payout_in_flight:${data.payoutId}`)).posted, 0)
  })

  test('pressed fifty times at once makes one payout', async () => {
    const artist = await payable()
    await tipped(world, artist.username, 200_000)
    const presses = await Promise.all(Array.from({ length: 50 }, () => pressed(artist)))
    const codes = presses.map(({ status, failure }) => (status === 200 ? 'ok' : failure.code))
    assert.equal(codes.filter((code) => code === 'ok').length, 1)
    const others = codes.filter((code) => code !== 'ok')
    assert.deepEqual(
      others.filter((code) => code !== 'NOTHING_TO_PAY' && code !== 'ILLEGAL_STEP'),
      [],
    )
    await onceArrived()
    assert.deepEqual(await arrived(artist.phone), [190_000])
  })

  test('pressed in two processes at once makes one payout', async () => {
    const artist = await payable()
    await tipped(world, artist.username, 200_000)
    const other = await secondProcess(world)
    const presses = await Promise.allSettled(
      Array.from({ length: 20 }, (_, press) =>
        withdraw((press % 2 === 0 ? world.app : other.app).ctx, artist.id, null),
      ),
    )
    assert.equal(presses.filter(({ status }) => status === 'fulfilled').length, 1)
    await onceArrived()
    assert.deepEqual(await arrived(artist.phone), [190_000])
    await other.close()
  })

  test('under one key gives one answer, however often and however late', async () => {
    const artist = await payable()
    await tipped(world, artist.username, 100_000)
    const presses = await Promise.all(
      Array.from({ length: 50 }, () => pressed(artist, 'the button')),
    )
    assert.equal(new Set(presses.map(({ data }) => data?.payoutId)).size, 1)
    assert.deepEqual(new Set(presses.map(({ status }) => status)), new Set([200]))
    await onceArrived()
    await tipped(world, artist.username, 50_000)
    assert.equal((await pressed(artist, 'the button')).data.amount, 95_000)
    assert.deepEqual(await arrived(artist.phone), [95_000])
    assert.equal((await balanceOf(artist)).available, 47_500)
  })

  test('keys of two artists do not meet', async () => {
    const [one, other] = [await payable(), await payable()]
    await tipped(world, one.username, 100_000)
    await tipped(world, other.username, 200_000)
    assert.equal((await pressed(one, 'same')).data.amount, 95_000)
    assert.equal((await pressed(other, 'same')).data.amount, 190_000)
  })

  test('while a payout is under way is told to wait, although there is new money', async () => {
    const artist = await payable()
    await tipped(world, artist.username, 100_000)
    await world.bank.faults.set({ kind: 'slow_payout' })
    await pressed(artist)
    await world.settle()
    await tipped(world, artist.username, 100_000)
    const { status, failure } = await pressed(artist)
    assert.deepEqual(
      [status, failure.code, failure.message],
      [409, 'ILLEGAL_STEP', 'Предыдущая выплата ещё в пути. Подождите её.'],
    )
  })
})

describe('the smallest and the largest payout', () => {
  test('below ten rubles nothing goes, in these words', async () => {
    const artist = await payable()
    await earned(artist, 999)
    const { status, failure } = await pressed(artist)
    assert.deepEqual([status, failure.code], [409, 'NOTHING_TO_PAY'])
    assert.equal(failure.message.replaceAll('\u00A0', ' '), 'Вывести можно от 10 ₽')
    assert.equal((await balanceOf(artist)).available, 999)
  })

  test('ten rubles go', async () => {
    const artist = await payable()
    await earned(artist, 1000)
    assert.equal((await pressed(artist)).data.amount, 1000)
  })

  test('of more than 500 000 ₽ that much goes, and the rest after it by itself', async () => {
    const artist = await payable()
    await earned(artist, 60_000_000)
    assert.equal((await pressed(artist)).data.amount, 50_000_000)
    assert.equal((await balanceOf(artist)).available, 10_000_000)
    for (let look = 0; look < 3; look += 1) await advanceAndSettle(world, MINUTE_MS)
    assert.deepEqual(await arrived(artist.phone), [10_000_000, 50_000_000])
  })

  test('without a checked number nothing goes, in these words', async () => {
    for (const [number, words] of [
      [{}, 'Сначала укажите и проверьте номер для выплат'],
      [{ ...checkedNumber(world), numberCheckedAt: null }, 'Сначала проверьте номер для выплат'],
    ] as const) {
      const artist = await world.artist(number)
      await earned(artist, 100_000)
      const { status, failure } = await pressed(artist)
      assert.deepEqual([status, failure.code, failure.message], [409, 'NUMBER_NOT_SET', words])
    }
  })

  test('nobody takes out the money of another, nor without a token', async () => {
    const [rich, poor] = [await payable(), await payable()]
    await earned(rich, 100_000)
    assert.equal((await pressed(poor)).failure.code, 'NOTHING_TO_PAY')
    await world.refused('NO_TOKEN', api.payment.payout)
    assert.equal((await balanceOf(rich)).available, 100_000)
  })
})

describe('money goes out by itself', () => {
  test('after a concert, when the last of its orders has found its end', async () => {
    const phone = `7906${String(1_000_000 + (phones += 1))}`
    const concert = await paidConcert(world, {
      artist: { ...checkedNumber(world), phoneNumber: phone },
    })
    const played = await concert.paid('card', 20_000)
    const left = await concert.paid('sbp', 30_000)
    await concert.played(played.song)
    await concert.end()
    await world.settle()
    assert.deepEqual(await arrived(phone), [])
    await advanceAndSettle(world, 21 * SECOND_MS)
    await advanceAndSettle(world, MINUTE_MS)
    assert.deepEqual(await arrived(phone), [18_000])
    assert.equal((await concert.balance()).held, 0)
    assert.equal((await world.ok(api.payment.byId, { params: { id: left.id } })).state, 'returned')
  })

  test('gifts within a day', async () => {
    const artist = await payable()
    await tipped(world, artist.username, 100_000)
    await advanceAndSettle(world, HOUR_MS)
    await tipped(world, artist.username, 20_000)
    await advanceAndSettle(world, DAY_MS - 2 * HOUR_MS)
    assert.deepEqual(await arrived(artist.phone), [])
    await advanceAndSettle(world, HOUR_MS)
    await advanceAndSettle(world, MINUTE_MS)
    assert.deepEqual(await arrived(artist.phone), [114_000])
  })

  test('a balance of less than ten rubles waits for more', async () => {
    const artist = await payable()
    await tipped(world, artist.username, 1000)
    await advanceAndSettle(world, DAY_MS)
    assert.equal((await balanceOf(artist)).available, 950)
    await tipped(world, artist.username, 1000)
    await advanceAndSettle(world, DAY_MS)
    await advanceAndSettle(world, MINUTE_MS)
    assert.deepEqual(await arrived(artist.phone), [1900])
  })

  test('for two processes at once: one payout', async () => {
    const artist = await payable()
    await tipped(world, artist.username, 100_000)
    const other = await secondProcess(world)
    world.advance(DAY_MS)
    await Promise.all([runDueMoney(world.app.ctx), runDueMoney(other.ctx)])
    await onceArrived()
    assert.deepEqual(await arrived(artist.phone), [95_000])
    await other.close()
  })

  test('to nobody whose number is not checked, and to him once it is and its hold is over', async () => {
    const artist = await world.artist()
    const phone = `7907${String(1_000_000 + (phones += 1))}`
    await tipped(world, artist.username, 100_000)
    await advanceAndSettle(world, 2 * DAY_MS)
    assert.equal((await balanceOf(artist)).available, 95_000)
    const url = await world.ok(
      api.auth.checkNumber,
      {
        body: {
          number: phone,
          sbpNumberId: NUMBER.bank,
          artistUsername: artist.username,
          currentPassword: ARTIST_PASSWORD,
        },
      },
      { token: artist.token },
    )
    await world.bank.pay(pageOf(url), { method: 'sbp', action: 'pay' })
    for (let look = 0; look < 2; look += 1) await advanceAndSettle(world, MINUTE_MS)
    assert.deepEqual(await arrived(phone), [900])
    const body = { name: RECIPIENT_NAME }
    await world.ok(api.payment.confirmRecipient, { body }, { token: artist.token })
    await advanceAndSettle(world, DAY_MS)
    await advanceAndSettle(world, MINUTE_MS)
    assert.deepEqual(await arrived(phone), [95_000, 900])
  })
})

test('without money of our own a payout waits until the bank has sent what it took', async () => {
  const own = await makeWorld()
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) })
  const careful = await secondProcess(own, { money: { payoutFloat: kopecks(0) }, log })
  const wait = async () => (await reviewMoney(careful.ctx)).payoutsWait
  try {
    const artist = await own.artist(checkedNumber(own))
    const url = await donate(
      careful.ctx,
      { artistUsername: artist.username, amount: 100_000, message: '' },
      null,
    )
    await own.bank.pay(pageOf(url), { method: 'sbp', action: 'pay' })
    await careful.settle()
    assert.match(
      (await wait()) ?? '',
      /на 950\u00a0₽ \(музыкантов: 1\), а свободно на счёте 0\u00a0₽\..*ещё идут/u,
    )
    await assert.rejects(withdraw(careful.ctx, artist.id, null), {
      code: 'PAYMENTS_DOWN',
      message:
        'Деньги слушателей ещё идут к нам из банка. Выплата уйдёт сама, обычно на следующий день.',
    })
    own.advance(DAY_MS)
    await careful.settle()
    assert.deepEqual(await own.bank.inbox(NUMBER.phone), [])
    const told = () =>
      lines
        .splice(0)
        .map((line) => JSON.parse(line))
        .map(({ msg, for: why, amount, free }) => ({ msg, why, amount, free }))
    const waiting = { msg: 'payouts wait', amount: 95_000, free: 0 }
    assert.deepEqual(told(), [{ ...waiting, why: 'settlement' }])
    own.advance(2 * DAY_MS)
    assert.match((await wait()) ?? '', /рассчитался по 2[0-9] ноября.*ждут реестра банка/u)
    await assert.rejects(withdraw(careful.ctx, artist.id, null), {
      message: /не получили от банка отчёт/u,
    })
    await careful.settle()
    assert.deepEqual(told(), [{ ...waiting, why: 'registry' }])
    await withBank(
      own,
      () => ({ paysOut: false }),
      async ({ ctx }) => {
        assert.match((await reviewMoney(ctx)).payoutsWait ?? '', /Ключи выплат/u)
        await assert.rejects(withdraw(ctx, artist.id, null), {
          message: 'Выплаты пока не подключены. Деньги остаются на балансе.',
        })
      },
    )
    own.advance(12 * HOUR_MS)
    await own.bank.tick()
    await runNightWork(careful.app.ctx)
    own.advance(DAY_MS)
    for (let look = 0; look < 3; look += 1) {
      own.advance(MINUTE_MS)
      await careful.settle()
    }
    assert.deepEqual(
      (await own.bank.inbox(NUMBER.phone)).map(({ amount }) => amount),
      [95_000],
    )
    assert.equal(await wait(), null)
    assert.equal((await ledgerOf(own, 'settlement_cash')).posted, 99_300 - 95_000)
    await assertSound(own)
  } finally {
    await careful.close()
    await own.close()
  }
})

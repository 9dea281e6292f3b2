import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { api } from '#contract/index.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#domain/time.ts'
import type { Bank, Receipt } from '#server/integrations/bank/bank.ts'
import { receiveNotice } from '#server/modules/bank-webhooks/bank-webhooks.service.ts'
import { donate } from '#server/modules/checkout/checkout.service.ts'
import {
  advanceAndSettle,
  bankIdOf,
  outcomeOf,
  pageOf,
  paidConcert,
  worldWithAudit,
} from '#test/support/paid-concert.ts'
import { findPayments } from '#server/modules/reconciliation/manual-review.service.ts'
import type { PaidConcert } from '#test/support/paid-concert.ts'
import { secondProcess, withBank } from '#test/support/product/second-process.ts'
import type { World } from '#test/support/world.ts'

let world: World
worldWithAudit((opened) => (world = opened))

describe('when the bank refuses to make its page', () => {
  /** The first request for a page is refused, as with a wrong key. */
  function once(real: Bank): Partial<Bank> {
    let refused = false
    return {
      open: (question) => {
        if (refused) return real.open(question)
        refused = true
        const no = { outcome: 'declined', code: '204', text: 'нет', final: false } as const
        return Promise.resolve(no)
      },
    }
  }

  test('the same order under the same key is a new one that can be paid', async () => {
    const concert = await paidConcert(world)
    const { artist, sessionId } = concert
    const song = { songId: await concert.newSong(), title: '', artistName: '', imageUrl: '' }
    await withBank(world, once, async ({ app, settle }) => {
      const order = async () => {
        const answer = await app.http.inject({
          method: 'POST',
          url: '/api/v1/songs/order-song',
          headers: { 'idempotency-key': 'the one wish' },
          payload: { ...song, sessionId, artistUsername: artist.username, amount: 10_000 },
        })
        return { status: answer.statusCode, data: answer.json().data }
      }
      assert.equal((await order()).status, 503)
      const [second, third] = [await order(), await order()]
      assert.equal(second.status, 200)
      assert.deepEqual(third, second, 'and from there on it is one order')
      await world.bank.pay(pageOf(second.data.paymentURL), { method: 'card', action: 'pay' })
      await settle()
    })
    assert.deepEqual(
      (await concert.queue()).map(({ amount }) => amount),
      [10_000],
    )
  })

  test('the same gift under the same key is a new one', async () => {
    const artist = await world.artist()
    const gift = { artistUsername: artist.username, amount: 10_000, message: '' }
    await withBank(world, once, async ({ ctx }) => {
      const give = () => donate(ctx, gift, 'the one gift')
      await assert.rejects(give, { code: 'PAYMENTS_DOWN' })
      const page = await give()
      assert.equal(await give(), page)
    })
  })
})

test('what the bank took back after a song was credited stays in what its concert brought', async () => {
  const concert = await paidConcert(world)
  const { id, song } = await concert.paid('card')
  await concert.played(song)
  await advanceAndSettle(world, 21 * SECOND_MS)
  const bankId = await bankIdOf(world, id)
  await world.bank.operator.refund(bankId)
  await advanceAndSettle(world, HOUR_MS)
  assert.equal(await concert.owed(), 9000)
  const [earned] = await world.ok(api.payment.earnings, {}, concert.as)
  assert.deepEqual([earned?.played, earned?.net], [1, 9000])
})

test('a notification with characters that no text has is refused like any other forged one', async () => {
  const answer = await world.app.http.inject({
    method: 'POST',
    url: '/api/v1/payment/notification',
    payload: 'a\u0000b',
  })
  assert.equal(answer.statusCode, 403)
})

test('a notice that comes while the bank is answering a look is not lost with that look', async () => {
  const concert = await paidConcert(world)
  const { id, song } = await concert.paid('card')
  await concert.played(song)
  await advanceAndSettle(world, 21 * SECOND_MS)
  const bankId = await bankIdOf(world, id)
  const notice = async () => {
    const { body } = await world.sql
      .selectFrom('bankNotices')
      .select('body')
      .where('paymentId', '=', id)
      .executeTakeFirstOrThrow()
    await receiveNotice(world.app.ctx, body, async () => {})
  }
  let asked = false
  await withBank(
    world,
    (real) => ({
      look: async (bankPaymentId) => {
        const look = await real.look(bankPaymentId)
        if (asked) return look
        asked = true
        // The bank refunds the money just after it has reported to have it.
        await world.bank.faults.set({ kind: 'notice_lost' })
        await world.bank.operator.refund(bankId)
        world.advance(SECOND_MS)
        await notice()
        return look
      },
    }),
    async ({ settle }) => {
      await notice()
      await settle()
      world.advance(MINUTE_MS)
      await settle()
    },
  )
  const { attention } = await world.sql
    .selectFrom('payments')
    .select('attention')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  assert.equal(attention, 'lost_after_release')
})

test('a song is taken back for all who ordered it, though one’s money went back in the grace', async () => {
  const concert = await paidConcert(world)
  const first = await concert.paid('card')
  const second = await concert.paid('card', 10_000, first.song)
  await concert.played(first.song)
  await world.settle()
  const bankId = await bankIdOf(world, second.id)
  await world.bank.operator.refund(bankId)
  await advanceAndSettle(world, 5 * SECOND_MS)
  await advanceAndSettle(world, 5 * SECOND_MS)
  assert.equal(await outcomeOf(world, second.id), 'failed hold_lost')
  const query = { sessionId: concert.sessionId }
  const last = await world.ok(api.artist.lastPlayed, { query }, concert.as)
  const body = { ...query, entryId: last?.id ?? '' }
  await world.ok(api.artist.undoPlayed, { body }, concert.as)
  assert.equal(await outcomeOf(world, first.id), 'secured')
})

test('an operator finds a payment by its number, by the bank’s, and by artist and day', async () => {
  const concert = await paidConcert(world)
  const paid = await concert.paid()
  const unpaid = await concert.ordered(20_000)
  const [from, till] = [
    new Date(world.now().getTime() - HOUR_MS),
    new Date(world.now().getTime() + 1),
  ]
  const usernameKey = concert.artist.username.toLowerCase()
  const [found, ...others] = await findPayments(world.sql, { id: paid.id })
  assert.deepEqual(others, [])
  assert.equal(found?.state, 'secured')
  assert.equal(found.songStatus, 'SCHEDULED')
  assert.equal(found.username, concert.artist.username)
  assert.deepEqual(await findPayments(world.sql, { bankId: found.bankId ?? '' }), [found])
  const ofDay = await findPayments(world.sql, { usernameKey, from, till })
  assert.deepEqual(
    ofDay.map(({ id, amount, songStatus }) => [id, amount, songStatus]),
    [
      [paid.id, 10_000, 'SCHEDULED'],
      [unpaid.id, 20_000, null],
    ],
  )
  assert.deepEqual(await findPayments(world.sql, { usernameKey, from: till, till: from }), [])
  assert.deepEqual(await findPayments(world.sql, { bankId: 'nobody’s' }), [])
})

describe('receipts', () => {
  const receipts = { email: 'box@example.org', taxation: 'usn_income', tax: 'none' }

  /** The receipts sent to the bank: with the page, and with the capture. */
  async function told(work: (concert: PaidConcert, settle: () => Promise<void>) => Promise<void>) {
    const words: string[] = []
    const note = (what: string, receipt: Receipt | null) =>
      words.push(`${what} ${receipt?.items[0]?.paymentMethod ?? 'none'}`)
    const process = await secondProcess(world, {
      bank: (real) => ({
        ...real,
        open: (question) => {
          note('open', question.receipt)
          return real.open(question)
        },
        capture: (question) => {
          note('capture', question.receipt)
          return real.capture(question)
        },
      }),
      money: { receipts },
    })
    const concert = await paidConcert(world)
    try {
      await work(concert, process.settle)
    } finally {
      await process.close()
    }
    return words
  }

  test('of a song: a prepayment with its page, whole with the capture after it was played', async () => {
    const words = await told(async (concert, settle) => {
      await world.bank.faults.set({ kind: 'error_500', method: 'Init', times: 1 })
      const by = world.listener()
      const song = await concert.newSong()
      const { status } = await by.order(
        concert.artist,
        concert.sessionId,
        song,
        'of the receipt',
        10_000,
      )
      assert.equal(status, 503)
      world.advance(2 * SECOND_MS)
      await settle()
      const { data } = await by.order(
        concert.artist,
        concert.sessionId,
        song,
        'of the receipt',
        10_000,
      )
      await world.bank.pay(pageOf(data.paymentURL), { method: 'card', action: 'pay' })
      await settle()
      await concert.played(song)
      world.advance(21 * SECOND_MS)
      await settle()
      assert.equal(await outcomeOf(world, data.orderId), 'released')
    })
    assert.deepEqual(words, ['open full_prepayment', 'capture full_payment'])
  })
})

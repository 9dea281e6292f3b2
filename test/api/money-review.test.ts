import assert from 'node:assert/strict'
import { after as afterAll, afterEach, before, describe, test } from 'node:test'
import { api } from '#contract/index.ts'
import { kopecks } from '#domain/money.ts'
import type { Bank, NamedPayout, Receipt, RegistryLine } from '#server/integrations/bank/bank.ts'
import {
  after,
  assertSound,
  checkedNumber,
  DAY,
  fateOf,
  HOUR,
  MINUTE,
  NUMBER,
  pageOf,
  paidHall,
  SECOND,
} from '#test/support/paid-hall.ts'
import type { PaidHall } from '#test/support/paid-hall.ts'
import { secondProcess } from '#test/support/second-process.ts'
import { ARTIST_PASSWORD, makeWorld } from '#test/support/world.ts'
import type { World } from '#test/support/world.ts'

let world: World
before(async () => {
  world = await makeWorld()
})
afterEach(async () => {
  await world.bank.faults.clear()
  await world.settle()
  await assertSound(world)
})
afterAll(() => world.close())

/** Another process, whose bank answers otherwise in one thing or two. */
async function withBank<T>(
  otherwise: (real: Bank) => Partial<Bank>,
  work: (process: Awaited<ReturnType<typeof secondProcess>>) => Promise<T>,
): Promise<T> {
  const process = await secondProcess(world, { bank: (real) => ({ ...real, ...otherwise(real) }) })
  try {
    return await work(process)
  } finally {
    await process.close()
  }
}

/** An artist who has earned ninety rubles, with a number that takes payouts. */
async function earner() {
  const hall = await paidHall(world, { artist: checkedNumber(world) })
  const { song } = await hall.paid('sbp')
  await hall.played(song)
  await after(world, 21 * SECOND)
  assert.equal(await hall.owed(), 9000)
  return hall
}

const PROOF = {
  currentPassword: ARTIST_PASSWORD,
  address: '10.0.0.9',
  spendTry: async () => {},
}

const payoutOf = (artistId: string) =>
  world.sql
    .selectFrom('payouts')
    .select(['state', 'attention'])
    .where('artist_id', '=', artistId)
    .executeTakeFirst()

describe('a payout', () => {
  test('of which the bank took down another sum is not sent, and a person is asked', async () => {
    const hall = await earner()
    const told: string[] = []
    let times = 10
    const look = async (real: Bank, payout: NamedPayout) => {
      const looked = await real.lookAtPayout(payout)
      if (looked.outcome !== 'ok') return looked
      const amount = kopecks(looked.value.amount * times)
      return { ...looked, value: { ...looked.value, amount } }
    }
    await withBank(
      (real) => ({
        lookAtPayout: (payout) => look(real, payout),
        pay: (payout) => {
          told.push(payout.bankPayoutId)
          return real.pay(payout)
        },
      }),
      async (process) => {
        await process.services.payouts.withdraw(hall.artist.id, null)
        await process.settle()
        world.advance(MINUTE)
        await process.settle()
        assert.deepEqual(told, [])
        assert.deepEqual(await payoutOf(hall.artist.id), {
          state: 'initiated',
          attention: 'amount_mismatch',
        })
        times = 1
        // The bank has given that one up meanwhile: what is told to be paid is the next.
        for (const pause of [HOUR, MINUTE]) {
          world.advance(pause)
          await process.settle()
        }
        assert.equal(told.length, 1)
      },
    )
    await after(world, HOUR)
    assert.equal((await payoutOf(hall.artist.id))?.state, 'completed')
  })

  test('that waited while payouts were stopped goes out at once when they are let go', async () => {
    const hall = await earner()
    await world.sql
      .insertInto('money_marks')
      .values({ name: 'payouts-paused', value: 'пусто', at: world.now() })
      .onConflict((on) => on.column('name').doUpdateSet({ value: 'пусто' }))
      .execute()
    await world.ok(api.payment.payout, {}, hall.as)
    for (let hours = 0; hours < 9; hours += 1) await after(world, HOUR)
    assert.equal((await payoutOf(hall.artist.id))?.state, 'reserved')
    const admin = await world.artist({ role: 'ADMIN' })
    await world.ok(api.payment.resumePayouts, {}, admin)
    await after(world, 10 * SECOND)
    await after(world, 10 * SECOND)
    assert.equal((await payoutOf(hall.artist.id))?.state, 'completed')
  })
})

describe('where the contract with the bank has no payouts', () => {
  const none = (real: Bank) => ({ ...real, paysOut: false })

  test('what was earned stays available', async () => {
    const hall = await earner()
    await withBank(none, async (process) => {
      await assert.rejects(process.services.payouts.withdraw(hall.artist.id, null), {
        code: 'PAYMENTS_DOWN',
      })
      await hall.end()
      world.advance(25 * HOUR)
      await process.settle()
    })
    assert.equal(await payoutOf(hall.artist.id), undefined)
    assert.equal((await hall.balance()).available, 9000)
  })

  test('nobody is asked for ten rubles that could not prove a number', async () => {
    const artist = await world.artist()
    await withBank(none, async (process) => {
      const typed = { phoneNumber: NUMBER.phone, sbpNumberId: NUMBER.bank }
      await assert.rejects(process.services.payoutPhone.check(artist.id, typed, PROOF), {
        code: 'PAYMENTS_DOWN',
      })
    })
    assert.equal((await world.ok(api.payment.number, {}, artist)).state, 'unset')
  })
})

describe('when the bank refuses to make its page', () => {
  /** The first question for a page is refused, as under a wrong key. */
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
    const hall = await paidHall(world)
    const { artist, sessionId } = hall
    const song = { songId: await hall.newSong(), title: '', artistName: '', imageUrl: '' }
    await withBank(once, async ({ app, settle }) => {
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
      (await hall.queue()).map(({ amount }) => amount),
      [10_000],
    )
  })

  test('the same gift under the same key is a new one', async () => {
    const artist = await world.artist()
    const gift = { artistUsername: artist.username, amount: 10_000, message: '' }
    await withBank(once, async ({ services }) => {
      const give = () => services.payments.donate(gift, 'the one gift')
      await assert.rejects(give, { code: 'PAYMENTS_DOWN' })
      const page = await give()
      assert.equal(await give(), page)
    })
  })
})

test('what the bank took back after a song was credited stays in what its concert brought', async () => {
  const hall = await paidHall(world)
  const { id, song } = await hall.paid('card')
  await hall.played(song)
  await after(world, 21 * SECOND)
  const { bankId } = await world.sql
    .selectFrom('payments')
    .select('bank_payment_id as bankId')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await world.bank.refundFromCabinet(bankId ?? '')
  await after(world, HOUR)
  assert.equal(await hall.owed(), 9000)
  const [earned] = await world.ok(api.payment.earnings, {}, hall.as)
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

describe('the night’s work', () => {
  const auditSaid = async (): Promise<string | undefined> => {
    const admin = await world.artist({ role: 'ADMIN' })
    return (await world.ok(api.payment.stuck, {}, admin)).audit?.words
  }

  test('books a registry with a card that was declined for nothing, and asks nobody about it', async () => {
    const declined: RegistryLine = {
      key: 'AUTH_FAIL:1',
      bankPaymentId: 'of nobody',
      reference: 'of nobody',
      gross: kopecks(0),
      fee: kopecks(0),
      operation: 'AUTH_FAIL',
      at: world.now(),
    }
    assert.equal(
      await world.app.services.reconciliation.readRegistry('2026-10-01', [declined]),
      true,
    )
    const { count } = await world.sql
      .selectFrom('money_questions')
      .select((of) => of.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    assert.equal(count, 0)
  })

  test('goes on past a day for which the bank has no registry', async () => {
    const hall = await paidHall(world)
    await hall.paid('sbp')
    await after(world, 3 * DAY)
    const today = world.now().toISOString().slice(0, 10)
    const asked: string[] = []
    await withBank(
      () => ({
        registry: async (day) => {
          asked.push(day)
          return asked.length === 1
            ? { outcome: 'declined', code: 'http_404', text: 'нет', final: false }
            : { outcome: 'ok', value: [] }
        },
      }),
      ({ services }) => services.reconciliation.matchRegistries(),
    )
    assert.ok(asked.length > 1)
    assert.ok((asked.at(-1) ?? '') < today)
  })

  test('checks the books even where a registry breaks it', async () => {
    await after(world, 2 * DAY)
    const earlier = await world.sql.selectFrom('money_marks').selectAll().execute()
    const broken = withBank(
      () => ({ registry: () => Promise.reject(new Error('no registry')) }),
      ({ services }) => services.reconciliation.night(),
    )
    await assert.rejects(broken, /no registry/u)
    const marks = await world.sql
      .selectFrom('money_marks')
      .selectAll()
      .where('name', '=', 'audit')
      .execute()
    assert.notDeepEqual(
      marks,
      earlier.filter(({ name }) => name === 'audit'),
    )
    assert.equal(marks[0]?.at.getTime(), world.now().getTime())
  })

  test('that could not check the books to their end does not call them clean', async () => {
    await world.app.services.reconciliation.audit()
    assert.equal(await auditSaid(), 'clean')
    await world.sql.schema.alterTable('ledger_balances').renameTo('ledger_balances_away').execute()
    try {
      await assert.rejects(world.app.services.reconciliation.audit())
    } finally {
      await world.sql.schema
        .alterTable('ledger_balances_away')
        .renameTo('ledger_balances')
        .execute()
    }
    assert.match((await auditSaid()) ?? '', /не дошла до конца/u)
  })
})

test('a notice that comes while the bank is answering a look is not lost with that look', async () => {
  const hall = await paidHall(world)
  const { id, song } = await hall.paid('card')
  await hall.played(song)
  await after(world, 21 * SECOND)
  const { bankId } = await world.sql
    .selectFrom('payments')
    .select('bank_payment_id as bankId')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const notice = async () => {
    const { body } = await world.sql
      .selectFrom('bank_notices')
      .select('body')
      .where('payment_id', '=', id)
      .executeTakeFirstOrThrow()
    await world.app.services.bankWebhooks.receive(body, async () => {})
  }
  let asked = false
  await withBank(
    (real) => ({
      look: async (bankPaymentId) => {
        const look = await real.look(bankPaymentId)
        if (asked) return look
        asked = true
        // The bank gives the money back just after it has told us that it has it.
        await world.bank.faults.set({ kind: 'notice_lost' })
        await world.bank.refundFromCabinet(bankId ?? '')
        world.advance(SECOND)
        await notice()
        return look
      },
    }),
    async ({ settle }) => {
      await notice()
      await settle()
      world.advance(MINUTE)
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
  const hall = await paidHall(world)
  const first = await hall.paid('card')
  const second = await hall.paid('card', 10_000, first.song)
  await hall.played(first.song)
  await world.settle()
  const { bankId } = await world.sql
    .selectFrom('payments')
    .select('bank_payment_id as bankId')
    .where('id', '=', second.id)
    .executeTakeFirstOrThrow()
  await world.bank.refundFromCabinet(bankId ?? '')
  await after(world, 5 * SECOND)
  await after(world, 5 * SECOND)
  assert.equal(await fateOf(world, second.id), 'failed hold_lost')
  const query = { sessionId: hall.sessionId }
  const last = await world.ok(api.artist.lastPlayed, { query }, hall.as)
  const body = { ...query, entryId: last?.id ?? '' }
  await world.ok(api.artist.undoPlayed, { body }, hall.as)
  assert.equal(await fateOf(world, first.id), 'secured')
})

test('a number that is checked by two presses at once is checked by one payment', async () => {
  // The number stands there already, so that setting it again changes and locks no row.
  const known = { phone_number: NUMBER.phone, sbp_number_id: NUMBER.bank }
  const artist = await world.artist(known)
  const typed = { phoneNumber: NUMBER.phone, sbpNumberId: NUMBER.bank }
  const press = () => world.app.services.payoutPhone.check(artist.id, typed, PROOF)
  // Connections that are still being made would let the first one through alone.
  await Promise.all(Array.from({ length: 8 }, () => world.ok(api.payment.number, {}, artist)))
  const pages = await Promise.all(Array.from({ length: 8 }, press))
  assert.equal(new Set(pages).size, 1)
})

describe('receipts', () => {
  const receipts = { email: 'box@example.org', taxation: 'usn_income', tax: 'none' }

  /** What the bank was told of receipts: with the page, and with the capture. */
  async function told(work: (hall: PaidHall, settle: () => Promise<void>) => Promise<void>) {
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
    const hall = await paidHall(world)
    try {
      await work(hall, process.settle)
    } finally {
      await process.close()
    }
    return words
  }

  test('of a song: a prepayment with its page, whole with the capture after it was played', async () => {
    const words = await told(async (hall, settle) => {
      await world.bank.faults.set({ kind: 'error_500', method: 'Init', times: 1 })
      const by = world.listener()
      const song = await hall.newSong()
      const { status } = await by.order(hall.artist, hall.sessionId, song, 'of the receipt', 10_000)
      assert.equal(status, 503)
      world.advance(2 * SECOND)
      await settle()
      const { data } = await by.order(hall.artist, hall.sessionId, song, 'of the receipt', 10_000)
      await world.bank.pay(pageOf(data.paymentURL), { method: 'card', action: 'pay' })
      await settle()
      await hall.played(song)
      world.advance(21 * SECOND)
      await settle()
      assert.equal(await fateOf(world, data.orderId), 'released')
    })
    assert.deepEqual(words, ['open full_prepayment', 'capture full_payment'])
  })
})

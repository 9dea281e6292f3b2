import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { api } from '#contract/index.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#domain/time.ts'
import { auditBooks } from '#server/modules/reconciliation/audit.service.ts'
import { ledgerOf } from '#test/support/database/ledger.ts'
import {
  advanceAndSettle,
  causesOf,
  checkedNumber,
  outcomeOf,
  pageOf,
  paidConcert,
  shown,
  worldWithAudit,
  tipped,
} from '#test/support/paid-concert.ts'
import { makeWorld } from '#test/support/world.ts'
import type { TestArtist, World } from '#test/support/world.ts'

let world: World
let admin: TestArtist
worldWithAudit(async (opened) => {
  world = opened
  admin = await world.artist({ role: 'ADMIN' })
})

const desk = () => world.ok(api.payment.stuck, {}, { token: admin.token })

const rowOf = async (id: string) => (await desk()).stuck.find((row) => row.id === id)

const act = (id: string, action: 'retry' | 'close', as = admin) =>
  world.call(api.payment.settle, { params: { id }, body: { action } }, { token: as.token })

/** A refund that the bank has refused for good. */
async function refusedRefund() {
  const concert = await paidConcert(world)
  const { id, song } = await concert.paid('sbp', 12_300)
  await world.bank.faults.set({ kind: 'refused_refund', code: '3028' })
  await concert.skip(song)
  await world.settle()
  return { concert, id }
}

describe('who may see and settle', () => {
  for (const [what, endpoint, input] of [
    ['what is stuck', api.payment.stuck, {}],
    ['settling', api.payment.settle, { params: { id: randomUUID() }, body: { action: 'close' } }],
    ['letting payouts go on', api.payment.resumePayouts, {}],
  ] as const)
    test(`${what} is for admins, not for artists and not for strangers`, async () => {
      const artist = await world.artist()
      await world.refused('NOT_YOURS', endpoint, input, { token: artist.token })
      await world.refused('NO_TOKEN', endpoint, input)
    })

  test('an artist cannot settle even his own', async () => {
    const { concert, id } = await refusedRefund()
    const { status, failure } = await act(id, 'close', concert.artist)
    assert.deepEqual([status, failure.code], [403, 'NOT_YOURS'])
    assert.notEqual(await rowOf(id), undefined)
    await act(id, 'close')
  })
})

test('a gift that is held and cannot be captured is shown after an hour, and captured once the bank answers', async () => {
  const { artist } = await paidConcert(world)
  const body = { artistUsername: artist.username, amount: 20_000 }
  const page = pageOf(await world.ok(api.payment.donate, { body }))
  await world.bank.faults.set({ kind: 'timeout_before', method: 'Confirm' })
  await world.bank.pay(page, { method: 'card', action: 'pay' })
  await world.settle()
  const { id } = await world.sql
    .selectFrom('payments')
    .select('id')
    .where('link', 'like', `%${page}`)
    .executeTakeFirstOrThrow()
  assert.equal(await rowOf(id), undefined)
  await advanceAndSettle(world, HOUR_MS + MINUTE_MS)
  assert.deepEqual((await rowOf(id))?.attention, 'slow')
  await world.bank.faults.clear()
  assert.equal((await act(id, 'retry')).status, 200)
  await world.settle()
  assert.equal((await shown(world, id)).state, 'released')
  assert.equal(await rowOf(id), undefined)
})

test('the desk shows what the whole house holds and owes, in figures of the ledger', async () => {
  const own = await makeWorld()
  try {
    const { token } = await own.artist({ role: 'ADMIN' })
    const concert = await paidConcert(own, { artist: checkedNumber(own) })
    await concert.paid('card', 10_000)
    await concert.paid('sbp', 20_000)
    await tipped(own, concert.artist.username, 40_000)
    await own.bank.faults.set({ kind: 'slow_payout' })
    await own.ok(api.payment.payout, {}, concert.as)
    await own.settle()
    await tipped(own, concert.artist.username, 2000)
    await own.bank.faults.set({ kind: 'stuck_refund' })
    const back = await concert.paid('sbp', 50_000)
    await concert.skip(back.song)
    await own.settle()
    const { held, owedBack, inFlight, owedToArtists, payoutsPaused, stuck, audit } = await own.ok(
      api.payment.stuck,
      {},
      { token },
    )
    assert.deepEqual(
      { held, owedBack, inFlight, owedToArtists, payoutsPaused, stuck, audit },
      {
        held: 30_000,
        owedBack: 50_000,
        inFlight: 38_000,
        owedToArtists: 1900,
        payoutsPaused: false,
        stuck: [],
        audit: null,
      },
    )
    await auditBooks(own.app.ctx)
    const then = await own.ok(api.payment.stuck, {}, { token })
    assert.deepEqual([then.audit?.clean, then.audit?.words], [true, 'clean'])
  } finally {
    await own.close()
  }
})

describe('a refund that the bank refused', () => {
  test('is shown with its sum, its artist, the bank’s words and what to do', async () => {
    const { concert, id } = await refusedRefund()
    const row = await rowOf(id)
    assert.deepEqual(
      [row?.subject, row?.amount, row?.state, row?.attention, row?.artistUsername, row?.actions],
      [
        'payment',
        12_300,
        'returning',
        'refund_refused',
        concert.artist.username,
        ['retry', 'close'],
      ],
    )
    assert.match(row?.what ?? '', /Банк окончательно отказал в возврате.*3028/u)
    assert.match(row?.todo ?? '', /верните деньги/u)
    assert.match(row?.bankId ?? '', /^\d+$/u)
    await act(id, 'close')
  })

  test('closed by hand is given back out of our own cash, and the listener is told', async () => {
    const { id } = await refusedRefund()
    const cash = (await ledgerOf(world, 'settlement_cash')).posted
    assert.equal((await act(id, 'close')).status, 200)
    assert.equal(await rowOf(id), undefined)
    assert.equal(await outcomeOf(world, id), 'returned skipped')
    assert.equal((await shown(world, id)).delayed, false)
    assert.equal((await causesOf(world, id)).at(-1), 'returned_by_hand')
    assert.equal(cash - (await ledgerOf(world, 'settlement_cash')).posted, 12_300)
    await advanceAndSettle(world, DAY_MS)
    assert.equal(await outcomeOf(world, id), 'returned skipped')
    assert.equal(await rowOf(id), undefined, 'what the bank keeps is asked about no more')
  })

  test('closed twice, or by two admins at once, is given back once', async () => {
    const { id } = await refusedRefund()
    const cash = (await ledgerOf(world, 'settlement_cash')).posted
    const other = await world.artist({ role: 'ADMIN' })
    const answers = await Promise.all([act(id, 'close'), act(id, 'close', other), act(id, 'close')])
    assert.deepEqual(
      answers.map(({ status }) => status).filter((status) => status === 200),
      [200],
    )
    assert.equal(cash - (await ledgerOf(world, 'settlement_cash')).posted, 12_300)
  })

  test('tried again goes by the bank where the bank takes it now', async () => {
    const { id } = await refusedRefund()
    await world.bank.faults.clear()
    assert.equal((await act(id, 'retry')).status, 200)
    assert.equal(await rowOf(id), undefined)
    await world.settle()
    await advanceAndSettle(world, MINUTE_MS)
    assert.equal(await outcomeOf(world, id), 'returned skipped')
    assert.equal((await causesOf(world, id)).at(-1), 'refunded')
  })

  test('tried again in vain is a question again', async () => {
    const { id } = await refusedRefund()
    await act(id, 'retry')
    await world.settle()
    assert.equal((await rowOf(id))?.attention, 'refund_refused')
    await act(id, 'close')
  })
})

describe('what moves too slowly', () => {
  test('a refund that hangs is shown after an hour, and may be asked about, not closed', async () => {
    const concert = await paidConcert(world)
    const { id, song } = await concert.paid('sbp')
    await world.bank.faults.set({ kind: 'stuck_refund' })
    await concert.skip(song)
    await advanceAndSettle(world, 30 * MINUTE_MS)
    assert.equal(await rowOf(id), undefined)
    await advanceAndSettle(world, 31 * MINUTE_MS)
    const row = await rowOf(id)
    assert.deepEqual([row?.attention, row?.actions], ['slow', ['retry']])
    assert.equal((await act(id, 'close')).status, 404)
    await world.bank.faults.clear()
    await act(id, 'retry')
    await world.settle()
    assert.equal(await rowOf(id), undefined)
    assert.equal(await outcomeOf(world, id), 'returned skipped')
  })

  test('a refund that has just set out is nobody’s question, however old its money is', async () => {
    const concert = await paidConcert(world)
    const { id, song } = await concert.paid('sbp')
    await advanceAndSettle(world, 2 * HOUR_MS)
    await concert.skip(song)
    await world.settle()
    assert.equal(await outcomeOf(world, id), 'returning skipped')
    assert.equal(await rowOf(id), undefined)
  })

  test('a capture that does not succeed is shown after an hour', async () => {
    const concert = await paidConcert(world)
    const { id, song } = await concert.paid('card')
    await world.bank.faults.set({ kind: 'error_500', method: 'Confirm' })
    await concert.played(song)
    await advanceAndSettle(world, 30 * MINUTE_MS)
    assert.equal(await rowOf(id), undefined)
    await advanceAndSettle(world, 31 * MINUTE_MS)
    assert.equal((await rowOf(id))?.attention, 'slow')
    await world.bank.faults.clear()
    await act(id, 'retry')
    await world.settle()
    assert.equal(await outcomeOf(world, id), 'released')
  })

  test('a payout that hangs is shown after half an hour, and may be asked about, not closed', async () => {
    const artist = await world.artist({ ...checkedNumber(world), phoneNumber: '79101112233' })
    await tipped(world, artist.username, 10_000)
    await world.bank.faults.set({ kind: 'slow_payout' })
    const { payoutId } = await world.ok(api.payment.payout, {}, { token: artist.token })
    await world.settle()
    for (let look = 0; look < 4; look += 1) await advanceAndSettle(world, 10 * MINUTE_MS)
    const row = await rowOf(payoutId)
    assert.deepEqual(
      [row?.subject, row?.attention, row?.amount, row?.actions],
      ['payout', 'payout_slow', 9500, ['retry']],
    )
    assert.equal((await act(payoutId, 'close')).status, 404)
    await world.bank.faults.clear()
    await act(payoutId, 'retry')
    await advanceAndSettle(world, MINUTE_MS)
    assert.equal(await rowOf(payoutId), undefined)
  })
})

describe('a question that no bank can answer', () => {
  async function lostHold() {
    const concert = await paidConcert(world)
    const { id, song } = await concert.paid('card')
    await world.bank.faults.set({ kind: 'refused_capture' })
    await concert.played(song)
    await advanceAndSettle(world, 21 * SECOND_MS)
    await world.bank.faults.clear()
    return id
  }

  test('is closed by a person, and stays closed', async () => {
    const id = await lostHold()
    assert.deepEqual((await rowOf(id))?.actions, ['close'])
    assert.equal((await act(id, 'close')).status, 200)
    await advanceAndSettle(world, DAY_MS)
    assert.equal(await rowOf(id), undefined)
  })

  test('is not lost by asking the bank about it', async () => {
    const id = await lostHold()
    assert.notEqual((await act(id, 'retry')).status, 200)
    assert.equal((await rowOf(id))?.attention, 'hold_lost')
    await act(id, 'close')
  })

  test('the oldest stands first', async () => {
    const first = await lostHold()
    await advanceAndSettle(world, MINUTE_MS)
    const second = await lostHold()
    const ids = (await desk()).stuck.map(({ id }) => id)
    assert.ok(ids.indexOf(first) < ids.indexOf(second))
    await act(first, 'close')
    await act(second, 'close')
  })
})

test('what is done with money stands in the log with who, its number and its sum', async () => {
  const { concert, id } = await refusedRefund()
  assert.equal((await act(id, 'retry')).status, 200)
  await world.settle()
  assert.equal((await act(id, 'close')).status, 200)
  assert.equal((await act(id, 'close')).status, 404)
  await world.ok(api.payment.resumePayouts, {}, admin)
  const { deeds } = await world.ok(api.operator.log, {}, admin)
  const subject = `${id}, 123\u00A0₽`
  assert.deepEqual(
    deeds.slice(0, 3).map((deed) => [deed.kind, deed.by, deed.subject]),
    [
      ['resume', admin.username, 'Выплаты'],
      ['money_close', admin.username, subject],
      ['money_retry', admin.username, subject],
    ],
  )
  const { username } = concert.artist
  const own = await world.ok(api.operator.log, { query: { username } }, admin)
  assert.deepEqual(
    own.deeds.map(({ kind }) => kind),
    ['money_close', 'money_retry'],
  )
})

test('what nobody asked about cannot be settled', async () => {
  const concert = await paidConcert(world)
  const { id } = await concert.paid('card')
  for (const unknown of [randomUUID(), id])
    for (const action of ['retry', 'close'] as const)
      assert.equal((await act(unknown, action)).failure.code, 'NOT_FOUND')
  await world.refused(
    'VALIDATION',
    api.payment.settle,
    { params: { id }, body: { action: 'forget' } },
    { token: admin.token },
  )
  assert.equal(await outcomeOf(world, id), 'secured')
})

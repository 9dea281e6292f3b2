import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import { api } from '#contract/index.ts'
import { kopecks } from '#domain/money.ts'
import { FLOAT } from '#packages/tbank-sandbox/state.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time.ts'
import {
  bookRegistryDay,
  runNightWork,
} from '#server/modules/reconciliation/reconciliation.service.ts'
import { ledgerOf, posted } from '#test/support/database/ledger.ts'
import {
  advanceAndSettle,
  assertSound,
  bankIdOf,
  causesOf,
  outcomeOf,
  paidConcert,
  shown,
  tipped,
} from '#test/support/paid-concert.ts'
import { makeWorld } from '#test/support/world.ts'
import type { World } from '#test/support/world.ts'

let world: World
before(async () => {
  world = await makeWorld()
})
afterEach(() => assertSound(world))
after(() => world.close())

test('money of the first days is found in the registry however many nights were missed', async () => {
  const concert = await paidConcert(world)
  await tipped(world, concert.artist.username, 10_000)
  await advanceAndSettle(world, 3 * DAY_MS)
  await runNightWork(world.app.ctx)
  const { merchant } = await world.bank.totals()
  assert.ok(merchant > FLOAT)
  assert.equal((await ledgerOf(world, 'settlement_cash')).posted, merchant - FLOAT)
})

test('money that the bank’s cabinet took back is noticed by the registry when its notice was lost', async () => {
  const concert = await paidConcert(world)
  await tipped(world, concert.artist.username, 20_000)
  const { id, bankId } = await world.sql
    .selectFrom('payments')
    .select(['id', 'bankPaymentId as bankId'])
    .where('artistId', '=', concert.artist.id)
    .executeTakeFirstOrThrow()
  await world.bank.faults.set({ kind: 'notice_lost' })
  await world.bank.operator.refund(bankId ?? '')
  await advanceAndSettle(world, HOUR_MS)
  await world.bank.faults.clear()
  assert.equal(await attentionOf(id), null)
  await advanceAndSettle(world, DAY_MS)
  await runNightWork(world.app.ctx)
  await world.settle()
  assert.equal(await attentionOf(id), 'lost_after_release')
  assert.equal((await ledgerOf(world, 'loss')).posted, 20_000)
})

test('a registry that tells of money for an order that was given up has the bank asked once more', async () => {
  const concert = await paidConcert(world)
  const order = await concert.ordered()
  await concert.end()
  await advanceAndSettle(world, 5 * HOUR_MS)
  await advanceAndSettle(world, HOUR_MS)
  const row = () =>
    world.sql
      .selectFrom('payments')
      .select(['bankPaymentId as bankId', 'dueAt', 'lookedAt'])
      .where('id', '=', order.id)
      .executeTakeFirstOrThrow()
  const { bankId, dueAt } = await row()
  assert.equal(dueAt, null)
  await bookRegistryDay(world.app.ctx, '2026-01-01', [
    {
      key: `Debit of ${order.id}`,
      bankPaymentId: bankId ?? '',
      reference: 'told by the bank',
      gross: kopecks(10_000),
      fee: kopecks(0),
      operation: 'Debit',
      at: world.now(),
    },
  ])
  await world.settle()
  assert.deepEqual((await row()).lookedAt, world.now())
})

describe('a refund that comes back from the payer’s bank', () => {
  /** Reads a registry with one line of a song's money, 100 ₽. */
  const told = async (id: string, day: string, operation: string, gross = 10_000, key = '') =>
    bookRegistryDay(world.app.ctx, day, [
      {
        key: `${operation} of ${id} ${key}`,
        bankPaymentId: await bankIdOf(world, id),
        reference: '',
        operation,
        gross: kopecks(gross),
        fee: kopecks(0),
        at: world.now(),
      },
    ])

  async function refunded() {
    const concert = await paidConcert(world)
    const { id, song } = await concert.paid('sbp')
    await concert.skip(song)
    for (let look = 0; look < 3; look++) await advanceAndSettle(world, HOUR_MS)
    assert.equal(await outcomeOf(world, id), 'returned skipped')
    return id
  }

  for (const [operation, day] of [
    ['CR_Chargeback', '2027-02-01'],
    ['CancelRefund', '2027-02-02'],
  ] as const)
    test(`is owed to him again and given by hand, and is no income of ours: ${operation}`, async () => {
      const id = await refunded()
      const [loss, cash] = [await posted(world, 'loss'), await posted(world, 'settlement_cash')]
      await told(id, day, operation)
      assert.equal(await posted(world, `refund_due:${id}`), -10_000)
      assert.deepEqual(
        [(await shown(world, id)).state, (await shown(world, id)).delayed],
        ['returning', true],
      )
      const admin = await world.artist({ role: 'ADMIN' })
      const rows = async () => {
        const { stuck } = await world.ok(api.payment.stuck, {}, admin)
        return stuck.filter(({ bankId, id: row }) => row === id || bankId?.includes(id) === true)
      }
      const [row, ...others] = await rows()
      assert.deepEqual([row?.attention, row?.actions, others], ['refund_sent_back', ['close'], []])
      assert.match(row?.what ?? '', /банк слушателя прислал деньги назад\. Они лежат у нас\.$/u)
      // The bank still calls it refunded, and that ends nothing.
      await advanceAndSettle(world, DAY_MS)
      await world.refused(
        'NOT_FOUND',
        api.payment.settle,
        { params: { id }, body: { action: 'retry' } },
        admin,
      )
      assert.equal(await posted(world, `refund_due:${id}`), -10_000)
      await world.ok(api.payment.settle, { params: { id }, body: { action: 'close' } }, admin)
      assert.equal(await outcomeOf(world, id), 'returned skipped')
      assert.deepEqual((await causesOf(world, id)).slice(-2), [
        'refund_sent_back',
        'returned_by_hand',
      ])
      assert.deepEqual(
        [
          await posted(world, `refund_due:${id}`),
          await posted(world, `disputed:${id}`),
          (await posted(world, 'loss')) - loss,
          (await posted(world, 'settlement_cash')) - cash,
        ],
        [0, 0, 0, 0],
      )
    })

  test('and did not, by a corrected registry, is owed to nobody', async () => {
    const id = await refunded()
    await told(id, '2027-02-03', 'CancelRefund')
    await bookRegistryDay(world.app.ctx, '2027-02-03', [])
    assert.equal(await outcomeOf(world, id), 'returned skipped')
    assert.equal(await attentionOf(id), null)
    assert.equal(await posted(world, `refund_due:${id}`), 0)
  })

  test('where it was our loss, is one no more once the question is closed', async () => {
    const concert = await paidConcert(world)
    await tipped(world, concert.artist.username, 10_000)
    const { id } = await world.sql
      .selectFrom('payments')
      .select('id')
      .where('artistId', '=', concert.artist.id)
      .executeTakeFirstOrThrow()
    const loss = await posted(world, 'loss')
    await world.bank.operator.refund(await bankIdOf(world, id))
    for (let look = 0; look < 3; look++) await advanceAndSettle(world, HOUR_MS)
    assert.equal((await posted(world, 'loss')) - loss, 10_000)
    await told(id, '2027-02-05', 'CancelRefund')
    const admin = await world.artist({ role: 'ADMIN' })
    const question = await world.sql
      .selectFrom('moneyQuestions')
      .select('id')
      .where('paymentId', '=', id)
      .executeTakeFirstOrThrow()
    const closing = { params: { id: question.id }, body: { action: 'close' } } as const
    await world.ok(api.payment.settle, closing, admin)
    assert.equal(await posted(world, 'loss'), loss)
  })

  const whatOf = (id: string) =>
    world.sql.selectFrom('moneyQuestions').select('what').where('paymentId', '=', id).execute()

  test('in parts, one of them from the cabinet, is owed and given part by part', async () => {
    const { skip, paid } = await paidConcert(world)
    const { id, song } = await paid('sbp')
    await world.bank.operator.refund(await bankIdOf(world, id), 4000)
    await advanceAndSettle(world, MINUTE_MS)
    await skip(song)
    for (let look = 0; look < 3; look++) await advanceAndSettle(world, HOUR_MS)
    assert.equal(await outcomeOf(world, id), 'returned skipped')
    const admin = await world.artist({ role: 'ADMIN' })
    const cash = await posted(world, 'settlement_cash')
    for (const [day, part] of [
      ['2027-02-06', 4000],
      ['2027-02-07', 6000],
    ] as const) {
      await told(id, day, `CancelRefund`, part, day)
      assert.equal(await posted(world, `refund_due:${id}`), -part)
      const { amount, sentBack } = await shown(world, id)
      assert.deepEqual([amount, sentBack], [part, true])
      await world.ok(api.payment.settle, { params: { id }, body: { action: 'close' } }, admin)
      assert.equal(await outcomeOf(world, id), 'returned skipped')
      assert.equal((await shown(world, id)).amount, 10_000)
      await assertSound(world)
      await advanceAndSettle(world, DAY_MS)
    }
    assert.equal(await posted(world, `refund_due:${id}`), 0)
    assert.equal(await posted(world, 'settlement_cash'), cash)
    assert.deepEqual(await whatOf(id), [])
    // All that was refunded was given once more: nothing is owed a third time.
    await told(id, '2027-02-11', 'CR_Chargeback', 4000)
    assert.equal(await posted(world, `refund_due:${id}`), 0)
    assert.equal((await whatOf(id)).length, 1)
  })

  test('in another sum than was given back is a question to a person alone', async () => {
    const id = await refunded()
    await told(id, '2027-02-04', 'CR_Chargeback', 14_000)
    assert.equal(await outcomeOf(world, id), 'returned skipped')
    assert.deepEqual(
      [await posted(world, `refund_due:${id}`), await posted(world, `disputed:${id}`)],
      [0, 0],
    )
    const [question] = await whatOf(id)
    assert.match(question?.what ?? '', /банк слушателя прислал деньги назад\./u)
  })

  test('while the bank still calls it under way, is owed to him again at once', async () => {
    const concert = await paidConcert(world)
    const { id, song } = await concert.paid('sbp')
    await concert.skip(song)
    await world.settle()
    assert.equal(await bankStateOf(id), 'refunding')
    await told(id, '2027-02-08', 'Credit', -10_000)
    await told(id, '2027-02-09', 'CancelRefund')
    assert.equal(await outcomeOf(world, id), 'returning skipped')
    assert.equal(await attentionOf(id), 'refund_refused')
    for (let look = 0; look < 3; look++) await advanceAndSettle(world, HOUR_MS)
    assert.equal(await posted(world, `refund_due:${id}`), -10_000)
    assert.deepEqual(await whatOf(id), [])
    const admin = await world.artist({ role: 'ADMIN' })
    await world.ok(api.payment.settle, { params: { id }, body: { action: 'close' } }, admin)
    assert.equal(await posted(world, `refund_due:${id}`), 0)
  })

  test('while it is still asked for, is asked for again, and nobody is told to give it by hand', async () => {
    const concert = await paidConcert(world)
    const { id, song } = await concert.paid('sbp')
    await world.bank.faults.set({ kind: 'error_500', method: 'Cancel', times: 5 })
    await concert.skip(song)
    await world.settle()
    assert.equal(await bankStateOf(id), 'charged')
    await told(id, '2027-02-10', 'CancelRefund')
    await world.bank.faults.clear()
    const [question] = await whatOf(id)
    assert.match(
      question?.what ?? '',
      /возврат ещё идёт.*Сервис повторит его сам: вручную не возв/u,
    )
    for (let look = 0; look < 3; look++) await advanceAndSettle(world, HOUR_MS)
    assert.equal(await outcomeOf(world, id), 'returned skipped')
    assert.equal(await posted(world, `refund_due:${id}`), 0)
  })
})

const bankStateOf = async (id: string) =>
  (
    await world.sql
      .selectFrom('payments')
      .select('bankState')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).bankState

async function attentionOf(id: string): Promise<string | null> {
  const { attention } = await world.sql
    .selectFrom('payments')
    .select('attention')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return attention
}

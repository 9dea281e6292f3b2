import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql as raw } from 'kysely'
import { pino } from 'pino'
import { api } from '#contract/index.ts'
import { kopecks } from '#domain/money.ts'
import type { Kopecks } from '#domain/money.ts'
import { DAY_MS, MINUTE_MS, SECOND_MS, moscowDay } from '#domain/time.ts'
import type { Bank } from '#server/integrations/bank/bank.ts'
import {
  bookRegistryDay,
  runNightWork,
} from '#server/modules/reconciliation/reconciliation.service.ts'
import { earningsOfConcert } from '#server/modules/payouts/balance.service.ts'
import { demoBank } from '#test/support/servers/demo-bank.ts'
import { moneyQuestions, posted } from '#test/support/database/ledger.ts'
import {
  advanceAndSettle,
  assertSound,
  atTheBank,
  bankIdOf,
  causesOf,
  outcomeOf,
  paidConcert,
  tipped,
} from '#test/support/paid-concert.ts'
import { makeWorld } from '#test/support/world.ts'
import type { World } from '#test/support/world.ts'

/** Changes the sum that the bank reports after a partial refund: unchanged, missing, or another one. */
let heard: (rest: Kopecks | null) => Kopecks | null = (rest) => rest

/** The process is killed at its look, before the bank answers. */
let isKilled = false

let world: World
let real: Bank | undefined
before(async () => {
  const bank = new Proxy({} as Bank, {
    get: (_, name) => (name === 'look' ? look : Reflect.get(real ?? {}, name)),
  })
  world = await makeWorld({
    money: {
      bank,
      notificationUrl: () => 'http://localhost/api/v1/payment/notification',
      receipts: null,
      captureGraceSeconds: 20,
      payoutFloat: kopecks(0),
    },
  })
  const { now } = world
  const log = pino({ level: 'silent' })
  const http = () => world.app.http
  real = demoBank({ now, publicUrl: 'http://localhost', log, http }).bank
})
after(() => world.close())

async function look(id: string): ReturnType<Bank['look']> {
  if (isKilled) throw new Error('killed')
  const looked = await (real as Bank).look(id)
  if (looked.outcome !== 'ok' || looked.value.state !== 'part_refunded') return looked
  return { ...looked, value: { ...looked.value, amount: heard(looked.value.amount) } }
}

/** Refunds a part (kopecks) in the bank's cabinet and receives its notices. */
async function givenBack(id: string, part: number) {
  await world.bank.operator.refund(await bankIdOf(world, id), part)
  await advanceAndSettle(world, 5 * SECOND_MS)
}

/** The nightly run in which the bank's registry of this day is read. */
async function night() {
  const today = Math.floor(world.now().getTime() / DAY_MS)
  world.setNow(new Date((today + 1) * DAY_MS + 130 * MINUTE_MS))
  while ((await world.bank.tick()) > 0);
  await runNightWork(world.app.ctx)
  await world.settle()
}

/** Reads a registry of a past day that has this part (kopecks) of the payment, given back. */
async function registered(id: string, gross: number) {
  const about = { bankPaymentId: await bankIdOf(world, id), reference: '', operation: 'Credit' }
  const line = { key: `part of ${id}`, gross: kopecks(gross), fee: kopecks(0), at: world.now() }
  await bookRegistryDay(world.app.ctx, '2026-01-01', [{ ...about, ...line }])
}

const attentionOf = async (id: string) =>
  (
    await world.sql
      .selectFrom('payments')
      .select('attention')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).attention

/** No question is open, and the bank's records agree with ours. */
async function assertSettled(id: string) {
  assert.equal(await attentionOf(id), null)
  await night()
  assert.deepEqual(
    (await moneyQuestions(world)).filter(({ paymentId }) => paymentId === id),
    [],
  )
  await assertSound(world)
  const { open } = await world.sql
    .selectFrom('ledgerTransactions as t')
    .innerJoin('ledgerLines as l', 'l.transactionId', 't.id')
    .select(raw<number>`sum(l.amount)::bigint`.as('open'))
    .where('t.paymentId', '=', id)
    .where('l.account', '=', 'acq_receivable')
    .executeTakeFirstOrThrow()
  assert.equal(open, 0)
}

test('of a hold a part is let go: the rest stands behind its song and is taken for it', async () => {
  const show = await paidConcert(world)
  const { id, song } = await show.paid('card', 50_000)
  await givenBack(id, 20_000)
  const [entry] = await show.queue()
  assert.equal(entry?.amount, 30_000)
  await show.played(song)
  await advanceAndSettle(world, MINUTE_MS)
  assert.equal(await outcomeOf(world, id), 'released')
  assert.deepEqual(await atTheBank(world, id), [
    { status: 'CONFIRMED', captured: 30_000, refunded: 0 },
  ])
  assert.equal(await show.owed(), 27_000)
  await assertSettled(id)
})

test('of a charge a part is given back: its song earns the rest, and the report says both', async () => {
  const show = await paidConcert(world)
  const { id, song } = await show.paid('sbp', 50_000)
  await givenBack(id, 20_000)
  await givenBack(id, 10_000)
  assert.equal(await outcomeOf(world, id), 'secured')
  await show.played(song)
  await advanceAndSettle(world, MINUTE_MS)
  assert.equal(await show.owed(), 18_000)
  const { sums } = await earningsOfConcert(world.app.ctx, show.artist.id, show.sessionId)
  assert.deepEqual([sums.gross, sums.givenBack], [20_000, 30_000])
  await assertSettled(id)
})

test('a part that is on its way back while the song is played is waited for', async () => {
  const show = await paidConcert(world)
  const { id, song } = await show.paid('sbp', 50_000)
  await world.bank.operator.refund(await bankIdOf(world, id), 20_000)
  await show.played(song)
  await advanceAndSettle(world, MINUTE_MS)
  await advanceAndSettle(world, MINUTE_MS)
  assert.equal(await show.owed(), 27_000)
  await assertSettled(id)
})

for (const method of ['card', 'sbp'] as const)
  test(`what is left goes back whole where the song is not played, by ${method}`, async () => {
    const show = await paidConcert(world)
    const { id, song } = await show.paid(method, 50_000)
    await givenBack(id, 20_000)
    await show.skip(song)
    await advanceAndSettle(world, MINUTE_MS)
    await advanceAndSettle(world, MINUTE_MS)
    assert.equal(await outcomeOf(world, id), 'returned skipped')
    const [page] = await atTheBank(world, id)
    assert.equal(page?.status, method === 'card' ? 'REVERSED' : 'REFUNDED')
    await assertSettled(id)
  })

test('a part that nobody heard of goes back before the rest is asked for', async () => {
  const show = await paidConcert(world)
  const { id, song } = await show.paid('sbp', 50_000)
  await world.bank.faults.set({ kind: 'notice_lost' })
  await givenBack(id, 20_000)
  await world.bank.faults.clear()
  await show.skip(song)
  for (let minutes = 0; minutes < 3; minutes += 1) await advanceAndSettle(world, MINUTE_MS)
  assert.equal(await outcomeOf(world, id), 'returned skipped')
  assert.deepEqual(await causesOf(world, id), [
    'charged',
    'return_due',
    'part_refunded',
    'refunded',
  ])
  await assertSettled(id)
})

test('of a credited tip it is our loss: a person takes note, and its artist cannot give it back', async () => {
  const show = await paidConcert(world)
  const lostBefore = await posted(world, 'loss')
  await tipped(world, show.artist.username, 50_000)
  const [tip] = (await show.balance()).entries
  assert.ok(tip !== undefined)
  await givenBack(tip.id, 20_000)
  assert.equal(await attentionOf(tip.id), 'lost_after_release')
  assert.equal((await posted(world, 'loss')) - lostBefore, 20_000)
  assert.equal(await show.owed(), 47_500)
  const [entry] = (await show.balance()).entries
  assert.equal(entry?.dispute, 'by_bank', 'no return of it is offered')
  const { token } = await world.artist({ role: 'ADMIN' })
  await world.ok(
    api.payment.settle,
    { params: { id: tip.id }, body: { action: 'close' } },
    { token },
  )
  const body = { paymentId: tip.id, word: '' }
  assert.equal(
    (await world.call(api.payment.refund, { body }, show.as)).failure.code,
    'ILLEGAL_STEP',
  )
  await assertSettled(tip.id)
  // The rest of it, later.
  await givenBack(tip.id, 30_000)
  assert.equal((await posted(world, 'loss')) - lostBefore, 50_000)
  await assertSound(world)
})

for (const [what, fault] of [
  ['is lost', { kind: 'malformed', method: 'GetState' }],
  ['is a word that nobody knows', { kind: 'unknown_status', word: 'SOMETHING_NEW' }],
  ['finds its process dead', null],
] as const)
  test(`of a credited tip it is noticed although the bank’s answer to the look that its notice asks for ${what}`, async () => {
    const show = await paidConcert(world)
    const lostBefore = await posted(world, 'loss')
    await tipped(world, show.artist.username, 50_000)
    const [tip] = (await show.balance()).entries
    assert.ok(tip !== undefined)
    if (fault !== null) await world.bank.faults.set(fault)
    isKilled = fault === null
    await givenBack(tip.id, 20_000).catch((killed: unknown) => {
      if (fault !== null) throw killed
    })
    isKilled = false
    await world.bank.faults.clear()
    assert.equal((await posted(world, 'loss')) - lostBefore, 0)
    await advanceAndSettle(world, 2 * MINUTE_MS)
    assert.equal((await posted(world, 'loss')) - lostBefore, 20_000)
  })

test('a smaller sum under a word that nobody knows waits for a word that tells why', async () => {
  const show = await paidConcert(world)
  const { id } = await show.paid('card', 50_000)
  await world.bank.faults.set({ kind: 'unknown_status', word: 'SOMETHING_NEW' })
  await givenBack(id, 20_000)
  assert.equal(await attentionOf(id), null)
  await world.bank.faults.clear()
  await advanceAndSettle(world, 61 * MINUTE_MS)
  assert.equal(await attentionOf(id), null)
  const [entry] = await show.queue()
  assert.equal(entry?.amount, 30_000)
})

/** A part of a charged order was given back, and the bank does not tell its sum. */
async function untoldPart(untold: () => Kopecks | null = () => null) {
  const show = await paidConcert(world, { concert: { minutes: 3000 } })
  const { id, song } = await show.paid('sbp', 50_000)
  heard = untold
  await givenBack(id, 20_000)
  assert.equal(await attentionOf(id), 'partial')
  return { show, id, song }
}

/** Plays the song, whose grace ends. */
async function playedOut({ show, song }: Awaited<ReturnType<typeof untoldPart>>) {
  await show.played(song)
  await advanceAndSettle(world, MINUTE_MS)
  await advanceAndSettle(world, MINUTE_MS)
}

for (const untold of [() => null, () => kopecks(50_000)])
  for (const when of ['before', 'after'] as const)
    test(`a part whose sum the bank does not tell (${untold()}) is a question until its registry does, ${when} its song was played`, async () => {
      const order = await untoldPart(untold)
      const { show, id } = order
      if (when === 'after') {
        await playedOut(order)
        assert.deepEqual([await attentionOf(id), await show.owed()], ['partial', 0])
      }
      await night()
      assert.equal(await attentionOf(id), null)
      if (when === 'before') await playedOut(order)
      assert.equal(await show.owed(), 27_000)
      await assertSettled(id)
      heard = (rest) => rest
    })

test('a song of which a part went back untold is credited once a person closes the question', async () => {
  const order = await untoldPart()
  const { show, id } = order
  await playedOut(order)
  assert.equal(await show.owed(), 0)
  const { token } = await world.artist({ role: 'ADMIN' })
  await world.ok(api.payment.settle, { params: { id }, body: { action: 'close' } }, { token })
  assert.deepEqual([await outcomeOf(world, id), await attentionOf(id)], ['released', null])
  assert.equal(await show.owed(), 45_000)
  heard = (rest) => rest
  await night()
})

test('a part that was never told is no question once the rest has gone back too', async () => {
  const { show, id, song } = await untoldPart()
  await show.skip(song)
  await advanceAndSettle(world, MINUTE_MS)
  await givenBack(id, 30_000)
  await advanceAndSettle(world, MINUTE_MS)
  assert.equal(await outcomeOf(world, id), 'returned skipped')
  heard = (rest) => rest
  await assertSettled(id)
})

test('a sum that the bank tells and no registry has is a question', async () => {
  const show = await paidConcert(world)
  const { id } = await show.paid('sbp', 50_000)
  // As if the bank had reported the refunded sum as the remaining one.
  heard = () => kopecks(20_000)
  await givenBack(id, 20_000)
  await night()
  await night()
  heard = (rest) => rest
  const mine = async () => {
    const { stuck } = await world.ok(api.payment.stuck, {}, await world.artist({ role: 'ADMIN' }))
    const bankId = await bankIdOf(world, id)
    return stuck.filter((one) => one.bankId === bankId).map(({ what }) => what)
  }
  const [what, ...others] = await mine()
  assert.match(
    what ?? '',
    /По ответу банка часть платежа вернулась слушателю, а в реестрах её нет/u,
  )
  assert.deepEqual(others, [])
  await registered(id, -10_000)
  assert.deepEqual(await mine(), [])
})

test('a part of a day whose registry is not out yet is no question, with an earlier part that has one', async () => {
  const show = await paidConcert(world, { concert: { minutes: 3000 } })
  const { id } = await show.paid('sbp', 50_000)
  await givenBack(id, 20_000)
  await night()
  await givenBack(id, 10_000)
  // The bank has the second part with the next day.
  await bookRegistryDay(world.app.ctx, moscowDay(world.now()), [])
  assert.deepEqual(
    (await moneyQuestions(world)).filter(({ paymentId }) => paymentId === id),
    [],
  )
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PaymentShown } from '#contract/payment.ts'
import type { PaymentState } from '#domain/payments/payment.ts'
import { PAYMENT_KINDS, PAYMENT_STATES } from '#domain/payments/payment.ts'
import { CallFailed } from '../calls/call-failed.ts'
import type { Asking, Watched } from './payment-watch.ts'
import { nextPollIn, waitsForBank, watchPayment } from './payment-watch.ts'

const MINUTE = 60_000

const asking = (change: Partial<Asking>): Asking => ({
  payment: { kind: 'song', state: 'awaiting' },
  seenFor: 0,
  failures: 0,
  notBefore: 0,
  ...change,
})

test('a payment that waits is asked for every two or three seconds, later less often', () => {
  const soon = nextPollIn(asking({}))
  assert.ok(soon !== null && soon >= 2000 && soon <= 3000)
  const later = nextPollIn(asking({ seenFor: 3 * MINUTE }))
  assert.ok(later !== null && later > soon)
  assert.notEqual(nextPollIn(asking({ seenFor: 600 * MINUTE })), null)
})

test('what is over for good is not asked for any more', () => {
  for (const kind of PAYMENT_KINDS)
    for (const state of ['released', 'returned'] as const)
      assert.equal(nextPollIn(asking({ payment: { kind, state } })), null)
  assert.equal(
    nextPollIn(asking({ payment: { kind: 'tip', state: 'expired' }, seenFor: 60 * MINUTE })),
    null,
  )
})

test('silence makes the asks rarer, up to half a minute', () => {
  const waits = [1, 2, 3, 4, 5, 50].map((failures) => nextPollIn(asking({ failures })) ?? 0)
  assert.deepEqual(
    waits,
    waits.toSorted((one, other) => one - other),
  )
  assert.equal(waits.at(-1), 30_000)
})

test('the server’s own «not before» is kept', () => {
  assert.equal(nextPollIn(asking({ failures: 1, notBefore: 45_000 })), 45_000)
})

test('no ask comes sooner after a failure than without one', () => {
  for (const kind of PAYMENT_KINDS)
    for (const state of PAYMENT_STATES)
      for (const seenFor of [0, 3 * MINUTE, 15 * MINUTE]) {
        const usual = nextPollIn(asking({ payment: { kind, state }, seenFor }))
        const failed = nextPollIn(asking({ payment: { kind, state }, seenFor, failures: 1 }))
        assert.equal(usual === null, failed === null)
        if (usual !== null && failed !== null) assert.ok(failed >= usual)
      }
})

test('nothing known, a page of the bank and a check on its way are waited for', () => {
  assert.equal(waitsForBank(null), true)
  assert.equal(waitsForBank({ kind: 'tip', state: 'created' }), true)
  assert.equal(waitsForBank({ kind: 'check', state: 'secured' }), true)
  assert.equal(waitsForBank({ kind: 'song', state: 'secured' }), false)
})

const shown = (state: PaymentState): PaymentShown => ({
  id: '019a0000-0000-7000-8000-000000000001',
  state,
  kind: 'song',
  amount: 20_000,
  artistUsername: 'tretya-paradnaya',
  artistName: 'Третья парадная',
  funds: 'none',
  delayed: false,
  createdAt: '2026-11-21T18:00:00.000Z',
})

const settled = () => new Promise((resolve) => setImmediate(resolve))

/** A page that polls a payment, with a clock and a server of its own. */
function page(state: PaymentState) {
  const first: Watched = { payment: shown(state), checking: false, checked: null, late: false }
  const reported: Watched[] = []
  const timers = new Map<number, { at: number; run: () => void }>()
  let now = 0
  let asks = 0
  const world = {
    reported,
    hidden: false,
    answer: async (): Promise<PaymentShown> => shown(state),
    asks: () => asks,
    last: () => reported.at(-1) ?? first,
    async pass(ms: number) {
      const until = now + ms
      for (;;) {
        const due = [...timers].filter(([, { at }]) => at <= until)
        const next = due.toSorted(([, one], [, other]) => one.at - other.at)[0]
        if (next === undefined) break
        timers.delete(next[0])
        now = next[1].at
        next[1].run()
        await settled()
      }
      now = until
    },
  }
  const watch = watchPayment(first, (watched) => reported.push(watched), {
    ask() {
      asks += 1
      return world.answer()
    },
    now: () => now,
    setTimeout(run, ms) {
      const id = Math.random()
      timers.set(id, { at: now + ms, run })
      return id
    },
    clearTimeout: (id) => void timers.delete(id),
    hidden: () => world.hidden,
  })
  return { world, watch }
}

test('the page learns by itself that the bank has answered', async () => {
  const { world, watch } = page('awaiting')
  await world.pass(3000)
  assert.equal(world.last().payment?.state, 'awaiting')
  world.answer = async () => shown('secured')
  await world.pass(3000)
  assert.equal(world.last().payment?.state, 'secured')
  watch.close()
})

test('a page that nobody sees asks nothing, and asks at once when somebody comes back', async () => {
  const { world, watch } = page('awaiting')
  world.hidden = true
  await world.pass(600_000)
  assert.equal(world.asks(), 0)
  world.hidden = false
  watch.comeBack()
  await settled()
  assert.equal(world.asks(), 1)
  assert.equal(world.last().late, false)
})

test('what is over for good is not asked for', async () => {
  const { world } = page('released')
  await world.pass(3_600_000)
  assert.equal(world.asks(), 0)
})

test('after two minutes the wait is called long, and an answer ends that', async () => {
  const { world, watch } = page('awaiting')
  await world.pass(100_000)
  assert.equal(world.last().late, false)
  await world.pass(40_000)
  assert.equal(world.last().late, true)
  world.answer = async () => shown('secured')
  await world.pass(20_000)
  assert.equal(world.last().late, false)
  watch.close()
})

test('a press says that there is no news, and news take its word away', async () => {
  const { world, watch } = page('awaiting')
  watch.check()
  assert.equal(world.last().checking, true)
  await settled()
  assert.deepEqual([world.last().checking, world.last().checked], [false, 'no news'])
  world.answer = async () => shown('secured')
  await world.pass(3000)
  assert.equal(world.last().checked, null)
  watch.close()
})

test('a press without an answer says so, and the page goes on asking', async () => {
  const { world, watch } = page('awaiting')
  world.answer = () => Promise.reject(CallFailed.noNetwork())
  watch.check()
  await settled()
  assert.deepEqual([world.last().checking, world.last().checked], [false, 'no answer'])
  world.answer = async () => shown('failed')
  await world.pass(60_000)
  assert.equal(world.last().payment?.state, 'failed')
  watch.close()
})

test('two hints at once are two questions after each other, never side by side', async () => {
  const { world, watch } = page('secured')
  let open = 0
  let most = 0
  world.answer = async () => {
    open += 1
    most = Math.max(most, open)
    await settled()
    open -= 1
    return shown('released')
  }
  watch.look()
  watch.look()
  watch.look()
  for (let turn = 0; turn < 8; turn++) await settled()
  assert.equal(most, 1)
  assert.equal(world.asks(), 2)
})

test('a closed page hears nothing more', async () => {
  const { world, watch } = page('awaiting')
  watch.check()
  watch.close()
  const before = world.reported.length
  await settled()
  await world.pass(60_000)
  assert.equal(world.reported.length, before)
})

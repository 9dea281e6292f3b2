import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openThrottledPoll } from './throttled-poll.ts'

/** A fake clock for the test. */
function makePoll({ random = 0 } = {}) {
  let now = 100_000
  let planned: { at: number; run: () => void } | null = null
  let hidden = false
  let answered = true
  const askedAt: number[] = []
  const asks = openThrottledPoll({
    async ask() {
      askedAt.push(now)
      return answered
    },
    hidden: () => hidden,
    now: () => now,
    setTimeout(run, ms) {
      planned = { at: now + ms, run }
      return 1
    },
    clearTimeout: () => (planned = null),
    random: () => random,
  })
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  return {
    asks,
    askedAt,
    settle,
    hide: (is: boolean) => (hidden = is),
    answer: (is: boolean) => (answered = is),
    async pass(ms: number) {
      const until = now + ms
      while (planned !== null && planned.at <= until) {
        const { at, run } = planned
        planned = null
        now = at
        run()
        await settle()
      }
      now = until
    },
  }
}

test('however much moves, the server is asked once in five seconds', async () => {
  const { asks, askedAt, pass } = makePoll()
  for (let steps = 0; steps < 100; steps++) {
    asks.soon()
    await pass(100)
  }
  assert.deepEqual(askedAt, [100_000, 105_000, 110_000])
})

test('the last movement is never lost', async () => {
  const { asks, askedAt, pass } = makePoll()
  asks.soon()
  await pass(1000)
  asks.soon()
  await pass(60_000)
  assert.equal(askedAt.length, 2)
})

test('a hall that hears of a song at once does not ask at once', async () => {
  const { asks, askedAt, pass } = makePoll({ random: 0.5 })
  asks.soon()
  await pass(10_000)
  assert.deepEqual(askedAt, [101_250])
})

test('without a movement nothing is asked', async () => {
  const { asks, askedAt, pass, settle } = makePoll()
  asks.now()
  await settle()
  await pass(3_600_000)
  assert.equal(askedAt.length, 1)
})

test('what its reader did himself is asked about at once', async () => {
  const { asks, askedAt, settle } = makePoll({ random: 1 })
  asks.soon()
  asks.now()
  await settle()
  assert.deepEqual(askedAt, [100_000])
})

test('a page that nobody sees asks nothing', async () => {
  const { asks, askedAt, hide, pass, settle } = makePoll()
  hide(true)
  asks.soon()
  await pass(60_000)
  assert.deepEqual(askedAt, [])
  hide(false)
  asks.now()
  await settle()
  assert.equal(askedAt.length, 1)
})

test('an answer that did not come is asked for again, but not for ever', async () => {
  const { asks, askedAt, answer, pass, settle } = makePoll()
  answer(false)
  asks.now()
  await settle()
  await pass(600_000)
  assert.deepEqual(askedAt, [100_000, 110_000, 120_000])
})

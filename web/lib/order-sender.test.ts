import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CallFailed } from './call-failed.ts'
import type { OrderReply, Sending } from './order-sender.ts'
import { makeOrderSender } from './order-sender.ts'
import type { SentOrder } from './sent-orders.ts'

const silence = () => CallFailed.noNetwork()
const refusal = () => new CallFailed({ status: 409, code: 'FREE_LIMIT', message: 'Хватит' })

function sent(key: string): SentOrder {
  const wish = { songId: key, title: key, artistName: '', imageUrl: '' }
  return { key, wish, at: 0, orderId: null }
}

/** A sender whose server answers as told, and whose timers the test lets ring. */
function ground(...keys: string[]) {
  let waiting = keys.map(sent)
  let offline = false
  let ring: (() => void) | null = null
  const waits: number[] = []
  const asked: string[] = []
  const told: Sending[] = []
  const ends: [string, string][] = []
  const answers: ((order: SentOrder) => Promise<OrderReply>)[] = []
  const end = (order: SentOrder, how: string) => {
    ends.push([order.key, how])
    if (how !== 'silence') waiting = waiting.filter(({ key }) => key !== order.key)
  }
  const sender = makeOrderSender({
    unanswered: () => waiting,
    ask(order) {
      asked.push(order.key)
      const answer = answers.shift() ?? (async () => ({ orderId: `o-${order.key}` }))
      return answer(order)
    },
    onReply: (order) => end(order, 'reply'),
    onRefusal: (order) => end(order, 'refusal'),
    onSilence: (order) => end(order, 'silence'),
    onChange: (sending) => told.push(sending),
    offline: () => offline,
    setTimeout(run, ms) {
      ring = run
      waits.push(ms)
      return 1
    },
    clearTimeout: () => (ring = null),
    random: () => 0,
  })
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  return {
    sender,
    asked,
    told,
    ends,
    waits,
    settle,
    answers,
    fails: (times: number, failure: () => unknown = silence) => {
      for (let left = times; left > 0; left--) answers.push(() => Promise.reject(failure()))
    },
    setOffline: (is: boolean) => (offline = is),
    add: (key: string) => (waiting = [sent(key), ...waiting]),
    async look() {
      sender.look()
      await settle()
    },
    async ring() {
      ring?.()
      await settle()
    },
  }
}

test('an order without an answer goes out again under its key until it has one', async () => {
  const { look, ring, asked, ends, fails } = ground('a')
  fails(2)
  await look()
  await ring()
  await ring()
  assert.deepEqual(asked, ['a', 'a', 'a'])
  assert.deepEqual(ends, [
    ['a', 'silence'],
    ['a', 'silence'],
    ['a', 'reply'],
  ])
})

test('the waits between the tries double, to half a minute', async () => {
  const { look, ring, waits, fails } = ground('a')
  fails(7)
  await look()
  for (let tries = 6; tries > 0; tries--) await ring()
  assert.deepEqual(waits, [2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000])
})

test('the oldest goes first, and each waits for the answer of the one before', async () => {
  const { look, answers, asked, settle } = ground('new', 'old')
  let answer: (reply: OrderReply) => void = () => undefined
  answers.push(() => new Promise((resolve) => (answer = resolve)))
  await look()
  await look()
  assert.deepEqual(asked, ['old'])
  answer({ orderId: 'o' })
  await settle()
  assert.deepEqual(asked, ['old', 'new'])
})

test('a refusal is an answer, and the next order follows', async () => {
  const { look, asked, ends, fails } = ground('b', 'a')
  fails(1, refusal)
  await look()
  assert.deepEqual(asked, ['a', 'b'])
  assert.deepEqual(ends, [
    ['a', 'refusal'],
    ['b', 'reply'],
  ])
})

test('a broken server is no answer', async () => {
  const { look, ends, fails } = ground('a')
  fails(1, () => new CallFailed({ status: 500, code: 'INTERNAL', message: 'Произошла ошибка' }))
  await look()
  assert.deepEqual(ends, [['a', 'silence']])
})

test('without a network nothing is asked, and the trouble is told', async () => {
  const { look, setOffline, asked, told } = ground('a')
  setOffline(true)
  await look()
  assert.deepEqual(asked, [])
  assert.match(told.at(-1)?.trouble ?? '', /^Нет связи/)
  setOffline(false)
  await look()
  assert.deepEqual(asked, ['a'])
  assert.deepEqual(told.at(-1), { key: null, trouble: null })
})

test('a network that comes back while a try hangs is tried at once when that one fails', async () => {
  const { look, answers, asked, settle } = ground('a')
  let fail: (failure: unknown) => void = () => undefined
  answers.push(() => new Promise((_, reject) => (fail = reject)))
  await look()
  await look()
  fail(silence())
  await settle()
  assert.deepEqual(asked, ['a', 'a'])
})

test('a closed sender sends nothing more', async () => {
  const { look, ring, sender, asked, fails } = ground('a')
  fails(1)
  await look()
  sender.close()
  await ring()
  await look()
  assert.deepEqual(asked, ['a'])
})

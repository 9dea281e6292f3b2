import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import Fastify from 'fastify'
import type { Priority } from '#contract/endpoint.ts'
import { api, everyEndpoint } from '#contract/index.ts'
import { pathOf } from '#contract/path.ts'
import { watchLoop } from '../metrics/event-loop-delay.ts'
import { attachLoadShedder, makeLoadShedder, priorityOf } from './load-shedder.ts'

const GOOD = { meanDelay: 5, maxDelay: 20, heap: 0.2, maxWait: 20 }
const LATE = { meanDelay: 400, maxDelay: 900, heap: 0.2, maxWait: 20 }

/** A load shedder whose clock and event loop turns the test controls. */
function shedderOfTest() {
  const lines: string[] = []
  let time = 0
  let endTurn = () => {}
  const shedder = makeLoadShedder({
    log: { warn: (_, sentence) => lines.push(sentence) },
    now: () => time,
    afterTurn: (done) => {
      endTurn = done
    },
  })
  /** Sends `count` requests at one moment, and returns those that were admitted. */
  const admit = (priority: Priority, count: number) =>
    Array.from({ length: count }, () => shedder.admit(priority)).filter((over) => over !== null)
  return {
    shedder,
    lines,
    admit,
    pass: (ms: number) => {
      time += ms
    },
    nextTurn: () => endTurn(),
  }
}

describe('the load shedder', () => {
  test('admits as many as its limit, and one more for each that ends', () => {
    const { shedder, admit } = shedderOfTest()
    const inside = admit('low', 10_000)
    assert.equal(inside.length, shedder.limit())
    assert.equal(shedder.admit('low'), null)
    inside[0]?.()
    assert.notEqual(shedder.admit('low'), null)
    assert.equal(shedder.admit('low'), null)
  })

  test('refuses pages before readers, readers before orders, and the pad never', () => {
    const { admit } = shedderOfTest()
    admit('low', 10_000)
    assert.equal(admit('low', 1).length, 0)
    assert.equal(admit('read', 1).length, 1)
    admit('read', 10_000)
    assert.equal(admit('read', 1).length, 0)
    assert.equal(admit('write', 1).length, 1)
    admit('write', 10_000)
    assert.equal(admit('write', 1).length, 0)
    assert.equal(admit('critical', 5000).length, 5000)
  })

  test('refuses what is read late in a long turn of the event loop, though all before it is done', () => {
    const { admit, pass, nextTurn } = shedderOfTest()
    for (const over of admit('low', 5)) over?.()
    pass(60_000)
    assert.equal(admit('low', 1).length, 0)
    assert.equal(admit('critical', 1).length, 1)
    nextTurn()
    assert.equal(admit('low', 1).length, 1)
  })

  test('lowers its limit while the loop is late, never to nothing, and raises it again after', () => {
    const { shedder, admit } = shedderOfTest()
    const before = shedder.limit()
    for (let turn = 0; turn < 100; turn++) shedder.adjust(LATE)
    const least = shedder.limit()
    assert.ok(least > 0 && least < before)
    for (let turn = 0; turn < 100; turn++) shedder.adjust(GOOD)
    assert.equal(shedder.limit(), before)
    admit('low', 10_000)
    shedder.adjust(GOOD)
    assert.ok(shedder.limit() > before, 'above the start where more is asked for and all is well')
  })

  test('lowers its limit where admitted requests wait long to begin, although the loop is in time', () => {
    const { shedder, admit } = shedderOfTest()
    const before = shedder.limit()
    admit('low', 10_000)
    shedder.adjust({ ...GOOD, maxWait: 500 })
    assert.equal(shedder.limit(), before, 'no more, for they wait')
    for (let turn = 0; turn < 100; turn++) shedder.adjust({ ...GOOD, maxWait: 3000 })
    assert.ok(shedder.limit() < before / 2)
  })

  test('has the least limit at once where the heap is nearly full', () => {
    const { shedder } = shedderOfTest()
    shedder.adjust({ ...GOOD, heap: 0.95 })
    const least = shedder.limit()
    for (let turn = 0; turn < 100; turn++) shedder.adjust(LATE)
    assert.equal(shedder.limit(), least)
  })

  test('logs once when an overload begins and once when it is over', () => {
    const { shedder, lines, admit, pass } = shedderOfTest()
    admit('low', 10_000)
    shedder.adjust(GOOD)
    assert.ok(shedder.overloaded())
    pass(60_000)
    shedder.adjust(GOOD)
    shedder.adjust(GOOD)
    assert.ok(!shedder.overloaded())
    assert.deepEqual(lines, [
      'too many requests at once: some are refused',
      'no request is refused any more',
    ])
  })
})

test('the limit is adjusted also where the process may open no more files', (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  t.mock.method(process, 'memoryUsage', () => {
    throw Object.assign(new Error('EMFILE: too many open files'), { code: 'EMFILE' })
  })
  const { shedder } = shedderOfTest()
  const loop = { ...watchLoop(), takeRecent: () => ({ mean: 400, most: 900 }) }
  const detach = attachLoadShedder(Fastify(), { shedder, loop, countShed: () => {} })
  const before = shedder.limit()
  t.mock.timers.tick(250)
  assert.ok(shedder.limit() < before)
  detach()
  loop.stop()
})

describe('what is refused first', () => {
  for (const [call, method, priority] of [
    ['songs.findSong', 'GET', 'low'],
    ['page.getInfo', 'GET', 'read'],
    ['songs.orderSong', 'POST', 'write'],
    ['artist.nextSong', 'POST', 'critical'],
    ['payment.notification', 'POST', 'critical'],
    ['operation.ready', 'GET', 'critical'],
    ['operation.metrics', 'GET', 'critical'],
    [undefined, 'GET', 'low'],
    [undefined, 'POST', 'write'],
  ] as const)
    test(`${method} of ${call ?? 'a page'}: ${priority}`, () => {
      const endpoint = everyEndpoint().find(({ name }) => name === call)?.endpoint
      assert.equal(priorityOf({ method, route: '/*', endpoint }), priority)
    })

  test('OPTIONS of a call: critical, since the call waits for it', () => {
    const route = pathOf(api.artist.nextSong)
    assert.equal(priorityOf({ method: 'OPTIONS', route }), 'critical')
    assert.equal(priorityOf({ method: 'OPTIONS', route: '/*' }), 'low')
  })
})

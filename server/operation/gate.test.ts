import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Priority } from '#contract/endpoint.ts'
import { everyEndpoint } from '#contract/index.ts'
import { makeGate } from './gate.ts'
import { priorityOf } from './request-priority.ts'

const WELL = { mean: 5, most: 20, heap: 0.2, waited: 20 }
const LATE = { mean: 400, most: 900, heap: 0.2, waited: 20 }

/** A gate with a clock and turns of the loop in the test's hands. */
function gateOfTest() {
  const lines: string[] = []
  let time = 0
  let endTurn = () => {}
  const gate = makeGate({
    log: { warn: (_, sentence) => lines.push(sentence) },
    now: () => time,
    afterTurn: (done) => {
      endTurn = done
    },
  })
  /** How many of so many are let in, all at one moment. */
  const letIn = (priority: Priority, count: number) =>
    Array.from({ length: count }, () => gate.admit(priority)).filter((over) => over !== null)
  return {
    gate,
    lines,
    letIn,
    pass: (ms: number) => {
      time += ms
    },
    nextTurn: () => endTurn(),
  }
}

describe('a crush', () => {
  test('lets in as many as there is room for, and each that ends makes room for one', () => {
    const { gate, letIn } = gateOfTest()
    const inside = letIn('low', 10_000)
    assert.equal(inside.length, gate.room())
    assert.equal(gate.admit('low'), null)
    inside[0]?.()
    assert.notEqual(gate.admit('low'), null)
    assert.equal(gate.admit('low'), null)
  })

  test('sends pages away before readers, readers before orders, and the pad never', () => {
    const { letIn } = gateOfTest()
    letIn('low', 10_000)
    assert.equal(letIn('low', 1).length, 0)
    assert.equal(letIn('read', 1).length, 1)
    letIn('read', 10_000)
    assert.equal(letIn('read', 1).length, 0)
    assert.equal(letIn('write', 1).length, 1)
    letIn('write', 10_000)
    assert.equal(letIn('write', 1).length, 0)
    assert.equal(letIn('critical', 5000).length, 5000)
  })

  test('sends away what comes late in a long turn of the loop, though all before it is done', () => {
    const { letIn, pass, nextTurn } = gateOfTest()
    for (const over of letIn('low', 5)) over?.()
    pass(60_000)
    assert.equal(letIn('low', 1).length, 0)
    assert.equal(letIn('critical', 1).length, 1)
    nextTurn()
    assert.equal(letIn('low', 1).length, 1)
  })

  test('lets in fewer while the loop is late, but never nobody, and more again when it is well', () => {
    const { gate, letIn } = gateOfTest()
    const before = gate.room()
    for (let turn = 0; turn < 100; turn++) gate.turn(LATE)
    const least = gate.room()
    assert.ok(least > 0 && least < before)
    for (let turn = 0; turn < 100; turn++) gate.turn(WELL)
    assert.equal(gate.room(), before)
    letIn('low', 10_000)
    gate.turn(WELL)
    assert.ok(gate.room() > before, 'there is more room where more is wanted and all is well')
  })

  test('lets in fewer where those inside wait long to begin, although the loop is in time', () => {
    const { gate, letIn } = gateOfTest()
    const before = gate.room()
    letIn('low', 10_000)
    gate.turn({ ...WELL, waited: 500 })
    assert.equal(gate.room(), before, 'no more, for they wait')
    for (let turn = 0; turn < 100; turn++) gate.turn({ ...WELL, waited: 3000 })
    assert.ok(gate.room() < before / 2)
  })

  test('a heap that is nearly full leaves the least room at once', () => {
    const { gate } = gateOfTest()
    gate.turn({ ...WELL, heap: 0.95 })
    const least = gate.room()
    for (let turn = 0; turn < 100; turn++) gate.turn(LATE)
    assert.equal(gate.room(), least)
  })

  test('is told once when it begins and once when it is over', () => {
    const { gate, lines, letIn, pass } = gateOfTest()
    letIn('low', 10_000)
    gate.turn(WELL)
    assert.ok(gate.crush())
    pass(60_000)
    gate.turn(WELL)
    gate.turn(WELL)
    assert.ok(!gate.crush())
    assert.deepEqual(lines, [
      'too many requests at once: some are sent away',
      'nobody is sent away any more',
    ])
  })
})

describe('who is sent away first', () => {
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
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeArrivalRate } from './arrival-rate.ts'

function makeWorld() {
  let time = 0
  return {
    rate: makeArrivalRate({ perSecond: 200, atOnce: 2_000, now: () => time }),
    pass: (ms: number) => void (time += ms),
  }
}

function come(admits: () => boolean, times: number): number {
  let admitted = 0
  for (let time = 0; time < times; time += 1) if (admits()) admitted += 1
  return admitted
}

test('a whole hall behind one address comes in at once, and no more than that', () => {
  const { rate } = makeWorld()
  assert.equal(
    come(() => rate.admits('hall'), 20_000),
    2_000,
  )
})

test('afterwards it is a rate, and waiting earns no more than the whole allowance', () => {
  const { rate, pass } = makeWorld()
  come(() => rate.admits('hall'), 20_000)
  pass(1_000)
  assert.equal(
    come(() => rate.admits('hall'), 20_000),
    200,
  )
  pass(3_600_000)
  assert.equal(
    come(() => rate.admits('hall'), 20_000),
    2_000,
  )
})

test('one address takes nothing from another', () => {
  const { rate } = makeWorld()
  come(() => rate.admits('flood'), 20_000)
  assert.equal(rate.admits('hall'), true)
})

test('forgetting the rested gives nobody more than their due', () => {
  const { rate, pass } = makeWorld()
  come(() => rate.admits('hall'), 20_000)
  pass(1_000)
  rate.forgetRested()
  assert.equal(
    come(() => rate.admits('hall'), 20_000),
    200,
  )
})

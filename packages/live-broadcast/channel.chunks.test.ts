import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { inChunks } from './channel.ts'

const many = (count: number) => new Set(Array.from({ length: count }, (_, n) => n))

async function turnsUntil(isSo: () => boolean) {
  let turns = 0
  for (; !isSo(); turns += 1) await turn()
  return turns
}

test('a small hall is told at once', () => {
  const told: number[] = []
  let done = 0
  inChunks(
    many(500),
    (one) => told.push(one),
    () => (done += 1),
  )
  assert.equal(told.length, 500)
  assert.equal(done, 1)
})

test('a large hall is told in parts, each once and in order, and the rest of the process has its turns', async () => {
  const told: number[] = []
  let done = false
  inChunks(
    many(5_000),
    (one) => told.push(one),
    () => (done = true),
  )
  assert.ok(told.length < 5_000, 'not all at once')
  assert.ok((await turnsUntil(() => done)) >= 5)
  assert.deepEqual(told, [...many(5_000)])
})

test('who leaves meanwhile is not told, and who comes meanwhile was told at the door', async () => {
  const all = many(2_000)
  const told: number[] = []
  let done = false
  inChunks(
    all,
    (one) => told.push(one),
    () => (done = true),
  )
  all.delete(1_999)
  all.add(7_777)
  await turnsUntil(() => done)
  assert.deepEqual(told, [...many(1_999)])
})

test('what is stopped tells nobody else and is never done', async () => {
  const told: number[] = []
  const { stop } = inChunks(
    many(2_000),
    (one) => told.push(one),
    () => assert.fail('it was stopped'),
  )
  stop()
  const before = told.length
  for (let turns = 0; turns < 10; turns += 1) await turn()
  assert.equal(told.length, before)
})

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
  const visited: number[] = []
  let done = 0
  inChunks(
    many(500),
    (one) => visited.push(one),
    () => (done += 1),
  )
  assert.equal(visited.length, 500)
  assert.equal(done, 1)
})

test('a large hall is told in parts, each once and in order, and the rest of the process has its turns', async () => {
  const visited: number[] = []
  let done = false
  inChunks(
    many(5_000),
    (one) => visited.push(one),
    () => (done = true),
  )
  assert.ok(visited.length < 5_000, 'not all at once')
  assert.ok((await turnsUntil(() => done)) >= 5)
  assert.deepEqual(visited, [...many(5_000)])
})

test('who leaves meanwhile is not told, and who comes meanwhile was told at the door', async () => {
  const all = many(2_000)
  const visited: number[] = []
  let done = false
  inChunks(
    all,
    (one) => visited.push(one),
    () => (done = true),
  )
  all.delete(1_999)
  all.add(7_777)
  await turnsUntil(() => done)
  assert.deepEqual(visited, [...many(1_999)])
})

test('what is stopped tells nobody else and is never done', async () => {
  const visited: number[] = []
  const { stop } = inChunks(
    many(2_000),
    (one) => visited.push(one),
    () => assert.fail('it was stopped'),
  )
  stop()
  const before = visited.length
  for (let turns = 0; turns < 10; turns += 1) await turn()
  assert.equal(visited.length, before)
})

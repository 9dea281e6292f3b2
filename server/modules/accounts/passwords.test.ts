import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeHashingLimit } from './passwords.ts'

/** Work that runs until the test ends it. */
function slowWork() {
  const ends: (() => void)[] = []
  let running = 0
  let most = 0
  return {
    most: () => most,
    endOne: () => ends.shift()?.(),
    async work() {
      running++
      most = Math.max(most, running)
      await new Promise<void>((end) => ends.push(end))
      running--
    },
  }
}

const turn = () => new Promise((done) => setImmediate(done))

test('no more runs at once than the gate is wide, and all of it runs in the end', async () => {
  const hashing = makeHashingLimit({ width: 3, queue: 100 })
  const slow = slowWork()
  let done = 0
  const all = Promise.all(Array.from({ length: 10 }, () => hashing(slow.work).then(() => done++)))
  for (let step = 0; step < 10; step++) {
    await turn()
    slow.endOne()
  }
  await all
  assert.equal(slow.most(), 3)
  assert.equal(done, 10)
})

test('work that fails gives its place back', async () => {
  const hashing = makeHashingLimit({ width: 1, queue: 10 })
  await assert.rejects(
    hashing(async () => {
      throw new Error('broken')
    }),
    /broken/,
  )
  assert.equal(await hashing(async () => 'next'), 'next')
})

test('whoever comes when the queue is full is refused and told to come back', async () => {
  const hashing = makeHashingLimit({ width: 1, queue: 1 })
  const slow = slowWork()
  const first = hashing(slow.work)
  const second = hashing(slow.work)
  await assert.rejects(hashing(slow.work), { code: 'OVERLOADED', retryAfterSeconds: 5 })
  await turn()
  slow.endOne()
  await turn()
  slow.endOne()
  await Promise.all([first, second])
  const later = hashing(async () => 'free again')
  assert.equal(await later, 'free again')
})

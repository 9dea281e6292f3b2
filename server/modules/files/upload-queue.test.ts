import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as yieldToLoop } from 'node:timers/promises'
import { Refusal } from '#domain/refusal.ts'
import { makeUploadQueue } from './files.service.ts'

/** Work that the test ends. */
function work(name: string, began: string[]) {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  return {
    start() {
      began.push(name)
      return promise
    },
    end: () => resolve(name),
    fail: () => reject(new Error(name)),
  }
}

test('only so many work at once; the others take their turns as they came', async () => {
  const line = makeUploadQueue({ inside: 9, atOnce: 2 })
  const began: string[] = []
  const works = ['а', 'б', 'в', 'г'].map((name) => work(name, began))
  const ended = works.map(({ start }) => line.turn(start))
  await yieldToLoop()
  assert.deepEqual(began, ['а', 'б'])
  works[1]?.end()
  await yieldToLoop()
  assert.deepEqual(began, ['а', 'б', 'в'])
  works[0]?.end()
  works[2]?.end()
  works[3]?.end()
  assert.deepEqual(await Promise.all(ended), ['а', 'б', 'в', 'г'])
})

test('work that fails gives its turn on', async () => {
  const line = makeUploadQueue({ inside: 9, atOnce: 1 })
  const began: string[] = []
  const [first, second] = [work('а', began), work('б', began)]
  const failing = line.turn(first.start)
  const waiting = line.turn(second.start)
  first.fail()
  await assert.rejects(failing, /а/u)
  second.end()
  assert.equal(await waiting, 'б')
  assert.equal(await line.turn(async () => 'в'), 'в')
})

test('past the number inside nobody is let in, until somebody leaves, however he leaves', async () => {
  const line = makeUploadQueue({ inside: 1, atOnce: 1 })
  const full = (error: unknown) => error instanceof Refusal && error.code === 'OVERLOADED'
  for (const how of ['end', 'fail'] as const) {
    const one = work('а', [])
    const inside = line.enter(one.start)
    await assert.rejects(
      line.enter(async () => 'б'),
      full,
    )
    one[how]()
    await Promise.allSettled([inside])
    assert.equal(await line.enter(async () => 'в'), 'в')
  }
})

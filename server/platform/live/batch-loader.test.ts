import assert from 'node:assert/strict'
import { setImmediate as turn } from 'node:timers/promises'
import { describe, test } from 'node:test'
import { readTogether } from './batch-loader.ts'

/** A database whose answers come when the test says so. */
function world() {
  const questions: { ids: string[]; answer(known?: string[]): void; fail(): void }[] = []
  const read = readTogether(
    (ids) =>
      new Promise<Map<string, string>>((resolve, reject) => {
        questions.push({
          ids,
          answer: (known = ids) => resolve(new Map(known.map((id) => [id, `state of ${id}`]))),
          fail: () => reject(new Error('no database')),
        })
      }),
  )
  return { questions, read }
}

describe('concerts that are read at one moment', () => {
  test('are one question, and each gets its own answer', async () => {
    const { questions, read } = world()
    const asked = Promise.all(['a', 'b', 'gone'].map(read))
    await turn()
    assert.deepEqual(
      questions.map(({ ids }) => ids),
      [['a', 'b', 'gone']],
    )
    questions[0]?.answer(['b', 'a'])
    assert.deepEqual(await asked, ['state of a', 'state of b', undefined])
  })

  test('are few questions when they are a thousand, two at a time', async () => {
    const { questions, read } = world()
    const asked = Promise.all(Array.from({ length: 1_000 }, (_, n) => read(`c${n}`)))
    await turn()
    assert.equal(questions.length, 2)
    for (let at = 0; at < questions.length; at += 1) {
      questions[at]?.answer()
      await turn()
    }
    assert.deepEqual(
      await asked,
      Array.from({ length: 1_000 }, (_, n) => `state of c${n}`),
    )
    assert.ok(questions.length <= 20, `${questions.length} questions`)
  })

  test('are never answered by a question that was begun before they were asked for', async () => {
    const { questions, read } = world()
    const before = read('a')
    await turn()
    const after = read('a')
    await turn()
    assert.equal(questions.length, 2)
    questions[0]?.answer()
    assert.equal(await before, 'state of a')
    questions[1]?.answer([])
    assert.equal(await after, undefined)
  })

  test('fail with their own question, and not with another', async () => {
    const { questions, read } = world()
    const failing = assert.rejects(read('a'), /no database/u)
    await turn()
    questions[0]?.fail()
    await failing
    const later = read('a')
    await turn()
    questions[1]?.answer()
    assert.equal(await later, 'state of a')
  })
})

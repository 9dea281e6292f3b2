import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keepOpen } from './kept-open.ts'

const SENTENCES = { unreachable: 'unreachable', lost: 'lost', again: 'again' }

test('a connection that was lost is told of once, and once more when there is another', async (t) => {
  const said: string[] = []
  const say = (_: object, sentence: string) => void said.push(sentence)
  const openings: { lose(): void }[] = []
  let fails = 0
  let heard = Promise.withResolvers<void>()
  const kept = keepOpen({
    async open() {
      if (fails-- > 0) throw new Error('nobody answers')
      const { promise: lost, resolve } = Promise.withResolvers<void>()
      openings.push({ lose: resolve })
      return { lost, close: async () => resolve() }
    },
    opened: () => heard.resolve(),
    log: { warn: say, error: say },
    sentences: SENTENCES,
  })
  t.after(() => kept.close())
  async function loseAndWait(failures: number) {
    await heard.promise
    heard = Promise.withResolvers<void>()
    fails = failures
    openings.at(-1)?.lose()
    await heard.promise
  }
  await heard.promise
  assert.deepEqual(said, [])
  await loseAndWait(0)
  assert.deepEqual(said, ['lost', 'again'])
  await loseAndWait(2)
  assert.deepEqual(said.slice(2), ['lost', 'unreachable', 'again'])
})

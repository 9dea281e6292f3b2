import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keepConnected } from './keep-connected.ts'

const SENTENCES = { unreachable: 'unreachable', lost: 'lost', again: 'again' }

test('a connection that was lost is told of once, and once more when there is another', async (t) => {
  const logged: string[] = []
  const record = (_: object, sentence: string) => void logged.push(sentence)
  const openings: { lose(): void }[] = []
  let fails = 0
  let connected = Promise.withResolvers<void>()
  const connection = keepConnected({
    async open() {
      if (fails-- > 0) throw new Error('nobody answers')
      const { promise: lost, resolve } = Promise.withResolvers<void>()
      openings.push({ lose: resolve })
      return { lost, close: async () => resolve() }
    },
    opened: () => connected.resolve(),
    log: { warn: record, error: record },
    sentences: SENTENCES,
  })
  t.after(() => connection.close())
  async function loseAndWait(failures: number) {
    await connected.promise
    connected = Promise.withResolvers<void>()
    fails = failures
    openings.at(-1)?.lose()
    await connected.promise
  }
  await connected.promise
  assert.deepEqual(logged, [])
  await loseAndWait(0)
  assert.deepEqual(logged, ['lost', 'again'])
  await loseAndWait(2)
  assert.deepEqual(logged.slice(2), ['lost', 'unreachable', 'again'])
})

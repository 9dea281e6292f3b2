import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { SERVER_URL } from '#test/support/database.ts'
import { knownScenarios, play } from './play.ts'

const known = await knownScenarios()

describe('the short form of each scenario finds nothing broken', () => {
  for (const one of known.filter(({ scenario }) => scenario.inTests))
    for (const engine of one.scenario.engines)
      test(
        `${one.scenario.number}. ${one.scenario.title}, ${engine}`,
        { skip: engine === 'postgres' && SERVER_URL === undefined },
        async (t) => {
          const { figures, broken } = await play(one, {
            engine,
            short: true,
            server: SERVER_URL,
            say: (words) => t.diagnostic(words),
          })
          t.diagnostic(JSON.stringify(figures))
          assert.deepEqual(broken, [])
        },
      )
})

test('no two scenarios have one number', () => {
  const numbers = known.map(({ scenario }) => scenario.number)
  assert.deepEqual(numbers, [...new Set(numbers)])
})

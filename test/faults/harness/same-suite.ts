import { relative } from 'node:path'
import type { TestOutcome, OneTest } from './each-test.ts'
import { filesOf, ROOT, runByNode } from './run-by-node.ts'

export type SuiteRun = {
  /** Outcome of each test, by its name in this run. */
  readonly outcomes: ReadonlyMap<string, TestOutcome>
  readonly code: number | null
  readonly output: string
  readonly seconds: number
}

/** The name that a page quotes: the file from the root of the repository, and the test's own sentence. */
const quoted = (file: string, sentence: string) => `\`${file}\` «${sentence}»`

function nameOf({ file, names }: OneTest): string {
  return [relative(ROOT, file), ...names].join(' › ')
}

/** Runs the files with Node's own runner and returns the outcome of every test. */
export async function runSuite(
  files: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<SuiteRun> {
  const { report, ...run } = await runByNode<OneTest[]>(filesOf(files), {
    reporter: './test/faults/harness/each-test.ts',
    env,
  })
  const outcomes = new Map<string, TestOutcome>()
  for (const one of report) {
    // A name that appears twice in a file is two tests.
    let name = nameOf(one)
    while (outcomes.has(name)) name += ' again'
    outcomes.set(name, one.outcome)
  }
  return { outcomes, ...run }
}

type Difference = { readonly test: string; readonly outcomes: string }

/** Returns every test whose outcome differs between the two, in the wording of the page. */
export function differencesOf(
  embedded: SuiteRun['outcomes'],
  postgres: SuiteRun['outcomes'],
): Difference[] {
  const names = new Set([...embedded.keys(), ...postgres.keys()])
  return [...names].toSorted().flatMap((name) => {
    const [here, there] = [embedded.get(name) ?? 'absent', postgres.get(name) ?? 'absent']
    if (here === there) return []
    const [file = '', ...sentences] = name.split(' › ')
    return { test: quoted(file, sentences.at(-1) ?? ''), outcomes: `${here} | ${there}` }
  })
}

/** Returns the differences listed in docs/reliability.md: rows of a test, its outcome on the embedded database and on PostgreSQL. */
export function writtenDifferences(page: string): Difference[] {
  return [...page.matchAll(/^\| (`[^`]+` «[^»]+») \| (\w+ \| \w+) \|$/gmu)].map(
    ([, test = '', outcomes = '']) => ({ test, outcomes }),
  )
}

/** Returns the differences missing from the page, and the rows of the page that are wrong; empty where both agree. */
export function contradictions(
  found: readonly Difference[],
  written: readonly Difference[],
): string[] {
  const line = ({ test, outcomes }: Difference) => `${test}: ${outcomes}`
  const [here, there] = [new Set(found.map(line)), new Set(written.map(line))]
  return [
    ...[...here]
      .filter((one) => !there.has(one))
      .map((one) => `differs, and no page says so: ${one}`),
    ...[...there].filter((one) => !here.has(one)).map((one) => `is written and not so: ${one}`),
  ]
}

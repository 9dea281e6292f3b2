import { relative } from 'node:path'
import type { OneTest } from './harness/each-test.ts'
import { filesOf, ROOT, runByNode } from './harness/run-by-node.ts'
import type { DatabaseEngine, ScenarioFinding, Scenario } from './scenario.ts'

/** Runs test files (patterns from the root of the repository), or their tests of these names, with Node's own runner on the engine of `env`. */
export async function runTestFiles(
  files: readonly string[],
  { names = [], env = {} }: { names?: readonly string[]; env?: Record<string, string> } = {},
): Promise<ScenarioFinding> {
  const { report, code, output, seconds } = await runByNode<OneTest[]>(filesOf(files), {
    reporter: './test/faults/harness/each-test.ts',
    env: { ...process.env, ...env },
    names,
  })
  const ran = report.filter(({ outcome }) => outcome !== 'skipped')
  const failed = ran.filter(({ outcome }) => outcome === 'failed')
  const broken = names
    .filter((name) => !ran.some((test) => test.names.includes(name)))
    .map((name) => `no such test: ${name}`)
  if (code !== 0) {
    const fallen = new Set(failed.map(({ file }) => relative(ROOT, file)))
    broken.push(`fell: ${[...fallen].join()}\n${output}`)
  }
  if (failed.length === ran.length) broken.push('nothing passed')
  return { figures: { tests: ran.length, failed: failed.length, seconds }, broken, slow: [] }
}

const BOTH: readonly DatabaseEngine[] = ['embedded', 'postgres']

/** A scenario of existing tests, which `npm test` runs by itself. `names` selects among them. */
export function testFiles(
  number: number,
  title: string,
  pass: string,
  files: readonly string[],
  names: readonly string[] = [],
  engines: readonly DatabaseEngine[] = BOTH,
): Scenario {
  return {
    number,
    title,
    pass,
    engines,
    inTests: [],
    run: () => runTestFiles(files, { names }),
  }
}

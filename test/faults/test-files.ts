import { relative } from 'node:path'
import type { FileCounts } from '../../scripts/test-counts.ts'
import { filesOf, ROOT, runByNode } from './harness/run-by-node.ts'
import type { DatabaseEngine, ScenarioFinding, Scenario } from './scenario.ts'

/** Runs test files (patterns from the root of the repository) with Node's own runner on the engine of `env`. */
export async function runTestFiles(
  files: readonly string[],
  { pattern, env = {} }: { pattern?: string | undefined; env?: Record<string, string> } = {},
): Promise<ScenarioFinding> {
  const { report, code, output, seconds } = await runByNode<Record<string, FileCounts>>(
    filesOf(files),
    {
      reporter: './scripts/test-counts.ts',
      env: { ...process.env, ...env },
      ...(pattern === undefined ? {} : { pattern }),
    },
  )
  const sum = (name: 'passed' | 'failed') =>
    Object.values(report).reduce((total, one) => total + one[name], 0)
  const figures = {
    tests: sum('passed') + sum('failed'),
    failed: sum('failed'),
    seconds,
  }
  const fallen = Object.keys(report).filter((file) => (report[file]?.failed ?? 0) > 0)
  const broken =
    code === 0 ? [] : [`fell: ${fallen.map((file) => relative(ROOT, file)).join()}\n${output}`]
  return { figures, broken: sum('passed') === 0 ? [...broken, 'nothing ran'] : broken, slow: [] }
}

const BOTH: readonly DatabaseEngine[] = ['embedded', 'postgres']

/** A scenario of existing tests, which `npm test` runs by itself. `namePattern` selects among them. */
export function testFiles(
  number: number,
  title: string,
  pass: string,
  files: readonly string[],
  namePattern?: string,
  engines: readonly DatabaseEngine[] = BOTH,
): Scenario {
  return {
    number,
    title,
    pass,
    engines,
    inTests: [],
    run: () => runTestFiles(files, { pattern: namePattern }),
  }
}

import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FileCounts } from '../../scripts/test-counts.ts'
import type { Engine, Found, Scenario } from './scenario.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
/** Enough of a failing test's words to see what it is about. */
const LAST_WORDS = 3000

/** Runs test files (patterns from the root of the house) with Node's own runner on the engine of `env`. */
export async function runTestFiles(
  files: readonly string[],
  { pattern, env = {} }: { pattern?: string | undefined; env?: Record<string, string> } = {},
): Promise<Found> {
  const found = files.flatMap((file) => globSync(file, { cwd: ROOT })).toSorted()
  if (found.length === 0)
    return { figures: {}, broken: [`no such tests: ${files.join()}`], slow: [] }
  const report = join(tmpdir(), `bis-faults-${randomUUID()}.json`)
  const began = performance.now()
  const child = spawn(
    process.execPath,
    [
      '--test',
      '--test-concurrency=2',
      '--test-reporter=spec',
      '--test-reporter-destination=stdout',
      '--test-reporter=./scripts/test-counts.ts',
      `--test-reporter-destination=${report}`,
      ...(pattern === undefined ? [] : [`--test-name-pattern=${pattern}`]),
      ...found,
    ],
    { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } },
  )
  let words = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => {
      words = (words + part.toString()).slice(-LAST_WORDS)
    })
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  const counts = JSON.parse(readFileSync(report, 'utf8')) as Record<string, FileCounts>
  const sum = (name: 'passed' | 'failed') =>
    Object.values(counts).reduce((total, one) => total + one[name], 0)
  const figures = {
    tests: sum('passed') + sum('failed'),
    failed: sum('failed'),
    seconds: Math.round((performance.now() - began) / 1000),
  }
  const fallen = Object.keys(counts).filter((file) => (counts[file]?.failed ?? 0) > 0)
  const broken =
    code === 0 ? [] : [`fell: ${fallen.map((file) => relative(ROOT, file)).join()}\n${words}`]
  return { figures, broken: sum('passed') === 0 ? [...broken, 'nothing ran'] : broken, slow: [] }
}

const BOTH: readonly Engine[] = ['embedded', 'postgres']

/** A scenario that existing tests play; they run in `npm test` by themselves. `namePattern` chooses among them. */
export function testFiles(
  number: number,
  title: string,
  pass: string,
  files: readonly string[],
  namePattern?: string,
  engines: readonly Engine[] = BOTH,
): Scenario {
  return {
    number,
    title,
    pass,
    engines,
    inTests: false,
    run: () => runTestFiles(files, { pattern: namePattern }),
  }
}

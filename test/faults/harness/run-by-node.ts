import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
/** Enough of a failing test's output to see what it is about. */
const LAST_WORDS = 3000

type RunByNode<Report> = {
  /** The reporter's output; its type is asserted by the caller that named the reporter. */
  readonly report: Report
  readonly code: number | null
  readonly output: string
  readonly seconds: number
}

/** The patterns that one with `{a,b}` stands for. */
function withoutBraces(pattern: string): string[] {
  const [whole, inside] = /\{([^{}]*)\}/u.exec(pattern) ?? []
  if (whole === undefined || inside === undefined) return [pattern]
  return inside.split(',').flatMap((one) => withoutBraces(pattern.replace(whole, one)))
}

/** Returns the files of these patterns, from the root of the repository; throws for one that matches nothing. */
export function filesOf(patterns: readonly string[]): string[] {
  return patterns
    .flatMap(withoutBraces)
    .flatMap((pattern) => {
      const files = globSync(pattern, { cwd: ROOT })
      if (files.length === 0) throw new Error(`no such tests: ${pattern}`)
      return files
    })
    .toSorted()
}

/** Runs test files, or their tests of these names, with Node's own runner; `reporter` writes JSON. */
export async function runByNode<Report>(
  files: readonly string[],
  {
    reporter,
    names = [],
    env,
  }: { reporter: string; names?: readonly string[]; env: NodeJS.ProcessEnv },
): Promise<RunByNode<Report>> {
  const file = join(tmpdir(), `bis-faults-${randomUUID()}.json`)
  const began = performance.now()
  const child = spawn(
    process.execPath,
    [
      '--test',
      '--test-concurrency=2',
      '--test-reporter=spec',
      '--test-reporter-destination=stdout',
      `--test-reporter=${reporter}`,
      `--test-reporter-destination=${file}`,
      ...names.map((name) => `--test-name-pattern=${name}`),
      ...files,
    ],
    { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'], env },
  )
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => {
      output = (output + part.toString()).slice(-LAST_WORDS)
    })
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  const report = JSON.parse(readFileSync(file, 'utf8')) as Report
  return { report, code, output, seconds: Math.round((performance.now() - began) / 1000) }
}

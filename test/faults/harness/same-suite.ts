import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Fate, OneTest } from './each-test.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const LAST_WORDS = 3000

export type SuiteRun = {
  /** What became of each test, by its name in this run. */
  readonly fates: ReadonlyMap<string, Fate>
  readonly code: number | null
  readonly words: string
  readonly seconds: number
}

/** The name that a page quotes: the file from the root of the house, and the sentence of the test itself. */
const quoted = (file: string, sentence: string) => `\`${file}\` «${sentence}»`

function nameOf({ file, names }: OneTest): string {
  return [relative(ROOT, file), ...names].join(' › ')
}

/** Runs the files with Node's own runner, and tells what became of every test. */
export async function runSuite(
  files: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<SuiteRun> {
  const found = files.flatMap((file) => globSync(file, { cwd: ROOT })).toSorted()
  const report = join(tmpdir(), `bis-faults-${randomUUID()}.json`)
  const began = performance.now()
  const child = spawn(
    process.execPath,
    [
      '--test',
      '--test-concurrency=2',
      '--test-reporter=spec',
      '--test-reporter-destination=stdout',
      '--test-reporter=./test/faults/harness/each-test.ts',
      `--test-reporter-destination=${report}`,
      ...found,
    ],
    { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'], env },
  )
  let words = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => {
      words = (words + part.toString()).slice(-LAST_WORDS)
    })
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  const fates = new Map<string, Fate>()
  for (const one of JSON.parse(readFileSync(report, 'utf8')) as OneTest[]) {
    // What a file says twice is two tests.
    let name = nameOf(one)
    while (fates.has(name)) name += ' again'
    fates.set(name, one.fate)
  }
  return { fates, code, words, seconds: Math.round((performance.now() - began) / 1000) }
}

export type Difference = { readonly test: string; readonly fates: string }

/** Every test that did not come to the same on both, in the words of the page. */
export function differencesOf(
  embedded: SuiteRun['fates'],
  postgres: SuiteRun['fates'],
): Difference[] {
  const names = new Set([...embedded.keys(), ...postgres.keys()])
  return [...names].toSorted().flatMap((name) => {
    const [here, there] = [embedded.get(name) ?? 'absent', postgres.get(name) ?? 'absent']
    if (here === there) return []
    const [file = '', ...sentences] = name.split(' › ')
    return { test: quoted(file, sentences.at(-1) ?? ''), fates: `${here} | ${there}` }
  })
}

/** The differences that docs/reliability.md says there are: rows of a test, its fate on the embedded database and on PostgreSQL. */
export function writtenDifferences(page: string): Difference[] {
  return [...page.matchAll(/^\| (`[^`]+` «[^»]+») \| (\w+ \| \w+) \|$/gmu)].map(
    ([, test = '', fates = '']) => ({ test, fates }),
  )
}

/** Differences that the page does not know, and rows of the page that are not so; empty where both say the same. */
export function contradictions(
  found: readonly Difference[],
  written: readonly Difference[],
): string[] {
  const line = ({ test, fates }: Difference) => `${test}: ${fates}`
  const [here, there] = [new Set(found.map(line)), new Set(written.map(line))]
  return [
    ...[...here]
      .filter((one) => !there.has(one))
      .map((one) => `differs, and no page says so: ${one}`),
    ...[...there].filter((one) => !here.has(one)).map((one) => `is written and not so: ${one}`),
  ]
}

import { spawn } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { makeSeed } from './test-seed.ts'
import type { FileCounts } from './test-counts.ts'
import { startPostgres } from './test-postgres.ts'

type Suite = {
  name: string
  files: string
  env?: Record<string, string>
  atOnce?: number
  /** A file that fails is tried once more, alone; that it was is told. */
  again?: true
}
type Counts = Omit<FileCounts, 'ms'>
type ByFile = Readonly<Record<string, FileCounts>>

/** More failures than this are no chance. */
const AGAIN_MOST = 2
const LONGEST = 5

const reports = mkdtempSync(join(tmpdir(), 'bis-tests-'))
const say = (words: string) => process.stdout.write(`${words}\n`)

/** Runs files with Node's own runner; its output is the reader's, its counts are ours. */
async function runFiles(
  files: readonly string[],
  { name, env = {}, atOnce = 2 }: Omit<Suite, 'files'>,
): Promise<ByFile> {
  const report = join(reports, `${name.replaceAll(/\W/g, '-')}-${Date.now()}.json`)
  const child = spawn(
    process.execPath,
    [
      '--test',
      `--test-concurrency=${atOnce}`,
      '--test-reporter=dot',
      '--test-reporter-destination=stdout',
      '--test-reporter=./scripts/test-counts.ts',
      `--test-reporter-destination=${report}`,
      ...files,
    ],
    { stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, ...env } },
  )
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  const counts = JSON.parse(readFileSync(report, 'utf8')) as ByFile
  // A file that dies outside of its tests still fails the run.
  return code !== 0 && sumOf(counts).failed === 0
    ? { ...counts, '': { passed: 0, failed: 1, skipped: 0, ms: 0 } }
    : counts
}

function sumOf(counts: ByFile): Counts {
  const total = { passed: 0, failed: 0, skipped: 0 }
  for (const { passed, failed, skipped } of Object.values(counts)) {
    total.passed += passed
    total.failed += failed
    total.skipped += skipped
  }
  return total
}

async function runSuite(suite: Suite): Promise<ByFile> {
  const found = globSync(suite.files).toSorted()
  say(`\n── ${suite.name}: ${found.length} файлов`)
  if (found.length === 0) return { '': { passed: 0, failed: 1, skipped: 0, ms: 0 } }
  const counts = await runFiles(found, suite)
  const fallen = Object.keys(counts).filter((file) => (counts[file]?.failed ?? 0) > 0)
  if (suite.again !== true || fallen.length === 0 || fallen.length > AGAIN_MOST) return counts
  if (fallen.includes('')) return counts
  say(`\n   упало, пробуем ещё раз по одному: ${fallen.map(titleOf).join(', ')}`)
  const second = await runFiles(fallen, { ...suite, atOnce: 1 })
  const passed = fallen.filter((file) => second[file]?.failed === 0)
  if (passed.length > 0) say(`   прошло только со второго раза: ${passed.map(titleOf).join(', ')}`)
  return { ...counts, ...second }
}

const titleOf = (file: string) => basename(file, '.test.ts')

function longestOf(counts: ByFile): string {
  return Object.entries(counts)
    .toSorted(([, one], [, other]) => other.ms - one.ms)
    .slice(0, LONGEST)
    .map(([file, { ms }]) => `${titleOf(file)} ${Math.round(ms / 1000)}`)
    .join(', ')
}

const asked = process.argv.slice(2)
const wants = (name: string) => asked.length === 0 || asked.includes(name)
const needsPostgres = ['postgres', 'journeys', 'faults'].some(wants)
const needsSeed = ['embedded', 'journeys'].some(wants)
if (needsSeed) await makeSeed(reports)
const onSeed = needsSeed ? { TEST_DATABASE_SEED: reports } : {}
const postgres = needsPostgres ? await startPostgres() : null
const onPostgres = postgres === null ? {} : { TEST_DATABASE_URL: postgres.url }

const suites: Suite[] = [
  { name: 'rules', files: '{domain,contract,server,web,scripts}/**/*.test.ts', env: onPostgres },
  { name: 'embedded', files: '{test/api,test/money}/**/*.test.ts', env: onSeed },
  { name: 'postgres', files: '{test/api,test/money}/**/*.test.ts', env: onPostgres },
  { name: 'faults', files: 'test/faults/**/*.test.ts', env: onPostgres, atOnce: 1 },
  {
    name: 'journeys',
    files: 'test/journeys/**/*.test.ts',
    env: { ...onPostgres, ...onSeed },
    again: true,
  },
]

const total: Counts = { passed: 0, failed: 0, skipped: 0 }
try {
  for (const suite of suites) {
    if (!wants(suite.name)) continue
    const started = Date.now()
    const counts = await runSuite(suite)
    const { passed, failed, skipped } = sumOf(counts)
    const seconds = Math.round((Date.now() - started) / 1000)
    say(`\n   ${suite.name}: ${passed} прошло, ${failed} упало, ${seconds} с`)
    say(`   дольше всех, с: ${longestOf(counts)}`)
    total.passed += passed
    total.failed += failed
    total.skipped += skipped
  }
} finally {
  await postgres?.stop()
  rmSync(reports, { recursive: true, force: true })
}
const skipped = total.skipped === 0 ? '' : `, ${total.skipped} skipped`
say(`\n${total.passed} passed, ${total.failed} failed${skipped}`)
process.exit(total.failed === 0 && total.passed > 0 ? 0 : 1)

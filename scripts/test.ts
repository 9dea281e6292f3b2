import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
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
  /** Each file is run and told by itself, and one that fails is tried once more, alone. */
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
  const report = join(reports, `${name}-${randomUUID()}.json`)
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
    { stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, ...compiled, ...env } },
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
  return suite.again === true ? runEach(found, suite) : runFiles(found, suite)
}

/** Tests tell the file that calls `test`, which for a journey is the house: here each file's counts are its own. */
async function runEach(files: readonly string[], suite: Suite): Promise<ByFile> {
  const counts: Record<string, FileCounts> = {}
  const left = [...files]
  const run = async (file: string) => {
    const began = Date.now()
    const sum = sumOf(await runFiles([file], { ...suite, atOnce: 1 }))
    counts[file] = { ...sum, ms: Date.now() - began }
    return sum.failed === 0
  }
  const one = async () => {
    for (let file = left.shift(); file !== undefined; file = left.shift()) await run(file)
  }
  await Promise.all(Array.from({ length: suite.atOnce ?? 2 }, one))
  const fallen = files.filter((file) => counts[file]?.failed !== 0)
  if (fallen.length > AGAIN_MOST) return counts
  for (const file of fallen) {
    say(`\n   упало, пробуем ещё раз: ${titleOf(file)}`)
    if (await run(file)) say(`   прошло только со второго раза: ${titleOf(file)}`)
  }
  return counts
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
const needsSeed = ['rules', 'embedded', 'faults', 'journeys'].some(wants)
if (needsSeed) await makeSeed(reports)
/** What one file has compiled the next one needs not. */
const compiled = { NODE_COMPILE_CACHE: join(reports, 'compiled') }
const onSeed = needsSeed ? { TEST_DATABASE_SEED: reports } : {}
const postgres = needsPostgres ? await startPostgres() : null
const onPostgres = postgres === null ? {} : { TEST_DATABASE_URL: postgres.url }

const suites: Suite[] = [
  {
    name: 'rules',
    files: '{domain,contract,server,web,scripts}/**/*.test.ts',
    env: { ...onPostgres, ...onSeed },
  },
  { name: 'embedded', files: '{test/api,test/money}/**/*.test.ts', env: onSeed },
  { name: 'postgres', files: '{test/api,test/money}/**/*.test.ts', env: onPostgres },
  {
    name: 'faults',
    files: 'test/faults/**/*.test.ts',
    env: { ...onPostgres, ...onSeed },
  },
  {
    name: 'journeys',
    files: 'test/journeys/**/*.test.ts',
    env: { ...onPostgres, ...onSeed },
    // A journey waits for people and clocks more than for the machine.
    atOnce: 3,
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

import { spawn } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from './test-postgres.ts'

type Counts = { passed: number; failed: number; skipped: number }
type Suite = { name: string; files: string; env?: Record<string, string>; atOnce?: number }

const reports = mkdtempSync(join(tmpdir(), 'bis-tests-'))

/** Runs one suite with Node's own runner; its output is the reader's, its counts are ours. */
async function runSuite({ name, files, env = {}, atOnce = 2 }: Suite): Promise<Counts> {
  const found = globSync(files).toSorted()
  process.stdout.write(`\n── ${name}: ${found.length} файлов\n`)
  if (found.length === 0) return { passed: 0, failed: 1, skipped: 0 }
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
      ...found,
    ],
    { stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, ...env } },
  )
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  const counts = JSON.parse(readFileSync(report, 'utf8')) as Counts
  // A file that dies outside of its tests still fails the run.
  return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts
}

const asked = process.argv.slice(2)
const wants = (name: string) => asked.length === 0 || asked.includes(name)
const needsPostgres = ['postgres', 'journeys', 'faults'].some(wants)
const postgres = needsPostgres ? await startPostgres() : null
const onPostgres = postgres === null ? {} : { TEST_DATABASE_URL: postgres.url }

const suites: Suite[] = [
  { name: 'rules', files: '{domain,contract,server,web,scripts}/**/*.test.ts', env: onPostgres },
  { name: 'embedded', files: '{test/api,test/money}/**/*.test.ts' },
  { name: 'postgres', files: '{test/api,test/money}/**/*.test.ts', env: onPostgres },
  { name: 'faults', files: 'test/faults/**/*.test.ts', env: onPostgres, atOnce: 1 },
  { name: 'journeys', files: 'test/journeys/**/*.test.ts', env: onPostgres },
]

const total: Counts = { passed: 0, failed: 0, skipped: 0 }
try {
  for (const suite of suites) {
    if (!wants(suite.name)) continue
    const started = Date.now()
    const { passed, failed, skipped } = await runSuite(suite)
    const seconds = Math.round((Date.now() - started) / 1000)
    process.stdout.write(`\n   ${suite.name}: ${passed} прошло, ${failed} упало, ${seconds} с\n`)
    total.passed += passed
    total.failed += failed
    total.skipped += skipped
  }
} finally {
  await postgres?.stop()
  rmSync(reports, { recursive: true, force: true })
}
const skipped = total.skipped === 0 ? '' : `, ${total.skipped} skipped`
process.stdout.write(`\n${total.passed} passed, ${total.failed} failed${skipped}\n`)
process.exit(total.failed === 0 && total.passed > 0 ? 0 : 1)

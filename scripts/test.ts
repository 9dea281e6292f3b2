import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { getPriority, setPriority, tmpdir } from 'node:os'
import { basename, join, relative } from 'node:path'
import { makeSeed } from './test-seed.ts'
import type { FileCounts } from './test-counts.ts'
import { startPostgres } from './test-postgres.ts'

type Suite = {
  name: string
  files: string
  databases: readonly ('postgres' | 'seed')[]
  /** The number of parallel processes: 2 by default. */
  workers?: number
  /** The most files that one process runs, one after the other: 1 by default. */
  filesOfProcess?: number
  /** Files that take longer than their size suggests: they start first. */
  long?: RegExp
  /** A module whose hooks belong to the whole process, not to one file. */
  sharedModule?: string
  /** It waits for people and clocks more than for the machine, and so runs beside the others, before them. */
  waits?: true
  /** Runs only if it or a file of it is named. */
  onDemand?: true
}
type Counts = Omit<FileCounts, 'ms'>
type ByFile = Readonly<Record<string, FileCounts>>

const LONGEST = 5
/** The priority of a process that others go before. */
const BEHIND = Math.min(getPriority() + 3, 19)

const SUITES: readonly Suite[] = [
  {
    name: 'rules',
    files: '{packages,domain,contract,server,demo,web,scripts}/**/*.test.ts',
    databases: ['postgres', 'seed'],
    filesOfProcess: 90,
  },
  // Every call on PostgreSQL; those that may behave differently on the other engine, there too.
  {
    name: 'postgres',
    files: 'test/{api,money}/**/*.test.ts',
    databases: ['postgres'],
    workers: 4,
    filesOfProcess: 25,
  },
  {
    name: 'embedded',
    files: 'test/api/both-engines/*.test.ts',
    databases: ['seed'],
    filesOfProcess: 21,
  },
  {
    name: 'faults',
    files: 'test/faults/*.test.ts',
    databases: ['postgres', 'seed'],
    workers: 3,
    long: /money-kill|scenarios/u,
    waits: true,
  },
  {
    name: 'journeys',
    files: 'test/journeys/*.test.ts',
    databases: ['postgres', 'seed'],
    workers: 6,
    filesOfProcess: Infinity,
    long: /money\.test|lost-network|one-whole-concert|paid-order/u,
    waits: true,
    sharedModule: './test/support/browsers/journey.ts',
  },
  // Left out of `npm test` so that it fits into 14 minutes; scenarios of `npm run faults` run it.
  {
    name: 'long',
    files: 'test/{journeys/long,commands}/*.test.ts',
    databases: ['postgres', 'seed'],
    onDemand: true,
  },
]

/** Names of suites and paths of files; without any, all suites except those on demand run. */
const asked = process.argv.slice(2).map((name) => relative('', name))
const runs = SUITES.flatMap((suite) => {
  const all = globSync(suite.files).toSorted()
  const isWhole = asked.length === 0 ? suite.onDemand !== true : asked.includes(suite.name)
  const files = isWhole ? all : all.filter((file) => asked.includes(file))
  return isWhole || files.length > 0 ? [{ suite, files }] : []
})
const unknown = asked.filter(
  (name) => !runs.some(({ suite, files }) => suite.name === name || files.includes(name)),
)
if (unknown.length > 0) {
  const names = SUITES.map(({ name }) => name).join(', ')
  process.stderr.write(
    `Нет таких тестов: ${unknown.join(', ')}. Наборы: ${names}; можно назвать и файлы, например test/api/settings.test.ts.\n`,
  )
  process.exit(2)
}

const reports = mkdtempSync(join(tmpdir(), 'bis-tests-'))
/** The count for a file that never ran, or ended outside of its tests. */
const DEAD: FileCounts = { passed: 0, failed: 1, skipped: 0, ms: 0 }
const say = (words: string) => process.stdout.write(`${words}\n`)

/** Runs the files that `take` returns in one process; its output goes to the console, its counts are returned. */
async function runFiles(
  take: () => string | undefined,
  { databases, sharedModule, waits, filesOfProcess = 1 }: Suite,
): Promise<ByFile> {
  const report = join(reports, `${randomUUID()}.json`)
  const child = spawn(
    process.execPath,
    [
      '--import=./scripts/test-hook.ts',
      ...(sharedModule === undefined ? [] : ['--import', sharedModule]),
      // Much of a test's garbage is young.
      '--max-semi-space-size=64',
      // A failed test may leave a server open, which would keep its process.
      '--test-force-exit',
      '--test-reporter=dot',
      '--test-reporter-destination=stdout',
      '--test-reporter=./scripts/test-counts.ts',
      `--test-reporter-destination=${report}`,
      'scripts/test-worker.ts',
    ],
    {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      env: {
        ...process.env,
        ...compiled,
        ...Object.assign({}, ...databases.map((name) => opened[name])),
      },
    },
  )
  // What waits is to be served first, as on a machine of its own.
  if (waits !== true && child.pid !== undefined) setPriority(child.pid, BEHIND)
  const begun: string[] = []
  child.on('message', () => {
    const file = begun.length < filesOfProcess ? take() : undefined
    if (file !== undefined) begun.push(file)
    child.send(file ?? '')
  })
  const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null]
  // A killed process has written no counts.
  const written = existsSync(report) ? readFileSync(report, 'utf8') : ''
  const counts = JSON.parse(written || '{}') as ByFile
  // A file that reports nothing, or a process that fails outside of its tests, fails the run.
  const dead = begun.filter((file) => counts[file] === undefined)
  if (code !== 0 && dead.length === 0 && sumOf([counts]).failed === 0)
    dead.push(`процесс ${begun.join(' ')}`)
  for (const file of dead) say(`\n✖ ${file}: the process ended with ${signal ?? code}`)
  return { ...counts, ...Object.fromEntries(dead.map((file) => [file, DEAD])) }
}

function sumOf(all: readonly ByFile[]): Counts {
  const total = { passed: 0, failed: 0, skipped: 0 }
  for (const { passed, failed, skipped } of all.flatMap((counts) => Object.values(counts))) {
    total.passed += passed
    total.failed += failed
    total.skipped += skipped
  }
  return total
}

/** `hasFreeWorker` resolves as soon as a worker has no file left to take, `counts` with the last file. */
function startSuite(
  suite: Suite,
  files: readonly string[],
): { hasFreeWorker: Promise<unknown>; counts: Promise<readonly ByFile[]> } {
  const { name, workers = 2 } = suite
  say(`\n── ${name}: ${files.length} файлов`)
  if (files.length === 0) {
    const counts = Promise.resolve([{ [suite.files]: DEAD }])
    return { hasFreeWorker: counts, counts }
  }
  const sizeOf = (file: string) =>
    suite.long?.test(file) === true ? Number.MAX_SAFE_INTEGER : statSync(file).size
  const left = files.toSorted((one, other) => sizeOf(other) - sizeOf(one))
  const ran: ByFile[] = []
  const work = async () => {
    while (left.length > 0) ran.push(await runFiles(() => left.shift(), suite))
  }
  const working = Array.from({ length: Math.min(workers, files.length) }, work)
  return { hasFreeWorker: Promise.race(working), counts: Promise.all(working).then(() => ran) }
}

const titleOf = (file: string) => basename(file, '.test.ts')

function longestOf(all: readonly ByFile[]): string {
  return all
    .flatMap((counts) => Object.entries(counts))
    .toSorted(([, one], [, other]) => other.ms - one.ms)
    .slice(0, LONGEST)
    .map(([file, { ms }]) => `${titleOf(file)} ${Math.round(ms / 1000)}`)
    .join(', ')
}

const needs = (name: 'postgres' | 'seed') =>
  runs.some(({ suite }) => suite.databases.includes(name))
/** Compiled code is cached for the next files. */
const compiled = { NODE_COMPILE_CACHE: join(reports, 'compiled') }

/** Compiles once what the first processes of a run, which start together, would each compile. */
async function compileServer(): Promise<void> {
  const modules = [
    './server/run.ts',
    './build/server/index.js',
    './test/support/world.ts',
    './test/support/browsers/browser.ts',
  ]
  const imports = modules.map((path) => `await import('${path}')`).join('\n')
  const code = `${imports}\nprocess.exit()`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', code], {
    // What is missing fails the tests that need it.
    stdio: 'ignore',
    env: { ...process.env, ...compiled, NODE_ENV: 'production' },
  })
  await once(child, 'close')
}

const [postgres] = await Promise.all([
  needs('postgres') ? startPostgres() : null,
  needs('seed') ? makeSeed(reports) : null,
  asked.length === 0 ? compileServer() : null,
])
const opened = {
  seed: { TEST_DATABASE_SEED: reports },
  postgres: postgres === null ? {} : { TEST_DATABASE_URL: postgres.url },
}

const total = { passed: 0, failed: 0 }

function sayCounts({ name }: Suite, counts: readonly ByFile[], started: number): void {
  const { passed, failed, skipped } = sumOf(counts)
  const seconds = Math.round((Date.now() - started) / 1000)
  const left = skipped === 0 ? '' : `, ${skipped} пропущено`
  say(`\n   ${name}: ${passed} прошло, ${failed} упало${left}, ${seconds} с`)
  say(`   дольше всех, с: ${longestOf(counts)}`)
  total.passed += passed
  total.failed += failed
}

/** One suite after the other; the next starts beside the last files of this one. */
async function runInTurn(turn: typeof runs): Promise<void> {
  const ends: Promise<void>[] = []
  for (const { suite, files } of turn) {
    const started = Date.now()
    const { hasFreeWorker, counts } = startSuite(suite, files)
    ends.push(counts.then((all) => sayCounts(suite, all, started)))
    await hasFreeWorker
  }
  await Promise.all(ends)
}

try {
  const { waiting = [], busy = [] } = Object.groupBy(runs, ({ suite }) =>
    suite.waits === true ? 'waiting' : 'busy',
  )
  await Promise.all([runInTurn(waiting), runInTurn(busy)])
} finally {
  await postgres?.stop()
  rmSync(reports, { recursive: true, force: true })
}
say(`\n${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed === 0 && total.passed > 0 ? 0 : 1)

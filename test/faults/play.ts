import { fork } from 'node:child_process'
import { globSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { MINUTE_MS } from '#domain/time.ts'
import { migratedPostgres } from '#test/support/database/database.ts'
import { ownFolder } from '#test/support/product/product.ts'
import { copySeed } from '#test/support/product/seed.ts'
import type { DatabaseEngine, ScenarioFinding, Scenario, ScenarioResult } from './scenario.ts'

const HERE = fileURLToPath(new URL('.', import.meta.url))
const CHILD = join(HERE, 'child.ts')
const SHORT_MINUTES = 5
const LONG_MINUTES = 10

export type ScenarioFile = { readonly scenario: Scenario; readonly file: string }

/** Returns every scenario of the project, by number. */
export async function knownScenarios(): Promise<ScenarioFile[]> {
  const files = globSync('scenarios/*.ts', { cwd: HERE }).map((name) => join(HERE, name))
  const known = await Promise.all(
    files.map(async (file) => {
      const { scenario } = (await import(pathToFileURL(file).href)) as { scenario: Scenario }
      return { scenario, file }
    }),
  )
  return known.toSorted((one, other) => one.scenario.number - other.scenario.number)
}

/** Creates a fresh database; returns it with a function that drops it. */
async function freshDatabase(engine: DatabaseEngine, server: string | undefined) {
  if (engine === 'embedded') {
    const folder = ownFolder()
    mkdirSync(folder.path, { recursive: true })
    copySeed(join(folder.path, 'database'))
    return { environment: { DATA_DIR: folder.path }, drop: async () => folder.remove() }
  }
  if (server === undefined) throw new Error('a scenario on PostgreSQL needs a server')
  const [own, folder] = [await migratedPostgres(server), ownFolder()]
  return {
    environment: { DATABASE_URL: own.url, DATA_DIR: folder.path },
    drop: async () => {
      folder.remove()
      await own.drop()
    },
  }
}

/**
 * Runs one scenario on one engine in a process group of its own, which is killed when it is done, when it takes too
 * long, or when `signal` aborts.
 */
export async function play(
  { scenario, file }: ScenarioFile,
  {
    engine,
    short,
    server,
    signal,
    logProgress,
  }: {
    engine: DatabaseEngine
    short: boolean
    /** A PostgreSQL server where databases may be created. */
    server: string | undefined
    signal?: AbortSignal
    logProgress(words: string): void
  },
): Promise<ScenarioFinding> {
  const { environment: dataset, drop } = await freshDatabase(engine, server)
  // Short forms run in parallel, so an event loop delayed by the others must not shed requests.
  const environment = { ...dataset, ...(short ? { SHED: 'off' } : {}) }
  const { TEST_DATABASE_URL: _, ...env } = process.env
  const child = fork(
    CHILD,
    [pathToFileURL(file).href, engine, short ? 'short' : 'long', JSON.stringify(environment)],
    {
      detached: true,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      // Otherwise the child would write into the report of the process that runs the tests.
      execArgv: [],
      env: engine === 'postgres' ? { ...env, TEST_DATABASE_URL: server } : env,
    },
  )
  let found: ScenarioFinding | undefined
  child.on('message', (result: ScenarioResult) => {
    if ('progress' in result) logProgress(result.progress)
    else ({ found } = result)
  })
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const minutes = short ? SHORT_MINUTES : (scenario.minutes ?? LONG_MINUTES)
  const late = setTimeout(() => {
    found ??= { figures: {}, broken: [`it did not end in ${minutes} min`], slow: [] }
    endGroup(child.pid)
  }, minutes * MINUTE_MS)
  const stop = () => endGroup(child.pid)
  signal?.addEventListener('abort', stop)
  try {
    await closed
  } finally {
    clearTimeout(late)
    signal?.removeEventListener('abort', stop)
    endGroup(child.pid)
    // After Ctrl+C the server may be gone, with all its databases.
    await (signal?.aborted === true ? drop().catch(() => {}) : drop())
  }
  return found ?? { figures: {}, broken: ['it ended and said nothing'], slow: [] }
}

/** Kills the rest of the process group. */
function endGroup(leader: number | undefined): void {
  if (leader === undefined) return
  try {
    process.kill(-leader, 'SIGKILL')
  } catch {
    // The group is already empty.
  }
}

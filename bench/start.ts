import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { ownPostgres } from '../test/support/database/database.ts'
import { freePort } from '../scripts/free-port.ts'
import { ownFolder } from '../test/support/product/product.ts'
import { startPostgres } from '../scripts/test-postgres.ts'
import { SHORT } from './short.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const ROUNDS = SHORT ? 1 : 3
const REQUESTS = SHORT ? 50 : 1000
const AT_ONCE = 8
const LOOK_MS = 5

type Environment = Record<string, string>
type Start = { ms: number; fresh: number; used: number }

/** Megabytes that a process keeps in memory; nothing where the system does not tell. */
export function memoryOf(pid: number | undefined): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return Number(/VmRSS:\s+(\d+)/u.exec(status)?.[1] ?? Number.NaN) / 1024
  } catch {
    return Number.NaN
  }
}

async function answers(url: string): Promise<boolean> {
  const answer = await fetch(url).catch(() => null)
  await answer?.arrayBuffer()
  return answer?.status === 200
}

async function requests(url: string): Promise<void> {
  let left = REQUESTS
  const one = async () => {
    while (left-- > 0) await answers(url)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, one))
}

/** From the spawn of a process to its first 200 of /readyz, and its memory then and after a thousand requests to `path`. */
export async function startOf(file: string, env: Environment, path = '/readyz'): Promise<Start> {
  const port = await freePort()
  const began = performance.now()
  const child = spawn(process.execPath, [file], {
    cwd: ROOT,
    env: {
      PATH: process.env['PATH'] ?? '',
      HOST: '127.0.0.1',
      LOG_LEVEL: 'error',
      BACKUPS: 'off',
      ...env,
      PORT: String(port),
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const closed = new Promise((resolve) => child.once('close', resolve))
  while (!(await answers(`http://127.0.0.1:${port}/readyz`))) {
    if (child.exitCode !== null) throw new Error(`${file} ended at its start`)
    await sleep(LOOK_MS)
  }
  const ms = performance.now() - began
  const fresh = memoryOf(child.pid)
  await requests(`http://127.0.0.1:${port}${path}`)
  const used = memoryOf(child.pid)
  child.kill('SIGTERM')
  await closed
  return { ms, fresh, used }
}

async function bareDatabase(folder: string): Promise<Start> {
  const began = performance.now()
  const child = spawn(process.execPath, ['bench/start-pglite.ts', folder], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ms = await new Promise<number>((resolve) =>
    child.stdout.once('data', () => resolve(performance.now() - began)),
  )
  const fresh = memoryOf(child.pid)
  await new Promise((resolve) => child.once('close', resolve))
  return { ms, fresh, used: Number.NaN }
}

function median(of: readonly number[]): number {
  const sorted = of.toSorted((one, other) => one - other)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

const rounded = (of: readonly number[]) => {
  const found = Math.round(median(of))
  return Number.isNaN(found) ? '–' : found
}

function line(name: string, starts: readonly Start[], bare: number) {
  const ms = median(starts.map((start) => start.ms))
  return {
    'what is started': name,
    'ms to ready': Math.round(ms),
    'ratio to a bare process': Number((ms / bare).toFixed(1)),
    'MB after the start': rounded(starts.map(({ fresh }) => fresh)),
    [`MB after ${REQUESTS} requests`]: rounded(starts.map(({ used }) => used)),
  }
}

const PRODUCT = 'server/main.ts'
const BUILD = process.env['BUILD_DIR'] ?? join(ROOT, 'build')
const PAGE = '/user/mark-luzhin'

type Take = (name: string, start: Start) => void

/** One round of every kind of start, so that all kinds run under the same machine conditions. */
async function round(folder: string, take: Take): Promise<void> {
  const at = (name: string) => ({ DATA_DIR: join(folder, name), DEMO: 'off', BUILD_DIR: BUILD })
  take('bare Fastify', await startOf('bench/start-bare.ts', {}))
  take('bare PGlite, first', await bareDatabase(join(folder, 'bare')))
  take('bare PGlite, again', await bareDatabase(join(folder, 'bare')))
  take('embedded, first', await startOf(PRODUCT, at('empty')))
  take('embedded, again', await startOf(PRODUCT, at('empty')))
  if (SHORT) return
  const unseeded = join(folder, 'build')
  mkdirSync(unseeded)
  for (const part of ['client', 'server']) symlinkSync(join(BUILD, part), join(unseeded, part))
  take(
    'embedded, first, no seed',
    await startOf(PRODUCT, { ...at('unseeded'), BUILD_DIR: unseeded }),
  )
  const demo = { ...at('demo'), DEMO: 'on' }
  take('embedded with the demo, first', await startOf(PRODUCT, demo, PAGE))
  take('embedded with the demo, again', await startOf(PRODUCT, demo, PAGE))
}

async function roundOnServer(folder: string, server: string, take: Take): Promise<void> {
  const [own, demo] = [await ownPostgres(server), await ownPostgres(server)]
  const env = { DATA_DIR: join(folder, 'files'), BUILD_DIR: BUILD }
  const plain = { ...env, DATABASE_URL: own.url, DEMO: 'off' }
  const open = { ...env, DATABASE_URL: demo.url, DEMO: 'on' }
  try {
    take('PostgreSQL, first', await startOf(PRODUCT, plain))
    take('PostgreSQL, again', await startOf(PRODUCT, plain))
    await startOf(PRODUCT, open)
    take('PostgreSQL with the demo, again', await startOf(PRODUCT, open, PAGE))
  } finally {
    await own.drop()
    await demo.drop()
  }
}

/** Cold and warm starts of the product on both databases, against a bare process with the same framework and a bare database, with the memory they take. */
export async function bench(): Promise<void> {
  const postgres = SHORT ? null : await startPostgres()
  const found = new Map<string, Start[]>()
  const take: Take = (name, start) => found.set(name, [...(found.get(name) ?? []), start])
  try {
    for (let turn = 0; turn < ROUNDS; turn++) {
      const folder = ownFolder()
      await round(folder.path, take)
      if (postgres !== null) await roundOnServer(folder.path, postgres.url, take)
      folder.remove()
    }
  } finally {
    await postgres?.stop()
  }
  const bare = median((found.get('bare Fastify') ?? []).map(({ ms }) => ms))
  console.table([...found].map(([name, starts]) => line(name, starts, bare)))
}

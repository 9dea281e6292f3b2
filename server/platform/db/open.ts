import { PGlite } from '@electric-sql/pglite'
import { createPgConfig } from '@electric-sql/pglite/node-postgres'
import type { LogEvent } from 'kysely'
import { CamelCasePlugin, Kysely, PostgresDialect } from 'kysely'
import { createHash } from 'node:crypto'
import { Socket } from 'node:net'
import pg from 'pg'
import { DATABASE_FILES } from '../lifecycle/file-budget.ts'
import { planIsStale, READ_ONLY } from './database-errors.ts'
import type { Schema } from './schema.ts'

const BEGINS = /^\s*(?:begin|start)\b/iu
const ENDS = /^\s*(?:commit|rollback)\b/iu
/** Such a transaction sets the time limit of its statements itself. */
const SETS_TIME_LIMIT = /\bset local statement_timeout\b/iu

/**
 * A client that waits for an answer no longer than `timeoutMs` and then cuts its connection. The server ends a slow
 * statement by itself; but a network that drops packets ends nothing for a quarter of an hour, and the caller, and all
 * queries behind it, would wait for so long. It also leaves a server that refuses a write: the next connection of the
 * pool leads to the one that takes them.
 */
export function timeoutClient(Base: typeof pg.Client, timeoutMs: number): typeof pg.Client {
  const TimeoutClient = class extends Base {
    private readonly tcpSocket: Socket
    private hasTimeLimit = true
    /** The refused write for which the server was left. */
    private refusedWrite: pg.DatabaseError | null = null

    constructor(config?: string | pg.ClientConfig) {
      const tcpSocket = new Socket()
      const given = typeof config === 'string' ? { connectionString: config } : config
      super({ ...given, stream: () => tcpSocket })
      this.tcpSocket = tcpSocket
    }

    /** Cuts the connection where `asked` does not settle in time. */
    waitFor(text: unknown, asked: unknown): unknown {
      if (typeof text !== 'string' || !(asked instanceof Promise)) return asked
      if (BEGINS.test(text)) this.hasTimeLimit = true
      if (SETS_TIME_LIMIT.test(text)) this.hasTimeLimit = false
      const { hasTimeLimit, tcpSocket } = this
      if (ENDS.test(text)) this.hasTimeLimit = true
      if (!hasTimeLimit) return asked
      const timer = setTimeout(() => tcpSocket.destroy(), timeoutMs)
      const leaveReadOnly = (error: unknown) => {
        if (error instanceof pg.DatabaseError && error.code === READ_ONLY) {
          this.refusedWrite = error
          tcpSocket.destroy()
        }
        // A rollback over the connection that is gone must not hide why it is.
        throw this.refusedWrite ?? error
      }
      return asked.catch(leaveReadOnly).finally(() => clearTimeout(timer))
    }
  }
  const plain = Base.prototype.query as (...args: unknown[]) => unknown
  Object.defineProperty(TimeoutClient.prototype, 'query', {
    value(this: InstanceType<typeof TimeoutClient>, ...args: unknown[]) {
      return this.waitFor(args[0], plain.apply(this, args))
    },
  })
  return TimeoutClient
}

/** Passes the errors of failed statements from Kysely's log to the listeners. */
function failureLog() {
  const listeners: ((error: unknown) => void)[] = []
  return {
    log(event: LogEvent): void {
      if (event.level === 'error') for (const listener of listeners) listener(event.error)
    },
    onFailure(listener: (error: unknown) => void): void {
      listeners.push(listener)
    },
  }
}

/** What a store needs: the database itself or an open transaction. */
export type Sql = Kysely<Schema>

type PoolLoad = { in_use: number; idle: number; waiting: number; most: number }

export type Database = {
  sql: Sql
  engine: 'embedded' | 'postgres'
  /** Where a thread of this process opens a connection of its own; null where there is only one connection. */
  url: string | null
  /** Runs a script of several statements (migrations). */
  script(text: string): Promise<void>
  /** The pool's connections and waiting callers; null where there is only one connection. */
  load(): PoolLoad | null
  /** `listener` gets the error of each failed statement, before its caller does. */
  onFailure(listener: (error: unknown) => void): void
  close(): Promise<void>
}

const INT8 = 20
const OLDEST_SERVER = 15
/** A statement that takes longer waits on something broken; its caller is answered 503 instead of never. */
const STATEMENT_MS = 20_000
/** The server's own limit is shorter: after this time the connection is dead. */
const ANSWER_MS = STATEMENT_MS + 5_000
/** Between two statements of a transaction: a client silent for so long is frozen or gone, and others wait for its locks. */
const SILENT_MS = 10_000

/** The application name of the connections, where DATABASE_URL gives no other. */
export const PRODUCT = 'bis'

/** A PostgreSQL server or database that lacks what the tables need. */
export class UnfitServer extends Error {
  override readonly name = 'UnfitServer'
}

/** Why this server cannot be used, in a sentence that says what to do; null where it can. */
function unfitness(major: number, encoding: string): string | null {
  if (major < OLDEST_SERVER)
    return `Нужен PostgreSQL ${OLDEST_SERVER} или новее, а по DATABASE_URL работает ${major}.`
  // In any other encoding upper and lower case, lengths and the order of Russian letters are silently wrong.
  if (encoding !== 'UTF8')
    return `Нужна база данных в кодировке UTF8, а по DATABASE_URL она в ${encoding}: создайте новую (create database … encoding 'UTF8' template template0) и укажите её.`
  return null
}

/** Columns are in camelCase here, in statements and in rows; values of JSON keep their keys. */
export const CAMEL_CASE = new CamelCasePlugin({ maintainNestedObjectKeys: true })

/** The parts of Database that a pool gives, on either engine. */
function overPool(pool: pg.Pool): Pick<Database, 'sql' | 'script' | 'onFailure' | 'close'> {
  // The pool replaces a dropped idle connection; without a listener its error would end the process.
  pool.on('error', () => {})
  // The same for one that drops between two statements of a transaction; the next statement fails.
  pool.on('connect', (client) => client.on('error', () => {}))
  const { log, onFailure } = failureLog()
  const sql = new Kysely<Schema>({
    dialect: new PostgresDialect({ pool }),
    log,
    plugins: [CAMEL_CASE],
  })
  return {
    sql,
    onFailure,
    script: async (text) => {
      await pool.query(text)
    },
    close: async () => {
      await sql.destroy()
      // Kysely leaves a pool open that it has never queried.
      if (!pool.ended) await pool.end()
    },
  }
}

/** How often the plans of prepared statements are dropped: on a server autovacuum invalidates them, PGlite has none. */
const PLANS_MS = 60_000

/**
 * The embedded database: PostgreSQL inside the process, in `directory` or, without one, in memory. Queried through `pg`
 * over one connection: 2.3 times the statements of PGlite's own `query`, which parses and plans each one again.
 */
export async function openEmbedded(
  directory?: string,
  { seed, maxFiles = DATABASE_FILES }: { seed?: Blob | undefined; maxFiles?: number } = {},
): Promise<Database> {
  const lite = await PGlite.create({
    ...(directory === undefined ? {} : { dataDir: directory }),
    ...(seed === undefined ? {} : { loadDataDir: seed }),
    startParams: [...PGlite.defaultStartParams, '-c', `max_files_per_process=${maxFiles}`],
  })
  // User and host of the adapter are not used; the types of `pg` lack `connection`.
  const { connection } = createPgConfig(lite)
  const options = { connection, max: 1, idleTimeoutMillis: 0, types: numericTypes() }
  const pool = new pg.Pool({ ...options, Client: preparingClient() })
  // A plan that was made while a table was small would scan all of it once it is large.
  const replanning = setInterval(() => {
    pool.query('discard plans').catch(() => undefined)
  }, PLANS_MS)
  replanning.unref()
  const database = overPool(pool)
  return {
    ...database,
    engine: 'embedded',
    url: null,
    load: () => null,
    close: async () => {
      clearInterval(replanning)
      await database.close()
      if (!lite.closed) await lite.close()
    },
  }
}

/** Reads eight-byte numbers as numbers: none here exceeds 2^53. */
function numericTypes(): pg.TypeOverrides {
  const types = new pg.TypeOverrides()
  types.setTypeParser(INT8, Number)
  return types
}

/**
 * A PostgreSQL server, 15 to 18. `connections`: the size of the pool; `waitMs`: how long a call waits for one of them.
 * @throws UnfitServer for an older one, and for a database that keeps its text in another encoding than UTF8.
 */
export async function openPostgres(
  url: string,
  connections = 10,
  waitMs = 5000,
): Promise<Database> {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: waitMs,
    statement_timeout: STATEMENT_MS,
    idle_in_transaction_session_timeout: SILENT_MS,
    keepAlive: true,
    fallback_application_name: PRODUCT,
    Client: timeoutClient(preparingClient(), ANSWER_MS),
    types: numericTypes(),
  })
  const database = overPool(pool)
  const { rows } = await pool.query<{ major: number; encoding: string }>(
    `select current_setting('server_version_num')::integer / 10000 as major,
      current_setting('server_encoding') as encoding`,
  )
  const { major = 0, encoding = '' } = rows[0] ?? {}
  const unfit = unfitness(major, encoding)
  if (unfit !== null) {
    await database.close()
    throw new UnfitServer(unfit)
  }
  return {
    ...database,
    engine: 'postgres',
    url,
    load: () => ({
      in_use: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
      most: connections,
    }),
  }
}

const MOST_NAMES = 400

/**
 * A client whose statements with parameters are prepared once per connection and reused by name: measured at 1.6 times
 * the selects of plain statements. The number of names is bounded, since a server stores each of them.
 */
export function preparingClient(): typeof pg.Client {
  const names = new Map<string, string>()

  function nameOf(text: string): string | undefined {
    const known = names.get(text)
    if (known !== undefined || names.size >= MOST_NAMES) return known
    return assignName(text)
  }

  function assignName(text: string): string {
    const hash = createHash('sha256')
      .update(text)
      .update(names.get(text) ?? '')
    const name = hash.digest('hex').slice(0, 24)
    names.set(text, name)
    return name
  }

  /** Retries under another name where a migration of a newer version has added columns to a table. */
  async function againUnlessStale(
    asked: Promise<unknown>,
    { text, name }: { text: string; name: string },
    ask: (name: string) => unknown,
  ): Promise<unknown> {
    try {
      return await asked
    } catch (error) {
      if (!planIsStale(error)) throw error
      if (names.get(text) === name) assignName(text)
      try {
        return await ask(names.get(text) ?? name)
      } catch {
        // Inside a transaction the retry fails: the caller repeats the transaction.
        throw error
      }
    }
  }

  const PreparingClient = class extends pg.Client {}
  const plain = pg.Client.prototype.query as (...args: unknown[]) => unknown
  Object.defineProperty(PreparingClient.prototype, 'query', {
    value(this: pg.Client, ...args: unknown[]) {
      const [text, values] = args
      if (typeof text !== 'string' || !Array.isArray(values) || values.length === 0)
        return plain.apply(this, args)
      const name = nameOf(text)
      if (name === undefined) return plain.call(this, { text, values }, ...args.slice(2))
      const ask = (as: string) => plain.call(this, { name: as, text, values }, ...args.slice(2))
      const asked = ask(name)
      return asked instanceof Promise ? againUnlessStale(asked, { text, name }, ask) : asked
    },
  })
  return PreparingClient
}

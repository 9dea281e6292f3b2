import { resolve } from 'node:path'

export type Config = {
  host: string
  port: number
  /** Where the embedded database lives. */
  dataDir: string
  /** Where `npm run build` left the pages. */
  buildDir: string
  /** A PostgreSQL server; without it the embedded database is used. */
  databaseUrl: string | undefined
  /** Connections of the pool to PostgreSQL. */
  databaseConnections: number
  /** The address that people see, without a slash at the end. */
  publicUrl: string
  /** Fills an empty database with a demo and keeps one concert going. */
  demo: boolean
  smtpUrl: string | undefined
  mailFrom: string
  /** Letters land on the page /mailbox instead of being sent. */
  mailbox: boolean
  /** The address of a caller is read from X-Forwarded-For. */
  trustProxy: boolean
  /** The calls /api/v1/test/* answer. */
  testCalls: boolean
  /** Minutes after its planned end when the clock ends a concert. */
  endGraceMinutes: number
  /** The most sockets of one process. */
  maxWatchers: number
  logLevel: 'silent' | 'error' | 'warn' | 'info' | 'debug'
}

/** A value that stops the start, in one sentence that says what to fix. */
export class BadConfig extends Error {
  override readonly name = 'BadConfig'
}

const LOG_LEVELS = ['silent', 'error', 'warn', 'info', 'debug'] as const
const YES = new Set(['on', '1', 'true', 'yes'])
const NO = new Set(['off', '0', 'false', 'no'])

type Environment = Readonly<Record<string, string | undefined>>

function text(env: Environment, name: string): string | undefined {
  const value = env[name]?.trim()
  return value === undefined || value === '' ? undefined : value
}

function whole(env: Environment, name: string, otherwise: number, min: number, max: number) {
  const value = text(env, name)
  if (value === undefined) return otherwise
  const number = Number(value)
  if (!Number.isInteger(number) || number < min || number > max)
    throw new BadConfig(
      `${name} должно быть целым числом от ${min} до ${max}, а задано «${value}».`,
    )
  return number
}

function onOff(env: Environment, name: string, otherwise: boolean): boolean {
  const value = text(env, name)?.toLowerCase()
  if (value === undefined) return otherwise
  if (YES.has(value)) return true
  if (NO.has(value)) return false
  throw new BadConfig(`${name} принимает on или off, а задано «${value}».`)
}

function address(env: Environment, name: string, protocols: readonly string[]): URL | undefined {
  const value = text(env, name)
  if (value === undefined) return undefined
  const url = URL.canParse(value) ? new URL(value) : undefined
  if (url === undefined || !protocols.includes(url.protocol) || url.hostname === '')
    throw new BadConfig(
      `${name} должно быть адресом вида ${protocols[0]}//…, а задано «${withoutPassword(value)}».`,
    )
  return url
}

/** The pages and the calls stand at the root of their site, so a path or a query here would break every link. */
function site(env: Environment, name: string): string | undefined {
  const url = address(env, name, ['http:', 'https:'])
  if (url === undefined) return undefined
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '')
    throw new BadConfig(
      `${name} должно быть адресом сайта без пути и параметров, а задано «${text(env, name)}».`,
    )
  return url.origin
}

const SENDER = /^(?:[^<>@]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/u

function sender(env: Environment, name: string, otherwise: string): string {
  const value = text(env, name)
  if (value === undefined) return otherwise
  if (!SENDER.test(value))
    throw new BadConfig(
      `${name} должно быть вида «Бис <no-reply@example.ru>», а задано «${value}».`,
    )
  return value
}

// A wrong address may still hold a right password.
function withoutPassword(value: string): string {
  return value.replace(/\/\/([^:@/]*):[^@/]*@/, '//$1:…@')
}

/**
 * Reads every variable of the environment; docs/operations.md lists them.
 * @throws BadConfig with one sentence about the first wrong value.
 */
export function readConfig(env: Environment): Config {
  const host = text(env, 'HOST') ?? '0.0.0.0'
  const port = whole(env, 'PORT', 3000, 0, 65_535)
  const database = address(env, 'DATABASE_URL', ['postgres:', 'postgresql:'])
  const smtp = address(env, 'SMTP_URL', ['smtp:', 'smtps:'])
  const demo = onOff(env, 'DEMO', database === undefined)
  const level = text(env, 'LOG_LEVEL') ?? 'info'
  const logLevel = LOG_LEVELS.find((known) => known === level)
  if (logLevel === undefined)
    throw new BadConfig(`LOG_LEVEL принимает ${LOG_LEVELS.join(', ')}, а задано «${level}».`)
  return {
    host,
    port,
    dataDir: resolve(text(env, 'DATA_DIR') ?? './data'),
    buildDir: resolve(text(env, 'BUILD_DIR') ?? './build'),
    databaseUrl: database === undefined ? undefined : text(env, 'DATABASE_URL'),
    databaseConnections: whole(env, 'DATABASE_CONNECTIONS', 10, 1, 200),
    publicUrl: site(env, 'PUBLIC_URL') ?? `http://localhost:${port}`,
    demo,
    smtpUrl: smtp === undefined ? undefined : text(env, 'SMTP_URL'),
    mailFrom: sender(env, 'MAIL_FROM', 'Бис <no-reply@localhost>'),
    mailbox: smtp === undefined && onOff(env, 'MAILBOX', demo),
    trustProxy: onOff(env, 'TRUST_PROXY', false),
    testCalls: onOff(env, 'TEST_CALLS', demo),
    endGraceMinutes: whole(env, 'END_GRACE_MINUTES', 60, 0, 24 * 60),
    maxWatchers: whole(env, 'MAX_WATCHERS', 20_000, 1, 1_000_000),
    logLevel,
  }
}

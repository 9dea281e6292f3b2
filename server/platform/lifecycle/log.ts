import type { DestinationStream, Logger, LoggerOptions } from 'pino'
import { pino, stdTimeFunctions } from 'pino'

/** The log of every part of the server: lines of JSON without personal data. */
export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>

/** What must not be in a log, wherever it comes from: the person can be found by the request's id alone. */
const HIDDEN: readonly (readonly [RegExp, string])[] = [
  [/[\p{L}\d._%+-]+@[\p{L}\d-]+(?:\.[\p{L}\d-]+)+/gu, '[e-mail]'],
  [/\bBearer\s+[\w.~+/=-]+/giu, 'Bearer [token]'],
  // The name and the password of a URL, and its query.
  [/(:\/\/)[^\s/@"\\]+@/gu, '$1[…]@'],
  [/\?[\w.%-]+=[^\s"'\\)]*/gu, '?[…]'],
  [
    /(?<![\w-])(?:\+|(?=[78]))\d[\s(-]{0,2}\d{3}[\s)-]{0,2}\d{3}[\s-]?\d{2}[\s-]?\d{2}(?![\w-])/gu,
    '[phone]',
  ],
  [/(?<![\w-])\d{4}[ -]?\d{4}[ -]?\d{4}[ -]?\d{4}(?:\d{3})?(?![\w-])/gu, '[card]'],
  // Tokens and keys: longer than any word of ours, and no id of a request.
  [
    /(?<![\w/.-])(?=[\w-]*\d)(?=[\w-]*[A-Za-z])(?!(?:[\da-f]+-){4}[\da-f]{12}(?![\w-]))(?![\da-f]{32}(?![\w-]))[\w-]{32,}(?![\w/.-])/gu,
    '[token]',
  ],
]

/** Enough to see what went wrong; each expression above backtracks over a text without blanks. */
const MOST = 4000

/** Whole words of the beginning, since no expression hides half of a secret. */
function beginningOf(text: string): string {
  return `${text.slice(0, text.lastIndexOf(' ', MOST) + 1)}…`
}

/** The same text without addresses, phones, cards and tokens; of a long text its beginning. */
export function plainText(words: string): string {
  const shown = words.length > MOST ? beginningOf(words) : words
  return HIDDEN.reduce((text, [pattern, instead]) => text.replace(pattern, instead), shown)
}

type LoggedError = {
  type: string
  message: string
  stack?: string
  causes?: LoggedError[]
} & Partial<Record<(typeof SAFE)[number], string>>

/**
 * The fields of an error that are logged beside its message. Not `detail`, `where` or `params` of a database: they
 * contain rows of people.
 */
const SAFE = [
  'code',
  'severity',
  'syscall',
  'schema',
  'table',
  'column',
  'constraint',
  'routine',
] as const
const SQLSTATE = /^[\dA-Z]{5}$/u
const CAUSES_MOST = 3
const DEEPEST = 3

/** A database repeats the value that it refused: in quotes, after a colon, or as the row itself. */
function withoutValues(message: string): string {
  return message.replace(/(:\s*)"(?:[^"]|"")*"/gu, '$1[…]').replace(/=\s*\([^)]*\)/gu, '=[…]')
}

/** An error as it is logged: enough to find it, and nothing of the people whose request met it. */
export function loggedError(error: unknown, depth = 1): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: plainText(String(error)) }
  const fields: Partial<Record<string, unknown>> = Object.fromEntries(
    SAFE.map((name) => [name, Reflect.get(error, name)]),
  )
  const known = Object.entries(fields).filter(([, value]) => typeof value === 'string')
  const ofDatabase = typeof fields['code'] === 'string' && SQLSTATE.test(fields['code'])
  const clean = (text: string) => plainText(ofDatabase ? withoutValues(text) : text)
  const { stack = '' } = error
  const at = stack.search(/\n\s+at /u)
  const below = [error.cause ?? [], error instanceof AggregateError ? error.errors : []].flat()
  const causes = depth < DEEPEST ? below.slice(0, CAUSES_MOST) : []
  return {
    type: error.name === 'Error' || error.name === 'error' ? error.constructor.name : error.name,
    message: clean(error.message),
    // Its first lines repeat the message, which may be cleaned differently.
    ...(at < 0 ? {} : { stack: stack.slice(at).trim() }),
    ...Object.fromEntries(known),
    ...(causes.length === 0
      ? {}
      : { causes: causes.map((cause) => loggedError(cause, depth + 1)) }),
  }
}

/** Fields with personal data, in case a line has one. */
const PERSONAL = [
  'address',
  'authorization',
  'body',
  'cookie',
  'email',
  'headers',
  'ip',
  'mail',
  'name',
  'params',
  'password',
  'phone',
  'phoneNumber',
  'query',
  'remoteAddress',
  'token',
  'url',
  'username',
]

function plainValue(value: unknown): unknown {
  if (typeof value === 'string') return plainText(value)
  if (typeof value === 'number') {
    const digits = String(value)
    const shown = plainText(digits)
    return shown === digits ? value : shown
  }
  if (Array.isArray(value)) return value.map(plainValue)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [plainText(name), plainValue(one)]),
  )
}

/** Cleans each text by itself, so that a long one is cut and the line is still valid JSON. */
function plainLine(line: string): string {
  return `${JSON.stringify(plainValue(JSON.parse(line)))}\n`
}

type Asked = { method?: string; routeOptions?: { url?: string } }

/**
 * Lines of JSON: `time` (ISO), `level` (a word), `msg`, and `reqId` where a request caused it. No caller passes
 * personal data to a log; should one do so all the same, it is removed here.
 */
export function makeLog(level: LoggerOptions['level'], stream?: DestinationStream): Logger {
  const options: LoggerOptions = {
    level: level ?? 'info',
    base: null,
    timestamp: stdTimeFunctions.isoTime,
    formatters: { level: (word) => ({ level: word }) },
    serializers: {
      err: (error: unknown) => loggedError(error),
      // Logged by the framework itself, whose own text contains the address of the caller.
      req: ({ method, routeOptions }: Asked) => ({ method, route: routeOptions?.url }),
      res: ({ statusCode }: { statusCode?: number }) => ({ status: statusCode }),
    },
    redact: { paths: PERSONAL.flatMap((name) => [name, `*.${name}`]), censor: '[hidden]' },
    hooks: { streamWrite: plainLine },
  }
  return stream === undefined ? pino(options) : pino(options, stream)
}

const FIELDS = pino.symbols.chindingsSym

/** The log of the request with this id. `child` would look for personal data in it: a tenth of a cheap call. */
export function requestLog<L extends object>(log: L, id: string): L {
  const own: L = Object.create(log)
  const fields = own as object as Record<symbol, unknown>
  fields[FIELDS] = `${String(fields[FIELDS])},"reqId":"${id}"`
  return own
}

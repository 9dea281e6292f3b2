import { pino, stdTimeFunctions } from 'pino'
import type { DestinationStream, Logger, LoggerOptions } from 'pino'
import { plainWords } from './plain-words.ts'
import { toldError } from './told-error.ts'

/** Fields that hold somebody's own, should a line ever be given one. */
const PERSONAL = [
  'address',
  'authorization',
  'body',
  'cookie',
  'email',
  'headers',
  'ip',
  'letter',
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
  if (typeof value === 'string') return plainWords(value)
  if (typeof value === 'number') {
    const digits = String(value)
    const shown = plainWords(digits)
    return shown === digits ? value : shown
  }
  if (Array.isArray(value)) return value.map(plainValue)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [plainWords(name), plainValue(one)]),
  )
}

/** Each text by itself, so that a long one is cut and the line is still one of JSON. */
function plainLine(line: string): string {
  return `${JSON.stringify(plainValue(JSON.parse(line)))}\n`
}

type Asked = { method?: string; routeOptions?: { url?: string } }

/**
 * Lines of JSON: `time` (ISO), `level` (a word), `msg`, and `reqId` where a request caused it. Nobody
 * passes personal data to a log; should one do so all the same, it is taken out here.
 */
export function makeLog(level: LoggerOptions['level'], stream?: DestinationStream): Logger {
  const options: LoggerOptions = {
    level: level ?? 'info',
    base: null,
    timestamp: stdTimeFunctions.isoTime,
    formatters: { level: (word) => ({ level: word }) },
    serializers: {
      err: (error: unknown) => toldError(error),
      // Said by the framework itself, whose own words hold the address of the caller.
      req: ({ method, routeOptions }: Asked) => ({ method, route: routeOptions?.url }),
      res: ({ statusCode }: { statusCode?: number }) => ({ status: statusCode }),
    },
    redact: { paths: PERSONAL.flatMap((name) => [name, `*.${name}`]), censor: '[hidden]' },
    hooks: { streamWrite: plainLine },
  }
  return stream === undefined ? pino(options) : pino(options, stream)
}

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
    hooks: { streamWrite: plainWords },
  }
  return stream === undefined ? pino(options) : pino(options, stream)
}

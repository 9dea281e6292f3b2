import type { Logger } from 'pino'

/** What every part of the server may say: lines of JSON without personal data. */
export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>

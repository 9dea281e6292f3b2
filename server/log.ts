import type { FastifyBaseLogger } from 'fastify'

/** What every part of the server may say; the lines are JSON and hold no personal data. */
export type Log = Pick<FastifyBaseLogger, 'debug' | 'info' | 'warn' | 'error'>

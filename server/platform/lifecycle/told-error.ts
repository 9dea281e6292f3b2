import { plainWords } from './plain-words.ts'

export type ToldError = {
  type: string
  message: string
  stack?: string
  causes?: ToldError[]
} & Partial<Record<(typeof SAFE)[number], string>>

/** What an error may tell beside its words. Not `detail`, `where` or `params` of a database: rows of people stand in them. */
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

/** A database repeats the value that it would not take: in quotes, after a colon, or as the row itself. */
function withoutValues(message: string): string {
  return message.replace(/(:\s*)"(?:[^"]|"")*"/gu, '$1[…]').replace(/=\s*\([^)]*\)/gu, '=[…]')
}

/** What a log says of an error: enough to find it, and nothing of the people whose request met it. */
export function toldError(error: unknown, depth = 1): ToldError {
  if (!(error instanceof Error)) return { type: typeof error, message: plainWords(String(error)) }
  const fields: Partial<Record<string, unknown>> = Object.fromEntries(
    SAFE.map((name) => [name, Reflect.get(error, name)]),
  )
  const known = Object.entries(fields).filter(([, value]) => typeof value === 'string')
  const ofDatabase = typeof fields['code'] === 'string' && SQLSTATE.test(fields['code'])
  const clean = (words: string) => plainWords(ofDatabase ? withoutValues(words) : words)
  const { stack = '' } = error
  const at = stack.search(/\n\s+at /u)
  const below = [error.cause ?? [], error instanceof AggregateError ? error.errors : []].flat()
  const causes = depth < DEEPEST ? below.slice(0, CAUSES_MOST) : []
  return {
    type: error.name === 'Error' || error.name === 'error' ? error.constructor.name : error.name,
    message: clean(error.message),
    // Its first lines are the message again, which may be cleaned otherwise.
    ...(at < 0 ? {} : { stack: stack.slice(at).trim() }),
    ...Object.fromEntries(known),
    ...(causes.length === 0 ? {} : { causes: causes.map((cause) => toldError(cause, depth + 1)) }),
  }
}

import { isCalendarDay } from '#domain/time.ts'

const DAY = /^\d{4}-\d{2}-\d{2}$/u
/** What follows each verb. */
const FOLLOWING = {
  trial: [],
  audit: [],
  registry: ['file', 'day'],
  payment: ['number'],
  payments: ['username', 'day'],
  restored: ['moment'],
} as const
export type LedgerVerb = keyof typeof FOLLOWING

const isVerb = (word: string): word is LedgerVerb => Object.hasOwn(FOLLOWING, word)

/** Parses the arguments of `npm run ledger --`; null if they are no command. `about`: a file, a number or a username. */
export function readLedgerArguments(
  args: readonly string[],
): { verb: LedgerVerb; about: string; day: string } | null {
  const [verb = '', about = '', day = ''] = args
  if (!isVerb(verb) || args.length !== 1 + FOLLOWING[verb].length) return null
  const hasDay = FOLLOWING[verb].length < 2 || (DAY.test(day) && isCalendarDay(day))
  return hasDay ? { verb, about, day } : null
}

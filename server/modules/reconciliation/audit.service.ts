import { formatRubles, kopecks } from '#domain/money.ts'
import { Refusal } from '#domain/refusal.ts'
import { MINUTE_MS, moscowDay } from '#domain/time.ts'
import type { Context } from '#server/context.ts'
import type { Sql } from '#server/platform/db/open.ts'
import { inLongTransaction } from '#server/platform/db/tx.ts'
import { auditLedger, claimMark, mark, setMark } from '../ledger/ledger.service.ts'
import type { LedgerFault } from '../ledger/ledger.service.ts'
import { addQuestion } from './manual-review.store.ts'

/** The mark with the result of the last night's audit. */
const AUDIT = 'audit'
/** The mark with the day whose nightly audit came to its end, and the one with the last try of one. */
const AUDIT_DAY = 'audit-day'
const AUDIT_TRY = 'audit-try'
/** The mark with when an audit last came to its end. */
const AUDIT_ENDED = 'audit-ended'
const UNFINISHED = 'Проверка не дошла до конца.'
/** The mark with when an operator asked for an audit. */
export const ASKED = 'audit-asked'
/** An audit that is not over by then died with its process (ms). */
const AUDIT_MOST_MS = 10 * MINUTE_MS

/** What the audit needs of a context. */
type Books = Pick<Context, 'sql' | 'now'>

/** Recomputes everything; each fault becomes a question, once. */
export async function auditBooks(ctx: Books): Promise<LedgerFault[]> {
  const { sql, now } = ctx
  let faults: LedgerFault[]
  try {
    faults = await inLongTransaction(sql, auditLedger)
  } catch (error) {
    // Yesterday's «clean» must not be taken for today's result.
    await setMark(sql, AUDIT, UNFINISHED, now())
    throw error
  }
  const at = now()
  for (const fault of faults)
    await addQuestion(
      sql,
      {
        about: `ledger ${fault.about} ${fault.what}`,
        subject: 'ledger',
        what: `${fault.about}: ${fault.what}, ${formatRubles(kopecks(fault.amount))}`,
        amount: fault.amount,
      },
      at,
    )
  const text = faults.length === 0 ? 'clean' : `${faults.length}`
  await setMark(sql, AUDIT, text, at)
  await setMark(sql, AUDIT_ENDED, '', at)
  return faults
}

/** The last audit. `clean` null: it did not come to its end; `endedAt`: when one did. */
export async function lastAudit(sql: Sql): Promise<{
  at: Date
  clean: boolean | null
  words: string
  endedAt: Date | null
} | null> {
  const last = await mark(sql, AUDIT)
  if (last === undefined) return null
  const { at, value: words } = last
  if (words !== UNFINISHED) return { at, words, clean: words === 'clean', endedAt: at }
  return { at, words, clean: null, endedAt: (await mark(sql, AUDIT_ENDED))?.at ?? null }
}

/** Once a night; one that did not come to its end is tried again. */
export async function auditOfNight(ctx: Context): Promise<void> {
  const { sql } = ctx
  const now = ctx.now()
  if ((await mark(sql, AUDIT_DAY))?.value === moscowDay(now)) return
  if (!(await claimMark(sql, AUDIT_TRY, `${Math.floor(now.getTime() / AUDIT_MOST_MS)}`, now)))
    return
  await auditBooks(ctx)
  await setMark(sql, AUDIT_DAY, moscowDay(now), now)
}

/** Whether an audit that an operator asked for is not over. */
export async function auditRuns({ sql, now }: Books): Promise<boolean> {
  const asked = await mark(sql, ASKED)
  if (asked === undefined || now().getTime() - asked.at.getTime() > AUDIT_MOST_MS) return false
  const done = await mark(sql, AUDIT)
  return done === undefined || done.at < asked.at
}

/** Asks for the registries and the books to be compared now. In the caller's transaction. Refuses ILLEGAL_STEP while one runs. */
export async function askAudit(books: Books): Promise<void> {
  const { sql, now } = books
  if (await auditRuns(books)) throw new Refusal('ILLEGAL_STEP', 'Сверка уже идёт')
  await setMark(sql, ASKED, now().toISOString(), now())
}

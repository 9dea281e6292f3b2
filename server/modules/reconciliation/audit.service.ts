import { formatRubles, kopecks } from '#domain/money.ts'
import { Refusal } from '#domain/refusal.ts'
import { HOUR_MS, MINUTE_MS, moscowDay } from '#domain/time.ts'
import type { Context } from '#server/context.ts'
import type { Sql } from '#server/platform/db/open.ts'
import { inLongTransaction } from '#server/platform/db/tx.ts'
import { auditLedger, claimMark, mark, setMark } from '../ledger/ledger.service.ts'
import type { LedgerFault } from '../ledger/ledger.service.ts'
import { addQuestion } from './manual-review.store.ts'

/** The mark with what came of the last audit, and the one with the result of the last that came to its end. */
const AUDIT = 'audit'
const AUDIT_ENDED = 'audit-ended'
const CLEAN = 'clean'
const UNFINISHED = 'Проверка не дошла до конца.'
/** The mark with the day whose nightly audit came to its end, and the one with the last try of one. */
const AUDIT_DAY = 'audit-day'
const AUDIT_TRY = 'audit-try'
const FAILED = 'failed'
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
    const last = await mark(sql, AUDIT)
    // The version before writes the first mark alone.
    if (last !== undefined && last.value !== UNFINISHED)
      await setMark(sql, AUDIT_ENDED, last.value, last.at)
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
  const text = faults.length === 0 ? CLEAN : `${faults.length}`
  for (const name of [AUDIT, AUDIT_ENDED]) await setMark(sql, name, text, at)
  return faults
}

type EndedAudit = { at: Date; clean: boolean }
/** `clean` null: it did not come to its end; `ended`: the last that did, null where none is known. */
type LastAudit = { at: Date; clean: boolean | null; words: string; ended: EndedAudit | null }

export async function lastAudit(sql: Sql): Promise<LastAudit | null> {
  const last = await mark(sql, AUDIT)
  if (last === undefined) return null
  const isOver = last.value !== UNFINISHED
  const of = ({ at, value }: { at: Date; value: string }) => ({ at, clean: value === CLEAN })
  const ended = isOver ? last : await mark(sql, AUDIT_ENDED)
  return {
    at: last.at,
    clean: isOver ? of(last).clean : null,
    words: last.value,
    ended: ended === undefined ? null : of(ended),
  }
}

/** Once a night; one that fails is tried again by the next run, and after an hour one whose process died. */
export async function auditOfNight(ctx: Context): Promise<void> {
  const { sql } = ctx
  const now = ctx.now()
  if ((await mark(sql, AUDIT_DAY))?.value === moscowDay(now)) return
  const tried = await mark(sql, AUDIT_TRY)
  const triedMs = tried === undefined ? HOUR_MS : now.getTime() - tried.at.getTime()
  // One of the future is of a clock that was ahead.
  if (tried?.value !== FAILED && triedMs >= 0 && triedMs < HOUR_MS) return
  // Whoever saw the same try claims the same value, so that one of them begins.
  if (!(await claimMark(sql, AUDIT_TRY, `after ${tried?.at.toISOString() ?? 'none'}`, now))) return
  try {
    await auditBooks(ctx)
  } catch (error) {
    await setMark(sql, AUDIT_TRY, FAILED, ctx.now())
    throw error
  }
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

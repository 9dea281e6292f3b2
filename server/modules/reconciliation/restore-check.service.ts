import { Refusal } from '#domain/refusal.ts'
import { transaction, wakeMoney } from '#server/context.ts'
import type { Context } from '#server/context.ts'
import { inLongTransaction } from '#server/platform/db/tx.ts'
import { claimMark, mark, RESTORED } from '../ledger/ledger.service.ts'
import { logDeed } from '../operator/deeds.service.ts'
import type { Doer } from '../operator/deeds.service.ts'
import { endRestoreChecks, wantRestoreChecks } from '../payments/payments.service.ts'
import { resumePayouts } from '../payouts/payouts.service.ts'
import type { ChangedMoney } from './restore-check.store.ts'
import { changedPayments, endedPayouts, restoreChecksLeft } from './restore-check.store.ts'

export type { ChangedMoney } from './restore-check.store.ts'

/** The mark with the restore whose checks were requested. */
const REQUESTED = 'restore-checks'
const SHOWN_MOST = 200

/** What an operator should know about a restored database before payouts go on. */
export type RestoredMoney = {
  readonly madeAt: Date
  readonly restoredAt: Date
  /** Payments that were not compared with the bank yet; null until it begins. */
  readonly toCheck: number | null
  readonly changed: readonly (ChangedMoney & { readonly known: boolean })[]
  readonly payouts: readonly ChangedMoney[]
}

// A restored database is older than what the bank has done since its backup: its payments are compared with the bank,
// and no payout sets out before an operator has seen the result.

async function openRestore({
  sql,
}: Pick<Context, 'sql'>): Promise<{ madeAt: Date; restoredAt: Date } | null> {
  const restored = await mark(sql, RESTORED)
  if (restored === undefined || restored.value === '') return null
  return { madeAt: new Date(restored.value), restoredAt: restored.at }
}

export async function isRestoreOpen(ctx: Pick<Context, 'sql'>): Promise<boolean> {
  return (await openRestore(ctx)) !== null
}

/** At the start: requests the looks at the bank, once for each restore, by whichever process comes first. */
export async function beginRestoreCheck(ctx: Context): Promise<void> {
  const restored = await openRestore(ctx)
  if (restored === null) return
  ctx.log.warn(
    restored,
    'the database was restored: payouts wait until an operator resumes them on /admin',
  )
  await requestRestoreCheck(ctx)
}

/** The same of a restore that may have been told of meanwhile. */
export async function requestRestoreCheck(ctx: Context): Promise<void> {
  const restored = await openRestore(ctx)
  // Without a bank there is nothing to compare.
  if (restored === null || ctx.bank === null || (await isRequested(ctx, restored))) return
  await inLongTransaction(ctx.sql, async (sql) => {
    const id = restored.restoredAt.toISOString()
    if (!(await claimMark(sql, REQUESTED, id, ctx.now()))) return
    await wantRestoreChecks(sql, { madeAt: restored.madeAt, now: ctx.now() })
  })
}

async function isRequested(
  { sql }: Context,
  { restoredAt }: { restoredAt: Date },
): Promise<boolean> {
  return (await mark(sql, REQUESTED))?.value === restoredAt.toISOString()
}

/** The number of payments that were not compared with the bank yet; null until that begins. */
async function leftToCheck(ctx: Context, restored: { restoredAt: Date }): Promise<number | null> {
  const begins = ctx.bank !== null && !(await isRequested(ctx, restored))
  return begins ? null : restoreChecksLeft(ctx.sql)
}

export async function restoredMoney(ctx: Context): Promise<RestoredMoney | null> {
  const restored = await openRestore(ctx)
  if (restored === null) return null
  return {
    ...restored,
    toCheck: await leftToCheck(ctx, restored),
    changed: await changedPayments(ctx.sql, SHOWN_MOST),
    payouts: await endedPayouts(ctx.sql, restored.restoredAt, SHOWN_MOST),
  }
}

/** Resumes payouts. Refuses ILLEGAL_STEP while payments of a restored database are still compared. */
export async function resumeAfterReview(ctx: Context, by: Doer): Promise<void> {
  const restored = await openRestore(ctx)
  if (restored !== null && ctx.bank !== null && (await leftToCheck(ctx, restored)) !== 0)
    throw new Refusal(
      'ILLEGAL_STEP',
      'Ещё не все платежи сверены с банком. Выплаты можно возобновить после сверки.',
    )
  await transaction(ctx, async (inside) => {
    await resumePayouts(inside)
    const subject =
      restored === null ? 'Выплаты' : `После копии от ${restored.madeAt.toISOString()}`
    await logDeed(inside, by, { kind: 'resume', artistId: null, subject })
  })
  if (restored !== null) await inLongTransaction(ctx.sql, endRestoreChecks)
  wakeMoney(ctx)
}

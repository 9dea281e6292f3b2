import { Refusal } from '#domain/refusal.ts'
import type { Bank } from '#server/integrations/bank/bank.ts'
import type { Sql } from '#server/platform/db/open.ts'
import { inLongTransaction } from '#server/platform/db/tx.ts'
import type { Log } from '#server/platform/lifecycle/log.ts'
import { claimMark, mark, RESTORED } from '../ledger/ledger.service.ts'
import { endRestoreChecks, wantRestoreChecks } from '../payments/payments.service.ts'
import type { Payouts } from '../payouts/payouts.service.ts'
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
  /** Payments that were not compared with the bank yet. */
  readonly toCheck: number
  readonly changed: readonly (ChangedMoney & { readonly known: boolean })[]
  readonly payouts: readonly ChangedMoney[]
}

/**
 * A restored database is older than what the bank has done since its backup: its payments are compared with the bank,
 * and no payout sets out before an operator has seen the result.
 */
export function makeRestoreCheck(deps: {
  readonly sql: Sql
  readonly now: () => Date
  /** Null where no bank is configured: there is nothing to compare. */
  readonly bank: Bank | null
  readonly payouts: Pick<Payouts, 'resume'>
  readonly log: Log
}) {
  const { sql, now, bank } = deps

  async function open(): Promise<{ madeAt: Date; restoredAt: Date } | null> {
    const restored = await mark(sql, RESTORED)
    if (restored === undefined || restored.value === '') return null
    return { madeAt: new Date(restored.value), restoredAt: restored.at }
  }

  return {
    isOpen: async (): Promise<boolean> => (await open()) !== null,

    /** At the start: requests the looks at the bank, once for each restore, by whichever process comes first. */
    async begin(): Promise<void> {
      const restored = await open()
      if (restored === null) return
      deps.log.warn(
        restored,
        'the database was restored: payouts wait until an operator resumes them on /admin',
      )
      if (bank === null) return
      await inLongTransaction(sql, async (inside) => {
        const id = restored.restoredAt.toISOString()
        if (!(await claimMark(inside, REQUESTED, id, now()))) return
        await wantRestoreChecks(inside, { madeAt: restored.madeAt, now: now() })
      })
    },

    async view(): Promise<RestoredMoney | null> {
      const restored = await open()
      if (restored === null) return null
      return {
        ...restored,
        toCheck: await restoreChecksLeft(sql),
        changed: await changedPayments(sql, SHOWN_MOST),
        payouts: await endedPayouts(sql, restored.restoredAt, SHOWN_MOST),
      }
    },

    /** Resumes payouts. Refuses ILLEGAL_STEP while payments of a restored database are still compared. */
    async resume(): Promise<void> {
      const restored = await open()
      if (restored !== null && bank !== null) {
        const requested = await mark(sql, REQUESTED)
        const isRequested = requested?.value === restored.restoredAt.toISOString()
        if (!isRequested || (await restoreChecksLeft(sql)) > 0)
          throw new Refusal(
            'ILLEGAL_STEP',
            'Ещё не все платежи сверены с банком. Выплаты можно возобновить после сверки.',
          )
      }
      await deps.payouts.resume()
      if (restored !== null) await inLongTransaction(sql, endRestoreChecks)
    },
  }
}

export type RestoreReview = ReturnType<typeof makeRestoreCheck>

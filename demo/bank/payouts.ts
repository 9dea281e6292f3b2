import { inTransaction } from '#server/platform/db/tx.ts'
import type { Sql } from '#server/platform/db/open.ts'
import { newBankId, REFUSALS } from './dialect.ts'
import { consumeFault } from './fault.ts'
import type { Conditions } from './fault.ts'
import { addToBalance, insertMoves } from './accounts.store.ts'
import type { Notices } from './notices.ts'
import {
  completedPayoutsTo,
  duePayouts,
  findOrder,
  findPayout,
  insertPayout,
  lockPayout,
  savePayout,
} from './payouts.store.ts'
import type { SandboxPayout } from './payouts.store.ts'
import type { Refused } from './dialect.ts'

type PayoutVerdict = { readonly payout: SandboxPayout; readonly refused: Refused | null }
export type Arrival = { readonly amount: number; readonly at: Date; readonly from: string }

const SENDER = 'Бис'
const ON_THE_WAY_MS = 2000
/** A prepared payout that is not paid by then has to be prepared again. */
const PREPARED_MS = 180_000
/** Refused by SBP or the receiver's bank. */
const REFUSED_BY_RECEIVER = '3009'
const LIMIT_OF_DAY = '1204'
const MOST_AT_ONCE = 500

export type SandboxPayouts = ReturnType<typeof makePayouts>

/**
 * Payouts by phone number: first prepared, then paid by a second call; they arrive two seconds later, and the merchant
 * is notified then.
 */
export function makePayouts({ sql, notices }: { sql: Sql; notices: Notices }) {
  async function close(
    tx: Sql,
    id: string,
    end: { status: 'COMPLETED' | 'REJECTED'; errorCode?: string },
    conditions: Conditions,
  ): Promise<SandboxPayout> {
    const closed = { ...end, dueAt: null, closedAt: conditions.now }
    const payout = await savePayout(tx, id, closed)
    await notices.queuePayout(tx, payout, conditions)
    return payout
  }

  /** Ends a due payout: on the phone, back on the account, or never paid. */
  async function endDuePayout(tx: Sql, payout: SandboxPayout, conditions: Conditions) {
    const { id, amount, doomed } = payout
    const { now } = conditions
    if (payout.status === 'CHECKED') return close(tx, id, { status: 'REJECTED' }, conditions)
    if (doomed) await addToBalance(tx, amount)
    const to = doomed ? 'merchant' : 'phones'
    const cause = doomed ? 'payout_rejected' : 'paid_out'
    await insertMoves(tx, [{ cause, from: 'in_flight', to, amount, payoutId: id }], now)
    return close(tx, id, { status: doomed ? 'REJECTED' : 'COMPLETED' }, conditions)
  }

  async function send(tx: Sql, payout: SandboxPayout, conditions: Conditions) {
    const { id, amount } = payout
    const { now } = conditions
    if (!(await addToBalance(tx, -amount))) {
      const refused = REFUSALS.notEnoughForPayout
      const end = { status: 'REJECTED', errorCode: refused.code } as const
      return { payout: await close(tx, id, end, conditions), refused }
    }
    const out = { cause: 'payout_sent', from: 'merchant', to: 'in_flight', amount } as const
    await insertMoves(tx, [{ ...out, payoutId: id }], now)
    const at = { reference: payout.orderId }
    const refused = (await consumeFault(tx, conditions, 'refused_payout', at)) !== null
    const failed = !refused && (await consumeFault(tx, conditions, 'failed_payout', at)) !== null
    const stuck = (await consumeFault(tx, conditions, 'slow_payout', at)) !== null
    const sent = await savePayout(tx, id, {
      status: stuck ? 'CREDIT_CHECKING' : 'COMPLETING',
      doomed: refused || failed,
      errorCode: refused ? REFUSED_BY_RECEIVER : failed ? LIMIT_OF_DAY : '',
      stuck,
      dueAt: stuck ? null : new Date(now.getTime() + ON_THE_WAY_MS),
    })
    return { payout: sent, refused: null }
  }

  /** Applies the step due by time to one payout; null if another transaction has locked it. */
  async function settle(
    id: string,
    conditions: Conditions,
    taken: 'wait' | 'skip',
  ): Promise<SandboxPayout | null> {
    const settled = await inTransaction(sql, async (tx) => {
      const payout = await lockPayout(tx, id, taken)
      if (payout?.dueAt == null || conditions.now < payout.dueAt) return payout
      return endDuePayout(tx, payout, conditions)
    })
    notices.deliverInBackground()
    return settled
  }

  return {
    /** Stores a payout, payable for three minutes; null if the merchant has used this order id before. */
    async prepare(
      request: { orderId: string; amount: number; phone: string; memberId: string },
      { now }: Conditions,
    ): Promise<SandboxPayout | null> {
      if ((await findOrder(sql, request.orderId)) !== null) return null
      return insertPayout(sql, {
        id: newBankId(),
        orderId: request.orderId,
        amount: request.amount,
        phone: request.phone,
        memberId: request.memberId,
        status: 'CHECKED',
        createdAt: now,
        dueAt: new Date(now.getTime() + PREPARED_MS),
        closedAt: null,
      })
    },

    /** Whether the number now belongs to another owner. */
    isForAnother: async (reference: string, conditions: Conditions): Promise<boolean> =>
      (await consumeFault(sql, conditions, 'other_recipient', { reference })) !== null,

    /** Pays it; a repeated call with the same id pays only once. Null if there is no such payout. */
    async pay(id: string, conditions: Conditions): Promise<PayoutVerdict | null> {
      const verdict = await inTransaction(sql, async (tx) => {
        const locked = await lockPayout(tx, id)
        if (locked === null) return null
        const { status, dueAt: until } = locked
        const late = status === 'CHECKED' && until !== null && conditions.now >= until
        const payout = late ? await endDuePayout(tx, locked, conditions) : locked
        if (payout.status === 'REJECTED')
          return { payout, refused: REFUSALS.wrongStatus('REJECTED') }
        if (payout.status !== 'CHECKED') return { payout, refused: null }
        return send(tx, payout, conditions)
      })
      if (verdict !== null) notices.deliverInBackground()
      return verdict
    },

    async look(id: string, conditions: Conditions): Promise<SandboxPayout | null> {
      const found = await findPayout(sql, id)
      if (found?.dueAt == null || conditions.now < found.dueAt) return found
      return settle(id, conditions, 'wait')
    },

    async applyDueSteps(conditions: Conditions): Promise<number> {
      let changed = 0
      for (const id of await duePayouts(sql, conditions.now, MOST_AT_ONCE))
        if ((await settle(id, conditions, 'skip')) !== null) changed++
      return changed
    },

    async inbox(phone: string): Promise<Arrival[]> {
      const arrived = await completedPayoutsTo(sql, phone)
      return arrived.flatMap(({ amount, at }) =>
        at === null ? [] : [{ amount, at, from: SENDER }],
      )
    },
  }
}

import { inTransaction } from '#server/platform/db/tx.ts'
import type { Sql } from '#server/platform/db/open.ts'
import { newBankId } from './bank-ids.ts'
import { struck } from './conditions.ts'
import type { Conditions } from './conditions.ts'
import { addToBalance, insertMoves } from './money.store.ts'
import type { Notices } from './notices.ts'
import { arrivedAt, duePayouts, findPayout } from './payouts.store.ts'
import { insertPayout, lockPayout, savePayout } from './payouts.store.ts'
import type { SandboxPayout } from './payouts.store.ts'
import { NO } from './refused.ts'
import type { Refused } from './refused.ts'

export type PayoutVerdict = { readonly payout: SandboxPayout; readonly refused: Refused | null }
export type Arrival = { readonly amount: number; readonly at: Date; readonly from: string }

const SENDER = 'Бис'
const ON_THE_WAY_MS = 2000
const MOST_AT_ONCE = 500

export type SandboxPayouts = ReturnType<typeof makePayouts>

/** Payouts by telephone number: taken down first, paid when told, there two seconds later, and told of then. */
export function makePayouts({ sql, notices }: { sql: Sql; notices: Notices }) {
  async function close(
    tx: Sql,
    id: string,
    status: 'COMPLETED' | 'REJECTED',
    conditions: Conditions,
  ): Promise<SandboxPayout> {
    const closed = { status, due_at: null, closed_at: conditions.now }
    const payout = await savePayout(tx, id, closed)
    await notices.queuePayout(tx, payout, conditions)
    return payout
  }

  async function arrive(tx: Sql, payout: SandboxPayout, conditions: Conditions) {
    const { id, amount, doomed } = payout
    const { now } = conditions
    if (doomed) await addToBalance(tx, amount)
    const to = doomed ? 'merchant' : 'phones'
    const cause = doomed ? 'payout_rejected' : 'paid_out'
    await insertMoves(tx, [{ cause, from: 'in_flight', to, amount, payoutId: id }], now)
    return close(tx, id, doomed ? 'REJECTED' : 'COMPLETED', conditions)
  }

  async function send(tx: Sql, payout: SandboxPayout, conditions: Conditions) {
    const { id, amount } = payout
    const { now } = conditions
    if (!(await addToBalance(tx, -amount)))
      return {
        payout: await close(tx, id, 'REJECTED', conditions),
        refused: NO.notEnoughForPayout,
      }
    const out = { cause: 'payout_sent', from: 'merchant', to: 'in_flight', amount } as const
    await insertMoves(tx, [{ ...out, payoutId: id }], now)
    const at = { reference: payout.order_id }
    const doomed = (await struck(tx, conditions, 'refused_payout', at)) !== null
    const stuck = (await struck(tx, conditions, 'slow_payout', at)) !== null
    const sent = await savePayout(tx, id, {
      status: stuck ? 'CREDIT_CHECKING' : 'COMPLETING',
      doomed,
      stuck,
      due_at: stuck ? null : new Date(now.getTime() + ON_THE_WAY_MS),
    })
    return { payout: sent, refused: null }
  }

  /** Lets time pass for one payout; null where somebody else is at it. */
  async function settle(
    id: string,
    conditions: Conditions,
    taken: 'wait' | 'skip',
  ): Promise<SandboxPayout | null> {
    const settled = await inTransaction(sql, async (tx) => {
      const payout = await lockPayout(tx, id, taken)
      if (payout?.due_at == null || conditions.now < payout.due_at) return payout
      return arrive(tx, payout, conditions)
    })
    notices.kick()
    return settled
  }

  return {
    /** Takes it down. A repeated question is another payout: nothing has moved yet. */
    prepare(
      question: { orderId: string; amount: number; phone: string; memberId: string },
      { now }: Conditions,
    ): Promise<SandboxPayout> {
      return insertPayout(sql, {
        id: newBankId(),
        order_id: question.orderId,
        amount: question.amount,
        phone: question.phone,
        member_id: question.memberId,
        status: 'CHECKED',
        created_at: now,
        due_at: null,
        closed_at: null,
      })
    },

    /** Pays it; the same id again is the same payout. Null where there is none. */
    async pay(id: string, conditions: Conditions): Promise<PayoutVerdict | null> {
      const verdict = await inTransaction(sql, async (tx) => {
        const payout = await lockPayout(tx, id)
        if (payout === null) return null
        if (payout.status === 'REJECTED') return { payout, refused: NO.wrongStatus('REJECTED') }
        if (payout.status !== 'CHECKED') return { payout, refused: null }
        return send(tx, payout, conditions)
      })
      if (verdict?.refused != null) notices.kick()
      return verdict
    },

    async look(id: string, conditions: Conditions): Promise<SandboxPayout | null> {
      const found = await findPayout(sql, id)
      if (found?.due_at == null || conditions.now < found.due_at) return found
      return settle(id, conditions, 'wait')
    },

    async passTime(conditions: Conditions): Promise<number> {
      let changed = 0
      for (const id of await duePayouts(sql, conditions.now, MOST_AT_ONCE))
        if ((await settle(id, conditions, 'skip')) !== null) changed++
      return changed
    },

    async inbox(phone: string): Promise<Arrival[]> {
      const arrived = await arrivedAt(sql, phone)
      return arrived.flatMap(({ amount, at }) =>
        at === null ? [] : [{ amount, at, from: SENDER }],
      )
    },
  }
}

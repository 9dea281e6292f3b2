import { inTransaction } from '../../db/tx.ts'
import type { Sql } from '../../db/open.ts'
import { newBankId } from './bank-ids.ts'
import { struck } from './conditions.ts'
import type { Conditions } from './conditions.ts'
import { addToBalance, insertMoves } from './money.store.ts'
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

export type Payouts = ReturnType<typeof makePayouts>

/** Payouts by telephone number: taken down first, paid when told, there two seconds later. */
export function makePayouts({ sql }: { sql: Sql }) {
  async function arrive(tx: Sql, payout: SandboxPayout, now: Date): Promise<SandboxPayout> {
    const { id, amount, doomed } = payout
    if (doomed) await addToBalance(tx, amount)
    const to = doomed ? 'merchant' : 'phones'
    const cause = doomed ? 'payout_rejected' : 'paid_out'
    await insertMoves(tx, [{ cause, from: 'in_flight', to, amount, payoutId: id }], now)
    const status = doomed ? 'REJECTED' : 'COMPLETED'
    return savePayout(tx, id, { status, due_at: null, closed_at: now })
  }

  async function send(tx: Sql, payout: SandboxPayout, conditions: Conditions) {
    const { id, amount } = payout
    const { now } = conditions
    if (!(await addToBalance(tx, -amount))) {
      const change = { status: 'REJECTED', due_at: null, closed_at: now } as const
      return { payout: await savePayout(tx, id, change), refused: NO.notEnoughForPayout }
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
  function settle(id: string, now: Date, taken: 'wait' | 'skip'): Promise<SandboxPayout | null> {
    return inTransaction(sql, async (tx) => {
      const payout = await lockPayout(tx, id, taken)
      if (payout?.due_at == null || now < payout.due_at) return payout
      return arrive(tx, payout, now)
    })
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
    pay(id: string, conditions: Conditions): Promise<PayoutVerdict | null> {
      return inTransaction(sql, async (tx) => {
        const payout = await lockPayout(tx, id)
        if (payout === null) return null
        if (payout.status === 'REJECTED') return { payout, refused: NO.wrongStatus('REJECTED') }
        if (payout.status !== 'CHECKED') return { payout, refused: null }
        return send(tx, payout, conditions)
      })
    },

    async look(id: string, { now }: Conditions): Promise<SandboxPayout | null> {
      const found = await findPayout(sql, id)
      if (found?.due_at == null || now < found.due_at) return found
      return settle(id, now, 'wait')
    },

    async passTime({ now }: Conditions): Promise<number> {
      let changed = 0
      for (const id of await duePayouts(sql, now, MOST_AT_ONCE))
        if ((await settle(id, now, 'skip')) !== null) changed++
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

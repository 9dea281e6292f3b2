import { merchantBalance } from './books.ts'
import { newBankId, REFUSALS } from './dialect.ts'
import type { Refused } from './dialect.ts'
import type { Move, SandboxPayout } from './documents.ts'
import { consumeFault } from './fault.ts'
import type { Notices } from './notices.ts'
import type { BankSession, State } from './state.ts'

type PayoutVerdict = { readonly payout: SandboxPayout; readonly refused: Refused | null }
export type Arrival = { readonly amount: number; readonly at: Date; readonly from: string }

const ON_THE_WAY_MS = 2000
/** A prepared payout that is not paid by then has to be prepared again. */
const PREPARED_MS = 180_000
/** Refused by SBP or the receiver's bank. */
const REFUSED_BY_RECEIVER = '3009'
const LIMIT_OF_DAY = '1204'

export type SandboxPayouts = ReturnType<typeof makePayouts>

/**
 * Payouts by phone number: first prepared, then paid by a second call; they arrive two seconds later, and the merchant
 * is notified then.
 */
export function makePayouts({ notices }: { notices: Notices }) {
  function close(
    session: BankSession,
    payout: SandboxPayout,
    end: { status: 'COMPLETED' | 'REJECTED'; errorCode?: string },
  ): SandboxPayout {
    const { state, now } = session
    const closed = state.payout.put({ ...payout, ...end, dueAt: null, closedAt: now })
    notices.queuePayout(session, closed)
    return closed
  }

  /** Ends a due payout: on the phone, back on the account, or never paid. */
  function endDue(session: BankSession, payout: SandboxPayout): SandboxPayout {
    if (payout.status === 'CHECKED') return close(session, payout, { status: 'REJECTED' })
    const { amount, doomed } = payout
    const move: Move = doomed
      ? { cause: 'payout_rejected', from: 'in_flight', to: 'merchant', amount }
      : { cause: 'paid_out', from: 'in_flight', to: 'phones', amount }
    const moved = { ...payout, moves: [...payout.moves, move] }
    return close(session, moved, { status: doomed ? 'REJECTED' : 'COMPLETED' })
  }

  function send(session: BankSession, payout: SandboxPayout): PayoutVerdict {
    const { amount } = payout
    if (merchantBalance(session.state) < amount) {
      const refused = REFUSALS.notEnoughForPayout
      const rejected = { status: 'REJECTED', errorCode: refused.code } as const
      return { payout: close(session, payout, rejected), refused }
    }
    const at = { reference: payout.orderId }
    const refused = consumeFault(session, 'refused_payout', at) !== null
    const failed = !refused && consumeFault(session, 'failed_payout', at) !== null
    const stuck = consumeFault(session, 'slow_payout', at) !== null
    const sent = session.state.payout.put({
      ...payout,
      status: stuck ? 'CREDIT_CHECKING' : 'COMPLETING',
      doomed: refused || failed,
      errorCode: refused ? REFUSED_BY_RECEIVER : failed ? LIMIT_OF_DAY : '',
      stuck,
      dueAt: stuck ? null : session.now + ON_THE_WAY_MS,
      moves: [{ cause: 'payout_sent', from: 'merchant', to: 'in_flight', amount }],
    })
    return { payout: sent, refused: null }
  }

  /** The payout with the step due by time applied; null if there is no such payout. */
  function look(session: BankSession, id: string): SandboxPayout | null {
    const payout = session.state.payout.get(id)
    if (payout === undefined) return null
    return payout.dueAt === null || session.now < payout.dueAt ? payout : endDue(session, payout)
  }

  return {
    /** Stores a payout, payable for three minutes; null if the merchant has used this order id before. */
    prepare(
      { state, now }: BankSession,
      request: { orderId: string; amount: number; phone: string; memberId: string },
    ): SandboxPayout | null {
      if (state.payout.find(`order ${request.orderId}`) !== undefined) return null
      return state.payout.put({
        ...request,
        id: newBankId(),
        status: 'CHECKED',
        errorCode: '',
        doomed: false,
        stuck: false,
        createdAt: now,
        dueAt: now + PREPARED_MS,
        closedAt: null,
        moves: [],
      })
    },

    /** Pays it; a repeated call with the same id pays only once. Null if there is no such payout. */
    pay(session: BankSession, id: string): PayoutVerdict | null {
      const found = session.state.payout.get(id)
      if (found === undefined) return null
      const late = found.status === 'CHECKED' && found.dueAt !== null && session.now >= found.dueAt
      const payout = late ? endDue(session, found) : found
      if (payout.status === 'REJECTED') return { payout, refused: REFUSALS.wrongStatus('REJECTED') }
      if (payout.status !== 'CHECKED') return { payout, refused: null }
      return send(session, payout)
    },

    look,

    applyDueSteps(session: BankSession): number {
      const due = session.state.payout.due(session.now)
      for (const payout of due) endDue(session, payout)
      return due.length
    },
  }
}

/** Payouts received by a phone, newest first. */
export function arrivalsAt({ payout }: State, phone: string, from: string): Arrival[] {
  return payout
    .all()
    .filter((one) => one.phone === phone && one.status === 'COMPLETED')
    .toSorted((one, other) => Number(other.closedAt) - Number(one.closedAt))
    .map(({ amount, closedAt }) => ({ amount, at: new Date(Number(closedAt)), from }))
}

import type { SandboxFault } from './fault.ts'
import { clearFaults, setFault } from './fault.ts'
import type { Notices } from './notices.ts'
import type { SandboxPayments, Verdict } from './payments.ts'
import { registryDays } from './registry.ts'
import { conditionsOf } from './state.ts'
import type { BankSession } from './state.ts'

const SHOWN = 50
const DAYS_SHOWN = 14

export type Operator = ReturnType<typeof makeOperator>

function newest<T extends { createdAt: number; id: string }>(rows: readonly T[]): T[] {
  return rows
    .toSorted((one, other) => other.createdAt - one.createdAt || (one.id < other.id ? 1 : -1))
    .slice(0, SHOWN)
}

/** The bank operator's data and actions. */
export function makeOperator(deps: {
  run: <T>(work: (session: BankSession) => T) => Promise<T>
  payments: SandboxPayments
  notices: Notices
}) {
  const { run, payments, notices } = deps

  function unknown(id: string): never {
    throw new RangeError(`The demo bank has no payment ${id}`)
  }

  /** Throws RangeError for what is not possible. */
  function done(id: string, asked: (session: BankSession) => Verdict | null): Promise<void> {
    return run((session) => {
      const verdict = asked(session) ?? unknown(id)
      if (verdict.refused !== null) throw new RangeError(verdict.refused.details)
    })
  }

  return {
    /** The newest rows of everything, and the bank's time. */
    dashboard: () =>
      run(({ state, now }) => ({
        now: new Date(now),
        offsetMs: conditionsOf(state).offsetMs,
        faults: conditionsOf(state).faults,
        payments: newest(state.payment.all()),
        payouts: newest(state.payout.all()),
        notices: newest(state.notice.all()),
        days: registryDays(state).slice(0, DAYS_SHOWN),
      })),

    /** Moves the bank's clock forward; ours does not change. */
    shiftClock: (ms: number) =>
      run(({ state }) => {
        const was = conditionsOf(state)
        state.conditions.put({ ...was, offsetMs: was.offsetMs + ms })
      }),

    /** Adds kopecks to the merchant's account, or takes them. */
    addToAccount: (amount: number) =>
      run(({ state }) => {
        const was = conditionsOf(state)
        state.conditions.put({ ...was, float: was.float + amount })
      }),

    setFault: (fault: SandboxFault) => run((session) => setFault(session, fault)),

    /** Removes all faults and resumes what was stuck because of them. */
    clearFaults: () => run(clearFaults),

    /**
     * Returns held or charged money, all or `amount` kopecks of it, without the merchant's request. Throws RangeError
     * if that is not possible.
     */
    refund: (id: string, amount: number | null = null) =>
      done(id, (session) => payments.cancel(session, id, { amount, key: null })),

    /** A chargeback of a card payment; the merchant sees it only in the registry. Throws RangeError if it is not possible. */
    chargeBack: (id: string) => done(id, (session) => payments.chargeBack(session, id)),

    /** The merchant wins that dispute. Throws RangeError if there is none. */
    winDispute: (id: string) => done(id, (session) => payments.winDispute(session, id)),

    /** Sends the last notice of a payment once more; false if there was none. */
    resend: (id: string) => run((session) => notices.resend(session, id)),

    /** Sends a forged notice: it says CONFIRMED and its token is wrong. */
    forge: (id: string) =>
      run((session) => notices.forge(session, session.state.payment.get(id) ?? unknown(id))),
  }
}

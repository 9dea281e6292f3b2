import { randomBytes } from 'node:crypto'
import type { SandboxNotice, SandboxPayment, SandboxPayout } from './documents.ts'
import { consumeFault } from './fault.ts'
import type { TerminalKeys } from './keys.ts'
import { HOUR_MS, SECOND_MS } from './moscow.ts'
import { currentSum } from './payment-lifecycle.ts'
import { payoutNoticeToken, tokenOf } from './signatures.ts'
import type { KeptState, BankSession } from './state.ts'

/** Posts a notice to the merchant; the address comes with the payment, or from the payouts' terminal. */
export type Deliver = (url: string, body: string) => Promise<{ status: number; text: string }>

/** The published schedule: every hour for a day, then the notice is archived. */
const RETRY_MS = HOUR_MS
const MOST_TRIES = 25
/** Lease of a claimed notice: after a crash another process takes it when this has expired. */
const CLAIM_MS = 30 * SECOND_MS
const REORDERED_MS = 30 * SECOND_MS
const BATCH = 20
/** From the bank's list of SBP payout codes: the code of a payout whose payment was never requested is not published. */
const TRY_LATER = '99'

const WRONG_PASSWORD = 'not-the-password'

/** Deliberately wrong contents of a notice. */
type Wrong = { amount?: number; password?: string }

/** A change of which the merchant is notified. */
type Change = {
  about: string
  orderId: string
  status: string
  amount: number
  url: string
  body: (wrong: Wrong) => string
}

export type BankLog = {
  warn(fields: object, text: string): void
  error(fields: object, text: string): void
}

export type Notices = ReturnType<typeof makeNotices>

/** Notifies the merchant of each change of a payment and of the end of a payout, with retries until the answer is OK. */
export function makeNotices(deps: {
  state: KeptState
  keys: TerminalKeys
  deliver: Deliver
  /** The address of the payout notices, set at their terminal. */
  payoutNoticesUrl: () => string
  log: BankLog
}) {
  const { keys } = deps
  let running: Promise<number> | null = null
  let again = false

  function bodyOf(payment: SandboxPayment, wrong: Wrong = {}): string {
    const fields = {
      TerminalKey: keys.terminalKey,
      OrderId: payment.orderId,
      Success: payment.status !== 'REJECTED',
      Status: payment.status,
      // A number here, but text in the answers, as published.
      PaymentId: Number(payment.id),
      ErrorCode: payment.errorCode,
      Amount: wrong.amount ?? currentSum(payment),
      ...(payment.pan === '' ? {} : { Pan: payment.pan, ExpDate: '1230' }),
    }
    return JSON.stringify({ ...fields, Token: tokenOf(fields, wrong.password ?? keys.password) })
  }

  /** In the bank's format: the id and the amount are text here, and the last two fields are not part of the token. */
  function payoutBodyOf(payout: SandboxPayout, wrong: Wrong): string {
    const isPaid = payout.status === 'COMPLETED'
    const fields = {
      TerminalKey: keys.payouts?.terminalKey ?? '',
      OrderId: payout.orderId,
      Success: isPaid,
      Status: payout.status,
      PaymentId: payout.id,
      ErrorCode: isPaid ? '0' : payout.errorCode || TRY_LATER,
      Amount: String(wrong.amount ?? payout.amount),
      SbpId: `B${payout.id.padStart(31, '0')}`,
      Phone: `+7(${payout.phone.slice(1, 4)})*--${payout.phone.slice(-2)}`,
    }
    const Token = payoutNoticeToken(fields, wrong.password ?? keys.payouts?.password ?? '')
    return JSON.stringify({ ...fields, Token })
  }

  function queue(session: BankSession, change: Change): void {
    if (change.url === '') return
    const consume = (kind: Parameters<typeof consumeFault>[1]) =>
      consumeFault(session, kind, { reference: change.orderId })
    const late = consume('notice_late')
    const lost = consume('notice_lost') !== null
    const reordered = consume('notice_reordered') !== null
    const forged = consume('notice_forged') !== null
    const wrongAmount = consume('notice_wrong_amount') !== null
    const times = consume('notice_repeated') === null ? 1 : 3
    const delay = late === null ? (reordered ? REORDERED_MS : 0) : Number(late) * SECOND_MS
    const marks = {
      late: late !== null,
      lost,
      reordered,
      forged,
      wrong_amount: wrongAmount,
      repeated: times > 1,
    }
    const body = change.body({
      ...(wrongAmount ? { amount: change.amount * 10 } : {}),
      ...(forged ? { password: WRONG_PASSWORD } : {}),
    })
    const fault = Object.entries(marks).flatMap(([name, on]) => (on ? [name] : []))
    for (let time = 0; time < times; time++)
      write(session, {
        about: change.about,
        orderId: change.orderId,
        status: change.status,
        url: change.url,
        body,
        dueAt: lost ? null : session.now + delay,
        heldBack: reordered,
        fault: fault.join(' '),
      })
  }

  function write(
    session: BankSession,
    notice: Omit<SandboxNotice, 'id' | 'tries' | 'answer' | 'createdAt'>,
  ): void {
    const { state, now } = session
    // In the order of writing.
    const id = `${String(state.notice.all().length).padStart(9, '0')}-${randomBytes(4).toString('hex')}`
    state.notice.put({ ...notice, id, tries: 0, answer: '', createdAt: now })
    session.tells = true
  }

  /** Releases the notices that were held back in order to arrive late. */
  function releaseHeldBack({ state, now }: BankSession, about: string): void {
    const waiting = state.notice.due(Infinity)
    for (const notice of waiting)
      if (notice.heldBack && notice.about === about)
        state.notice.put({ ...notice, heldBack: false, dueAt: now + SECOND_MS })
  }

  async function send(notice: SandboxNotice): Promise<boolean> {
    const answer = await deps.deliver(notice.url, notice.body).catch((error: unknown) => {
      deps.log.warn({ err: error }, 'the demo bank could not deliver a notice')
      return { status: 0, text: 'нет ответа' }
    })
    const told = `${answer.status} ${answer.text.slice(0, 100)}`
    const accepted = answer.status === 200 && answer.text.trim() === 'OK'
    await deps.state.change(({ state, now }) => {
      const later = notice.tries < MOST_TRIES ? now + RETRY_MS : null
      state.notice.put({ ...notice, dueAt: accepted ? null : later, answer: told })
    })
    return accepted
  }

  /** Claims due notices for this process; after a while another process may claim them. */
  function claim({ state, now }: BankSession): SandboxNotice[] {
    return state.notice
      .due(now)
      .slice(0, BATCH)
      .map((notice) =>
        state.notice.put({ ...notice, dueAt: now + CLAIM_MS, tries: notice.tries + 1 }),
      )
      .toSorted((one, other) => (one.id < other.id ? -1 : 1))
  }

  async function sendDue(): Promise<number> {
    let sent = 0
    for (;;) {
      const claimed = await deps.state.change(claim)
      // Notices of one payment are sent in order, different payments in parallel.
      const ofPayment = Map.groupBy(claimed, ({ about }) => about)
      const done = await Promise.all(
        [...ofPayment.values()].map(async (notices) => {
          let ok = 0
          for (const notice of notices) if (await send(notice)) ok++
          return ok
        }),
      )
      sent += done.reduce((sum, ok) => sum + ok, 0)
      if (claimed.length < BATCH) return sent
    }
  }

  async function untilDone(): Promise<number> {
    let sent = 0
    try {
      do {
        again = false
        sent += await sendDue()
      } while (again)
      return sent
    } finally {
      running = null
    }
  }

  /** Sends all due notices; concurrent calls share one run. Returns the number of accepted ones. */
  function deliverDue(): Promise<number> {
    again = true
    running ??= untilDone()
    return running
  }

  return {
    /** Kept together with the change itself, so that every change is notified. */
    queue(session: BankSession, payment: SandboxPayment): void {
      const { id: about, orderId, status, amount, notificationUrl: url } = payment
      releaseHeldBack(session, about)
      const body = (wrong: Wrong) => bodyOf(payment, wrong)
      queue(session, { about, orderId, status, amount, url, body })
    },
    /** The same for a finished payout. */
    queuePayout(session: BankSession, payout: SandboxPayout): void {
      const { id: about, orderId, status, amount } = payout
      const body = (wrong: Wrong) => payoutBodyOf(payout, wrong)
      queue(session, { about, orderId, status, amount, body, url: deps.payoutNoticesUrl() })
    },
    deliverDue,
    /** Sends after a commit, in the background. */
    deliverInBackground(): void {
      deliverDue().catch((error: unknown) =>
        deps.log.error({ err: error }, 'the demo bank could not send its notices'),
      )
    },
    /** Resolves once no delivery is running. */
    async idle(): Promise<void> {
      await running?.catch(() => {})
    },
    /** Sends the last notice of a payment once more; false if it has none. */
    resend(session: BankSession, about: string): boolean {
      const all = session.state.notice.all().filter((notice) => notice.about === about)
      const last = all.toSorted((one, other) => (one.id < other.id ? 1 : -1))[0]
      if (last === undefined) return false
      session.state.notice.put({ ...last, dueAt: session.now, heldBack: false })
      session.tells = true
      return true
    },
    /** A forged notice: it says CONFIRMED, and its token is wrong. */
    forge(session: BankSession, payment: SandboxPayment): void {
      const claims = { ...payment, status: 'CONFIRMED' as const }
      write(session, {
        about: payment.id,
        orderId: payment.orderId,
        status: 'CONFIRMED',
        url: payment.notificationUrl,
        body: bodyOf(claims, { password: WRONG_PASSWORD }),
        dueAt: session.now,
        heldBack: false,
        fault: 'forged',
      })
    },
  }
}

import { HOUR_MS, SECOND_MS } from '#domain/time.ts'
import type { Log } from '#server/platform/lifecycle/log.ts'
import type { Sql } from '#server/platform/db/open.ts'
import { payoutNoticeToken, tokenOf } from '#server/integrations/bank/tbank-dialect.ts'
import { readConditions, consumeFault } from './fault.ts'
import type { Conditions } from './fault.ts'
import type { SandboxKeys } from './keys.ts'
import {
  claimNotices,
  closeNotice,
  insertNotices,
  releaseDelayed,
  sendAgain,
  type StoredNotice,
} from './notices.store.ts'
import { currentSum } from './payment-lifecycle.ts'
import type { SandboxPayment } from './payments.store.ts'
import type { SandboxPayout } from './payouts.store.ts'

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

/** Deliberately wrong contents of a notice. */
type Wrong = { amount?: number; password?: string }

/** A change of which the merchant is notified. */
type Change = {
  of: { paymentId: string } | { payoutId: string }
  reference: string
  status: string
  amount: number
  url: string
  body: (wrong: Wrong) => string
}

export type Notices = ReturnType<typeof makeNotices>

/** Notifies the merchant of each change of a payment and of the end of a payout, with retries until the answer is OK. */
export function makeNotices(deps: {
  sql: Sql
  now: () => Date
  keys: SandboxKeys
  deliver: Deliver
  /** The address of the payout notices, set at their terminal. */
  payoutNoticesUrl: () => string
  log: Log
}) {
  const { sql, keys } = deps
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
      TerminalKey: keys.payouts.terminalKey,
      OrderId: payout.orderId,
      Success: isPaid,
      Status: payout.status,
      PaymentId: payout.id,
      ErrorCode: isPaid ? '0' : payout.errorCode || TRY_LATER,
      Amount: String(wrong.amount ?? payout.amount),
      SbpId: `B${payout.id.padStart(31, '0')}`,
      Phone: `+7(${payout.phone.slice(1, 4)})*--${payout.phone.slice(-2)}`,
    }
    const Token = payoutNoticeToken(fields, wrong.password ?? keys.payouts.password)
    return JSON.stringify({ ...fields, Token })
  }

  async function queue(tx: Sql, change: Change, conditions: Conditions): Promise<void> {
    if (change.url === '') return
    const { now } = conditions
    const consume = (kind: Parameters<typeof consumeFault>[2]) =>
      consumeFault(tx, conditions, kind, { reference: change.reference })
    const late = await consume('notice_late')
    const lost = (await consume('notice_lost')) !== null
    const reordered = (await consume('notice_reordered')) !== null
    const forged = (await consume('notice_forged')) !== null
    const wrongAmount = (await consume('notice_wrong_amount')) !== null
    const times = (await consume('notice_repeated')) === null ? 1 : 3
    const delay = late === null ? (reordered ? REORDERED_MS : 0) : Number(late) * SECOND_MS
    const marks = {
      late: late !== null,
      lost,
      reordered,
      forged,
      wrong_amount: wrongAmount,
      repeated: times > 1,
    }
    const row = {
      paymentId: null,
      payoutId: null,
      ...change.of,
      status: change.status,
      url: change.url,
      body: change.body({
        ...(wrongAmount ? { amount: change.amount * 10 } : {}),
        ...(forged ? { password: 'not-the-password' } : {}),
      }),
      dueAt: lost ? null : new Date(now.getTime() + delay),
      heldBack: reordered,
      fault: Object.entries(marks)
        .flatMap(([name, on]) => (on ? [name] : []))
        .join(' '),
      createdAt: now,
    }
    await insertNotices(
      tx,
      Array.from({ length: times }, () => row),
    )
  }

  async function send(notice: StoredNotice): Promise<boolean> {
    const answer = await deps.deliver(notice.url, notice.body).catch((error: unknown) => {
      deps.log.warn({ err: error }, 'the demo bank could not deliver a notice')
      return { status: 0, text: 'нет ответа' }
    })
    const { now } = await readConditions(sql, deps.now)
    const text = `${answer.status} ${answer.text.slice(0, 100)}`
    if (answer.status === 200 && answer.text.trim() === 'OK') {
      await closeNotice(sql, notice.id, { deliveredAt: now, dueAt: null, answer: text })
      return true
    }
    const next = notice.tries < MOST_TRIES ? new Date(now.getTime() + RETRY_MS) : null
    await closeNotice(sql, notice.id, { dueAt: next, answer: text })
    return false
  }

  async function sendDue(): Promise<number> {
    const { now } = await readConditions(sql, deps.now)
    const until = new Date(now.getTime() + CLAIM_MS)
    let sent = 0
    for (;;) {
      const claimed = await claimNotices(sql, { now, until, limit: BATCH })
      // Notices of one payment are sent in order, different payments in parallel.
      const ofPayment = Map.groupBy(claimed, (notice) => notice.paymentId ?? notice.payoutId)
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
    /** Runs in the transaction of the change itself, so that every committed change is notified. */
    async queue(tx: Sql, payment: SandboxPayment, conditions: Conditions): Promise<void> {
      const { id, orderId: reference, status, amount, notificationUrl: url } = payment
      await releaseDelayed(tx, id, new Date(conditions.now.getTime() + SECOND_MS))
      const body = (wrong: Wrong) => bodyOf(payment, wrong)
      await queue(tx, { of: { paymentId: id }, reference, status, amount, url, body }, conditions)
    },
    /** The same for a finished payout. */
    queuePayout(tx: Sql, payout: SandboxPayout, conditions: Conditions): Promise<void> {
      const { id, orderId: reference, status, amount } = payout
      const body = (wrong: Wrong) => payoutBodyOf(payout, wrong)
      const change = { of: { payoutId: id }, reference, status, amount, body }
      return queue(tx, { ...change, url: deps.payoutNoticesUrl() }, conditions)
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
    resend: (paymentId: string, now: Date) => sendAgain(sql, paymentId, now),
    /** A forged notice: it says CONFIRMED, and its token is wrong. */
    async forge(payment: SandboxPayment, now: Date): Promise<void> {
      const claims = { ...payment, status: 'CONFIRMED' as const }
      await insertNotices(sql, [
        {
          paymentId: payment.id,
          payoutId: null,
          status: 'CONFIRMED',
          url: payment.notificationUrl,
          body: bodyOf(claims, { password: 'not-the-password' }),
          dueAt: now,
          fault: 'forged',
          createdAt: now,
        },
      ])
    },
  }
}

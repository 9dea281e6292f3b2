import { SECOND_MS } from '#domain/time.ts'
import type { Log } from '../../log.ts'
import type { Sql } from '../../db/open.ts'
import { tokenOf } from '../../outside/tbank-dialect/token.ts'
import { readConditions, struck } from './conditions.ts'
import type { Conditions } from './conditions.ts'
import { dialectText } from './dialect.ts'
import type { SandboxKeys } from './keys.ts'
import {
  claimNotices,
  closeNotice,
  insertNotices,
  overtaken,
  sendAgain,
  type StoredNotice,
} from './notices.store.ts'
import type { SandboxPayment } from './payments.store.ts'

/** Posts a notice to the merchant; its address was named when the payment was made. */
export type Deliver = (url: string, body: string) => Promise<{ status: number; text: string }>

const RETRIES_MS = [10, 60, 600, 3600].map((seconds) => seconds * SECOND_MS)
const MOST_TRIES = 48
/** A process that dies on the way leaves the notice to another after this. */
const CLAIM_MS = 30 * SECOND_MS
const REORDERED_MS = 30 * SECOND_MS
const BATCH = 20

export type Notices = ReturnType<typeof makeNotices>

/** Tells the merchant of what happened, once for each change of a payment and again until it says OK. */
export function makeNotices(deps: {
  sql: Sql
  now: () => Date
  keys: SandboxKeys
  deliver: Deliver
  log: Log
}) {
  const { sql, keys } = deps
  let running: Promise<number> | null = null
  let again = false

  function bodyOf(payment: SandboxPayment, wrong: { amount?: number; password?: string } = {}) {
    const fields = {
      TerminalKey: keys.terminalKey,
      OrderId: payment.order_id,
      Success: payment.status !== 'REJECTED',
      Status: payment.status,
      PaymentId: payment.id,
      ErrorCode: payment.error_code,
      Amount: wrong.amount ?? payment.amount,
      ...(payment.pan === '' ? {} : { Pan: payment.pan, ExpDate: '1230' }),
    }
    return dialectText({ ...fields, Token: tokenOf(fields, wrong.password ?? keys.password) })
  }

  /** In the transaction of the change itself: what is committed will be told. */
  async function queue(tx: Sql, payment: SandboxPayment, conditions: Conditions): Promise<void> {
    if (payment.notification_url === '') return
    const { now } = conditions
    const strikes = (kind: Parameters<typeof struck>[2]) =>
      struck(tx, conditions, kind, { reference: payment.order_id })
    await overtaken(tx, payment.id, new Date(now.getTime() + SECOND_MS))
    const late = await strikes('notice_late')
    const lost = (await strikes('notice_lost')) !== null
    const reordered = (await strikes('notice_reordered')) !== null
    const forged = (await strikes('notice_forged')) !== null
    const wrongAmount = (await strikes('notice_wrong_amount')) !== null
    const times = (await strikes('notice_repeated')) === null ? 1 : 3
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
      payment_id: payment.id,
      status: payment.status,
      url: payment.notification_url,
      body: bodyOf(payment, {
        ...(wrongAmount ? { amount: payment.amount * 10 } : {}),
        ...(forged ? { password: 'not-the-password' } : {}),
      }),
      due_at: lost ? null : new Date(now.getTime() + delay),
      held_back: reordered,
      fault: Object.entries(marks)
        .flatMap(([name, on]) => (on ? [name] : []))
        .join(' '),
      created_at: now,
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
      await closeNotice(sql, notice.id, { delivered_at: now, due_at: null, answer: text })
      return true
    }
    const pause = RETRIES_MS[Math.min(notice.tries, RETRIES_MS.length) - 1] ?? 0
    const next = notice.tries < MOST_TRIES ? new Date(now.getTime() + pause) : null
    await closeNotice(sql, notice.id, { due_at: next, answer: text })
    return false
  }

  async function sendDue(): Promise<number> {
    const { now } = await readConditions(sql, deps.now)
    const until = new Date(now.getTime() + CLAIM_MS)
    let sent = 0
    for (;;) {
      const claimed = await claimNotices(sql, { now, until, limit: BATCH })
      // Those of one payment go in their order, payments beside each other.
      const ofPayment = Map.groupBy(claimed, ({ payment_id }) => payment_id)
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

  /** Sends all that is due; together with others who asked meanwhile. Gives how many were accepted. */
  function deliverDue(): Promise<number> {
    again = true
    running ??= untilDone()
    return running
  }

  return {
    queue,
    deliverDue,
    /** After a commit: send without anybody waiting for it. */
    kick(): void {
      deliverDue().catch((error: unknown) =>
        deps.log.error({ err: error }, 'the demo bank could not send its notices'),
      )
    },
    /** Resolves once nothing is being sent. */
    async idle(): Promise<void> {
      await running?.catch(() => {})
    },
    resend: (paymentId: string, now: Date) => sendAgain(sql, paymentId, now),
    /** A stranger's notice: it says CONFIRMED, and its token is wrong. */
    async forge(payment: SandboxPayment, now: Date): Promise<void> {
      const claims = { ...payment, status: 'CONFIRMED' as const }
      await insertNotices(sql, [
        {
          payment_id: payment.id,
          status: 'CONFIRMED',
          url: payment.notification_url,
          body: bodyOf(claims, { password: 'not-the-password' }),
          due_at: now,
          fault: 'forged',
          created_at: now,
        },
      ])
    },
  }
}

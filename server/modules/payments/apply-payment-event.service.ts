import type { Posting } from '#domain/ledger.ts'
import type { Decision, PaymentReason } from '#domain/payment.ts'
import { unplayed } from '#domain/payment.ts'
import { lookAt, wanted } from '#domain/payment-watch.ts'
import type { Sql } from '../../platform/db/open.ts'
import { post } from '../ledger/ledger.service.ts'
import { closed, openOperation, planned, putOff, sent, writeOperation } from './operations.store.ts'
import { savePayment } from './payments.store.ts'
import type { Ending, Later, OpenOperation, WrittenOperation } from './operations.store.ts'
import type { KeptPayment } from './payments.store.ts'

/** Who is told in the same transaction when money comes and goes. */
export type MoneyListeners = {
  /** A song's money is there. Null where its order stands now, else why it cannot. */
  secured(
    sql: Sql,
    order: {
      paymentId: string
      concertId: string
      songId: string
      deviceId: string
      amount: number
    },
  ): Promise<PaymentReason | null>
  /** The money behind an order went without anybody's asking. */
  unsecured(sql: Sql, paymentId: string): Promise<void>
  /** A check was paid: the nine rubles set out. */
  checkPaid(sql: Sql, payment: KeptPayment): Promise<void>
  /** The artist has earned, or the last money of a concert has found its place. */
  credited(sql: Sql, payment: KeptPayment): Promise<void>
}

export type Kept = {
  readonly payment: KeptPayment
  readonly operation: OpenOperation | null
  /** That question is being asked now; `resumed`: it was asked before, and its answer was lost. */
  readonly asking: { readonly resumed: boolean } | null
  /** The queue of its concert changed. */
  readonly queueChanged: boolean
}

/** The question that was asked, and how its asker leaves it: over, or to be asked again where it is wanted still. */
export type AppliedEvent = { readonly operation: OpenOperation } & (
  | { readonly end: Ending }
  | { readonly later: Later }
)

/** How the asker leaves a payment: with the lease taken, kept or given back. */
export type Leave = {
  readonly leasedUntil: Date | null
  /** Whoever holds the lease alone may take back a question whose answer is not known. */
  readonly alone: boolean
  /** Where it is not given, the open one is read. */
  readonly asked?: AppliedEvent
  /** The open question is asked right after the commit, unless it has to wait. */
  readonly asking?: boolean
  readonly attempt?: number
  /** Somebody wants it attended to by then. */
  readonly dueBy?: Date | null
  /** A look at the bank was taken, and whether it showed anything new. */
  readonly looked?: 'news' | 'quiet'
}

/** The one way in which an event is written down: state, ledger, the wanted question, and who is told. The payment is held. */
export function makeKeeping(deps: { now: () => Date; listeners: MoneyListeners }) {
  async function follow(
    sql: Sql,
    before: KeptPayment,
    decision: Decision,
  ): Promise<{ decision: Decision; queueChanged: boolean }> {
    const after = { ...before, ...decision.payment }
    const became = (state: KeptPayment['state']) => after.state === state && before.state !== state
    if (became('secured') && before.funds === 'none') {
      if (after.kind === 'check') return { decision, queueChanged: false }
      const { id, concertId, songId, deviceId, amount } = after
      if (concertId === null || songId === null || deviceId === null)
        throw new Error(`the song of payment ${id} is not known`)
      const refused = await deps.listeners.secured(sql, {
        paymentId: id,
        concertId,
        songId,
        deviceId,
        amount,
      })
      if (refused === null) return { decision, queueChanged: true }
      const back = unplayed(decision.payment, refused)
      const postings: readonly Posting[] = [...decision.postings, ...back.postings]
      return { decision: { payment: back.payment, postings }, queueChanged: false }
    }
    if (before.state === 'secured' && became('returned')) {
      await deps.listeners.unsecured(sql, after.id)
      return { decision, queueChanged: after.kind === 'song' }
    }
    return { decision, queueChanged: false }
  }

  /** The question that its state now wants, in place of one that it wants no more. */
  async function arrange(
    sql: Sql,
    after: KeptPayment,
    { alone, asked, asking = false }: Leave,
    now: Date,
  ): Promise<WrittenOperation & Pick<Kept, 'asking'>> {
    const open = asked === undefined ? await openOperation(sql, after.id) : asked.operation
    const want = wanted(after)
    const over = asked !== undefined && 'end' in asked ? asked.end : null
    if (open !== null && over === null) {
      if (open.kind === want?.kind) {
        if (asked !== undefined && 'later' in asked)
          return { ...putOff(open, asked.later), asking: null }
        if (!asking || open.notBefore > now) return { operation: open, write: null, asking: null }
        return { ...sent(open), asking: { resumed: open.state === 'sent' } }
      }
      // Somebody is asking it at this moment and will arrange what follows.
      if (open.state === 'sent' && !alone) return { operation: open, write: null, asking: null }
    }
    const end = over ?? {
      state: (open?.tries ?? 0) > 0 ? ('done' as const) : ('withdrawn' as const),
      answer: after.bankState ?? '',
    }
    const ended = open === null ? null : closed(open, end, now)
    if (want === null) return { operation: null, write: ended?.write ?? null, asking: null }
    // A statement of its own: one open question a payment is checked row by row.
    if (ended !== null) await writeOperation(sql, ended.write)
    const next = planned(after.id, want, { now, asking })
    return { ...next, asking: next.operation.state === 'sent' ? { resumed: false } : null }
  }

  return async function keep(
    sql: Sql,
    before: KeptPayment,
    decided: Decision,
    leave: Leave,
  ): Promise<Kept> {
    const now = deps.now()
    const { decision, queueChanged } = await follow(sql, before, decided)
    const payment: KeptPayment = { ...before, ...decision.payment }
    await post(sql, decision.postings, { paymentId: payment.id }, now)
    const { operation, write, asking } = await arrange(sql, payment, leave, now)
    const quietLooks = quietAfter(before, payment, leave.looked)
    const look = lookAt(payment, now, quietLooks)
    const attending = {
      dueAt: earliest(leave.dueBy ?? null, earliest(operation?.notBefore ?? null, look)),
      leasedUntil: leave.leasedUntil,
      quietLooks,
      lookedAt: leave.looked === undefined ? before.lookedAt : now,
      ...(leave.attempt === undefined ? {} : { attempt: leave.attempt }),
    }
    await savePayment(sql, { before, after: payment, attending, operation: write }, now)
    if (payment.state !== before.state) {
      if (payment.kind === 'check' && payment.state === 'secured')
        await deps.listeners.checkPaid(sql, payment)
      if (payment.state === 'released' || payment.state === 'returned')
        await deps.listeners.credited(sql, payment)
    }
    return { payment: { ...payment, dueAt: attending.dueAt }, operation, asking, queueChanged }
  }
}

function quietAfter(before: KeptPayment, after: KeptPayment, looked: Leave['looked']): number {
  if (after.state !== before.state || looked === 'news') return 0
  return looked === 'quiet' ? before.quietLooks + 1 : before.quietLooks
}

function earliest(a: Date | null, b: Date | null): Date | null {
  if (a === null || b === null) return a ?? b
  return a < b ? a : b
}

export type Keep = ReturnType<typeof makeKeeping>

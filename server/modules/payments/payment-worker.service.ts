import { linked, notOpened, stay, ticked } from '#domain/payment.ts'
import type { Decision, Look } from '#domain/payment.ts'
import { seen } from '#domain/payment-looks.ts'
import { dated } from '#domain/payment-watch.ts'
import type { Sql } from '../../platform/db/open.ts'
import { inTransaction } from '../../platform/db/tx.ts'
import { makeAsking } from './bank-requests.ts'
import type { AskDeps, Word } from './bank-requests.ts'
import { makeKeeping } from './apply-payment-event.service.ts'
import type { AppliedEvent, Kept, MoneyListeners } from './apply-payment-event.service.ts'
import { freeLease, holdIfDue, holdPayment } from './payments.store.ts'
import type { OpenOperation } from './operations.store.ts'
import type { KeptPayment } from './payments.store.ts'

export type AttendDeps = AskDeps & {
  readonly sql: Sql
  readonly now: () => Date
  readonly listeners: MoneyListeners
  /** Holds the concert before its payment, in the order in which the queue holds them. */
  readonly holdConcert: (sql: Sql, concertId: string) => Promise<unknown>
  /** After the commit: the queue of this concert changed. */
  readonly changed: (concertId: string, cameAt?: number) => void
}

/** Longer than the questions of one visit take: who still holds it then is dead. */
const LEASE_MS = 60_000

/** How long to wait before an open question is asked again, by how often it was (ms). */
const RETRIES = [2000, 5000, 15_000, 60_000, 300_000, 900_000, 3_600_000]

type Task = {
  readonly payment: KeptPayment
  readonly operation: OpenOperation | null
  /** It was asked before, and its answer was lost. */
  readonly resumed: boolean
}

/** Attends to payments one visit at a time: claim it, ask the bank, write down what it said. */
export function makeAttending(deps: AttendDeps) {
  const ask = makeAsking(deps)
  const keep = makeKeeping(deps)

  /** Takes the lease where the payment is due and free, and does what the time alone asks for; no task where there is nothing to ask. */
  function claim(id: string): Promise<{ payment: KeptPayment; task: Task | null } | null> {
    return inTransaction(deps.sql, async (sql) => {
      const now = deps.now()
      const held = await holdIfDue(sql, id, now)
      if (held === undefined) return null
      const leasedUntil = new Date(now.getTime() + LEASE_MS)
      const due = endsByTime(held) ? stay(held) : ticked(held, now)
      const { payment, operation, asking } = await keep(sql, held, due, {
        leasedUntil,
        alone: true,
        asking: true,
      })
      const leased = { ...payment, leasedUntil }
      if (asking !== null)
        return { payment: leased, task: { payment: leased, operation, resumed: asking.resumed } }
      if (payment.bankPaymentId !== null)
        return { payment: leased, task: { payment: leased, operation: null, resumed: false } }
      await freeLease(sql, id)
      return { payment, task: null }
    })
  }

  /** What was seen, and what the time then asks for: money taken after the grace is the artist's at once. */
  function looked(before: KeptPayment, look: Look): Decision {
    const first = seen(before, look)
    const then = ticked(dated(first.payment, deps.now()), deps.now())
    return { payment: then.payment, postings: [...first.postings, ...then.postings] }
  }

  function decide(before: KeptPayment, task: Task, word: Word): Decision {
    if (word.told === 'page') return linked(before, word.page)
    if (word.told === 'look') return looked(before, word.look)
    if (word.told !== 'no') return stay(before)
    if (task.operation?.kind === 'open') return notOpened(before)
    const then = word.look === null ? stay(before) : looked(before, word.look)
    const refused = task.operation?.kind === 'give_back' && then.payment.state === 'returning'
    if (!refused) return then
    return { ...then, payment: { ...then.payment, attention: 'refund_refused' } }
  }

  /** What became of the question itself. Whether it is wanted still, the state says afterwards. */
  function answered(operation: OpenOperation, word: Word, now: Date): AppliedEvent {
    if (word.told === 'page') return { operation, end: { state: 'done', answer: 'page' } }
    if (word.told === 'no' && (operation.kind === 'open' || operation.kind === 'give_back'))
      return { operation, end: { state: 'declined', answer: word.answer } }
    const patience = RETRIES[Math.min(operation.tries, RETRIES.length) - 1] ?? 0
    const soonest = new Date(now.getTime() + (word.told === 'again' ? 0 : patience))
    const retryAt = word.told === 'look' || word.told === 'nothing' ? word.retryAt : null
    const later = {
      notBefore: retryAt ?? soonest,
      known: word.told !== 'nothing' || word.known,
      answer: word.told === 'again' ? 'again' : word.answer,
    }
    return { operation, later }
  }

  function settle(task: Task, word: Word): Promise<Kept> {
    const { id, kind, concertId } = task.payment
    return inTransaction(deps.sql, async (sql) => {
      const now = deps.now()
      // The concert before its payment, and only where a look may move its song.
      if (kind === 'song' && concertId !== null && mayMove(word))
        await deps.holdConcert(sql, concertId)
      const before = await holdPayment(sql, id)
      if (before === undefined) throw new Error(`payment ${id} is gone`)
      const alone = before.leasedUntil?.getTime() === task.payment.leasedUntil?.getTime()
      const asked =
        task.operation !== null && alone ? { asked: answered(task.operation, word, now) } : {}
      const news =
        word.told === 'page' || (word.told === 'look' && word.look.state !== before.bankState)
      return keep(sql, before, decide(before, task, word), {
        leasedUntil: alone ? null : before.leasedUntil,
        alone,
        ...asked,
        looked: news ? 'news' : 'quiet',
        dueBy: hastened(task.payment, before, now),
        ...(word.told === 'again' ? { attempt: word.attempt } : {}),
      })
    })
  }

  /** One visit; gives the payment as it left it. Null where the payment is not due or somebody else attends to it. */
  return async function attend(id: string): Promise<KeptPayment | null> {
    const cameAt = Date.now()
    const claimed = await claim(id)
    if (claimed === null) return null
    const { task } = claimed
    if (task === null) return claimed.payment
    const word = await ask(task.payment, task.operation, task.resumed)
    const { payment, queueChanged } = await settle(task, word)
    if (queueChanged && payment.concertId !== null) deps.changed(payment.concertId, cameAt)
    return payment
  }
}

/** Whether the time alone would end it. The bank is looked at first: an open page may have been paid at the last moment, and what a song has earned may be on its way back. */
function endsByTime({ state, funds }: KeptPayment): boolean {
  return state === 'awaiting' || (state === 'releasing' && funds === 'charged')
}

/** Whether it tells where the money stands, so that its song may come or go. */
function mayMove(word: Word): boolean {
  return word.told === 'look' || (word.told === 'no' && word.look !== null)
}

/** Since when a look is asked for that ours may have come too early for: a notice came while the bank was answering us. */
function hastened(claimed: KeptPayment, before: KeptPayment, now: Date): Date | null {
  const { dueAt } = before
  const moved = dueAt?.getTime() !== claimed.dueAt?.getTime()
  return moved && dueAt !== null && dueAt <= now ? dueAt : null
}

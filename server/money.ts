import type { PaymentReason } from '#domain/payments/payment.ts'
import type { ThanksService } from './modules/thanks/thanks.service.ts'
import type { ReserveTerms } from '#domain/payments/payout.ts'
import type { Bus } from '#packages/live-broadcast/bus.ts'
import type { Bank } from './integrations/bank/bank.ts'
import type { Artists } from './modules/artists/artists.service.ts'
import { makeBankWebhooks } from './modules/bank-webhooks/bank-webhooks.service.ts'
import type { PerformEffects } from './modules/payments/apply-payment-event.service.ts'
import { makePaymentWorker } from './modules/payments/payment-worker.service.ts'
import type { PaymentWorkerDeps } from './modules/payments/payment-worker.service.ts'
import { beginPayment, makePayments, openedOrFreed } from './modules/payments/payments.service.ts'
import type { BeginContext } from './modules/payments/payments.service.ts'
import { makeQueuePayments } from './modules/payments/queue-payments.service.ts'
import { makeBalance } from './modules/payouts/balance.service.ts'
import { dueMoney, dueUnpaidLinks } from './modules/payouts/due-money.store.ts'
import { makeNumberChange } from './modules/payouts/number-change.service.ts'
import type { NumberChangeDeps } from './modules/payouts/number-change.service.ts'
import { planConcert, planEarned, makePayouts } from './modules/payouts/payouts.service.ts'
import { makePayoutPhone } from './modules/payouts/payout-phone.service.ts'
import { makePayoutWorker } from './modules/payouts/payout-worker.service.ts'
import type { Payouts } from './modules/payouts/payouts.service.ts'
import { makeOrderCheckout } from './modules/queue/ordering.service.ts'
import type { MoneyOfQueue } from './modules/queue/payment-port.ts'
import type { Queues } from './modules/queue/queue.service.ts'
import { makeManualReview } from './modules/reconciliation/manual-review.service.ts'
import { makeReconciliation } from './modules/reconciliation/reconciliation.service.ts'
import type { Sql } from './platform/db/open.ts'
import { HALL } from './platform/http/limits.ts'
import type { ClockWakes } from './platform/jobs/clock.ts'
import { makeRunNotifier, runAllDue } from './platform/jobs/due-work.ts'
import type { DueJob } from './platform/jobs/due-work.ts'
import type { Log } from './platform/lifecycle/log.ts'

export type MoneyConfig = Pick<PaymentWorkerDeps, 'bank' | 'notificationUrl' | 'receipts'> & {
  /** Seconds in which a played song can be taken back. */
  readonly captureGraceSeconds: number
  /** Kopecks of our own for payouts. */
  readonly payoutFloat: number
  /** Without it everything available is paid out. */
  readonly reserve?: ReserveTerms | null
  /** Payouts wait for the artist's tax status. */
  readonly needsStatus?: boolean
  /** Hours without payouts after the number was changed; without it NUMBER_HOLD_HOURS. */
  readonly numberHoldHours?: number
  /** How many pages of one network may be open; without it HALL. */
  readonly unpaidPages?: number
}

/** What a payment needs to begin. */
type BeginDeps = Pick<MoneyConfig, 'bank' | 'receipts' | 'unpaidPages'> &
  Pick<BeginContext, 'now' | 'payerSecret'>

function beginContext(deps: BeginDeps): BeginContext {
  const { bank, now, payerSecret, receipts, unpaidPages = HALL.unpaidPages } = deps
  return { bank, now, payerSecret, makesReceipts: receipts !== null, unpaidPages }
}

/** The queue's port to the payments behind its orders, used in the queue's own transaction. */
export function makePaymentPort(
  deps: MoneyConfig & {
    readonly now: () => Date
    readonly payerSecret: string
    readonly endGraceMinutes: number
    readonly moneyDue: ClockWakes
  },
): MoneyOfQueue {
  const payments = makeQueuePayments({ ...deps, ...beginContext(deps) })
  return {
    ...payments,
    async concertOver(sql, concertId, reason) {
      await payments.cancelUnpaid(sql, concertId, { exceptSharesOf: [] }, reason)
      await planConcert(sql, concertId, deps.now())
    },
    wake: () => void deps.moneyDue.emit('due'),
  }
}

/** Applies the effects of a payment's event to the queue and the payouts, in its transaction. */
function makePerform(queue: Queues, payouts: Payouts, now: () => Date): PerformEffects {
  return async (sql, effects) => {
    let refused: PaymentReason | null = null
    for (const effect of effects)
      switch (effect.type) {
        case 'order_secured':
          refused = await queue.secured(sql, effect.order)
          break
        case 'order_lessened':
          await queue.reduceAmount(sql, effect.paymentId, effect.amount)
          break
        case 'order_lost':
          await queue.unsecured(sql, effect.paymentId)
          break
        case 'check_secured':
          await payouts.reserveCheck(sql, effect.payment)
          break
        case 'money_settled':
          await planEarned(sql, effect.payment, now())
          break
      }
    return refused
  }
}

/** Builds the money modules, from the queue's side down: none of them imports the queue. */
export function makeMoney(
  deps: MoneyConfig & {
    readonly sql: Sql
    readonly now: () => Date
    readonly payerSecret: string
    readonly log: Log
    readonly bus: Bus
    readonly publicUrl: string
    readonly artists: Pick<Artists, 'byUsername' | 'payoutNumbers' | 'supplier'>
    /** The owners of the money. */
    readonly owners: NumberChangeDeps['owners']
    readonly queue: Queues
    readonly thanks: Pick<ThanksService, 'tipCame'>
    readonly moneyDue: ClockWakes
    /** Called after the commit: the queue of this concert changed. */
    readonly changed: (concertId: string, receivedAt?: number) => void
  },
) {
  const { sql, now, bank, queue, artists, moneyDue, log } = deps
  const numbers = artists.payoutNumbers
  const wake = () => void moneyDue.emit('due')
  const reconciliation = makeReconciliation({ sql, now, bank })
  const { settledDay } = reconciliation
  const payouts = makePayouts({
    sql,
    now,
    bank,
    numbers,
    float: deps.payoutFloat,
    reserve: deps.reserve ?? null,
    status: deps.receipts === null ? null : deps.needsStatus === true ? 'needed' : 'asked',
    settledDay,
    log,
  })
  const perform = makePerform(queue, payouts, now)
  const news = makeRunNotifier(deps.bus, 'payment')
  const lockConcert = queue.lock
  // It is shown for seconds alone: a lost one is not repeated, and the money stays earned.
  const tipEarned = (tip: { readonly id: string; readonly artistId: string }) =>
    deps.thanks
      .tipCame(tip)
      .catch((err: unknown) =>
        log.error({ err, payment: tip.id }, 'a tip was not shown to the hall'),
      )
  const run = makePaymentWorker({
    ...deps,
    perform,
    lockConcert,
    tipEarned,
    supplierOf: artists.supplier,
    refundedInRegistries: reconciliation.refunded,
    ran: news.ran,
  })
  const runPayout = makePayoutWorker({ sql, now, bank, numbers })
  const pages = { sql, now, run, news }
  const { songsOf, isMuted } = queue
  const begins = beginContext(deps)
  const payments = makePayments({ ...pages, ...begins, wake, artists, songsOf, isMuted })
  const numberChanges = makeNumberChange({ ...deps, numbers, holdHours: deps.numberHoldHours })
  const { sendPlanned } = payouts
  return {
    payments,
    payouts,
    orders: makeOrderCheckout({ queue, pageOf: (id, under) => openedOrFreed(pages, id, under) }),
    numberChanges,
    payoutPhone: makePayoutPhone({
      sql,
      now,
      numbers,
      needPayouts: payouts.needPayouts,
      begin: (inside, fresh) => beginPayment(begins, inside, fresh),
      pageOf: payments.pageOf,
      changes: numberChanges,
    }),
    bankWebhooks: makeBankWebhooks({ sql, now, bank, wake }),
    balance: makeBalance({ sql }),
    reconciliation,
    manualReview: makeManualReview({ sql, now, payouts, perform, wake }),
    /** Processes all due money in hand, and all that the bank sent word of, until none is left. */
    runDueMoney: makeDueMoney({ sql, now, bank, runPayment: run, runPayout, sendPlanned }),
    /** Processes some of the due unpaid links. */
    runUnpaidLinks: makeDueUnpaidLinks({ sql, now, bank, runPayment: run }),
    moneyDue,
  }
}

const BATCH = 20
const PLANS = 'payout plans'

const job = (id: string, run: (id: string) => Promise<object | true | null>): DueJob => ({
  id,
  run: async () => ((await run(id)) === null ? 0 : 1),
})

/** Processes what is due; returns the number of runs. */
type RunDue = (stopping?: AbortSignal) => Promise<number>

function makeDueMoney(deps: {
  readonly sql: Sql
  readonly now: () => Date
  /** Without a bank nothing is due. */
  readonly bank: Bank | null
  readonly runPayment: (id: string) => Promise<object | null>
  readonly runPayout: (id: string) => Promise<true | null>
  /** Returns how many payouts were started. */
  readonly sendPlanned: () => Promise<number>
}): RunDue {
  if (deps.bank === null) return async () => 0
  return (stopping) =>
    runAllDue(async (except) => {
      const ids = [...except].filter((id) => id !== PLANS)
      const due = await dueMoney(deps.sql, deps.now(), { except: ids, limit: BATCH })
      const plans = due.plans && !except.has(PLANS)
      return [
        // In each round: payouts must not wait for an hour without paying listeners.
        ...(plans ? [{ id: PLANS, run: deps.sendPlanned }] : []),
        ...due.payments.map((id) => job(id, deps.runPayment)),
        ...due.payouts.map((id) => job(id, deps.runPayout)),
      ]
    }, stopping)
}

/** The most questions to the bank about unpaid links in one tick of the clock, and how many of them at once. */
const UNPAID_LINKS = { aTick: 20, atOnce: 10 }

/**
 * Unlike `makeDueMoney` it ends after a number of runs, and its clock ticks once a second: however many pages nobody
 * pays, the bank is asked no more often, and the work on money, which has a clock of its own, waits for none of them.
 */
function makeDueUnpaidLinks(
  deps: Pick<Parameters<typeof makeDueMoney>[0], 'sql' | 'now' | 'bank' | 'runPayment'>,
): RunDue {
  if (deps.bank === null) return async () => 0
  return (stopping) => {
    let left = UNPAID_LINKS.aTick
    const dueJobs = async (except: ReadonlySet<string>) => {
      const part = { except: [...except], limit: left }
      const due = await dueUnpaidLinks(deps.sql, deps.now(), part)
      left -= due.length
      return due.map((id) => job(id, deps.runPayment))
    }
    return runAllDue(dueJobs, stopping, UNPAID_LINKS.atOnce)
  }
}

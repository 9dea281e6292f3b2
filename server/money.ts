import type { PaymentReason } from '#domain/payments/payment.ts'
import { showTip } from './modules/thanks/thanks.service.ts'
import type { Context, MoneySettings } from './context.ts'
import type { Bus } from '#packages/live-broadcast/bus.ts'
import type { Bank } from './integrations/bank/bank.ts'
import type { Artists } from './modules/artists/artists.service.ts'
import { makeBankWebhooks } from './modules/bank-webhooks/bank-webhooks.service.ts'
import type { PerformEffects } from './modules/payments/apply-payment-event.service.ts'
import { makePaymentWorker } from './modules/payments/payment-worker.service.ts'
import { beginPayment, makePayments, openedOrFreed } from './modules/payments/payments.service.ts'
import { makeQueuePayments } from './modules/payments/queue-payments.service.ts'
import { dueMoney } from './modules/payouts/due-money.store.ts'
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
import {
  refundedInRegistries,
  settledDay,
} from './modules/reconciliation/reconciliation.service.ts'
import type { Sql } from './platform/db/open.ts'
import type { ClockWakes } from './platform/jobs/clock.ts'
import { makeRunNotifier, runAllDue } from './platform/jobs/due-work.ts'
import type { DueJob } from './platform/jobs/due-work.ts'
import type { Log } from './platform/lifecycle/log.ts'

type MoneyConfig = MoneySettings & { readonly bank: Bank | null }

/** The queue's port to the payments behind its orders, used in the queue's own transaction. */
export function makePaymentPort(
  deps: MoneyConfig & {
    readonly now: () => Date
    readonly endGraceMinutes: number
    readonly moneyDue: ClockWakes
  },
): MoneyOfQueue {
  const payments = makeQueuePayments({ ...deps, makesReceipts: deps.receipts !== null })
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
  ctx: Context,
  deps: MoneyConfig & {
    readonly sql: Sql
    readonly now: () => Date
    readonly log: Log
    readonly bus: Bus
    readonly publicUrl: string
    readonly artists: Pick<Artists, 'byUsername' | 'payoutNumbers' | 'supplier'>
    /** The owners of the money. */
    readonly owners: NumberChangeDeps['owners']
    readonly queue: Queues
    readonly moneyDue: ClockWakes
    /** Called after the commit: the queue of this concert changed. */
    readonly changed: (concertId: string, receivedAt?: number) => void
  },
) {
  const { sql, now, bank, queue, artists, moneyDue, log } = deps
  const numbers = artists.payoutNumbers
  const wake = () => void moneyDue.emit('due')
  const payouts = makePayouts({
    sql,
    now,
    bank,
    numbers,
    float: deps.payoutFloat,
    reserve: deps.reserve ?? null,
    status: deps.receipts === null ? null : deps.needsStatus === true ? 'needed' : 'asked',
    settledDay: (inside = sql) => settledDay({ sql: inside }),
    log,
  })
  const perform = makePerform(queue, payouts, now)
  const news = makeRunNotifier(deps.bus, 'payment')
  const lockConcert = queue.lock
  // It is shown for seconds alone: a lost one is not repeated, and the money stays earned.
  const tipEarned = (tip: { readonly id: string; readonly artistId: string }) =>
    showTip(ctx, tip).catch((err: unknown) =>
      log.error({ err, payment: tip.id }, 'a tip was not shown to the hall'),
    )
  const run = makePaymentWorker({
    ...deps,
    perform,
    lockConcert,
    tipEarned,
    supplierOf: artists.supplier,
    refundedInRegistries,
    ran: news.ran,
  })
  const runPayout = makePayoutWorker({ sql, now, bank, numbers })
  const pages = { sql, now, run, news }
  const { songsOf, isMuted } = queue
  const makesReceipts = deps.receipts !== null
  const payments = makePayments({ ...pages, wake, bank, makesReceipts, artists, songsOf, isMuted })
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
      begin: (inside, fresh) => beginPayment({ bank, makesReceipts, now }, inside, fresh),
      pageOf: payments.pageOf,
      changes: numberChanges,
    }),
    bankWebhooks: makeBankWebhooks({ sql, now, bank, wake }),
    manualReview: makeManualReview({ sql, now, payouts, perform, wake }),
    /** Processes all due money until none is left; returns the number of runs. */
    runDueMoney: makeDueMoney({ sql, now, bank, runPayment: run, runPayout, sendPlanned }),
    moneyDue,
  }
}

const BATCH = 20
const PLANS = 'payout plans'

function makeDueMoney(deps: {
  readonly sql: Sql
  readonly now: () => Date
  /** Without a bank nothing is due. */
  readonly bank: Bank | null
  readonly runPayment: (id: string) => Promise<object | null>
  readonly runPayout: (id: string) => Promise<true | null>
  /** Returns how many payouts were started. */
  readonly sendPlanned: () => Promise<number>
}): (stopping?: AbortSignal) => Promise<number> {
  if (deps.bank === null) return async () => 0
  const job = (id: string, run: (id: string) => Promise<object | true | null>): DueJob => ({
    id,
    run: async () => ((await run(id)) === null ? 0 : 1),
  })
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

import { checkSignature, sameToken, tokenOf } from '#server/integrations/bank/tbank-dialect.ts'
import type { Sql } from '#server/platform/db/open.ts'
import type { Log } from '#server/platform/lifecycle/log.ts'
import { booksBalance, booksOf, totalsOf } from './books.ts'
import type { SandboxBooks, Totals } from './books.ts'
import type { BankCall, CallAnswer, Guard } from './calls.ts'
import { makeCalls } from './calls.ts'
import { deleteFaults, insertFault } from './conditions.store.ts'
import { REFUSALS, BankRefusal, stringIn } from './dialect.ts'
import { detailOf, readConditions } from './fault.ts'
import type { Conditions, SandboxFault } from './fault.ts'
import type { SandboxKeys } from './keys.ts'
import type { Deliver } from './notices.ts'
import { makeNotices } from './notices.ts'
import { makeOperator } from './operator.ts'
import type { Operator } from './operator.ts'
import { makePayer } from './payer.ts'
import type { PayAnswer, PayForm } from './payer.ts'
import { paymentCalls } from './payment-calls.ts'
import { findPayment, freeStuckPayments } from './payments.store.ts'
import type { SandboxPayment } from './payments.store.ts'
import { makePayments } from './payments.ts'
import { payoutCalls } from './payout-calls.ts'
import { findPayout, freeStuckPayouts } from './payouts.store.ts'
import { makePayouts } from './payouts.ts'
import type { Arrival } from './payouts.ts'
import { registryFile, settleDays } from './registry.ts'
import { sbpCalls } from './sbp-calls.ts'

type Faults = ReturnType<typeof makeFaults>

/** The faults to simulate, shared by every process on this database. */
function makeFaults({ sql, now }: { sql: Sql; now: () => Date }) {
  return {
    async set(fault: SandboxFault): Promise<void> {
      await insertFault(sql, {
        kind: fault.kind,
        method: 'method' in fault ? fault.method : null,
        reference: fault.reference ?? null,
        timesLeft: fault.times ?? null,
        detail: detailOf(fault),
        setAt: now(),
      })
    },
    /** Removes all faults and resumes the payments and payouts that were stuck because of them. */
    async clear(): Promise<void> {
      const conditions = await readConditions(sql, now)
      await deleteFaults(sql)
      await freeStuckPayments(sql, conditions.now)
      await freeStuckPayouts(sql, conditions.now)
    },
  }
}

/** Admits callers with the terminal's password. */
function byToken({ terminalKey, password }: SandboxKeys): Guard {
  return (fields) => {
    if (stringIn(fields, 'TerminalKey') !== terminalKey) throw new BankRefusal(REFUSALS.noTerminal)
    if (!sameToken(stringIn(fields, 'Token'), tokenOf(fields, password)))
      throw new BankRefusal(REFUSALS.wrongToken)
  }
}

/** Admits callers with the private key of the payouts, which signs the digest. */
function bySignature({ payouts }: SandboxKeys): Guard {
  return (fields) => {
    if (stringIn(fields, 'TerminalKey') !== payouts.terminalKey)
      throw new BankRefusal(REFUSALS.noTerminal)
    const signed =
      stringIn(fields, 'X509SerialNumber') === payouts.serial &&
      checkSignature(fields, payouts.publicKeyPem, 'digest')
    if (!signed) throw new BankRefusal(REFUSALS.wrongToken)
  }
}

export type SandboxBank = {
  /** Processes everything that is due by the bank's clock, safely beside other processes; returns the number of changes. */
  tick(): Promise<number>
  /** All sums in kopecks, all payments and all payouts. */
  books(): Promise<SandboxBooks>
  /** The sums alone. */
  totals(): Promise<Totals>
  /** Whether no kopeck appeared or vanished. */
  booksBalance(): Promise<boolean>
  readonly faults: Faults
  /** Payouts received by a phone (79xxxxxxxxx), newest first; kopecks. */
  inbox(phone: string): Promise<Arrival[]>
  /**
   * Submits the payer's form, by the payment's number or the last path segment of its page. Throws RangeError if there
   * is no such payment.
   */
  pay(paymentId: string, form: PayForm): Promise<PayAnswer>
  /** The same from the page itself; null where there is no such page. */
  payOnPage(link: string, form: PayForm): Promise<PayAnswer | null>
  /** A refund by the merchant in the bank's cabinet, whole or of `amount` kopecks. Throws RangeError if it is not possible. */
  refundFromCabinet(paymentId: string, amount?: number | null): Promise<void>
  readonly operator: Operator

  /** One call of `v2`, `cashbox` or `a2c/sbp`; `body` is its raw text. Null where there is no such method. */
  call(product: 'v2' | 'cashbox' | 'a2c', method: string, body: string): Promise<CallAnswer> | null
  /** The CP1251 file of a day (YYYY-MM-DD in Moscow); only the titles for a day that is not over. */
  registry(day: string): Promise<Uint8Array>
  /** The payment behind a page, and the bank's time; null if there is no such page. */
  openPage(link: string): Promise<{ payment: SandboxPayment; now: Date } | null>
  readonly publicUrl: string
  /** Resolves once no delivery is running. */
  idle(): Promise<void>
}

/** Our own bank with the protocol of the real one. `publicUrl`: without a trailing slash. */
export function makeSandboxBank(deps: {
  sql: Sql
  now: () => Date
  keys: SandboxKeys
  publicUrl: string
  deliver: Deliver
  /** The address of the payout notices; if empty, none are sent. */
  payoutNoticesUrl: () => string
  log: Log
  /** A one-stage terminal: it has no holds and refuses them. */
  oneStage?: boolean
}): SandboxBank {
  const { sql, now, keys, publicUrl } = deps
  const notices = makeNotices(deps)
  const payments = makePayments({ sql, notices })
  const payouts = makePayouts({ sql, notices })
  const payer = makePayer({ payments })
  const operator = makeOperator({ sql, now, payments, notices })
  const conditions = (): Promise<Conditions> => readConditions(sql, now)

  const calls = makeCalls({
    sql,
    now,
    orderOf: async (id) =>
      ((await findPayment(sql, { id })) ?? (await findPayout(sql, id)))?.orderId ?? '',
  })
  const paying = paymentCalls({ payments, keys, publicUrl, oneStage: deps.oneStage ?? false })
  const products: Record<
    'v2' | 'cashbox' | 'a2c',
    { guard: Guard; calls: Readonly<Record<string, BankCall>> }
  > = {
    cashbox: { guard: byToken(keys), calls: paying.cashbox },
    v2: {
      guard: byToken(keys),
      calls: {
        ...paying.v2,
        ...sbpCalls({ payments, publicUrl }),
      },
    },
    a2c: { guard: bySignature(keys), calls: payoutCalls({ payouts, keys }) },
  }

  return {
    async tick() {
      const at = await conditions()
      const changed = (await payments.applyDueSteps(at)) + (await payouts.applyDueSteps(at))
      const settled = await settleDays(sql, at)
      return changed + settled + (await notices.deliverDue())
    },
    books: () => booksOf(sql),
    totals: () => totalsOf(sql),
    booksBalance: () => booksBalance(sql),
    faults: makeFaults({ sql, now }),
    inbox: (phone) => payouts.inbox(phone),
    payOnPage: async (link, form) => payer.pay({ link }, form, await conditions()),
    async pay(paymentId, form) {
      const name = /^\d+$/.test(paymentId) ? { id: paymentId } : { link: paymentId }
      const answer = await payer.pay(name, form, await conditions())
      if (answer === null) throw new RangeError(`The demo bank has no payment ${paymentId}`)
      return answer
    },
    refundFromCabinet: operator.refund,
    operator,

    call(product, method, body) {
      const { guard, calls: known } = products[product]
      const call = Object.hasOwn(known, method) ? known[method] : undefined
      return call === undefined ? null : calls.ask(call, body, guard)
    },
    registry: (day) => registryFile(sql, day, keys.terminalKey),
    async openPage(link) {
      const at = await conditions()
      const payment = await payer.show(link, at)
      return payment === null ? null : { payment, now: at.now }
    },
    publicUrl,
    idle: () => notices.idle(),
  }
}

/** Timeout of a delivery to the merchant (ms); a retry follows later. */
const TIMEOUT_MS = 10_000

/** Posts a notification as a bank does. Throws if there is no answer. */
export const deliverByHttp: Deliver = async (url, body) => {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  return { status: answer.status, text: await answer.text() }
}

/** A `fetch` for this bank's calls and registries inside the process, for callers that start before the server listens. */
export function fetchInside(bank: Pick<SandboxBank, 'call' | 'registry'>): typeof fetch {
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input)
    const [, product, method = ''] = /\/(v2|cashbox|a2c\/sbp)\/(.+)$/u.exec(url.pathname) ?? []
    if (init?.method !== 'POST')
      return new Response(new Uint8Array(await bank.registry(url.searchParams.get('day') ?? '')))
    const body = typeof init.body === 'string' ? init.body : ''
    const answer = await bank.call(
      product === 'v2' || product === 'cashbox' ? product : 'a2c',
      method,
      body,
    )
    return answer?.kind === 'text'
      ? new Response(answer.text, { status: answer.status })
      : new Response(null, { status: 404 })
  }
}

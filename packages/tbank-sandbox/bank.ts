import { booksBalance, booksOf, totalsOf } from './books.ts'
import type { SandboxBooks, Totals } from './books.ts'
import { answerCall, readRequest } from './calls.ts'
import type { BankCall, CallAnswer, Guard } from './calls.ts'
import { REFUSALS, BankRefusal, stringIn } from './dialect.ts'
import type { SandboxPayment } from './documents.ts'
import type { SandboxFault } from './fault.ts'
import type { TerminalKeys } from './keys.ts'
import type { BankLog, Deliver } from './notices.ts'
import { makeNotices } from './notices.ts'
import { makeOperator } from './operator.ts'
import type { Operator } from './operator.ts'
import { makePayer } from './payer.ts'
import type { PayAnswer, PayForm } from './payer.ts'
import { paymentCalls } from './payment-calls.ts'
import { makePayments } from './payments.ts'
import { payoutCalls } from './payout-calls.ts'
import { arrivalsAt, makePayouts } from './payouts.ts'
import type { Arrival } from './payouts.ts'
import { registryFile, settleDays } from './registry.ts'
import { sbpCalls } from './sbp-calls.ts'
import { isSigned, isToken } from './signatures.ts'
import { openState } from './state.ts'
import type { BankSession } from './state.ts'
import type { Store } from './store.ts'

/** Admits callers with the terminal's password. */
function byToken({ terminalKey, password }: TerminalKeys): Guard {
  return (fields) => {
    if (stringIn(fields, 'TerminalKey') !== terminalKey) throw new BankRefusal(REFUSALS.noTerminal)
    if (!isToken(stringIn(fields, 'Token'), fields, password))
      throw new BankRefusal(REFUSALS.wrongToken)
  }
}

/** Admits callers with the private key of the payouts, which signs the digest. */
function bySignature({ payouts }: TerminalKeys): Guard {
  return (fields) => {
    if (stringIn(fields, 'TerminalKey') !== payouts?.terminalKey)
      throw new BankRefusal(REFUSALS.noTerminal)
    const isOurs = stringIn(fields, 'X509SerialNumber') === payouts.serial
    if (!isOurs || !isSigned(fields, payouts.publicKeyPem))
      throw new BankRefusal(REFUSALS.wrongToken)
  }
}

export type SandboxBank = {
  /** Processes everything that is due by the bank's clock, safely beside other processes; returns the number of changes. */
  tick(): Promise<number>
  /** All sums in kopecks, all payments, payouts and notices. */
  books(): Promise<SandboxBooks>
  /** The sums alone. */
  totals(): Promise<Totals>
  /** Whether no kopeck appeared or vanished. */
  booksBalance(): Promise<boolean>
  readonly faults: { set(fault: SandboxFault): Promise<void>; clear(): Promise<void> }
  /** Payouts received by a phone (79xxxxxxxxx), newest first; kopecks. */
  inbox(phone: string): Promise<Arrival[]>
  /**
   * Submits the payer's form, by the payment's number or the last path segment of its page. Throws RangeError if there
   * is no such payment.
   */
  pay(paymentId: string, form: PayForm): Promise<PayAnswer>
  /** The same from the page itself; null where there is no such page. */
  payOnPage(link: string, form: PayForm): Promise<PayAnswer | null>
  readonly operator: Operator

  /** One call of `v2`, `cashbox` or `a2c/sbp`; `body` is its raw text. Null where there is no such method. */
  call(product: 'v2' | 'cashbox' | 'a2c', method: string, body: string): Promise<CallAnswer> | null
  /** The CP1251 file of a day (YYYY-MM-DD in Moscow); only the titles for a day that is not over. */
  registry(day: string): Promise<Uint8Array>
  /** The payment behind a page, and the bank's time; null if there is no such page. */
  openPage(link: string): Promise<{ payment: SandboxPayment; now: Date } | null>
  readonly url: string
  readonly shop: string
  /** Resolves once no delivery is running. */
  idle(): Promise<void>
}

/** A bank with the protocol of the real one. */
export function makeSandboxBank(deps: {
  store: Store
  now: () => Date
  keys: TerminalKeys
  /** The name of the merchant. */
  shop: string
  /** What the bank's addresses begin with, without a trailing slash. */
  url: string
  deliver: Deliver
  /** The address of the payout notices; if empty, none are sent. */
  payoutNoticesUrl: () => string
  log: BankLog
  /** A one-stage terminal: it has no holds and refuses them. */
  oneStage?: boolean
}): SandboxBank {
  const { keys, shop, url } = deps
  const state = openState(deps.store, deps.now)
  const notices = makeNotices({ ...deps, state })
  const payments = makePayments({ notices })
  const payouts = makePayouts({ notices })
  const payer = makePayer({ payments })

  /** Runs `work` alone on the state, and then tells the merchant what it has changed. */
  async function run<T>(work: (session: BankSession) => T): Promise<T> {
    const { value, tells } = await state.change((session) => {
      const given = work(session)
      return { value: given, tells: session.tells }
    })
    if (tells) notices.deliverInBackground()
    return value
  }

  const operator = makeOperator({ run, payments, notices })
  const paying = paymentCalls({ payments, keys, url, oneStage: deps.oneStage ?? false })
  const products: Record<
    'v2' | 'cashbox' | 'a2c',
    { guard: Guard; calls: Readonly<Record<string, BankCall>> }
  > = {
    cashbox: { guard: byToken(keys), calls: paying.cashbox },
    v2: { guard: byToken(keys), calls: { ...paying.v2, ...sbpCalls({ payments, url }) } },
    a2c: {
      guard: bySignature(keys),
      calls: keys.payouts === null ? {} : payoutCalls({ payouts, keys: keys.payouts }),
    },
  }

  return {
    async tick() {
      const changed = await state.change(
        (session) =>
          payments.applyDueSteps(session) + payouts.applyDueSteps(session) + settleDays(session),
      )
      return changed + (await notices.deliverDue())
    },
    books: () => run((session) => booksOf(session.state)),
    totals: () => run((session) => totalsOf(session.state)),
    booksBalance: () => run((session) => booksBalance(session.state)),
    faults: { set: operator.setFault, clear: operator.clearFaults },
    inbox: (phone) => run((session) => arrivalsAt(session.state, phone, shop)),
    payOnPage: (link, form) => run((session) => payer.pay(session, { link }, form)),
    async pay(paymentId, form) {
      const name = /^\d+$/.test(paymentId) ? { id: paymentId } : { link: paymentId }
      const answer = await run((session) => payer.pay(session, name, form))
      if (answer === null) throw new RangeError(`The demo bank has no payment ${paymentId}`)
      return answer
    },
    operator,

    call(product, method, body) {
      const { guard, calls: known } = products[product]
      const call = Object.hasOwn(known, method) ? known[method] : undefined
      if (call === undefined) return null
      const request = readRequest(body, guard)
      if ('refused' in request) return Promise.resolve(request.refused)
      return run((session) => answerCall(call, request.fields, session))
    },
    registry: (day) => run((session) => registryFile(session.state, day, { ...keys, shop })),
    openPage: (link) =>
      run((session) => {
        const payment = payer.show(session, link)
        return payment === null ? null : { payment, now: new Date(session.now) }
      }),
    url,
    shop,
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
    return answer === null
      ? new Response(null, { status: 404 })
      : new Response(answer.text, { status: answer.status })
  }
}

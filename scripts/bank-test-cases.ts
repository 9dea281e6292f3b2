import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { kopecks } from '#domain/money.ts'
import { MINUTE_MS } from '#domain/time.ts'
import type { Bank, BankOutcome, Page } from '#server/integrations/bank/bank.ts'
import { stringOf } from '#server/integrations/bank/tbank-dialect.ts'
import type { BankFields } from '#server/integrations/bank/tbank-dialect.ts'

/** The minimum of SBP. */
const AMOUNT = kopecks(1000)
/** Final statuses in which a payment can no longer be paid. */
const DEAD = new Set(['REJECTED', 'AUTH_FAIL', 'DEADLINE_EXPIRED', 'ATTEMPTS_EXPIRED', 'CANCELED'])

export type TestTerminal = {
  readonly bank: Bank
  /** A call of /v2 that the product itself does not use. */
  ask(method: string, fields: BankFields): Promise<BankOutcome<BankFields>>
  /** Pays on the page with the test card of this case, or asks the person to. */
  payByCard(page: Page, card: 'pays' | 'poor'): Promise<void>
  /** Where the bank sends webhooks. */
  readonly notificationUrl: string
  /** The time between two looks, and the longest time of one case (ms). */
  readonly stepMs: number
  readonly timeoutMs: number
}

/** `seen`: the bank's status if it answered, else the reason why not. */
export type TestCase = {
  readonly name: string
  readonly bankPaymentId: string
  readonly wanted: string
  readonly seen: string
}

/** The bank refused or did not answer: this ends the case. */
class NotDone extends Error {}

function done<T>(what: string, answer: BankOutcome<T>): T {
  if (answer.outcome === 'ok') return answer.value
  const why =
    answer.outcome === 'unknown'
      ? answer.cause
      : answer.outcome === 'later'
        ? `код ${answer.code}`
        : `код ${answer.code} ${answer.text}`
  throw new NotDone(`${what}: ${why}`)
}

/**
 * Runs the bank's test cases of a terminal through the product's own adapter, one after the other: payment, refusal and
 * refund by card (with a hold if the terminal has one) and by SBP.
 */
export async function walkTestCases(
  terminal: TestTerminal,
  each: (result: TestCase) => void,
): Promise<readonly TestCase[]> {
  const { bank } = terminal
  const walked: TestCase[] = []

  const statusAt = async (bankPaymentId: string) =>
    stringOf(
      done('GetState', await terminal.ask('GetState', { PaymentId: bankPaymentId }))['Status'],
    )

  /** Polls the bank's status until it is the wanted one, final, or the timeout is over. */
  async function reach(bankPaymentId: string, wanted: string): Promise<string> {
    const until = Date.now() + terminal.timeoutMs
    for (;;) {
      const status = (await statusAt(bankPaymentId)) ?? ''
      if (status === wanted || DEAD.has(status) || Date.now() > until) return status
      await sleep(terminal.stepMs)
    }
  }

  async function opened(): Promise<Page> {
    const reference = randomUUID()
    const question = {
      reference,
      amount: AMOUNT,
      mode: bank.holds ? ('hold' as const) : ('charge' as const),
      description: 'Тест терминала',
      returnUrl: new URL('/', terminal.notificationUrl).href,
      notificationUrl: terminal.notificationUrl,
      expiresAt: new Date(Date.now() + 30 * MINUTE_MS),
      receipt: null,
    }
    return done('Init', await bank.open(question))
  }

  /** One line of the table: `work` does the case and sets the payment's id; then its status is polled. */
  async function tried(name: string, wanted: string, work: (at: At) => Promise<void>) {
    const at: At = { id: '' }
    let seen: string
    try {
      await work(at)
      seen = await reach(at.id, wanted)
    } catch (error) {
      if (!(error instanceof NotDone)) throw error
      seen = error.message
    }
    const result = { name, bankPaymentId: at.id, wanted, seen }
    walked.push(result)
    each(result)
    return at.id
  }

  async function card(at: At, does: 'pays' | 'poor') {
    const page = await opened()
    at.id = page.bankPaymentId
    await terminal.payByCard(page, does)
  }

  async function sbp(at: At, more: BankFields) {
    at.id = (await opened()).bankPaymentId
    done('GetQr', await bank.sbpCode(at.id))
    done('SbpPayTest', await terminal.ask('SbpPayTest', { PaymentId: at.id, ...more }))
  }

  const back = (bankPaymentId: string) => async (at: At) => {
    at.id = bankPaymentId
    const question = { bankPaymentId, amount: AMOUNT, requestKey: randomUUID() }
    done('Cancel', await bank.refund(question))
  }

  let paid: string
  if (bank.holds) {
    const held = await tried('Удержание на карте', 'AUTHORIZED', (at) => card(at, 'pays'))
    paid = await tried('Списание удержанного', 'CONFIRMED', async (at) => {
      at.id = held
      const question = { bankPaymentId: held, amount: AMOUNT, receipt: null }
      done('Confirm', await bank.capture(question))
    })
    const let_go = await tried('Второе удержание', 'AUTHORIZED', (at) => card(at, 'pays'))
    await tried('Отмена удержания', 'REVERSED', back(let_go))
  } else paid = await tried('Оплата картой', 'CONFIRMED', (at) => card(at, 'pays'))
  await tried('Возврат на карту', 'REFUNDED', back(paid))
  await tried('Карта без денег', 'REJECTED', (at) => card(at, 'poor'))
  const bySbp = await tried('Оплата по СБП', 'CONFIRMED', (at) => sbp(at, {}))
  await tried('Возврат по СБП', 'REFUNDED', back(bySbp))
  await tried('Отказ по СБП', 'REJECTED', (at) => sbp(at, { IsRejected: true }))
  await tried('Код СБП истёк', 'DEADLINE_EXPIRED', (at) => sbp(at, { IsDeadlineExpired: true }))
  return walked
}

type At = { id: string }

import type { Look } from '#domain/payment.ts'
import { MOSCOW_OFFSET, MOSCOW_OFFSET_MS } from '#domain/time.ts'
import type { Bank, BankOutcome, Receipt } from './bank.ts'
import { post } from './bank.tbank-call.ts'
import type { BankConnection } from './bank.tbank-call.ts'
import { UNKNOWN_ORDER, answerOf, isUnclear } from './bank.tbank-codes.ts'
import { ok, unknown, wordOf } from './tbank-dialect/json.ts'
import type { BankFields } from './tbank-dialect/json.ts'
import { readNotice } from './bank.tbank-notice.ts'
import { noPayouts, tbankPayouts } from './bank.tbank-payouts.ts'
import type { PayoutKeys } from './bank.tbank-payouts.ts'
import { registryOf } from './bank.tbank-registry.ts'
import { listed, lookOf, weightiest } from './bank.tbank-states.ts'
import { tokenOf } from './tbank-dialect/signature.ts'

export type TbankOptions = {
  /** The bank's address without a slash at the end; methods are at /v2/… and /a2c/sbp/… */
  url: string | (() => string)
  terminalKey: string
  password: string
  /** The terminal charges at once: a PayType against its setting passes no test case of the bank. */
  oneStage?: boolean
  /** Null where the contract has no payouts. */
  payouts: PayoutKeys | null
  /** How long one question may take (ms). */
  timeLimitMs?: number
  fetch?: typeof fetch
  now: () => Date
  /** Where the registry of a day is fetched (?day=YYYY-MM-DD); none where a person brings the file. */
  registryUrl?: string | (() => string) | null
}

/** T-Bank: payments by «Интернет-эквайринг», payouts by «Массовые выплаты». Throws only where the payout key is no key. */
export function tbankBank(options: TbankOptions): Bank {
  const { terminalKey, password, now, oneStage = false, registryUrl = null } = options
  const { url, timeLimitMs = 10_000, fetch: ask = fetch } = options
  const line: BankConnection = { url, timeLimitMs, fetch: ask, now }

  function put(method: string, question: BankFields): Promise<BankOutcome<BankFields>> {
    const fields = { TerminalKey: terminalKey, ...question }
    return post(line, `/v2/${method}`, { ...fields, Token: tokenOf(fields, password) })
  }

  async function done(method: string, question: BankFields): Promise<BankOutcome<BankFields>> {
    const answer = await put(method, question)
    return answer.outcome === 'ok' ? answerOf(answer.value, now()) : answer
  }

  async function look(bankPaymentId: string): Promise<BankOutcome<Look>> {
    const answer = await put('GetState', { PaymentId: bankPaymentId })
    if (answer.outcome !== 'ok') return answer
    // A declined payment may be told with Success false; a state that can be read is the state all the same,
    // but for that which the bank puts into an answer about its own trouble.
    const told = lookOf(answer.value, bankPaymentId)
    if (told.outcome === 'ok' && !isUnclear(answer.value)) return told
    const refused = answerOf(answer.value, now())
    return refused.outcome === 'ok' ? told : refused
  }

  return {
    holds: !oneStage,

    async open(question) {
      const answer = await done('Init', {
        Amount: question.amount,
        OrderId: question.reference,
        // Half of a letter would be signed in one way and sent in another.
        Description: question.description.toWellFormed(),
        PayType: question.mode === 'hold' ? 'T' : 'O',
        Language: 'ru',
        NotificationURL: question.notificationUrl,
        SuccessURL: question.returnUrl,
        FailURL: question.returnUrl,
        RedirectDueDate: moscowTime(question.expiresAt),
        // The payer himself, once.
        DATA: { OperationInitiatorType: '0' },
        ...receiptOf(question.receipt),
      })
      if (answer.outcome !== 'ok') return answer
      const bankPaymentId = wordOf(answer.value['PaymentId'])
      const link = wordOf(answer.value['PaymentURL'])
      if (bankPaymentId === null || link === null || !isWebAddress(link))
        return unknown('the answer has no page for the payer')
      return ok({ bankPaymentId, link })
    },

    async capture({ bankPaymentId, amount, receipt }) {
      const answer = await done('Confirm', {
        PaymentId: bankPaymentId,
        Amount: amount,
        ...receiptOf(receipt),
      })
      return answer.outcome === 'ok' ? lookOf(answer.value, bankPaymentId, amount) : answer
    },

    async giveBack({ bankPaymentId, amount, requestKey }) {
      const answer = await done('Cancel', {
        PaymentId: bankPaymentId,
        Amount: amount,
        ExternalRequestId: requestKey,
      })
      return answer.outcome === 'ok' ? lookOf(answer.value, bankPaymentId) : answer
    },

    look,

    async find(reference) {
      const answer = await done('CheckOrder', { OrderId: reference })
      if (answer.outcome === 'declined' && answer.code === UNKNOWN_ORDER) return ok(null)
      if (answer.outcome !== 'ok') return answer
      const payments = listed(answer.value)
      if (payments === null) return unknown('the answer has no Payments')
      const payment = weightiest(payments)
      if (payment === null) return ok(null)
      const bankPaymentId = wordOf(payment['PaymentId'])
      if (bankPaymentId === null) return unknown('the answer has no PaymentId')
      const told = lookOf(payment, bankPaymentId)
      // The list need not name the sum and never the source: a hold may be an SBP payment passing by.
      const enough = told.outcome === 'ok' && told.value.state !== 'held'
      return enough ? told : look(bankPaymentId)
    },

    async sbpCode(bankPaymentId) {
      const answer = await done('GetQr', { PaymentId: bankPaymentId, DataType: 'PAYLOAD' })
      if (answer.outcome !== 'ok') return answer
      const code = wordOf(answer.value['Data'])
      return code === null ? unknown('the answer has no Data') : ok(code)
    },

    readNotice: (body) => readNotice(body, options),
    acknowledgement: 'OK',

    paysOut: options.payouts !== null,
    ...(options.payouts === null ? noPayouts() : tbankPayouts(line, options.payouts)),

    registry: (day) => registryOf(line, registryUrl, day),
  }
}

/** 2026-08-31T12:28:00+03:00: the bank takes no fractions of a second. */
function moscowTime(moment: Date): string {
  return `${new Date(moment.getTime() + MOSCOW_OFFSET_MS).toISOString().slice(0, 19)}${MOSCOW_OFFSET}`
}

function isWebAddress(link: string): boolean {
  return URL.canParse(link) && /^https?:$/.test(new URL(link).protocol)
}

function receiptOf(receipt: Receipt | null): BankFields {
  if (receipt === null) return {}
  const Items = receipt.items.map((sold) => ({
    Name: sold.name,
    Price: sold.amount,
    Quantity: 1,
    Amount: sold.amount,
    Tax: sold.tax,
    PaymentMethod: sold.paymentMethod,
    PaymentObject: sold.paymentObject,
  }))
  return { Receipt: { Email: receipt.email, Taxation: receipt.taxation, Items } }
}

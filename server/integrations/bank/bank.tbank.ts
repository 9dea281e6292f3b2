import type { Look } from '#domain/payments/payment.ts'
import { isRecord } from '#domain/record.ts'
import { MOSCOW_OFFSET, MOSCOW_OFFSET_MS } from '#domain/time.ts'
import { bankFetch, post } from './bank.tbank-call.ts'
import type { BankConnection } from './bank.tbank-call.ts'
import { UNKNOWN_ORDER, answerOf, isAboutKeys, isUnclear } from './bank.tbank-codes.ts'
import { noPayouts, tbankPayouts } from './bank.tbank-payouts.ts'
import type { PayoutKeys } from './bank.tbank-payouts.ts'
import { registryOf } from './bank.tbank-registry.ts'
import {
  bankStateOf,
  listed,
  lookOf,
  paymentWithMoney,
  payoutStateOf,
} from './bank.tbank-states.ts'
import type { Bank, BankOutcome, Notice, Receipt, Supplier } from './bank.ts'
import {
  amountOf,
  ok,
  parseLossless,
  unknown,
  stringOf,
  payoutNoticeToken,
  sameToken,
  tokenOf,
} from './tbank-dialect.ts'
import type { BankFields } from './tbank-dialect.ts'

type NoticeKeys = {
  readonly terminalKey: string
  readonly password: string
  /** The terminal of payouts; `password` null: its notices cannot be verified. */
  readonly payouts: { readonly terminalKey: string; readonly password: string | null } | null
}

/**
 * Reads the raw body of a notification. Other kinds than a payment's (a receipt, a linked account) verify too, with
 * their own type as the word and those of the other fields that they have. Never throws.
 */
export function readNotice(body: string, keys: NoticeKeys): Notice {
  const fields = fieldsOf(body)
  if (fields === null) return unverified('not JSON')
  const terminal = fields['TerminalKey']
  if (terminal === keys.terminalKey)
    return verified('payment', fields, tokenOf(fields, keys.password))
  if (keys.payouts === null || terminal !== keys.payouts.terminalKey)
    return unverified('another terminal')
  const { password } = keys.payouts
  if (password === null) return unverified('no TBANK_PAYOUT_PASSWORD')
  return verified('payout', fields, payoutNoticeToken(fields, password))
}

function verified(about: 'payment' | 'payout', fields: BankFields, expected: string): Notice {
  const token = fields['Token']
  if (typeof token !== 'string') return unverified('no token')
  if (!sameToken(token, expected)) return unverified('wrong token')

  const bankPaymentId = stringOf(fields['PaymentId']) ?? ''
  const word = stringOf(fields['NotificationType']) ?? stringOf(fields['Status']) ?? ''
  const amount = amountOf(fields['Amount']) ?? 0
  const isPaid = ['held', 'charged'].includes(bankStateOf(word, null))
  return {
    verified: true,
    about,
    hasMoney: about === 'payment' ? isPaid : payoutStateOf(word, null) === 'completed',
    reference: stringOf(fields['OrderId']) ?? '',
    bankPaymentId,
    word,
    amount,
    // Two messages may have the same token, because its values are joined without a separator.
    dedupeKey: [bankPaymentId, word, amount, token.toLowerCase()].join(':'),
  }
}

function fieldsOf(body: string): BankFields | null {
  try {
    const fields = parseLossless(body)
    return isRecord(fields) ? fields : null
  } catch {
    return null
  }
}

function unverified(why: string): Notice {
  return { verified: false, why }
}

export type TbankOptions = {
  /** The bank's address without a slash at the end; methods are at /v2/… and /a2c/sbp/… */
  url: string | (() => string)
  terminalKey: string
  password: string
  /** A one-stage terminal charges at once and gets no holds; a two-stage one gets no immediate charges. */
  oneStage?: boolean
  /** Null where the contract has no payouts. */
  payouts: PayoutKeys | null
  /** Time limit of one request (ms). */
  timeLimitMs?: number
  fetch?: BankConnection['fetch']
  now: () => Date
  /** The address of the registry of a day (?day=YYYY-MM-DD); none where a person uploads the file. */
  registryUrl?: string | (() => string) | null
}

/** T-Bank: payments by «Интернет-эквайринг», payouts by «Массовые выплаты». Throws only where the payout key is invalid. */
export function tbankBank(options: TbankOptions): Bank {
  const { terminalKey, password, now, oneStage = false, registryUrl = null } = options
  const { url, timeLimitMs = 10_000, fetch: ask = bankFetch } = options
  const connection: BankConnection = { url, timeLimitMs, fetch: ask, now }

  function put(
    method: string,
    question: BankFields,
    product: 'v2' | 'cashbox' = 'v2',
  ): Promise<BankOutcome<BankFields>> {
    const fields = { TerminalKey: terminalKey, ...question }
    return post(connection, `/${product}/${method}`, {
      ...fields,
      Token: tokenOf(fields, password),
    })
  }

  async function done(method: string, question: BankFields): Promise<BankOutcome<BankFields>> {
    const answer = await put(method, question)
    return answer.outcome === 'ok' ? answerOf(answer.value, now()) : answer
  }

  async function look(bankPaymentId: string): Promise<BankOutcome<Look>> {
    const answer = await put('GetState', { PaymentId: bankPaymentId })
    if (answer.outcome !== 'ok') return answer
    // A declined payment may be reported with Success false; a readable state is still the state, except in an answer
    // about the bank's own error.
    const looked = lookOf(answer.value, bankPaymentId)
    if (looked.outcome === 'ok' && !isUnclear(answer.value)) return looked
    const refused = answerOf(answer.value, now())
    return refused.outcome === 'ok' ? looked : refused
  }

  return {
    holds: !oneStage,

    async open(question) {
      const answer = await done('Init', {
        Amount: question.amount,
        OrderId: question.reference,
        // A lone surrogate would be signed in one way and sent in another.
        Description: question.description.toWellFormed(),
        PayType: question.mode === 'hold' ? 'T' : 'O',
        Language: 'ru',
        NotificationURL: question.notificationUrl,
        SuccessURL: `${question.returnUrl}?back=paid`,
        FailURL: `${question.returnUrl}?back=failed`,
        RedirectDueDate: moscowTime(question.expiresAt),
        // Initiated by the payer, once.
        DATA: { OperationInitiatorType: '0' },
        ...receiptOf(question.receipt),
      })
      if (answer.outcome !== 'ok') return answer
      const bankPaymentId = stringOf(answer.value['PaymentId'])
      const link = stringOf(answer.value['PaymentURL'])
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

    async refund({ bankPaymentId, amount, requestKey }) {
      const answer = await done('Cancel', {
        PaymentId: bankPaymentId,
        Amount: amount,
        ExternalRequestId: requestKey,
      })
      return answer.outcome === 'ok' ? lookOf(answer.value, bankPaymentId) : answer
    },

    async closeReceipt({ bankPaymentId, receipt }) {
      const question = { PaymentId: bankPaymentId, ...receiptOf(receipt) }
      const answer = await put('SendClosingReceipt', question, 'cashbox')
      const result = answer.outcome === 'ok' ? answerOf(answer.value, now()) : answer
      if (result.outcome === 'ok') return ok(null)
      // Once the keys are accepted, the till refuses the receipt itself: a retry gets the same answer.
      return result.outcome === 'declined'
        ? { ...result, final: !isAboutKeys(result.code) }
        : result
    },

    look,

    async find(reference) {
      const answer = await done('CheckOrder', { OrderId: reference })
      if (answer.outcome === 'declined' && answer.code === UNKNOWN_ORDER) return ok(null)
      if (answer.outcome !== 'ok') return answer
      const payments = listed(answer.value)
      if (payments === null) return unknown('the answer has no Payments')
      const payment = paymentWithMoney(payments)
      if (payment === null) return ok(null)
      const bankPaymentId = stringOf(payment['PaymentId'])
      if (bankPaymentId === null) return unknown('the answer has no PaymentId')
      const looked = lookOf(payment, bankPaymentId)
      // The list may omit the sum and always omits the source: a hold may be an SBP payment in transition.
      const enough = looked.outcome === 'ok' && looked.value.state !== 'held'
      return enough ? looked : look(bankPaymentId)
    },

    async sbpCode(bankPaymentId) {
      const answer = await done('GetQr', { PaymentId: bankPaymentId, DataType: 'PAYLOAD' })
      if (answer.outcome !== 'ok') return answer
      const code = stringOf(answer.value['Data'])
      return code === null ? unknown('the answer has no Data') : ok(code)
    },

    readNotice: (body) => readNotice(body, options),
    acknowledgement: 'OK',

    paysOut: options.payouts !== null,
    ...(options.payouts === null ? noPayouts() : tbankPayouts(connection, options.payouts)),

    registry: (day) => registryOf(connection, registryUrl, day),
  }
}

/** 2026-08-31T12:28:00+03:00: the bank accepts no fractions of a second. */
function moscowTime(moment: Date): string {
  return `${new Date(moment.getTime() + MOSCOW_OFFSET_MS).toISOString().slice(0, 19)}${MOSCOW_OFFSET}`
}

function isWebAddress(link: string): boolean {
  return URL.canParse(link) && /^https?:$/.test(new URL(link).protocol)
}

/** The registry of receipts expects zeros where a person has no INN. */
const NO_INN = '0'.repeat(12)

function agentOf(supplier: Supplier | null): BankFields {
  if (supplier === null) return {}
  const { name, inn, phone } = supplier
  return {
    AgentData: { AgentSign: 'another' },
    SupplierInfo: {
      ...(phone === null ? {} : { Phones: [phone] }),
      Name: name,
      Inn: inn === '' ? NO_INN : inn,
    },
  }
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
    ...agentOf(sold.supplier),
  }))
  const To = receipt.to.startsWith('+') ? { Phone: receipt.to } : { Email: receipt.to }
  return { Receipt: { ...To, Taxation: receipt.taxation, Items } }
}

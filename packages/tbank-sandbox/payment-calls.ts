import type { BankCall } from './calls.ts'
import type { DialectFields } from './dialect.ts'
import {
  REFUSALS,
  refusal,
  BankRefusal,
  dueDate,
  kopecksIn,
  neededText,
  text,
  webAddress,
} from './dialect.ts'
import { consumeFault } from './fault.ts'
import type { TerminalKeys } from './keys.ts'
import { currentSum } from './payment-lifecycle.ts'
import type { SandboxPayment } from './documents.ts'
import { conditionsOf } from './state.ts'
import type { BankSession } from './state.ts'
import type { SandboxCancelled, SandboxPayments, Verdict } from './payments.ts'

/** The enum values of the published protocol (v1.80, FFD 1.05); a receipt with any other is refused. */
const ENUM_VALUES: Readonly<Record<string, readonly string[]>> = {
  Taxation: ['osn', 'usn_income', 'usn_income_outcome', 'esn', 'patent'],
  Tax: ['none', 'vat0', 'vat5', 'vat7', 'vat10', 'vat20', 'vat105', 'vat107', 'vat110', 'vat120'],
  PaymentMethod: [
    'full_prepayment',
    'prepayment',
    'advance',
    'full_payment',
    'partial_payment',
    'credit',
    'credit_payment',
  ],
  AgentSign: [
    'bank_paying_agent',
    'bank_paying_subagent',
    'paying_agent',
    'paying_subagent',
    'attorney',
    'commission_agent',
    'another',
  ],
  PaymentObject: [
    'commodity',
    'excise',
    'job',
    'service',
    'gambling_bet',
    'gambling_prize',
    'lottery',
    'lottery_prize',
    'intellectual_activity',
    'payment',
    'agent_commission',
    'composite',
    'another',
  ],
}
// From 2026 on: in force (425-ФЗ) before the published lists include them.
const VAT_OF_2026 = ['vat22', 'vat122']
const LONGEST_NAME = 128
const LONGEST_SUPPLIER = 239
const MOST_ITEMS = 100

/** Returns the receipt, null if there is none; throws for one that the bank would not register. `amount`: of the payment, kopecks. */
function checkReceipt({ Receipt: receipt }: DialectFields, amount: number): DialectFields | null {
  if (receipt === undefined) return null
  if (!isObject(receipt)) throw new BankRefusal(REFUSALS.noReceipt)
  if (!isText(receipt['Email']) && !isText(receipt['Phone']))
    throw new BankRefusal(REFUSALS.noReceiptAddress)
  oneOf(receipt, 'Taxation')
  const items = receipt['Items']
  if (!Array.isArray(items) || items.length === 0 || items.length > MOST_ITEMS)
    throw new BankRefusal(REFUSALS.wrongField('Items'))
  const sum = items.reduce<number>((total, item) => total + amountOfItem(item), 0)
  if (sum !== amount) throw new BankRefusal(REFUSALS.otherReceiptSum)
  return receipt
}

function amountOfItem(item: unknown): number {
  if (!isObject(item)) throw new BankRefusal(REFUSALS.wrongField('Items'))
  const { Name: name, Price: price, Quantity: quantity, Amount: amount } = item
  if (!isText(name) || name.length > LONGEST_NAME)
    throw new BankRefusal(REFUSALS.wrongField('Name'))
  const sums = [price, quantity, amount].map(Number)
  const [each = 0, count = 0, whole = 0] = sums
  if (
    !sums.every(Number.isFinite) ||
    !Number.isInteger(whole) ||
    Math.round(each * count) !== whole
  )
    throw new BankRefusal(REFUSALS.wrongField('Amount'))
  oneOf(item, 'Tax', VAT_OF_2026)
  for (const field of ['PaymentMethod', 'PaymentObject'])
    if (item[field] !== undefined) oneOf(item, field)
  checkAgent(item)
  return whole
}

/** A sale through an agent needs the supplier: a name, and an INN of ten or twelve digits. */
function checkAgent({ AgentData: agent, SupplierInfo: supplier }: DialectFields): void {
  if (agent === undefined) return
  if (!isObject(agent)) throw new BankRefusal(REFUSALS.wrongField('AgentData'))
  oneOf(agent, 'AgentSign')
  if (!isObject(supplier)) throw new BankRefusal(REFUSALS.empty('SupplierInfo'))
  const { Name: name, Inn: inn, Phones: phones = [] } = supplier
  if (!isText(name) || name.length > LONGEST_SUPPLIER)
    throw new BankRefusal(REFUSALS.wrongField('SupplierInfo.Name'))
  if (!isText(inn) || !/^(?:\d{10}|\d{12})$/.test(inn))
    throw new BankRefusal(REFUSALS.wrongField('SupplierInfo.Inn'))
  if (!Array.isArray(phones) || !phones.every((phone) => /^\+\d{1,18}$/.test(String(phone))))
    throw new BankRefusal(REFUSALS.wrongField('SupplierInfo.Phones'))
}

function oneOf(fields: DialectFields, name: string, more: readonly string[] = []): void {
  const known = [...(ENUM_VALUES[name] ?? []), ...more]
  if (!known.some((word) => word === fields[name])) throw new BankRefusal(REFUSALS.wrongField(name))
}

function isObject(value: unknown): value is DialectFields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Payment methods before the delivery. */
const PREPAID: ReadonlySet<string> = new Set(['full_prepayment', 'prepayment', 'advance'])

function methodsOf({ Items: items }: DialectFields): unknown[] {
  return Array.isArray(items) ? items.filter(isObject).map((item) => item['PaymentMethod']) : []
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}

/** Kopecks. */
const MIN_AMOUNT = 100

/** The calls of payments and of their receipts, by the last path segment. */
export function paymentCalls(deps: {
  payments: SandboxPayments
  keys: TerminalKeys
  url: string
  /** A one-stage terminal holds nothing, any other holds everything; both refuse a contrary PayType. */
  oneStage: boolean
}): Readonly<Record<'v2' | 'cashbox', Readonly<Record<string, BankCall>>>> {
  const { payments, keys } = deps

  function paymentFields(payment: SandboxPayment): DialectFields {
    return {
      TerminalKey: keys.terminalKey,
      Success: true,
      ErrorCode: '0',
      Status: payment.status,
      PaymentId: payment.id,
      OrderId: payment.orderId,
      Amount: currentSum(payment),
    }
  }

  function outcome({ payment, refused }: Verdict, more: DialectFields = {}): DialectFields {
    return { ...paymentFields(payment), ...more, ...(refused === null ? {} : refusal(refused)) }
  }

  function known<T>(found: T | null): T {
    if (found === null) throw new BankRefusal(REFUSALS.noPayment)
    return found
  }

  function init(fields: DialectFields, session: BankSession): DialectFields {
    const amount = kopecksIn(fields, 'Amount')
    if (amount === null) throw new BankRefusal(REFUSALS.empty('Amount'))
    if (amount < MIN_AMOUNT)
      throw new BankRefusal(REFUSALS.wrongAmount(`Сумма должна быть от ${MIN_AMOUNT} копеек`))
    const receipt = checkReceipt(fields, amount)
    const payType = deps.oneStage ? 'O' : 'T'
    if ((text(fields, 'PayType', 1) || payType) !== payType)
      throw new BankRefusal(REFUSALS.wrongField('PayType'))
    // The operator does not move the merchant's clock.
    const { offsetMs } = conditionsOf(session.state)
    const due = dueDate(fields, new Date(session.now - offsetMs))
    const payment = payments.open(session, {
      orderId: neededText(fields, 'OrderId', 36),
      amount,
      payType,
      description: text(fields, 'Description', 140),
      successUrl: webAddress(fields, 'SuccessURL') || deps.url,
      failUrl: webAddress(fields, 'FailURL') || deps.url,
      notificationUrl: webAddress(fields, 'NotificationURL'),
      expiresAt: due.getTime() + offsetMs,
    })
    if (payment === null) throw new BankRefusal(REFUSALS.repeatedOrder)
    if (receipt !== null) payments.storeReceipt(session, payment.id, { kind: 'open', receipt })
    return { ...paymentFields(payment), PaymentURL: pageOf(payment, deps.url) }
  }

  function getState(fields: DialectFields, session: BankSession): DialectFields {
    const id = neededText(fields, 'PaymentId', 20)
    const payment = known(payments.look(session, { id }))
    const params = [
      { Key: 'Route', Value: 'ACQ' },
      ...(payment.source === null ? [] : [{ Key: 'Source', Value: payment.source }]),
    ]
    // The amount of a refunded payment is not published: zero is the harder case for a client.
    const sum = payment.status === 'REFUNDED' ? { Amount: 0 } : {}
    return { ...paymentFields(payment), ...sum, Message: 'OK', Params: params }
  }

  function checkOrder(fields: DialectFields, session: BankSession): DialectFields {
    const order = neededText(fields, 'OrderId', 36)
    const payment = payments.look(session, { orderId: order })
    if (payment === null) throw new BankRefusal(REFUSALS.noOrder)
    const { Status, PaymentId, Amount } = paymentFields(payment)
    const sbp = payment.source === 'qrsbp' ? { SbpPaymentId: `B${payment.id}` } : {}
    // In a list, `Success` is text and the code is a number, as published.
    const success = { Success: 'true', ErrorCode: 0, Message: 'None' }
    const rrn = { RRN: payment.id.slice(-12) }
    return {
      TerminalKey: keys.terminalKey,
      OrderId: order,
      Success: true,
      ErrorCode: '0',
      Message: 'OK',
      Details: 'None',
      Payments: [{ PaymentId, Amount, Status, ...rrn, ...success, ...sbp }],
    }
  }

  function confirm(fields: DialectFields, session: BankSession): DialectFields {
    const id = neededText(fields, 'PaymentId', 20)
    const amount = kopecksIn(fields, 'Amount')
    const held = known(payments.look(session, { id }))
    const receipt = checkReceipt(fields, amount ?? held.amount)
    const verdict = known(payments.confirm(session, id, amount))
    if (receipt !== null && verdict.refused === null)
      payments.storeReceipt(session, id, { kind: 'capture', receipt })
    return outcome(verdict)
  }

  function cancel(fields: DialectFields, session: BankSession): DialectFields {
    const id = neededText(fields, 'PaymentId', 20)
    const key = text(fields, 'ExternalRequestId', 256)
    const asked = { amount: kopecksIn(fields, 'Amount'), key: key === '' ? null : key }
    const cancelled: SandboxCancelled = known(payments.cancel(session, id, asked))
    return outcome(cancelled, {
      // Published as a number in this answer only, text in the others.
      PaymentId: Number(id),
      OriginalAmount: cancelled.originalAmount,
      NewAmount: cancelled.newAmount,
      ...(key === '' ? {} : { ExternalRequestId: key }),
    })
  }

  /** Allowed once, after a charge whose receipt was a prepayment. */
  function closeReceipt(fields: DialectFields, session: BankSession): DialectFields {
    const id = neededText(fields, 'PaymentId', 20)
    const payment = known(payments.look(session, { id }))
    if (payment.status !== 'CONFIRMED') throw new BankRefusal(REFUSALS.wrongStatus(payment.status))
    const receipt = checkReceipt(fields, payment.captured)
    if (receipt === null) throw new BankRefusal(REFUSALS.noReceipt)
    if (methodsOf(receipt).some((method) => method !== 'full_payment'))
      throw new BankRefusal(REFUSALS.wrongField('PaymentMethod'))
    if (consumeFault(session, 'refused_receipt', { reference: payment.orderId }) !== null)
      throw new BankRefusal(REFUSALS.wrongField('Receipt'))
    const before = payment.receipts.findLast(({ kind }) => kind !== 'closing')
    if (!methodsOf(before?.receipt ?? {}).some((method) => PREPAID.has(String(method))))
      throw new BankRefusal(REFUSALS.wrongField('Receipt'))
    if (!payments.storeReceipt(session, id, { kind: 'closing', receipt }))
      throw new BankRefusal(REFUSALS.closedBefore)
    return { Success: true, ErrorCode: '0', Message: 'OK' }
  }

  return {
    v2: {
      Init: { method: 'Init', answer: init },
      Confirm: { method: 'Confirm', answer: confirm },
      Cancel: { method: 'Cancel', answer: cancel },
      GetState: { method: 'GetState', answer: getState },
      CheckOrder: { method: 'CheckOrder', answer: checkOrder },
    },
    cashbox: { SendClosingReceipt: { method: 'SendClosingReceipt', answer: closeReceipt } },
  }
}

/** The address of the payer's page. */
export function pageOf({ link }: SandboxPayment, url: string): string {
  return `${url}/pay/${link}`
}

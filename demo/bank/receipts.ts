import type { DialectFields } from './dialect.ts'
import { Unanswerable } from './questions.ts'
import { NO } from './refused.ts'

/** The words of the published protocol (v1.80, FFD 1.05); a receipt with any other is refused. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
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
// From 2026 on: in force (425-ФЗ) before the published lists have it.
const VAT_OF_2026 = ['vat22', 'vat122']
const LONGEST_NAME = 128
const MOST_ITEMS = 100

/** Refuses a receipt that the bank would not register; there need be none. `amount`: of the payment, kopecks. */
export function checkReceipt({ Receipt: receipt }: DialectFields, amount: number): void {
  if (receipt === undefined) return
  if (!isObject(receipt)) throw new Unanswerable(NO.noReceipt)
  if (!isText(receipt['Email']) && !isText(receipt['Phone']))
    throw new Unanswerable(NO.noReceiptAddress)
  oneOf(receipt, 'Taxation')
  const items = receipt['Items']
  if (!Array.isArray(items) || items.length === 0 || items.length > MOST_ITEMS)
    throw new Unanswerable(NO.wrongField('Items'))
  const sum = items.reduce<number>((total, item) => total + amountOfItem(item), 0)
  if (sum !== amount) throw new Unanswerable(NO.otherReceiptSum)
}

function amountOfItem(item: unknown): number {
  if (!isObject(item)) throw new Unanswerable(NO.wrongField('Items'))
  const { Name: name, Price: price, Quantity: quantity, Amount: amount } = item
  if (!isText(name) || name.length > LONGEST_NAME) throw new Unanswerable(NO.wrongField('Name'))
  const sums = [price, quantity, amount].map(Number)
  const [each = 0, count = 0, whole = 0] = sums
  if (
    !sums.every(Number.isFinite) ||
    !Number.isInteger(whole) ||
    Math.round(each * count) !== whole
  )
    throw new Unanswerable(NO.wrongField('Amount'))
  oneOf(item, 'Tax', VAT_OF_2026)
  for (const field of ['PaymentMethod', 'PaymentObject'])
    if (item[field] !== undefined) oneOf(item, field)
  return whole
}

function oneOf(fields: DialectFields, name: string, more: readonly string[] = []): void {
  const known = [...(WORDS[name] ?? []), ...more]
  if (!known.some((word) => word === fields[name])) throw new Unanswerable(NO.wrongField(name))
}

function isObject(value: unknown): value is DialectFields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}

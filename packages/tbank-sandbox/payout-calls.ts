import type { BankCall } from './calls.ts'
import { consumeFault } from './fault.ts'
import type { DialectFields } from './dialect.ts'
import type { PayoutTerminalKeys } from './keys.ts'
import type { SandboxPayouts } from './payouts.ts'
import { SBP_BANKS } from './sbp-banks.ts'
import type { SandboxPayout } from './documents.ts'
import type { BankSession } from './state.ts'
import { kopecksIn, neededText, BankRefusal, REFUSALS, refusal } from './dialect.ts'

/** Kopecks; the check of a number pays out nine rubles. */
const MIN_PAYOUT = 100
const MAX_PAYOUT = 50_000_000

/** The account holder's name for any number. */
export const RECIPIENT_NAME = 'Иван Иванович И.'
const ANOTHER_NAME = 'Пётр Петрович П.'

/** In the format of the published answer. */
const RECIPIENT = {
  RecipientAccountFundsCategory: 'BnkFulAth',
  IsRecipientResident: true,
  MaskAccountNumber: '40817',
}

/** The calls of payouts over SBP, by the rest of their path. */
export function payoutCalls(deps: {
  payouts: SandboxPayouts
  keys: PayoutTerminalKeys
}): Readonly<Record<string, BankCall>> {
  const { payouts, keys } = deps

  function payoutFields(payout: SandboxPayout): DialectFields {
    return {
      TerminalKey: keys.terminalKey,
      Success: true,
      ErrorCode: '0',
      Status: payout.status,
      PaymentId: payout.id,
      OrderId: payout.orderId,
    }
  }

  function init(fields: DialectFields, session: BankSession): DialectFields {
    const amount = kopecksIn(fields, 'Amount')
    if (amount === null) throw new BankRefusal(REFUSALS.empty('Amount'))
    if (amount < MIN_PAYOUT || amount > MAX_PAYOUT)
      throw new BankRefusal(REFUSALS.wrongAmount('Выплата бывает от 1 ₽ до 500 000 ₽'))
    const phone = neededText(fields, 'PhoneNumber', 15)
    if (!/^\d{9,15}$/.test(phone)) throw new BankRefusal(REFUSALS.wrongField('PhoneNumber'))
    const memberId = neededText(fields, 'SbpMemberId', 12)
    if (!Object.hasOwn(SBP_BANKS, memberId))
      throw new BankRefusal(REFUSALS.wrongField('SbpMemberId'))
    const orderId = neededText(fields, 'OrderId', 36)
    const payout = payouts.prepare(session, { orderId, amount, phone, memberId })
    if (payout === null) throw new BankRefusal(REFUSALS.repeatedPayout)
    const other = consumeFault(session, 'other_recipient', { reference: orderId }) !== null
    const name = other ? ANOTHER_NAME : RECIPIENT_NAME
    return { ...payoutFields(payout), Amount: amount, RecipientShortName: name, ...RECIPIENT }
  }

  function payment(fields: DialectFields, session: BankSession): DialectFields {
    const verdict = payouts.pay(session, neededText(fields, 'PaymentId', 20))
    if (verdict === null) throw new BankRefusal(REFUSALS.noPayment)
    const { payout, refused } = verdict
    return { ...payoutFields(payout), ...(refused === null ? {} : refusal(refused)) }
  }

  function getState(fields: DialectFields, session: BankSession): DialectFields {
    const payout = payouts.look(session, neededText(fields, 'PaymentId', 20))
    if (payout === null) throw new BankRefusal(REFUSALS.noPayment)
    const { errorCode: code, status } = payout
    // The reason has a field of its own, present only if there is a reason; the amount may be absent.
    const reason = status !== 'REJECTED' || code === '' ? {} : { StatusCode: Number(code) }
    return { ...payoutFields(payout), ...reason }
  }

  function getSbpMembers(): DialectFields {
    const members = Object.entries(SBP_BANKS).map(([id, name]) => ({
      MemberId: id,
      MemberName: name,
      MemberNameRus: name,
    }))
    return { Success: true, ErrorCode: '0', Members: members }
  }

  return {
    'v2/Init': { method: 'PayoutInit', answer: init },
    'v2/Payment': { method: 'PayoutPayment', answer: payment },
    GetState: { method: 'PayoutGetState', answer: getState },
    GetSbpMembers: { answer: getSbpMembers },
  }
}

import { consumeFault } from './fault.ts'
import type { FaultMethod } from './fault.ts'
import { conditionsOf } from './state.ts'
import type { BankSession } from './state.ts'
import { readFields, BankRefusal, stringIn, REFUSALS, refusal } from './dialect.ts'
import type { DialectFields } from './dialect.ts'

/** One call of the bank: the faults that can affect it, and its answer. */
export type BankCall = {
  readonly method?: FaultMethod
  answer(fields: DialectFields, session: BankSession): DialectFields
}

/** The response to the caller. */
export type CallAnswer = { readonly status: number; readonly type: string; readonly text: string }

/** Authenticates a request by its fields; throws BankRefusal. */
export type Guard = (fields: DialectFields) => void

const JSON_TYPE = 'application/json; charset=utf-8'

function answered(call: BankCall, fields: DialectFields, session: BankSession): DialectFields {
  try {
    return call.answer(fields, session)
  } catch (error) {
    if (error instanceof BankRefusal) return refusal(error.refused)
    throw error
  }
}

/** The fields of a request from a caller whom `guard` admits; else the refusal. */
export function readRequest(
  body: string,
  guard: Guard,
): { fields: DialectFields } | { refused: CallAnswer } {
  const fields = readFields(body)
  if (fields === null) return { refused: jsonOf(refusal(REFUSALS.wrongField('JSON'))) }
  try {
    guard(fields)
    return { fields }
  } catch (error) {
    if (error instanceof BankRefusal) return { refused: jsonOf(refusal(error.refused)) }
    throw error
  }
}

/** The merchant's order of the payment or payout of a request, '' where there is none. */
function referenceOf(fields: DialectFields, { state }: BankSession): string {
  const id = stringIn(fields, 'PaymentId')
  const found = state.payment.get(id) ?? state.payout.get(id)
  return stringIn(fields, 'OrderId') || (found?.orderId ?? '')
}

const GATEWAY_TIMEOUT: CallAnswer = { status: 504, type: 'text/plain', text: 'Gateway Timeout' }

/** Answers one call; faults may drop the request, drop the answer, or corrupt the answer. */
export function answerCall(
  call: BankCall,
  fields: DialectFields,
  session: BankSession,
): CallAnswer {
  const { method } = call
  if (method === undefined || conditionsOf(session.state).faults.length === 0)
    return jsonOf(answered(call, fields, session))
  const reference = referenceOf(fields, session)
  const consume = (kind: Parameters<typeof consumeFault>[1]) =>
    consumeFault(session, kind, { reference, method })
  const before = consume('timeout_before')
  if (before !== null) return GATEWAY_TIMEOUT
  if (consume('error_500') !== null)
    return { status: 500, type: 'text/plain', text: 'Internal Server Error' }
  const answer = answered(call, fields, session)
  const after = consume('timeout_after')
  if (after !== null) return GATEWAY_TIMEOUT
  const text = JSON.stringify(withUnknownStatus(answer, method, { session, reference }))
  if (consume('malformed') === null) return json(text)
  return json(text.slice(0, Math.ceil(text.length / 2)))
}

function withUnknownStatus(
  answer: DialectFields,
  method: FaultMethod,
  { session, reference }: { session: BankSession; reference: string },
): DialectFields {
  const looks = method === 'GetState' || method === 'PayoutGetState'
  if (!looks || answer['Status'] === undefined) return answer
  const word = consumeFault(session, 'unknown_status', { reference })
  return word === null ? answer : { ...answer, Status: word }
}

function jsonOf(fields: DialectFields): CallAnswer {
  return json(JSON.stringify(fields))
}

function json(text: string): CallAnswer {
  return { status: 200, type: JSON_TYPE, text }
}

import type { Sql } from '#server/platform/db/open.ts'
import { readConditions, consumeFault } from './fault.ts'
import type { Conditions, FaultMethod } from './fault.ts'
import { readFields, BankRefusal, stringIn, REFUSALS, refusal } from './dialect.ts'
import type { DialectFields } from './dialect.ts'

/** One call of the bank: the faults that can affect it, and its answer. */
export type BankCall = {
  readonly method?: FaultMethod
  answer(fields: DialectFields, conditions: Conditions): Promise<DialectFields>
}

/** The response to the caller; `silence`: none, until the caller's timeout. */
export type CallAnswer =
  | { readonly kind: 'text'; readonly status: number; readonly type: string; readonly text: string }
  | { readonly kind: 'silence' }

/** Authenticates a request by its fields; throws BankRefusal. */
export type Guard = (fields: DialectFields) => void

const JSON_TYPE = 'application/json; charset=utf-8'

/** Runs calls of the bank: authenticates the caller, applies faults before and after, and writes every refusal in the bank's format. */
export function makeCalls(deps: {
  sql: Sql
  now: () => Date
  /** The order id of a payment or a payout, '' where there is none. */
  orderOf(paymentId: string): Promise<string>
}) {
  async function answered(
    call: BankCall,
    fields: DialectFields,
    conditions: Conditions,
  ): Promise<DialectFields> {
    try {
      return await call.answer(fields, conditions)
    } catch (error) {
      if (error instanceof BankRefusal) return refusal(error.refused)
      throw error
    }
  }

  async function refusedBy(guard: Guard, fields: DialectFields): Promise<DialectFields | null> {
    try {
      guard(fields)
      return null
    } catch (error) {
      if (error instanceof BankRefusal) return refusal(error.refused)
      throw error
    }
  }

  async function referenceOf(fields: DialectFields): Promise<string> {
    return stringIn(fields, 'OrderId') || deps.orderOf(stringIn(fields, 'PaymentId'))
  }

  /** A call while faults are set: they may drop the request, drop the answer, or corrupt the answer. */
  async function callWithFaults(
    call: BankCall,
    method: FaultMethod,
    { fields, conditions }: { fields: DialectFields; conditions: Conditions },
  ): Promise<CallAnswer> {
    const reference = await referenceOf(fields)
    const consume = (kind: Parameters<typeof consumeFault>[2]) =>
      consumeFault(deps.sql, conditions, kind, { reference, method })
    const before = await consume('timeout_before')
    if (before !== null) return noAnswer(before)
    if ((await consume('error_500')) !== null)
      return { kind: 'text', status: 500, type: 'text/plain', text: 'Internal Server Error' }
    const answer = await answered(call, fields, conditions)
    const after = await consume('timeout_after')
    if (after !== null) return noAnswer(after)
    const text = JSON.stringify(await withUnknownStatus(answer, method, { conditions, reference }))
    if ((await consume('malformed')) === null) return json(text)
    return json(text.slice(0, Math.ceil(text.length / 2)))
  }

  async function withUnknownStatus(
    answer: DialectFields,
    method: FaultMethod,
    { conditions, reference }: { conditions: Conditions; reference: string },
  ): Promise<DialectFields> {
    const looks = method === 'GetState' || method === 'PayoutGetState'
    if (!looks || answer['Status'] === undefined) return answer
    const unknownStatus = await consumeFault(deps.sql, conditions, 'unknown_status', { reference })
    return unknownStatus === null ? answer : { ...answer, Status: unknownStatus }
  }

  return {
    /** `body`: the raw text of the request. */
    async ask(call: BankCall, body: string, guard: Guard): Promise<CallAnswer> {
      const fields = readFields(body)
      if (fields === null) return json(JSON.stringify(refusal(REFUSALS.wrongField('JSON'))))
      const refused = await refusedBy(guard, fields)
      if (refused !== null) return json(JSON.stringify(refused))
      const conditions = await readConditions(deps.sql, deps.now)
      if (call.method !== undefined && conditions.faults.length > 0)
        return callWithFaults(call, call.method, { fields, conditions })
      return json(JSON.stringify(await answered(call, fields, conditions)))
    },
  }
}

function json(text: string): CallAnswer {
  return { kind: 'text', status: 200, type: JSON_TYPE, text }
}

function noAnswer(how: string): CallAnswer {
  if (how === 'silence') return { kind: 'silence' }
  return { kind: 'text', status: 504, type: 'text/plain', text: 'Gateway Timeout' }
}

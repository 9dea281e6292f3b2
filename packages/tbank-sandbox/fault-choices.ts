import type { SandboxFault, FaultMethod } from './fault.ts'
import { FAULT_METHODS, REFUND_REFUSALS } from './fault.ts'

/** A fault as the operator picks it: `fault` builds it for a scope, and for a method where it has one. */
type FaultChoice = {
  readonly value: string
  readonly words: string
  fault(scope: { reference?: string; times?: number }, method: FaultMethod): SandboxFault
}

function late(seconds: number): FaultChoice {
  return {
    value: `notice_late:${seconds}`,
    words: `уведомление придёт через ${seconds} с`,
    fault: (scope) => ({ ...scope, kind: 'notice_late', seconds }),
  }
}

function plain(
  kind: Exclude<
    SandboxFault['kind'],
    | 'notice_late'
    | 'timeout_before'
    | 'timeout_after'
    | 'error_500'
    | 'malformed'
    | 'refused_refund'
    | 'unknown_status'
  >,
  words: string,
): FaultChoice {
  return { value: kind, words, fault: (scope) => ({ ...scope, kind }) }
}

function ofCall(
  kind: 'timeout_before' | 'timeout_after' | 'error_500' | 'malformed',
  words: string,
): FaultChoice {
  return { value: kind, words, fault: (scope, method) => ({ ...scope, kind, method }) }
}

/** In the order of the list. */
export const FAULT_CHOICES: readonly FaultChoice[] = [
  plain('notice_lost', 'уведомление потеряется'),
  late(30),
  late(300),
  plain('notice_repeated', 'уведомление придёт трижды'),
  plain('notice_reordered', 'уведомление придёт после следующего'),
  plain('notice_forged', 'уведомление с чужой подписью'),
  plain('notice_wrong_amount', 'уведомление с чужой суммой'),
  ofCall('timeout_before', 'вызов: 504, ничего не сделано'),
  ofCall('timeout_after', 'вызов: 504, но всё сделано'),
  ofCall('error_500', 'вызов: 500, ничего не сделано'),
  ofCall('malformed', 'вызов: ответ не прочесть, но всё сделано'),
  plain('refused_capture', 'списание: блокировка пропала'),
  ...REFUND_REFUSALS.map((code): FaultChoice => ({
    value: `refused_refund:${code}`,
    words: `возврат: отказ ${code}`,
    fault: (scope) => ({ ...scope, kind: 'refused_refund', code }),
  })),
  plain('stuck_refund', 'возврат застрянет'),
  plain('refused_payout', 'выплата: отказ получателя'),
  plain('failed_payout', 'выплата: сбой банка'),
  plain('slow_payout', 'выплата застрянет'),
  plain('other_recipient', 'выплата: другой получатель'),
  plain('hold_2h', 'блокировка на два часа'),
  plain('refused_receipt', 'чек: касса отказала'),
  {
    value: 'unknown_status',
    words: 'состояние: незнакомое слово',
    fault: (scope) => ({ ...scope, kind: 'unknown_status', word: 'HALF_CONFIRMED' }),
  },
]

/** The fault chosen in the operator's form, or null if there is no such fault. */
export function faultOf(fields: URLSearchParams): SandboxFault | null {
  const choice = FAULT_CHOICES.find(({ value }) => value === fields.get('fault'))
  const method = FAULT_METHODS.find((known) => known === (fields.get('method') ?? 'Init'))
  const reference = fields.get('reference')?.trim() ?? ''
  const times = fields.get('times')?.trim() ?? ''
  if (choice === undefined || method === undefined || !/^\d{0,4}$/.test(times)) return null
  const scope = {
    ...(reference === '' ? {} : { reference }),
    ...(times === '' || Number(times) === 0 ? {} : { times: Number(times) }),
  }
  return choice.fault(scope, method)
}

/** The label of an active fault in the list. */
export function faultWords(fault: { kind: string; detail: string }): string {
  const choice =
    FAULT_CHOICES.find(({ value }) => value === `${fault.kind}:${fault.detail}`) ??
    FAULT_CHOICES.find(({ value }) => value === fault.kind)
  return choice?.words ?? `${fault.kind} ${fault.detail}`
}

import type { ActiveFault } from './documents.ts'
import { conditionsOf } from './state.ts'
import type { BankSession, Shelf } from './state.ts'

/** The calls of the bank that a fault can be set for. */
export const FAULT_METHODS = [
  'Init',
  'Confirm',
  'Cancel',
  'GetState',
  'CheckOrder',
  'SendClosingReceipt',
  'PayoutInit',
  'PayoutPayment',
  'PayoutGetState',
] as const
export type FaultMethod = (typeof FAULT_METHODS)[number]

/** What can go wrong with a notice to the merchant. */
export const NOTICE_FAULTS = [
  'notice_late',
  'notice_lost',
  'notice_repeated',
  'notice_reordered',
  'notice_forged',
  'notice_wrong_amount',
] as const

/** What can go wrong with a call: 504 or 500 with nothing done, 504 or half of the answer with everything done. */
export const CALL_FAULTS = ['timeout_before', 'timeout_after', 'error_500', 'malformed'] as const

/** What the bank itself can refuse or put off. */
export const BANK_FAULTS = [
  'refused_capture',
  'refused_refund',
  'stuck_refund',
  'refused_payout',
  'failed_payout',
  'slow_payout',
  'other_recipient',
  'hold_2h',
  'refused_receipt',
  'unknown_status',
] as const

export const REFUND_REFUSALS = ['3002', '3028', '3029', '3030'] as const

type NoticeFault = (typeof NOTICE_FAULTS)[number]
type CallFault = (typeof CALL_FAULTS)[number]
type BankFault = (typeof BANK_FAULTS)[number]
type FaultKind = NoticeFault | CallFault | BankFault

/** One simulated fault. */
export type SandboxFault = {
  /** The merchant's order id; if absent, every payment and payout. */
  readonly reference?: string
  /** How many times it applies; if absent, until cleared. */
  readonly times?: number
} & (
  | { readonly kind: 'notice_late'; readonly seconds: number }
  | { readonly kind: Exclude<NoticeFault, 'notice_late'> }
  | { readonly kind: CallFault; readonly method: FaultMethod }
  | { readonly kind: 'refused_refund'; readonly code: (typeof REFUND_REFUSALS)[number] }
  | { readonly kind: 'unknown_status'; readonly word: string }
  | { readonly kind: Exclude<BankFault, 'refused_refund' | 'unknown_status'> }
)

/** The kind's own parameter, without the scope, as text. */
function detailOf(fault: SandboxFault): string {
  if ('seconds' in fault) return String(fault.seconds)
  if ('code' in fault) return fault.code
  return 'word' in fault ? fault.word : ''
}

export function setFault({ state }: BankSession, fault: SandboxFault): void {
  const was = conditionsOf(state)
  const active: ActiveFault = {
    kind: fault.kind,
    method: 'method' in fault ? fault.method : null,
    reference: fault.reference ?? null,
    timesLeft: fault.times ?? null,
    detail: detailOf(fault),
  }
  state.conditions.put({ ...was, faults: [...was.faults, active] })
}

/** Removes all faults and resumes the payments and payouts that were stuck because of them. */
export function clearFaults({ state, now }: BankSession): void {
  state.conditions.put({ ...conditionsOf(state), faults: [] })
  freeStuck(state.payment, now)
  freeStuck(state.payout, now)
}

function freeStuck<T extends { stuck: boolean; dueAt: number | null }>(
  shelf: Shelf<T>,
  now: number,
): void {
  for (const document of shelf.all())
    if (document.stuck) shelf.put({ ...document, stuck: false, dueAt: now })
}

/** Uses an active fault of this kind for this order once; returns its detail, or null if there is none. */
export function consumeFault(
  { state }: BankSession,
  kind: FaultKind,
  at: { reference: string; method?: FaultMethod },
): string | null {
  const was = conditionsOf(state)
  const found = was.faults.find(
    (fault) =>
      fault.kind === kind &&
      fault.method === (at.method ?? null) &&
      (fault.reference === null || fault.reference === at.reference),
  )
  if (found === undefined) return null
  const { timesLeft } = found
  if (timesLeft === null) return found.detail
  const others = was.faults.filter((fault) => fault !== found)
  const faults =
    timesLeft <= 1
      ? others
      : was.faults.map((fault) =>
          fault === found ? { ...fault, timesLeft: timesLeft - 1 } : fault,
        )
  state.conditions.put({ ...was, faults })
  return found.detail
}

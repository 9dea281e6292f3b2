import { FAULT_METHODS } from '#packages/tbank-sandbox/fault.ts'
import type { FaultMethod } from '#packages/tbank-sandbox/fault.ts'

/** `asked`: before its effect; `done`: after it, with the answer not sent; `answered`: just after the answer went out. */
const MOMENTS = ['asked', 'done', 'answered'] as const

/** A notice: about to be sent, being read by the product, and just accepted with OK. */
const NOTICES = ['notice coming', 'notice read', 'notice accepted'] as const

/** What a money transaction wrote: a payout, the ledger, a listener's new payment, or a request to the bank and its state. */
const WRITTEN = ['payout', 'books', 'wish', 'question'] as const
export type CrashRecord = (typeof WRITTEN)[number]

/** A moment in which the product is killed. A commit is `sent` before it reaches the database, `lost` when its answer does not get back. */
export type CrashPoint =
  | `${FaultMethod} ${(typeof MOMENTS)[number]}`
  | (typeof NOTICES)[number]
  | `${CrashRecord} commit ${'sent' | 'lost'}`

export const BANK_POINTS: readonly CrashPoint[] = [
  ...FAULT_METHODS.flatMap((method) => MOMENTS.map((moment) => `${method} ${moment}` as const)),
  ...NOTICES,
]
export const COMMIT_POINTS: readonly CrashPoint[] = WRITTEN.flatMap(
  (written) => [`${written} commit sent`, `${written} commit lost`] as const,
)

/** The bank is asked what it has under a name only after an answer about its page was lost: that point comes first. */
const COMES_FIRST: CrashPoint = 'Init done'

/** Plans a kill at each of these points, this number of times. */
export function planOf(points: readonly CrashPoint[], rounds: number): CrashPoint[] {
  const round = points.flatMap((point) => (asksForName(point) ? [COMES_FIRST, point] : [point]))
  return Array.from({ length: rounds }, () => round).flat()
}

/** Whether the point is reached only by a payment whose lease is free again. */
export function asksForName(point: CrashPoint | undefined): boolean {
  return point?.startsWith('CheckOrder') ?? false
}

/** A short plan for each database; points with the longest recovery come first. */
export const SHORT: Record<'embedded' | 'postgres', readonly CrashPoint[]> = {
  embedded: [
    'PayoutPayment done',
    'PayoutInit done',
    'PayoutGetState asked',
    'Confirm asked',
    'Confirm answered',
    'Cancel done',
    'SendClosingReceipt done',
    'GetState answered',
    'Init done',
    'CheckOrder done',
    'notice read',
  ],
  postgres: [
    'payout commit sent',
    'PayoutPayment answered',
    'books commit lost',
    'question commit sent',
    'wish commit lost',
    'notice accepted',
  ],
}

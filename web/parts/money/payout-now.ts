import type { PayoutNumber } from '#contract/payout.ts'
import type { Kopecks } from '#domain/money.ts'
import { kopecks } from '#domain/money.ts'
import { FROZEN_TEXT, MIN_PAYOUT_RUBLES, payoutOf } from '#domain/payments/payout.ts'
import { NO_STATUS_TEXTS } from '#domain/payments/tax-status.ts'
import { Refusal } from '#domain/refusal.ts'
import { ruleError } from '#web/lib/calls/call-failed.ts'
import type { Viewer } from '#web/lib/format.ts'

const dateOf = (moment?: string) => (moment === undefined ? null : new Date(moment))

/** How much of `free` (kopecks) is paid out now; refuses, as the server does, where nothing is. */
export function payoutNow(number: PayoutNumber, free: Kopecks, viewer: Viewer): Kopecks {
  if (number.frozen === true) throw new Refusal('ILLEGAL_STEP', FROZEN_TEXT)
  const checked = number.state === 'checked'
  if (number.noStatus === 'needed' && checked)
    throw new Refusal('ILLEGAL_STEP', NO_STATUS_TEXTS.needed)
  const of = {
    checked,
    given: number.state !== 'unset',
    heldUntil: dateOf(number.heldUntil),
    restUntil: dateOf(number.restUntil),
    recipient: number.recipient ?? null,
  }
  return payoutOf(free, of, viewer)
}

/** Why no payout of any sum is sent now, in words; null where one is. */
export const payoutFault = (number: PayoutNumber, viewer: Viewer): string | null =>
  ruleError(() => payoutNow(number, kopecks(MIN_PAYOUT_RUBLES * 100), viewer))

import { Refusal } from '#domain/refusal.ts'
import { transaction } from '#server/context.ts'
import type { Context } from '#server/context.ts'
import { payoutNumbers } from '../artists/artists.service.ts'
import { ownsKey } from '../security/prove.service.ts'
import { lastChange, lastCheck } from './number-change.store.ts'
import { statusAsked } from './payouts.service.ts'
import { planPayout } from './payouts.store.ts'

export { lastCheck } from './number-change.store.ts'

/** Returns the state of an artist's number for payouts. */
export async function payoutPhone(ctx: Context, artistId: string) {
  const { sql, now } = ctx
  const number = await payoutNumbers.of(sql, artistId)
  const { phone, sbpBankId, checkedAt, recipient: name } = number
  const heldUntil = (await lastChange(sql, artistId))?.heldUntil
  const held = heldUntil !== undefined && heldUntil > now() ? { heldUntil } : {}
  const rest = number.payoutsRestUntil
  const rests = rest !== null && rest > now() ? { restUntil: rest } : {}
  const frozen = number.payoutsFrozenAt === null ? {} : { frozen: true as const }
  const confirmed = name === number.confirmedRecipient
  const recipient = name === null ? {} : { recipient: { name, confirmed } }
  const noStatus = number.taxStatus === null ? statusAsked(ctx) : null
  const key = (await ownsKey(ctx, artistId)) ? { byKey: true } : {}
  const known = {
    phoneNumber: phone,
    sbpNumberId: sbpBankId,
    ...held,
    ...rests,
    ...frozen,
    ...(noStatus === null ? {} : { noStatus }),
    ...key,
    ...recipient,
  }
  if (phone === null || sbpBankId === null) return { ...known, state: 'unset' as const }
  if (checkedAt !== null) return { ...known, state: 'checked' as const }
  const last = await lastCheck(sql, artistId, { phone, sbpBankId })
  const paid = last?.state === 'secured' ? { paid: true as const } : {}
  return { ...known, ...paid, state: CHECK_STATES[last?.state ?? ''] ?? ('unchecked' as const) }
}

const CHECK_STATES: Readonly<Record<string, 'checking' | 'rejected'>> = {
  awaiting: 'checking',
  secured: 'checking',
  returning: 'rejected',
  returned: 'rejected',
}

/**
 * Stores the artist's consent to the recipient that the bank named; the available balance is paid out. Refuses
 * ILLEGAL_STEP where the bank names another one by now.
 */
export function confirmRecipient(ctx: Context, artistId: string, name: string): Promise<void> {
  return transaction(ctx, async ({ sql, now }) => {
    if (!(await payoutNumbers.confirmRecipient(sql, artistId, name)))
      throw new Refusal('ILLEGAL_STEP', 'Банк называет уже другого получателя. Обновите страницу.')
    await planPayout(sql, artistId, now())
  })
}

import { randomUUIDv7 } from 'node:crypto'
import { CHECK_RUBLES, COMMISSION_BPS, rublesToKopecks } from '#domain/money.ts'
import { checkPayoutAddress } from '#domain/payments/payment-settings.ts'
import { FROZEN_TEXT } from '#domain/payments/payout.ts'
import { linkEnd } from '#domain/payments/payment-watch.ts'
import { Refusal } from '#domain/refusal.ts'
import { transaction } from '#server/context.ts'
import type { Context } from '#server/context.ts'
import { payoutNumbers } from '../artists/artists.service.ts'
import { bankPageOf } from '../payment-worker/payment-pages.service.ts'
import { beginPayment } from '../payments/payments.service.ts'
import {
  allowNumberChange,
  isOtherNumber,
  mailNumberChange,
  setPayoutNumber,
} from '../payouts/number-change.service.ts'
import type { NumberProof, NumberSet } from '../payouts/number-change.service.ts'
import { lastCheck } from '../payouts/payout-phone.service.ts'
import { needPayouts } from '../payouts/payouts.service.ts'

/**
 * Begins the ten-ruble check of a number for payouts and returns the bank's page. Refuses VALIDATION at the fields,
 * PAYMENTS_DOWN, and ILLEGAL_STEP while a paid one waits or payouts are frozen; for another number than the stored one also what `spendTry` and `allowNumberChange` refuse.
 */
export async function checkNumber(
  ctx: Context,
  artistId: string,
  typed: { phoneNumber: string; sbpNumberId: string },
  proof: NumberProof & { spendTry: () => Promise<void> },
): Promise<string> {
  const address = checkPayoutAddress(typed)
  needPayouts(ctx)
  const wanted = { phone: address.phoneNumber, sbpBankId: address.sbpNumberId }
  const other = await isOtherNumber(ctx, artistId, wanted)
  if (other) {
    await proof.spendTry()
    await allowNumberChange(ctx, artistId, proof)
  }
  const begun = await beginCheck(ctx, artistId, wanted, other)
  if (begun.set !== null) mailNumberChange(ctx, artistId, begun.set, proof.address)
  try {
    return await bankPageOf(ctx, begun.id)
  } catch (error) {
    const over = error instanceof Refusal && error.code === 'ILLEGAL_STEP'
    if (!over || begun.fresh) throw error
    // The request has shown that the old page takes no money any more.
    return bankPageOf(ctx, (await beginCheck(ctx, artistId, wanted, false)).id)
  }
}

/** Sets the number and returns its check: the one whose page may still be open, or a new one. Refuses ILLEGAL_STEP where it is paid, or payouts are frozen. */
function beginCheck(
  ctx: Context,
  artistId: string,
  checking: { phone: string; sbpBankId: string },
  allowed: boolean,
): Promise<{ id: string; fresh: boolean; set: NumberSet | null }> {
  return transaction(ctx, async (inside) => {
    // Under the lock of the artist: of two concurrent presses the second finds the check of the first.
    const set = await setPayoutNumber(inside, artistId, { ...checking, allowed })
    const { payoutsFrozenAt } = await payoutNumbers.of(inside.sql, artistId)
    // Its nine rubles would not leave.
    if (payoutsFrozenAt !== null) throw new Refusal('ILLEGAL_STEP', FROZEN_TEXT)
    const last = await lastCheck(inside.sql, artistId, checking)
    if (last?.state === 'secured')
      throw new Refusal('ILLEGAL_STEP', 'Проверка уже оплачена: ждём, когда 9 рублей дойдут.')
    // After a second press or a later visit: one check, one page.
    if (last !== undefined && (last.state === 'created' || last.state === 'awaiting'))
      return { id: last.id, fresh: false, set }
    const id = randomUUIDv7()
    await beginPayment(inside, {
      id,
      kind: 'check',
      artistId,
      amount: rublesToKopecks(CHECK_RUBLES),
      commissionBps: COMMISSION_BPS.check,
      expiresAt: linkEnd(inside.now(), null),
      ...checking,
    })
    return { id, fresh: true, set }
  })
}

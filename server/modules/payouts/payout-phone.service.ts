import { randomUUIDv7 } from 'node:crypto'
import { CHECK_RUBLES, COMMISSION_BPS, rublesToKopecks } from '#domain/money.ts'
import { checkPayoutAddress } from '#domain/payments/payment-settings.ts'
import { linkEnd } from '#domain/payments/payment-watch.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Sql } from '#server/platform/db/open.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { PayoutNumbers } from '../artists/artists.service.ts'
import type { NumberChanges, NumberProof, NumberSet } from './number-change.service.ts'
import { lastChange, lastCheck } from './number-change.store.ts'
import { planPayout } from './payouts.store.ts'
import type { beginPayment } from '../payments/payments.service.ts'

/** The number that an artist's money goes to, and its check. */
export function makePayoutPhone(deps: {
  sql: Sql
  now: () => Date
  numbers: PayoutNumbers
  /** Refuses PAYMENTS_DOWN where the nine rubles of a check could not be sent. */
  needPayouts: () => void
  /** Stores a new payment. */
  begin: (sql: Sql, fresh: Parameters<typeof beginPayment>[2]) => Promise<void>
  pageOf: (paymentId: string) => Promise<string>
  changes: Pick<NumberChanges, 'allow' | 'isOther' | 'set' | 'mailChange'>
}) {
  const { sql: database, now, numbers, needPayouts, begin, pageOf, changes } = deps

  /** Sets the number and returns its check: the one whose page may still be open, or a new one. */
  function checkOf(
    artistId: string,
    checking: { phone: string; sbpBankId: string },
    allowed: boolean,
  ): Promise<{ id: string; fresh: boolean; set: NumberSet | null }> {
    return inTransaction(database, async (sql) => {
      // Under the lock of the artist: of two concurrent presses the second finds the check of the first.
      const set = await changes.set(sql, artistId, { ...checking, allowed })
      const last = await lastCheck(sql, artistId, checking)
      // After a second press or a later visit: one check, one page.
      if (last !== undefined && (last.state === 'created' || last.state === 'awaiting'))
        return { id: last.id, fresh: false, set }
      const id = randomUUIDv7()
      await begin(sql, {
        id,
        kind: 'check',
        artistId,
        amount: rublesToKopecks(CHECK_RUBLES),
        commissionBps: COMMISSION_BPS.check,
        expiresAt: linkEnd(now(), null),
        ...checking,
      })
      return { id, fresh: true, set }
    })
  }

  /**
   * Begins the ten-ruble check of a number and returns the bank's page. Refuses VALIDATION at the fields and
   * PAYMENTS_DOWN; for another number than the stored one also what `spendTry` and `changes.allow` refuse.
   */
  async function check(
    artistId: string,
    typed: { phoneNumber: string; sbpNumberId: string },
    proof: NumberProof & { spendTry: () => Promise<void> },
  ): Promise<string> {
    const address = checkPayoutAddress(typed)
    needPayouts()
    const wanted = { phone: address.phoneNumber, sbpBankId: address.sbpNumberId }
    const other = await changes.isOther(artistId, wanted)
    if (other) {
      await proof.spendTry()
      await changes.allow(artistId, proof)
    }
    const begun = await checkOf(artistId, wanted, other)
    if (begun.set !== null) changes.mailChange(artistId, begun.set, proof.address)
    try {
      return await pageOf(begun.id)
    } catch (error) {
      const over = error instanceof Refusal && error.code === 'ILLEGAL_STEP'
      if (!over || begun.fresh) throw error
      // The request has shown that the old page takes no money any more.
      return pageOf((await checkOf(artistId, wanted, false)).id)
    }
  }

  /** Returns the state of the number for payouts. */
  async function of(artistId: string) {
    const number = await numbers.of(database, artistId)
    const { phone, sbpBankId, checkedAt, recipient: name } = number
    const heldUntil = (await lastChange(database, artistId))?.heldUntil
    const held = heldUntil !== undefined && heldUntil > now() ? { heldUntil } : {}
    const confirmed = name === number.confirmedRecipient
    const recipient = name === null ? {} : { recipient: { name, confirmed } }
    const known = { phoneNumber: phone, sbpNumberId: sbpBankId, ...held, ...recipient }
    if (phone === null || sbpBankId === null) return { ...known, state: 'unset' as const }
    if (checkedAt !== null) return { ...known, state: 'checked' as const }
    const last = await lastCheck(database, artistId, { phone, sbpBankId })
    return { ...known, state: CHECK_STATES[last?.state ?? ''] ?? ('unchecked' as const) }
  }

  /**
   * Stores the artist's consent to the recipient that the bank named; the available balance is paid out. Refuses
   * ILLEGAL_STEP where the bank names another one by now.
   */
  async function confirmRecipient(artistId: string, name: string): Promise<void> {
    await inTransaction(database, async (sql) => {
      if (!(await numbers.confirmRecipient(sql, artistId, name)))
        throw new Refusal(
          'ILLEGAL_STEP',
          'Банк называет уже другого получателя. Обновите страницу.',
        )
      await planPayout(sql, artistId, now())
    })
  }

  return { check, of, confirmRecipient }
}

export type PayoutPhone = ReturnType<typeof makePayoutPhone>

const CHECK_STATES: Readonly<Record<string, 'checking' | 'rejected'>> = {
  awaiting: 'checking',
  secured: 'checking',
  returning: 'rejected',
  returned: 'rejected',
}

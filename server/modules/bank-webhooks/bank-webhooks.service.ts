import { createHash } from 'node:crypto'
import { DAY_MS, HOUR_MS, moscowDay } from '#domain/time.ts'
import type { Sql } from '#server/platform/db/open.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { Bank } from '#server/integrations/bank/bank.ts'
import { countForged, forgetNotices, storeForged, storeNotice } from './bank-webhooks.store.ts'
import { idOf } from '#server/integrations/bank/bank.ts'
import { requestStatusCheck } from '../payments/payments.service.ts'
import { requestPayoutStatusCheck } from '../payouts/payouts.service.ts'
import { addQuestion, unknownMoney } from '../reconciliation/manual-review.service.ts'

/** Per hour; forged notices above it are not stored, so that a flood cannot fill the disk. */
const FORGED_MOST = 1000
/** This many forged notices within an hour call a person: our password is wrong, or an attacker is trying. */
const FORGED_ALARM = 20
/** The bank repeats a notice for a month at most. */
const RETENTION_MS = 90 * DAY_MS
/** Long enough for a person to find the cause. */
const FORGED_RETENTION_MS = 7 * DAY_MS

/** Receives the bank's notifications. */
export function makeBankWebhooks(deps: {
  sql: Sql
  now: () => Date
  /** Null when no bank is configured: then every notice is refused. */
  bank: Bank | null
  /** A payment or a payout needs a look. */
  wake: () => void
}) {
  const { sql, now, bank } = deps

  async function forged(body: string, why: string): Promise<void> {
    const at = now()
    const count = await countForged(sql, new Date(at.getTime() - HOUR_MS), FORGED_MOST)
    if (count >= FORGED_MOST) return
    const dedupeKey = `forged:${createHash('sha256').update(body).digest('hex')}`
    await storeForged(sql, { dedupeKey, why, body, at })
    if (count + 1 < FORGED_ALARM) return
    const about = `forged ${moscowDay(at)}`
    const what = `За час их ${count + 1}. Последнее: ${why}.`
    await addQuestion(sql, { about, subject: 'notices', what, amount: 0 }, at)
  }

  return {
    /** The response body that the bank's notifications expect. */
    acknowledgement: bank?.acknowledgement ?? '',

    /**
     * Stores the bank's notice and requests a look. False for one that is not the bank's; it changes nothing, and is
     * stored unless `mayStoreForged` refuses.
     */
    async receive(body: string, mayStoreForged: () => Promise<void>): Promise<boolean> {
      if (bank === null) return false
      const notice = bank.readNotice(body)
      if (!notice.verified) {
        await mayStoreForged()
        await forged(body, notice.why)
        return false
      }
      const { dedupeKey, word, about, amount, bankPaymentId } = notice
      const at = now()
      const id = idOf(notice.reference)
      // One transaction: the notice is stored if and only if its look is requested.
      const known = await inTransaction(sql, async (inside) => {
        const whose =
          about === 'payout'
            ? { paymentId: null, payoutId: await requestPayoutStatusCheck(inside, id, at) }
            : { paymentId: (await requestStatusCheck(inside, id, at)) ? id : null, payoutId: null }
        const isOurs = (whose.paymentId ?? whose.payoutId) !== null
        await storeNotice(inside, { dedupeKey, ...whose, word, body, at })
        // A reference of ours that we do not have: it was made before the database was turned back.
        if (!isOurs && id !== null && notice.hasMoney)
          await addQuestion(
            inside,
            {
              about: unknownMoney(bankPaymentId),
              subject: 'registry',
              what: about === 'payout' ? 'Это выплата музыканту.' : 'Это оплата слушателя.',
              amount,
              bankId: bankPaymentId,
            },
            at,
          )
        return isOurs
      })
      if (known) deps.wake()
      return true
    },

    /** Deletes old notices. */
    forgetOld: () =>
      forgetNotices(sql, {
        before: new Date(now().getTime() - RETENTION_MS),
        forgedBefore: new Date(now().getTime() - FORGED_RETENTION_MS),
      }),
  }
}

export type BankWebhooks = ReturnType<typeof makeBankWebhooks>

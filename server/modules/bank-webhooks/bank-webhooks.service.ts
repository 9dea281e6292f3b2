import { createHash } from 'node:crypto'
import { DAY_MS, HOUR_MS, moscowDay } from '#domain/time.ts'
import type { Sql } from '#server/platform/db/open.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { Bank } from '#server/integrations/bank/bank.ts'
import { countForged, forgetNotices, storeForged, storeNotice } from './bank-webhooks.store.ts'
import { idOf } from '#server/integrations/bank/bank.ts'
import { requestStatusCheck } from '../payments/payments.service.ts'
import { requestPayoutStatusCheck } from '../payouts/payouts.service.ts'
import { askPerson } from '../reconciliation/manual-review.service.ts'

/** A flood of forged ones fills no disk: what comes above so many an hour is refused unkept. */
const FORGED_MOST = 1000
/** A person is asked when so many came within an hour: a wrong password of ours, or somebody who tries. */
const FORGED_ALARM = 20
/** The bank sends a notice again for a month at most. */
const KEPT_MS = 90 * DAY_MS
/** Long enough for a person to see what was wrong. */
const FORGED_KEPT_MS = 7 * DAY_MS

/** What comes as the bank's word. */
export function makeBankWebhooks(deps: {
  sql: Sql
  now: () => Date
  /** Null where none is configured: then nobody's word is the bank's. */
  bank: Bank | null
  /** There is something to look at. */
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
    await askPerson(sql, { about, subject: 'notices', what, amount: 0 }, at)
  }

  return {
    /** What the bank's notifications are answered with. */
    acknowledgement: bank?.acknowledgement ?? '',

    /**
     * The bank's word: kept, and a reason to look. False for one that is not the bank's; it changes nothing,
     * and is kept where `mayKeepForged` does not refuse.
     */
    async receive(body: string, mayKeepForged: () => Promise<void>): Promise<boolean> {
      if (bank === null) return false
      const notice = bank.readNotice(body)
      if (!notice.verified) {
        await mayKeepForged()
        await forged(body, notice.why)
        return false
      }
      const { dedupeKey, word, about } = notice
      const at = now()
      const id = idOf(notice.reference)
      // One transaction: the word is kept if and only if it is looked after.
      const known = await inTransaction(sql, async (inside) => {
        const check = about === 'payout' ? requestPayoutStatusCheck : requestStatusCheck
        const ours = (await check(inside, id, at)) ? id : null
        const whose =
          about === 'payout'
            ? { paymentId: null, payoutId: ours }
            : { paymentId: ours, payoutId: null }
        await storeNotice(inside, { dedupeKey, ...whose, word, body, at })
        return ours !== null
      })
      if (known) deps.wake()
      return true
    },

    /** Drops what nobody will read again. */
    forgetOld: () =>
      forgetNotices(sql, {
        before: new Date(now().getTime() - KEPT_MS),
        forgedBefore: new Date(now().getTime() - FORGED_KEPT_MS),
      }),
  }
}

export type BankWebhooks = ReturnType<typeof makeBankWebhooks>

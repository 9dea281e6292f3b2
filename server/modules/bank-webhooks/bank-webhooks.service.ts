import { createHash } from 'node:crypto'
import { DAY_MS, HOUR_MS, moscowDay } from '#domain/time.ts'
import { transaction, wakeMoney } from '#server/context.ts'
import type { Context } from '#server/context.ts'
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

/** Stores a notice that is not the bank's, up to FORGED_MOST an hour. */
async function keepForged(ctx: Context, body: string, why: string): Promise<void> {
  const at = ctx.now()
  const count = await countForged(ctx.sql, new Date(at.getTime() - HOUR_MS), FORGED_MOST)
  if (count >= FORGED_MOST) return
  const dedupeKey = `forged:${createHash('sha256').update(body).digest('hex')}`
  await storeForged(ctx.sql, { dedupeKey, why, body, at })
  if (count + 1 < FORGED_ALARM) return
  const about = `forged ${moscowDay(at)}`
  const what = `За час их ${count + 1}. Последнее: ${why}.`
  await addQuestion(ctx.sql, { about, subject: 'notices', what, amount: 0 }, at)
}

/**
 * Stores the bank's notice and requests a look. False for one that is not the bank's, and where no bank is configured;
 * it changes nothing, and is stored unless `mayStoreForged` refuses.
 */
export async function receiveNotice(
  ctx: Context,
  body: string,
  mayStoreForged: () => Promise<void>,
): Promise<boolean> {
  if (ctx.bank === null) return false
  const notice = ctx.bank.readNotice(body)
  if (!notice.verified) {
    await mayStoreForged()
    await keepForged(ctx, body, notice.why)
    return false
  }
  const { dedupeKey, word, about, amount, bankPaymentId } = notice
  const at = ctx.now()
  const id = idOf(notice.reference)
  // One transaction: the notice is stored if and only if its look is requested.
  await transaction(ctx, async (inside) => {
    const { sql } = inside
    const whose =
      about === 'payout'
        ? { paymentId: null, payoutId: await requestPayoutStatusCheck(sql, id, at) }
        : { paymentId: (await requestStatusCheck(sql, id, at)) ? id : null, payoutId: null }
    const isOurs = (whose.paymentId ?? whose.payoutId) !== null
    await storeNotice(sql, { dedupeKey, ...whose, word, body, at })
    if (isOurs) wakeMoney(inside)
    // A reference of ours that we do not have: it was made before the database was turned back.
    else if (id !== null && notice.hasMoney)
      await addQuestion(
        sql,
        {
          about: unknownMoney(bankPaymentId),
          subject: 'registry',
          what: about === 'payout' ? 'Это выплата музыканту.' : 'Это оплата слушателя.',
          amount,
          bankId: bankPaymentId,
        },
        at,
      )
  })
  return true
}

export function forgetOldNotices(ctx: Context): Promise<void> {
  const now = ctx.now().getTime()
  return forgetNotices(ctx.sql, {
    before: new Date(now - RETENTION_MS),
    forgedBefore: new Date(now - FORGED_RETENTION_MS),
  })
}

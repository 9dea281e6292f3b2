import { sql as raw } from 'kysely'
import { api } from '#contract/index.ts'
import type { ModelAction } from '../action.ts'
import { KNOWN_TO_BANK } from '#server/modules/payouts/payout-orders.store.ts'
import type { MoneyEvening } from '../evening.ts'
import { NOTHING_MOVES, orderStem } from '../at-the-bank.ts'
import type { Model } from '../model.ts'

/** An operator makes the workers retry everything that waits for him. */
export const retryStuck: ModelAction = {
  label: 'retryStuck()',
  async does(evening) {
    await askAgain(evening)
  },
}

async function settle(
  { world, asAdmin: as, did }: MoneyEvening,
  id: string,
  action: string,
): Promise<boolean> {
  const input = { params: { id }, body: { action } }
  return did(await world.call(api.payment.settle, input, as), 'NOT_FOUND', 'ILLEGAL_STEP')
}

/** Returns the number of questions that were open. */
export async function askAgain(evening: MoneyEvening): Promise<number> {
  const { stuck } = await evening.world.ok(api.payment.stuck, {}, evening.asAdmin)
  const open = stuck.filter(({ actions }) => actions.includes('retry'))
  for (const { id, attention } of open)
    await settle(
      evening,
      id,
      attention === KNOWN_TO_BANK && (await wasPaid(evening, id)) ? 'paid' : 'retry',
    )
  return open.length
}

/** What an operator reads in the bank's cabinet. */
async function wasPaid({ world }: MoneyEvening, id: string): Promise<boolean> {
  const { orderId } = await world.sql
    .selectFrom('payouts')
    .select('orderId')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const stem = orderStem({ id, orderId })
  const { payouts } = await world.bank.books()
  return payouts.some((one) => one.orderId.startsWith(stem) && !NOTHING_MOVES.has(one.status))
}

/** An operator closes every dispute that he may: at the artist's expense, or at ours. */
export function endDisputes(whose: 'charge' | 'close'): ModelAction {
  return {
    label: `endDisputes(${whose})`,
    async does(evening, model) {
      const { stuck } = await evening.world.ok(api.payment.stuck, {}, evening.asAdmin)
      const his = stuck.filter(({ artistUsername }) => artistUsername === evening.artist.username)
      // A refund that a dispute has paid for is closed first: until then its dispute cannot be.
      for (const { id } of his.filter(({ attention }) => attention === 'refund_disputed')) {
        const open = await openOf(evening, id)
        if (await settle(evening, id, 'close')) disputeOf(model, id).returned += open
      }
      for (const { id } of his.filter(({ subject }) => subject === 'registry'))
        await endDispute(evening, model, id, whose)
    },
  }
}

/** The money of a won dispute goes to the artist as far as he has paid for it. */
async function endDispute(
  evening: MoneyEvening,
  model: Model,
  id: string,
  whose: 'charge' | 'close',
): Promise<void> {
  const { paymentId, what } = await evening.world.sql
    .selectFrom('moneyQuestions')
    .select(['paymentId', 'what'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  // No other question of the registry may come up here.
  if (paymentId === null || !what.includes('Chargeback')) return
  const open = await openOf(evening, paymentId)
  if (!(await settle(evening, id, whose))) return
  const dispute = disputeOf(model, paymentId)
  const back = Math.max(Math.min(open, 0), 0 - dispute.artists)
  const artists = whose === 'charge' ? open : back
  dispute.artists += artists
  dispute.ours += open - artists
}

function disputeOf({ bills }: Model, id: string) {
  const bill = bills.find((one) => one.id === id)
  if (bill === undefined) throw new Error(`nobody remembers payment ${id}`)
  return bill.dispute
}

async function openOf({ world }: MoneyEvening, paymentId: string): Promise<number> {
  const { open } = await world.sql
    .selectFrom('ledgerLines')
    .select(raw<number>`coalesce(sum(amount), 0)::bigint`.as('open'))
    .where('account', '=', `disputed:${paymentId}`)
    .executeTakeFirstOrThrow()
  return open
}

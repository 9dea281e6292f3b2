import type { PaymentReason } from '#domain/payments/payment.ts'
import { tellHall } from '#server/context.ts'
import type { Context } from '#server/context.ts'
import type { PaymentEffect } from '../payments/apply-payment-event.service.ts'
import { planEarned, reserveCheckPayout } from '../payouts/payouts.service.ts'
import { secureOrder } from '../queue/ordering.service.ts'
import { dropUnsecuredOrder, reduceOrderAmount } from '../queue/queue.service.ts'

/**
 * Performs what the event of a payment means for the queue and the payouts, in its transaction, which has the concert
 * locked. Returns why the order of an `order_secured` cannot stand any more, else null. `receivedAt`: when the run
 * began, in ms of `Date.now()`.
 */
export async function performEffects(
  inside: Context,
  effects: readonly PaymentEffect[],
  receivedAt?: number,
): Promise<PaymentReason | null> {
  let refused: PaymentReason | null = null
  for (const effect of effects)
    switch (effect.type) {
      case 'order_secured':
        refused = await secureOrder(inside, effect.order)
        if (refused === null) tellHall(inside, effect.order.concertId, receivedAt)
        break
      case 'order_lessened':
        await reduceOrderAmount(inside, effect.paymentId, effect.amount)
        break
      case 'order_lost':
        await dropUnsecuredOrder(inside, effect.paymentId)
        break
      case 'check_secured':
        await reserveCheckPayout(inside, effect.payment)
        break
      case 'money_settled':
        await planEarned(inside.sql, effect.payment, inside.now())
        break
    }
  return refused
}

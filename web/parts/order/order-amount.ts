import type { Kopecks } from '#domain/money.ts'
import { admitAmount } from '#domain/order.ts'
import { Refusal } from '#domain/refusal.ts'

/** How a sheet asks for money: by its sum alone, or by a question with «yes» and «no». */
export type OrderLook = 'sum' | 'question'

/** Why a sum cannot be taken, in the words of the sheet; null for one that can. */
export function amountTrouble(amount: Kopecks, minRubles: number, look: OrderLook): string | null {
  try {
    admitAmount(amount, minRubles)
    return null
  } catch (refusal) {
    if (!(refusal instanceof Refusal)) throw refusal
    return refusal.code === 'AMOUNT_TOO_SMALL' && look === 'question'
      ? `Минимальная сумма оплаты должна быть не меньше ${minRubles} рублей`
      : refusal.message
  }
}

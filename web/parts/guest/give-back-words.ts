import { rubles } from '#web/lib/format.ts'

/** Whether money is behind it; a second pad is not told how much. */
export const isPaid = (one: { amount: number; paid?: true | undefined } | undefined): boolean =>
  one !== undefined && (one.amount > 0 || one.paid === true)

/** «вернуть 500 ₽»; where the sum is not told, «вернуть деньги». */
export const giveBackWords = (amount: number): string =>
  `вернуть ${amount > 0 ? rubles(amount) : 'деньги'}`

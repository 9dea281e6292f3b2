import type { BalanceEntry } from '#contract/payment.ts'
import { rubles } from '../../lib/format.ts'

type Words = {
  /** What the line is about. */
  title: string
  /** Why the money came or went. */
  cause: string
  /** The listener's own words with a tip. */
  quote: string | null
  /** How far it is. */
  state: string
}

const STATES: Record<BalanceEntry['state'], string> = {
  held: 'Удерживается',
  credited: 'Зачислено',
  sent: 'В пути',
  completed: 'Выплачено',
  rejected: 'Отклонено банком',
}

const ABOUT: Record<BalanceEntry['cause'], (entry: BalanceEntry) => Omit<Words, 'state'>> = {
  song: ({ title }) => ({ title, cause: 'Заказ песни', quote: null }),
  tip: ({ title }) => ({
    title: 'Благодарность',
    cause: 'От слушателя',
    quote: title === '' ? null : title,
  }),
  payout: ({ title }) => ({ title: 'Вывод', cause: title, quote: null }),
  payout_rejected: ({ title }) => ({
    title: 'Вывод не прошёл, деньги на балансе',
    cause: title,
    quote: null,
  }),
}

/** A line of the balance, in words. */
export function entryWords(entry: BalanceEntry): Words {
  return { ...ABOUT[entry.cause](entry), state: STATES[entry.state] }
}

/** «300 ₽ минус комиссия 30 ₽»; null where nobody paid for the line. */
export function breakdown({
  gross,
  commission,
}: Pick<BalanceEntry, 'gross' | 'commission'>): string | null {
  if (gross === 0) return null
  return `${rubles(gross)} минус комиссия ${rubles(commission)}`
}

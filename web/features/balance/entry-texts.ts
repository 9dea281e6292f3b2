import type { BalanceEntry } from '#contract/payout.ts'
import { rubles } from '#web/lib/format.ts'
import { returnText } from '#web/parts/money/return-texts.ts'

type Words = {
  /** What the line is about. */
  title: string
  /** Why the money was added or taken. */
  cause: string
  /** The listener's message with a tip. */
  quote: string | null
  /** The state of the line. */
  state: string
}

const STATES: Record<Exclude<BalanceEntry['state'], ReturnState>, string> = {
  held: 'Удерживается',
  credited: 'Зачислено',
  given_back: 'Зачислено',
  taken: 'Списано',
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
  return: ({ title }) => ({
    title: 'Возврат',
    cause: 'Слушателю',
    quote: title === '' ? null : title,
  }),
  chargeback: ({ title }) => ({
    title: 'Спор по платежу',
    cause: title === '' ? 'Банк вернул деньги слушателю' : `Банк вернул деньги слушателю: ${title}`,
    quote: null,
  }),
  payout: ({ title }) => ({ title: 'Вывод', cause: title, quote: null }),
  payout_rejected: ({ title }) => ({
    title: 'Вывод не прошёл, деньги на балансе',
    cause: title,
    quote: null,
  }),
}

/** The texts of a balance line. */
export function entryWords(entry: BalanceEntry): Words {
  return { ...ABOUT[entry.cause](entry), state: stateText(entry) }
}

function stateText({ state, gross, dispute }: BalanceEntry): string {
  return isReturn(state)
    ? (returnText({ state, amount: Math.abs(gross), dispute }) ?? '')
    : STATES[state]
}

type ReturnState = 'returning' | 'return_refused' | 'returned'

/** The artist refunds this line, so it is worth nothing. */
export const isUndone = ({ state, cause }: BalanceEntry) => isReturn(state) && cause !== 'return'

function isReturn(state: BalanceEntry['state']): state is ReturnState {
  return state === 'returning' || state === 'return_refused' || state === 'returned'
}

/** «300 ₽ минус комиссия 30 ₽»; null when there was no payment for the line. */
export function breakdown({
  gross,
  commission,
}: Pick<BalanceEntry, 'gross' | 'commission'>): string | null {
  if (gross === 0) return null
  return `${rubles(Math.abs(gross))} минус комиссия ${rubles(Math.abs(commission))}`
}

import type { CreditedPayment } from '#contract/payout.ts'
import { rubles } from '#web/lib/format.ts'

const STATES: Record<Exclude<CreditedPayment['state'], 'credited'>, (sum: string) => string> = {
  returning: (sum) => `Возвращаем ${sum}`,
  return_refused: (sum) => `Возврат ${sum} задерживается`,
  returned: (sum) => `Возвращено ${sum}`,
}

export const DISPUTE_TEXTS: Record<CreditedPayment['dispute'], string | null> = {
  none: null,
  open: 'По этому платежу идёт спор',
  lost: 'Спор проигран',
  by_bank: 'Банк сам вернул деньги или часть',
  review: 'Идёт разбирательство с банком',
}

/** Why a credited payment cannot be returned: the progress of its return, or what prevents it; null where it can. */
export function returnText({
  state,
  amount,
  dispute,
}: Pick<CreditedPayment, 'state' | 'amount' | 'dispute'>): string | null {
  return state === 'credited' ? DISPUTE_TEXTS[dispute] : STATES[state](rubles(amount))
}

/** The text of the question: what leaves the balance, and what stays. Kopecks. */
export function returnQuestion({ amount, net }: CreditedPayment, available: number): string {
  const now = Math.min(net, available)
  const commission = amount === net ? '' : ` Комиссию ${rubles(amount - net)} вернём мы.`
  return `Слушатель получит ${rubles(amount)} туда, откуда платил. С баланса уйдёт ${rubles(now)}, останется ${rubles(available - now)}.${commission}`
}

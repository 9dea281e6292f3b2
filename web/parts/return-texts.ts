import type { CreditedPayment } from '#contract/payout.ts'
import { rubles } from '../lib/format.ts'

const STATES: Record<Exclude<CreditedPayment['state'], 'credited'>, (sum: string) => string> = {
  returning: (sum) => `Возвращаем ${sum}`,
  return_refused: (sum) => `Возврат ${sum} задерживается`,
  returned: (sum) => `Возвращено ${sum}`,
}

/** How far the return of a credited payment is. */
export function returnText({
  state,
  amount,
}: Pick<CreditedPayment, 'state' | 'amount'>): string | null {
  return state === 'credited' ? null : STATES[state](rubles(amount))
}

/** What the question tells: what leaves the balance, and what stays. Kopecks. */
export function returnQuestion({ amount, net }: CreditedPayment, available: number): string {
  const commission = amount === net ? '' : ` Комиссию ${rubles(amount - net)} вернём мы.`
  return `Слушатель получит ${rubles(amount)} туда, откуда платил. С баланса уйдёт ${rubles(net)}, останется ${rubles(available - net)}.${commission}`
}

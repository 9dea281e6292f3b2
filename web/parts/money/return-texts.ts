import type { AnswerOf } from '#contract/endpoint.ts'
import type { api } from '#contract/index.ts'
import type { CreditedPayment } from '#contract/payout.ts'
import { kopecks } from '#domain/money.ts'
import { balanceTooSmallText, splitReturn } from '#domain/payments/return-debt.ts'
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

/** What the balance has, the part of it that stands in dispute, and how much a return may take from the next credits. Kopecks. */
export type Purse = Pick<AnswerOf<typeof api.payment.balance>, 'available' | 'disputed' | 'mayOwe'>

/** Whether a return can be paid for, what of it is taken from the next credits, and the text of the question. Kopecks. */
export function returnPlan(
  { amount, net }: Pick<CreditedPayment, 'amount' | 'net'>,
  { available, disputed = 0, mayOwe }: Purse,
) {
  const [cost, free] = [kopecks(net), kopecks(available - disputed)]
  const { now, owed } = splitReturn(cost, free)
  const enough = owed <= mayOwe
  const commission = amount === net ? '' : ` Комиссию ${rubles(amount - net)} вернём мы.`
  const text = enough
    ? `Слушатель получит ${rubles(amount)} туда, откуда платил. С баланса уйдёт ${rubles(now)}, останется ${rubles(free - now)}.${commission}`
    : `${balanceTooSmallText(free, cost)}.`
  return {
    owed,
    enough,
    text: disputed === 0 ? text : `${text} Ещё ${rubles(disputed)} ждут конца спора.`,
  }
}

import type { PaymentShown } from '#contract/payment.ts'
import { formatRubles, kopecks } from '#domain/money.ts'

/** What the words depend on. */
export type PaymentNews = Pick<
  PaymentShown,
  'kind' | 'state' | 'funds' | 'reason' | 'delayed' | 'songStatus' | 'amount'
> & {
  /** The bank has been waited for longer than it usually takes. */
  late: boolean
}

/** The drawing over the words. */
export type Scene = 'wait' | 'thanks' | 'failed' | 'return' | 'returned' | 'still'

export type PaymentText = {
  scene: Scene
  title: string
  /** What happened. */
  text: string
  /** Where the money is. */
  money?: string
  /** Stands beside the sign of a return. */
  promise?: string
}

export const NOT_TAKEN = 'Деньги не списаны.'
const KEEP_LINK = 'Сохраните ссылку на эту страницу: по ней всегда видно, что с деньгами.'
const WHEN = 'Когда деньги придут, зависит от вашего банка.'

export const TRY_AGAIN: PaymentText = {
  scene: 'failed',
  title: 'Платёж не прошёл',
  text: `${NOT_TAKEN} Попробуйте ещё раз или выберите другой способ оплаты.`,
}

export function sumOf({ amount }: Pick<PaymentNews, 'amount'>): string {
  return formatRubles(kopecks(amount))
}

/** The bank has not said anything yet; `safe` is what becomes of money that was paid all the same. */
export function waitText(payment: PaymentNews, safe: string): PaymentText {
  if (payment.late)
    return {
      scene: 'wait',
      title: 'Банк пока не ответил',
      text: `Это дольше обычного. ${safe}`,
      money: KEEP_LINK,
    }
  return {
    scene: 'wait',
    title: 'Ждём ответа банка',
    text: 'Обычно это занимает до минуты. Страница обновится сама.',
  }
}

/** The money is on its way back. */
export function backText(payment: PaymentNews, why: string): PaymentText {
  const sum = sumOf(payment)
  const way =
    payment.funds === 'hold'
      ? `Банк снимет удержание ${sum}, списания не будет.`
      : `Вернём ${sum} полностью, туда же, откуда вы платили. ${WHEN}`
  if (payment.delayed)
    return {
      scene: 'return',
      title: 'Возврат задерживается',
      text: `${why} ${way}`,
      money: `Деньги не потеряны: мы доведём возврат до конца. ${KEEP_LINK}`,
    }
  return { scene: 'return', title: 'Возвращаем деньги', text: why, money: way }
}

/** The money is back. */
export function goneText(payment: PaymentNews, why: string): PaymentText {
  const sum = sumOf(payment)
  const way =
    payment.funds === 'hold'
      ? `Банк снял удержание ${sum}, списания не было.`
      : `${sum} отправлены обратно полностью. ${WHEN}`
  return { scene: 'returned', title: 'Деньги возвращены', text: why, money: way }
}

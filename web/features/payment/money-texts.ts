import type { BankWait } from './bank-wait.ts'
import type { PaymentShown } from '#contract/payment.ts'
import { formatRubles, kopecks } from '#domain/money.ts'

/** The inputs of the texts. */
export type PaymentNews = Pick<
  PaymentShown,
  | 'kind'
  | 'state'
  | 'funds'
  | 'reason'
  | 'delayed'
  | 'sentBack'
  | 'songStatus'
  | 'amount'
  | 'thanked'
  | 'vote'
  | 'share'
> & {
  /** The bank is taking longer than usual. */
  late: boolean
  /** What is said while it has not answered. */
  wait: BankWait
  /** «21:47»: until then the bank's page is open. */
  payUntilClock?: string
}

/** The drawing above the text. */
export type Scene = 'wait' | 'thanks' | 'failed' | 'return' | 'returned' | 'still'

export type PaymentText = {
  scene: Scene
  title: string
  /** What happened. */
  text: string
  /** Where the money is. */
  money?: string
  /** Shown beside the return sign. */
  promise?: string
}

export const NOT_CHARGED = 'Деньги не списаны.'
const KEEP_LINK = 'Сохраните ссылку на эту страницу: по ней всегда видно, что с деньгами.'
const WHEN = 'Когда деньги придут, зависит от вашего банка.'

export const TRY_AGAIN: PaymentText = {
  scene: 'failed',
  title: 'Платёж не прошёл',
  text: `${NOT_CHARGED} Попробуйте ещё раз или выберите другой способ оплаты.`,
}

export function sumOf({ amount }: Pick<PaymentNews, 'amount'>): string {
  return formatRubles(kopecks(amount))
}

/** The bank has not responded yet; `safe` says what happens to money that was paid anyway, `unpaid` what the payment is waited for. */
export function waitText(payment: PaymentNews, safe: string, unpaid: string): PaymentText {
  if (payment.wait === 'checking')
    return {
      scene: 'wait',
      title: 'Проверяем оплату',
      text: 'Обычно несколько секунд, страница обновится сама.',
    }
  if (payment.wait === 'closed')
    return {
      scene: 'still',
      title: 'Вы ещё не заплатили',
      text: unpaid,
      ...(payment.payUntilClock && { money: `Оплатить можно до ${payment.payUntilClock}.` }),
    }
  return {
    scene: 'wait',
    title: 'Банк пока не ответил',
    text: `Это дольше обычного. ${safe}`,
    ...(payment.late && { money: KEEP_LINK }),
  }
}

/** The money is being returned. */
export function returningText(payment: PaymentNews, reasonText: string): PaymentText {
  const sum = sumOf(payment)
  const way = payment.sentBack
    ? `Ваш банк прислал ${sum} назад, переведём их вручную.`
    : payment.funds === 'hold'
      ? `Банк снимет удержание ${sum}, списания не будет.`
      : `Вернём ${sum} полностью, туда же, откуда вы платили. ${WHEN}`
  if (payment.delayed)
    return {
      scene: 'return',
      title: 'Возврат задерживается',
      text: `${reasonText} ${way}`,
      money: `Деньги не потеряны: мы доведём возврат до конца. ${KEEP_LINK}`,
    }
  return { scene: 'return', title: 'Возвращаем деньги', text: reasonText, money: way }
}

/** The money has been returned. */
export function returnedText(payment: PaymentNews, reasonText: string): PaymentText {
  const sum = sumOf(payment)
  const way =
    payment.funds === 'hold'
      ? `Банк снял удержание ${sum}, списания не было.`
      : `${sum} отправлены обратно полностью. ${WHEN}`
  return { scene: 'returned', title: 'Деньги возвращены', text: reasonText, money: way }
}

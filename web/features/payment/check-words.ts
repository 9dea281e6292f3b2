import { COMMISSION_BPS, commissionOf, kopecks } from '#domain/money.ts'
import type { PaymentState } from '#domain/payment.ts'
import { counted } from '#domain/russian.ts'
import { backWords, goneWords, NOT_TAKEN, TRY_AGAIN, waitWords } from './money-words.ts'
import type { PaymentWords, PaymentNews } from './told.ts'

const SAFE = 'Если вы уже заплатили, проверка продолжится сама или деньги вернутся.'
const LOOK = 'Проверьте номер и банк в настройках и попробуйте ещё раз.'
const SENT_BACK = 'Если банк всё же спишет деньги, мы их вернём.'

/** «9 рублей»: what the number gets. */
function sentOf({ amount }: PaymentNews): string {
  const paid = kopecks(amount)
  const sent = paid - commissionOf(paid, COMMISSION_BPS.check)
  return counted(sent / 100, 'рубль', 'рубля', 'рублей')
}

function why({ reason }: PaymentNews): string {
  return reason === 'external' ? 'Банк отменил платёж.' : `Проверка не состоялась. ${LOOK}`
}

/** The number did not take the money; the title says so, whatever way the money takes. */
function refused(told: PaymentNews, words: PaymentWords): PaymentWords {
  if (told.reason !== 'number_rejected' || told.delayed) return words
  return { ...words, title: 'Номер не принял перевод', text: LOOK }
}

/** A musician checks the number that payouts go to. */
export const CHECK_WORDS: Record<PaymentState, (told: PaymentNews) => PaymentWords> = {
  created: (told) => waitWords(told, SAFE),
  awaiting: (told) => waitWords(told, SAFE),
  secured: (told) => ({
    scene: 'wait',
    title: `${sentOf(told)} отправлены на номер`,
    text: told.late
      ? 'Банк переводит дольше обычного. Когда деньги дойдут, номер станет проверенным.'
      : 'Ждём, когда банк подтвердит перевод. Страница обновится сама.',
  }),
  releasing: (told) => ({
    scene: 'wait',
    title: `${sentOf(told)} отправлены на номер`,
    text: 'Ждём, когда банк подтвердит перевод. Страница обновится сама.',
  }),
  released: (told) => ({
    scene: 'thanks',
    title: 'Номер проверен',
    text: `${sentOf(told)} пришли на него. Теперь на этот номер можно выводить деньги.`,
  }),
  returning: (told) => refused(told, backWords(told, why(told))),
  returned: (told) => refused(told, goneWords(told, why(told))),
  failed: ({ reason }) =>
    reason === 'not_opened'
      ? {
          ...TRY_AGAIN,
          text: `Банк не открыл страницу оплаты. ${NOT_TAKEN} Попробуйте ещё раз.`,
        }
      : TRY_AGAIN,
  expired: () => ({
    scene: 'still',
    title: 'Время оплаты вышло',
    text: `${NOT_TAKEN} Проверить номер можно ещё раз.`,
    money: SENT_BACK,
  }),
  canceled: () => ({
    scene: 'still',
    title: 'Проверка отменена',
    text: `${NOT_TAKEN} Проверить номер можно ещё раз.`,
    money: SENT_BACK,
  }),
}

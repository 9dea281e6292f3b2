import type { PaymentState } from '#domain/payment.ts'
import { backWords, goneWords, NOT_TAKEN, TRY_AGAIN, waitWords } from './money-words.ts'
import type { PaymentWords, PaymentNews } from './told.ts'

const SAFE = 'Если вы уже заплатили, деньги дойдут до музыканта.'
const STILL_A_GIFT = 'Если банк всё же спишет деньги, они дойдут до музыканта.'

function why({ reason }: PaymentNews): string {
  return reason === 'external' ? 'Банк отменил платёж.' : 'Перевод музыканту не состоялся.'
}

const ON_THE_WAY: PaymentWords = {
  scene: 'thanks',
  title: 'Спасибо!',
  text: 'Банк принял деньги, передаём их музыканту.',
}

/** A tip is the musician's as soon as it is paid. */
export const TIP_WORDS: Record<PaymentState, (told: PaymentNews) => PaymentWords> = {
  created: (told) => waitWords(told, SAFE),
  awaiting: (told) => waitWords(told, SAFE),
  secured: () => ON_THE_WAY,
  releasing: () => ON_THE_WAY,
  released: () => ({
    scene: 'thanks',
    title: 'Спасибо!',
    text: 'Деньги у музыканта. Ваша поддержка дошла.',
  }),
  returning: (told) => backWords(told, why(told)),
  returned: (told) => goneWords(told, why(told)),
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
    text: `${NOT_TAKEN} Поблагодарить можно ещё раз.`,
    money: STILL_A_GIFT,
  }),
  canceled: () => ({
    scene: 'still',
    title: 'Платёж отменён',
    text: `${NOT_TAKEN} Поблагодарить можно ещё раз.`,
    money: STILL_A_GIFT,
  }),
}

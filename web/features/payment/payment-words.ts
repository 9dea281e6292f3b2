import type { PaymentKind, PaymentState } from '#domain/payment.ts'
import { CHECK_WORDS } from './check-words.ts'
import { SONG_WORDS } from './song-words.ts'
import { TIP_WORDS } from './tip-words.ts'
import type { PaymentWords, PaymentNews } from './told.ts'

const WORDS: Record<PaymentKind, Record<PaymentState, (told: PaymentNews) => PaymentWords>> = {
  song: SONG_WORDS,
  tip: TIP_WORDS,
  check: CHECK_WORDS,
}

/** What became of the payment, in plain words. */
export function paymentWords(told: PaymentNews): PaymentWords {
  return WORDS[told.kind][told.state](told)
}

/** The server could not be asked: nothing is known, and nothing is lost. */
export const UNKNOWN_WORDS: PaymentWords = {
  scene: 'wait',
  title: 'Узнаём, что с платежом',
  text: 'Сервис пока не отвечает. Страница обновится сама.',
  money:
    'Если вы заплатили, деньги не потеряны. Сохраните ссылку на эту страницу и откройте её позже.',
}

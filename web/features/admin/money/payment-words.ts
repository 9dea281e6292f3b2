import type { PaymentCard } from '#contract/operator.ts'

/** Where the money of a payment is. */
export const STATE_NAMES: Readonly<Record<PaymentCard['state'], string>> = {
  created: 'ждёт оплаты',
  awaiting: 'ждёт оплаты',
  secured: 'оплачен',
  releasing: 'песня сыграна',
  released: 'деньги у музыканта',
  returning: 'возвращается',
  returned: 'возвращён',
  failed: 'не прошёл',
  expired: 'время оплаты вышло',
  canceled: 'отменён',
}

/** A song's stands behind its title. */
export const KINDS: Readonly<Record<string, string>> = {
  song: 'заказ песни',
  tip: 'Благодарность',
  check: 'Проверка номера',
}

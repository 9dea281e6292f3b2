import type { PaymentShown } from '#contract/payment.ts'
import type { QueueEntry } from '#contract/shapes.ts'
import type { PaymentState } from '#domain/payment.ts'
import type { SongStatus } from '#domain/queue.ts'
import { clockTime } from '#domain/russian.ts'

const SONG: Record<SongStatus, string> = {
  SCHEDULED: 'В заказах',
  QUEUED: 'В очереди',
  NOW: 'Играет',
  PLAYED: 'Сыграна',
  SKIPPED: 'Пропущена',
}

/** How the money went, for the eye: it waits, all is well, it comes back, or nothing came of it. */
export type MoneyTone = 'waits' | 'good' | 'back' | 'failed'

const MONEY: Record<PaymentState, { words: string; tone: MoneyTone }> = {
  created: { words: 'Ждём оплату', tone: 'waits' },
  awaiting: { words: 'Ждём оплату', tone: 'waits' },
  secured: { words: 'Деньги удержаны', tone: 'good' },
  releasing: { words: 'Музыкант получит деньги', tone: 'good' },
  released: { words: 'Деньги у музыканта', tone: 'good' },
  returning: { words: 'Деньги возвращаются', tone: 'back' },
  returned: { words: 'Деньги вернулись', tone: 'back' },
  failed: { words: 'Платёж не прошёл', tone: 'failed' },
  expired: { words: 'Время оплаты вышло', tone: 'failed' },
  canceled: { words: 'Заказ отменён', tone: 'failed' },
}

/** What became of the money, in plain words. `zone`: the viewer's, an IANA name. */
export function moneyOf(payment: PaymentShown, zone: string): { words: string; tone: MoneyTone } {
  const { state, funds, delayed, payUntil } = payment
  if (isPayable(payment) && payUntil !== undefined)
    return { words: `Ждём оплату до ${clockTime(new Date(payUntil), zone)}`, tone: 'waits' }
  if (state === 'secured' && funds === 'charged') return { words: 'Оплачено', tone: 'good' }
  if (state === 'returning' && delayed) return { words: 'Возврат задерживается', tone: 'back' }
  return MONEY[state]
}

/** The bank still takes the money. */
export function isPayable({ state }: Pick<PaymentShown, 'state'>): boolean {
  return state === 'created' || state === 'awaiting'
}

/** The money is where it stays. */
export function isSettled({ state }: Pick<PaymentShown, 'state'>): boolean {
  return state === 'released' || state === 'returned' || MONEY[state].tone === 'failed'
}

/**
 * Where the song of an order stands. The queue on the screen is newer than the payment, but it may
 * hold another order of a song that was played or skipped.
 */
export function songPlaceOf(
  payment: PaymentShown,
  entry: Pick<QueueEntry, 'status'> | undefined,
): { words: string; status: SongStatus | null } {
  const { songStatus } = payment
  if (songStatus === undefined) {
    const words = isPayable(payment) ? 'Ждёт оплаты' : 'Не заказана'
    return { words, status: null }
  }
  const over = songStatus === 'PLAYED' || songStatus === 'SKIPPED'
  const status = over ? songStatus : (entry?.status ?? songStatus)
  return { words: SONG[status], status }
}

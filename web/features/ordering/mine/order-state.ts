import type { PaymentShown } from '#contract/payment.ts'
import type { MyOrder } from '#contract/songs.ts'
import type { PaymentState } from '#domain/payments/payment.ts'
import { formatRubles, kopecks } from '#domain/money.ts'
import type { TURN_TITLES } from '#domain/push.ts'
import { STAGE_PLACES } from '#domain/queue/singing.ts'
import { clockTime } from '#domain/russian.ts'
import type { MergedOrder } from './merge-orders.ts'
import { isMeant } from './order-outbox.ts'
import type { OrderScreenState } from '../ordering-state.ts'

/** The colour of a payment's state: it waits, it succeeded, it is returned, or it failed. */
type MoneyTone = 'waits' | 'good' | 'back' | 'failed'

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
  canceled: { words: 'Деньги не списаны', tone: 'failed' },
}

/** The state of a payment in plain words. `zone`: the viewer's, an IANA name. */
export function moneyOf(payment: PaymentShown, zone: string): { words: string; tone: MoneyTone } {
  const { state, funds, delayed, payUntil } = payment
  if (isPayable(payment) && payUntil !== undefined)
    return { words: `Ждём оплату до ${clockTime(new Date(payUntil), zone)}`, tone: 'waits' }
  if (state === 'secured' && funds === 'charged') return { words: 'Оплачено', tone: 'good' }
  if (state === 'returning' && delayed) return { words: 'Возврат задерживается', tone: 'back' }
  return MONEY[state]
}

/** The bank still accepts the payment. */
export function isPayable({ state }: Pick<PaymentShown, 'state'>): boolean {
  return state === 'created' || state === 'awaiting'
}

/** Nothing was paid, and this payment cannot succeed any more. */
export function isUnpaid({ state }: Pick<PaymentShown, 'state'>): boolean {
  return state === 'failed' || state === 'expired'
}

/** The payment is in a final state. */
export function isSettled({ state }: Pick<PaymentShown, 'state'>): boolean {
  return state === 'released' || state === 'returned' || MONEY[state].tone === 'failed'
}

type OrderStatus = {
  words: string
  /** How the badge looks. */
  tone: 'plain' | 'now' | 'pause' | 'off'
}

/** The state of an order in a few words. `payment` is null for a free one, and until the server has responded. */
export function orderStatus(
  order: Pick<MergedOrder, 'state' | 'place' | 'amount' | 'paused' | 'vote' | 'share' | 'together'>,
  payment: PaymentShown | null,
): OrderStatus {
  const { place, amount } = order
  // The list may be a moment older than the payment.
  const state = order.state === 'PAYING' ? (payment?.songStatus ?? 'PAYING') : order.state
  if (state === 'SENDING') return { words: 'Отправляем…', tone: 'plain' }
  if (state === 'NOW')
    return order.paused !== undefined
      ? { words: order.paused, tone: 'pause' }
      : { words: 'Играют сейчас', tone: 'now' }
  if (state === 'COLLECTING')
    return {
      words: order.vote ? 'Голос принят, битва идёт' : (order.together ?? 'Собираем'),
      tone: 'plain',
    }
  if (state === 'SCHEDULED' || state === 'QUEUED')
    return { words: place === null ? 'Заказано' : `${place}-я в очереди`, tone: 'plain' }
  if (state === 'PLAYED') return { words: 'Исполнено', tone: 'plain' }
  // Its song may wait all the same.
  if (state === 'CANCELLED' && order.share)
    return { words: 'Вы больше не поддерживаете её', tone: 'off' }
  const words = amount === null ? ENDED_FREE[state] : endedPaid(state, payment)
  return { words, tone: state === 'PAYING' ? 'plain' : 'off' }
}

type Ended = Exclude<MyOrder['state'], 'COLLECTING' | 'SCHEDULED' | 'QUEUED' | 'NOW' | 'PLAYED'>

const ENDED_FREE: Record<Ended, string> = {
  PAYING: 'Ждёт оплаты',
  SKIPPED: 'Не исполнено',
  RETURNED: 'Не исполнено',
  CANCELLED: 'Заказ отменён',
}

function endedPaid(state: Ended, payment: PaymentShown | null): string {
  if (payment?.reason === 'battle_lost') return 'Победила другая песня'
  if (payment?.reason === 'already_played') return 'Песню уже сыграли'
  if (state === 'SKIPPED' || state === 'RETURNED')
    return payment?.state === 'returned' ? 'Не исполнено' : 'Не исполнено, деньги вернутся'
  if (payment === null) return ENDED_FREE[state]
  // The list may be a moment old and still wait for a payment that has failed.
  return isUnpaid(payment) ? 'Не заказано' : ENDED_FREE[state]
}

/** What taking off an order of money does. Whether the artist has listed the song himself, and it stays, is not known here. */
export function takenOffText({
  share,
  state,
  amount,
  stays,
}: Pick<MergedOrder, 'share' | 'state' | 'amount' | 'stays'>): string {
  const own = share === true
  if (state === 'PAYING')
    return `${own ? 'Ваша доля не добавится' : 'Ваш заказ не встанет в очередь'}. Если деньги уже списаны, они вернутся полностью.`
  const back = `вернутся полностью: ${formatRubles(kopecks(amount ?? 0))}.`
  if (own) return `Песню больше не поддерживаете, а деньги ${back}`
  return stays
    ? `Ваш заказ снимем, песня останется: её ждут и другие. Деньги ${back}`
    : `Заказ снимем, а деньги ${back}`
}

/** Why an order is not being sent at this moment; null while it is. */
export function sendingErrorText(
  { key, sentAt, command }: Pick<MergedOrder, 'key' | 'sentAt' | 'command'>,
  { sending, asOf }: Pick<OrderScreenState, 'sending' | 'asOf'>,
): string | null {
  const tried = command?.state === 'sent'
  if (command?.unwanted)
    return 'Не знаем, дошёл ли заказ. Если дошёл, отменим его, когда вернётся связь.'
  if (sending.key === key) return null
  if (!isMeant({ state: 'waiting', at: sentAt ?? 0 }, asOf))
    return `${tried ? 'Не знаем, дошёл ли заказ' : 'Заказ не отправлен'}: слишком долго не было связи.`
  if (!sending.failing) return null
  return `${tried ? 'Не знаем, дошёл ли заказ' : 'Заказ ещё не отправлен'}. Отправим сами, когда вернётся связь, и закажем один раз.`
}

/** The order whose turn it is: the playing one, else the one that its listener sings soon, else the next one; null while the concert is paused. */
export function turnOf(
  orders: readonly MergedOrder[],
): { order: MergedOrder; about: keyof typeof TURN_TITLES } | null {
  const running = orders.filter(({ paused }) => paused === undefined)
  const playing = running.find(({ state }) => state === 'NOW')
  if (playing !== undefined) return { order: playing, about: 'playing' }
  const called = running.find(isCalled)
  if (called !== undefined) return { order: called, about: 'stage' }
  const next = running.find(({ place }) => place === 1)
  return next === undefined ? null : { order: next, about: 'next' }
}

/** Whoever sings it is called to the stage. */
export function isCalled({ sings, place }: Pick<MergedOrder, 'sings' | 'place'>): boolean {
  return sings !== undefined && place !== null && place <= STAGE_PLACES
}

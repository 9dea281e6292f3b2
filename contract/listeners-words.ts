import { Type } from '@sinclair/typebox'
import type { Static } from '@sinclair/typebox'
import { MY_ORDER_STATES } from '#domain/queue/my-order.ts'
import { endpoint } from './endpoint.ts'
import { EveningSoFar } from './report.ts'
import { Amount, Ask, Id, literals, QueueEntry } from './shapes.ts'

/** The orders of one guest in one concert. */
export const GuestOrders = Type.Object({
  /** The name that he left last; empty where he left none, and where the word filter hides it. */
  name: Type.String(),
  /** The artist takes no more orders of his this evening. */
  muted: Type.Boolean(),
  /** The first one first. */
  orders: Type.Array(
    Type.Object({
      /** The ask id of this order. */
      askId: Id,
      entryId: Id,
      title: Type.String(),
      artistName: Type.String(),
      state: literals(MY_ORDER_STATES),
      /** Kopecks; 0 for a free one, and on a second pad. */
      amount: Amount,
      /** On a second pad, in place of the sum: it is paid. */
      paid: Type.Optional(Type.Literal(true)),
      share: Type.Optional(Type.Literal(true)),
      /** It can be taken out; `alone`: its song leaves the queue with it. */
      waits: Type.Optional(Type.Literal(true)),
      alone: Type.Optional(Type.Literal(true)),
    }),
  ),
})
export type GuestOrders = Static<typeof GuestOrders>

/** More orders than one guest may have waiting. */
const TAKEN_OUT_MOST = 100

/** What listeners write to the artist, and the artist's actions on it. */
export const listenersWords = {
  openWords: endpoint({
    method: 'POST',
    path: '/artist/open-words',
    access: 'pad',
    right: null,
    summary: 'Показать слова слушателя, которые скрыл фильтр',
    body: { sessionId: Id, askId: Id },
    answer: Ask,
    refusals: ['NOT_FOUND', 'NOT_YOURS', 'ILLEGAL_STEP'],
  }),
  openTitle: endpoint({
    method: 'POST',
    path: '/artist/open-title',
    access: 'pad',
    right: null,
    summary: 'Показать залу название, которое скрыл фильтр',
    body: { sessionId: Id, entryId: Id },
    answer: Type.Boolean(),
    refusals: ['NOT_FOUND', 'NOT_YOURS', 'ILLEGAL_STEP'],
  }),
  asks: endpoint({
    method: 'GET',
    path: '/artist/asks',
    access: 'pad',
    summary: 'Все имена и слова слушателей к одной песне очереди',
    query: { sessionId: Id, entryId: Id },
    /** The newest last. */
    answer: Type.Array(Ask),
    refusals: ['NOT_FOUND', 'NOT_YOURS'],
  }),
  thanks: endpoint({
    method: 'GET',
    path: '/artist/thanks',
    access: 'pad',
    summary: 'Кто сказал спасибо за песни концерта',
    query: { sessionId: Id },
    answer: EveningSoFar.properties.thanks,
    refusals: ['NOT_FOUND', 'NOT_YOURS'],
  }),
  answerThanks: endpoint({
    method: 'POST',
    path: '/artist/answer-thanks',
    access: 'pad',
    summary: 'Ответить слушателю на спасибо',
    body: { sessionId: Id, thanksId: Id },
    answer: Type.Boolean(),
    refusals: ['NOT_FOUND', 'NOT_YOURS'],
  }),
  answerTip: endpoint({
    method: 'POST',
    path: '/artist/answer-tip',
    access: 'artist',
    summary: 'Сказать спасибо за деньги: увидит тот, кто поблагодарил',
    body: { sessionId: Id, tipId: Id },
    answer: Type.Boolean(),
    refusals: ['NOT_FOUND', 'NOT_YOURS'],
  }),
  openTipName: endpoint({
    method: 'POST',
    path: '/artist/open-tip-name',
    access: 'artist',
    summary: 'Показать имя того, кто поблагодарил деньгами, которое скрыл фильтр',
    body: { sessionId: Id, tipId: Id },
    answer: Type.Boolean(),
    refusals: ['NOT_FOUND', 'NOT_YOURS'],
  }),
  guestOrders: endpoint({
    method: 'GET',
    path: '/artist/guest-orders',
    access: 'pad',
    summary: 'Все заказы этого гостя на концерте',
    query: { sessionId: Id, askId: Id },
    answer: GuestOrders,
    refusals: ['NOT_FOUND', 'NOT_YOURS'],
  }),
  takeOutGuest: endpoint({
    method: 'POST',
    path: '/artist/take-out-guest',
    access: 'pad',
    priority: 'critical',
    summary: 'Убрать заказы этого гостя, которые ждут: деньги вернутся',
    idempotent: true,
    /** `entryIds`: the songs that the artist saw; what the guest ordered since stays. */
    body: { sessionId: Id, askId: Id, entryIds: Type.Array(Id, { maxItems: TAKEN_OUT_MOST }) },
    answer: Type.Array(QueueEntry),
    refusals: ['NOT_FOUND', 'NOT_YOURS', 'ILLEGAL_STEP', 'IDEMPOTENCY_CONFLICT'],
  }),
  muteListener: endpoint({
    method: 'POST',
    path: '/artist/mute-listener',
    access: 'pad',
    right: null,
    summary: 'Не принимать заказы этого гостя до конца вечера, или снова принимать',
    body: { sessionId: Id, askId: Id, muted: Type.Boolean() },
    answer: Type.Boolean(),
    refusals: ['NOT_FOUND', 'NOT_YOURS'],
  }),
}

import { Type } from '@sinclair/typebox'
import { endpoint } from './endpoint.ts'
import { EveningSoFar } from './report.ts'
import { Ask, Id } from './shapes.ts'

/** What listeners write to the artist, and the artist's actions on it. */
export const listenersWords = {
  openWords: endpoint({
    method: 'POST',
    path: '/artist/open-words',
    access: 'pad',
    summary: 'Показать слова слушателя, которые скрыл фильтр',
    body: { sessionId: Id, askId: Id },
    answer: Ask,
    refusals: ['NOT_FOUND', 'NOT_YOURS'],
  }),
  openTitle: endpoint({
    method: 'POST',
    path: '/artist/open-title',
    access: 'pad',
    summary: 'Показать залу название, которое скрыл фильтр',
    body: { sessionId: Id, entryId: Id },
    answer: Type.Boolean(),
    refusals: ['NOT_FOUND', 'NOT_YOURS'],
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
  muteListener: endpoint({
    method: 'POST',
    path: '/artist/mute-listener',
    access: 'pad',
    summary: 'Не принимать заказы этого гостя до конца вечера, или снова принимать',
    body: { sessionId: Id, askId: Id, muted: Type.Boolean() },
    answer: Type.Boolean(),
    refusals: ['NOT_FOUND', 'NOT_YOURS'],
  }),
}

import { Type } from '@sinclair/typebox'
import { endpoint } from './endpoint.ts'
import { Amount, Id, Moment, QueueEntry, Username } from './shapes.ts'

export const payment = {
  donate: endpoint({
    method: 'POST',
    path: '/payment/donate',
    summary: 'Поблагодарить музыканта',
    idempotent: true,
    body: {
      amount: Amount,
      artistUsername: Username,
      message: Type.Optional(Type.String({ maxLength: 500 })),
    },
    answer: Type.String(),
    refusals: ['NOT_FOUND', 'AMOUNT_TOO_SMALL', 'AMOUNT_TOO_LARGE', 'PAYMENTS_DOWN'],
  }),
  payOrder: endpoint({
    method: 'POST',
    path: '/payment',
    summary: 'Страница оплаты заказа, который ещё не оплачен',
    idempotent: true,
    body: { orderId: Id },
    answer: Type.String(),
    refusals: ['NOT_FOUND', 'ILLEGAL_STEP', 'PAYMENTS_DOWN'],
  }),
  byId: endpoint({
    method: 'GET',
    path: '/payment/:id',
    summary: 'Что стало с платежом',
    params: { id: Id },
    answer: Type.Object({
      state: Type.String(),
      kind: Type.String(),
      amount: Amount,
      artistUsername: Type.String(),
      sessionId: Type.Optional(Id),
      songTitle: Type.Optional(Type.String()),
    }),
    refusals: ['NOT_FOUND'],
  }),
  confirm: endpoint({
    method: 'POST',
    path: '/payment/confirm',
    access: 'artist',
    summary: 'Песня исполнена, деньги музыканту',
    idempotent: true,
    body: { sessionId: Id, songId: Id },
    answer: Type.Array(QueueEntry),
    refusals: ['NOT_FOUND', 'NOT_YOURS', 'ILLEGAL_STEP'],
  }),
  payout: endpoint({
    method: 'POST',
    path: '/payment/payout',
    access: 'artist',
    summary: 'Вывести доступные деньги',
    idempotent: true,
    answer: Type.Object({ payoutId: Id, amount: Amount, state: Type.String() }),
    refusals: ['PAYMENTS_DOWN'],
  }),
  balance: endpoint({
    method: 'GET',
    path: '/payment/balance',
    access: 'artist',
    summary: 'Баланс музыканта',
    answer: Type.Object({
      available: Amount,
      held: Amount,
      paidOut: Amount,
      entries: Type.Array(
        Type.Object({
          at: Moment,
          /** Kopecks; negative for what went out. */
          amount: Type.Integer(),
          cause: Type.String(),
        }),
      ),
    }),
  }),
  notification: endpoint({
    method: 'POST',
    path: '/payment/notification',
    summary: 'Уведомление банка',
    kind: 'raw',
    answer: Type.String(),
  }),
}

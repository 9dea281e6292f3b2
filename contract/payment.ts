import { Type } from '@sinclair/typebox'
import type { Static } from '@sinclair/typebox'
import {
  ATTENTIONS,
  PAYMENT_KINDS,
  PAYMENT_REASONS,
  PAYMENT_STATES,
  REVIEW_ACTIONS,
} from '#domain/payments/payment.ts'
import { endpoint } from './endpoint.ts'
import { splits } from './members.ts'
import { payout } from './payout.ts'
import {
  Amount,
  Id,
  literals,
  Moment,
  nullable,
  QueueEntry,
  ReceiptTo,
  SongStatus,
  Username,
  SignedAmount,
} from './shapes.ts'

/** What a link to the bank's page is for, or what became of the money behind it. */
export const PaymentShown = Type.Object({
  id: Id,
  state: literals(PAYMENT_STATES),
  kind: literals(PAYMENT_KINDS),
  amount: Amount,
  artistUsername: Type.String(),
  artistName: Type.String(),
  /** `hold`: the bank only holds the money; `charged`: it took it; `none`: nothing was paid. */
  funds: literals(['none', 'hold', 'charged'] as const),
  /** The reason for the state; absent on the normal path. */
  reason: Type.Optional(literals(PAYMENT_REASONS)),
  /** The message of the artist with the return of credited money, or of the service with a return. */
  returnWord: Type.Optional(Type.String()),
  /** The artist has answered the tip. */
  thanked: Type.Optional(Type.Literal(true)),
  /** The return takes longer than usual. */
  delayed: Type.Boolean(),
  /** The payer's bank sent the refund, or this part of it, back: it is given by hand. */
  sentBack: Type.Optional(Type.Literal(true)),
  /** The bank's page, while it still accepts money. */
  paymentURL: Type.Optional(Type.String()),
  /** When that page closes. */
  payUntil: Type.Optional(Moment),
  createdAt: Moment,
  sessionId: Type.Optional(Id),
  songId: Type.Optional(Id),
  songTitle: Type.Optional(Type.String()),
  songArtistName: Type.Optional(Type.String()),
  /** The song's status in its concert, once it is there. */
  songStatus: Type.Optional(SongStatus),
  /** The song is voted for with it in a battle; once it has won, this is an order. */
  vote: Type.Optional(Type.Literal(true)),
  /** A share of the song's price. */
  share: Type.Optional(Type.Literal(true)),
})

/** Money that needs a person, with what to do. */
export const StuckMoney = Type.Object({
  id: Id,
  subject: literals(['payment', 'payout', 'registry', 'ledger', 'notices'] as const),
  amount: SignedAmount,
  since: Moment,
  state: Type.String(),
  attention: Type.Union([literals(ATTENTIONS), Type.String()]),
  /** What happened and what to do, in Russian. */
  what: Type.String(),
  todo: Type.String(),
  artistUsername: Type.Optional(Type.String()),
  /** The bank's own id for it. */
  bankId: Type.Optional(Type.String()),
  /**
   * `retry`: ask the bank again; `close`: settled by hand; `charge`: a lost dispute is charged to its artist; `paid`: the
   * bank has made this payout.
   */
  actions: Type.Array(literals(REVIEW_ACTIONS)),
})

/** A payment or a payout of a restored database that the bank has changed since the backup. */
const ChangedMoney = Type.Object({
  id: Id,
  amount: Amount,
  state: Type.String(),
  artistUsername: Type.String(),
  /** The bank's own id for it. */
  bankId: Type.Optional(Type.String()),
})

/** The database was restored, and payouts wait until an operator has seen what the bank did since its backup. */
const RestoredMoney = Type.Object({
  madeAt: Moment,
  restoredAt: Moment,
  /** Payments that were not compared with the bank yet; null: it begins in seconds. */
  toCheck: nullable(Type.Integer({ minimum: 0 })),
  /** `known` false: the bank has no such payment. */
  changed: Type.Array(Type.Object({ ...ChangedMoney.properties, known: Type.Boolean() })),
  /** Payouts under way in the backup that have ended. */
  payouts: Type.Array(ChangedMoney),
})

const asksBank = ['PAYMENTS_DOWN', 'TOO_MANY'] as const

export const payment = {
  ...payout,
  ...splits,
  donate: endpoint({
    method: 'POST',
    path: '/payment/donate',
    access: 'anyone',
    rates: ['payOfAddress'],
    metric: 'tip',
    summary: 'Поблагодарить музыканта',
    idempotent: true,
    body: {
      amount: Amount,
      artistUsername: Username,
      message: Type.Optional(Type.String({ maxLength: 500 })),
      receiptTo: ReceiptTo,
      /** What the hall may read of the giver: his name, and the sum too. */
      shown: Type.Optional(
        Type.Object({ name: Type.String({ maxLength: 500 }), withSum: Type.Boolean() }),
      ),
    },
    answer: Type.String(),
    refusals: [
      'NOT_FOUND',
      'AMOUNT_TOO_SMALL',
      'AMOUNT_TOO_LARGE',
      'IDEMPOTENCY_CONFLICT',
      ...asksBank,
    ],
  }),
  payOrder: endpoint({
    method: 'POST',
    path: '/payment',
    access: 'anyone',
    rates: ['payOfAddress'],
    summary: 'Страница оплаты заказа, который ещё не оплачен',
    body: { orderId: Id },
    answer: Type.String(),
    refusals: ['NOT_FOUND', 'ILLEGAL_STEP', ...asksBank],
  }),
  byId: endpoint({
    method: 'GET',
    path: '/payment/:id',
    access: 'anyone',
    rates: ['lookOfAddress'],
    summary: 'Что стало с платежом',
    params: { id: Id },
    answer: PaymentShown,
    refusals: ['NOT_FOUND'],
  }),
  confirm: endpoint({
    method: 'POST',
    path: '/payment/confirm',
    access: 'artist',
    priority: 'critical',
    summary: 'Песня исполнена, деньги музыканту',
    body: { sessionId: Id, songId: Id },
    answer: Type.Array(QueueEntry),
    refusals: ['NOT_FOUND', 'NOT_YOURS', 'ILLEGAL_STEP'],
  }),
  refund: endpoint({
    method: 'POST',
    path: '/payment/return',
    access: 'artist',
    rates: ['returnOfArtist'],
    summary: 'Вернуть слушателю зачисленные деньги с баланса или из следующих зачислений',
    idempotent: true,
    body: {
      paymentId: Id,
      word: Type.Optional(Type.String({ maxLength: 1000 })),
      /** What the balance lacks is taken from the next credits. */
      fromNext: Type.Optional(Type.Boolean()),
    },
    /** Kopecks: what the listener gets back, and what is left of the balance. */
    answer: Type.Object({ paymentId: Id, amount: Amount, available: Amount }),
    refusals: ['NOT_FOUND', 'ILLEGAL_STEP', 'NOTHING_TO_PAY', 'IDEMPOTENCY_CONFLICT'],
  }),
  stuck: endpoint({
    method: 'GET',
    path: '/payment/stuck',
    access: 'support',
    summary: 'Деньги, которым нужен человек',
    answer: Type.Object({
      stuck: Type.Array(StuckMoney),
      /** Kopecks in the whole service. */
      held: Amount,
      owedBack: Amount,
      inFlight: Amount,
      owedToArtists: Amount,
      /** Payouts are stopped until an operator resumes them. */
      payoutsPaused: Type.Boolean(),
      restored: nullable(RestoredMoney),
      /** Why planned payouts are not sent, in Russian; null where they are. */
      payoutsWait: nullable(Type.String()),
      /** The last night's audit, or null before the first; `clean` null: it did not come to its end. */
      audit: nullable(
        Type.Object({ at: Moment, clean: nullable(Type.Boolean()), words: Type.String() }),
      ),
    }),
  }),
  settle: endpoint({
    method: 'POST',
    path: '/payment/stuck/:id',
    access: 'cashier',
    summary: 'Попробовать ещё раз или закрыть вопрос',
    params: { id: Id },
    /** `amount`: what the bank has `paid`, in kopecks; the payout's own by default. */
    body: { action: literals(REVIEW_ACTIONS), amount: Type.Optional(Amount) },
    answer: Type.Boolean(),
    refusals: ['NOT_FOUND', 'ILLEGAL_STEP'],
  }),
  resumePayouts: endpoint({
    method: 'POST',
    path: '/payment/payouts/resume',
    access: 'cashier',
    summary: 'Снова отправлять выплаты',
    answer: Type.Boolean(),
    refusals: ['ILLEGAL_STEP'],
  }),
  notification: endpoint({
    method: 'POST',
    path: '/payment/notification',
    access: 'anyone',
    priority: 'critical',
    summary: 'Уведомление банка',
    kind: 'text',
    rawBody: true,
    answer: Type.String(),
    refusals: ['FORGED'],
  }),
}

export type PaymentShown = Static<typeof PaymentShown>
export type StuckMoney = Static<typeof StuckMoney>

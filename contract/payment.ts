import { Type } from '@sinclair/typebox'
import type { Static } from '@sinclair/typebox'
import { ATTENTIONS, PAYMENT_KINDS, PAYMENT_REASONS, PAYMENT_STATES } from '#domain/payment.ts'
import { PAYOUT_STATES } from '#domain/payout.ts'
import { endpoint } from './endpoint.ts'
import {
  Amount,
  Id,
  literals,
  Moment,
  nullable,
  QueueEntry,
  SongStatus,
  Username,
} from './shapes.ts'

/** Kopecks; below zero for what went out. */
const SignedAmount = Type.Integer()

/** Why a link to the bank's page is given, or what became of the money behind it. */
export const PaymentShown = Type.Object({
  id: Id,
  state: literals(PAYMENT_STATES),
  kind: literals(PAYMENT_KINDS),
  amount: Amount,
  artistUsername: Type.String(),
  artistName: Type.String(),
  /** `hold`: the bank only holds the money; `charged`: it took it; `none`: nothing was paid. */
  funds: literals(['none', 'hold', 'charged'] as const),
  /** Why it went so; absent on the straight way. */
  reason: Type.Optional(literals(PAYMENT_REASONS)),
  /** The way back takes longer than usual. */
  delayed: Type.Boolean(),
  /** The bank's page, while it still takes money. */
  paymentURL: Type.Optional(Type.String()),
  /** When that page closes. */
  payUntil: Type.Optional(Moment),
  createdAt: Moment,
  sessionId: Type.Optional(Id),
  songId: Type.Optional(Id),
  songTitle: Type.Optional(Type.String()),
  songArtistName: Type.Optional(Type.String()),
  /** Where the song stands in its concert, once it is there. */
  songStatus: Type.Optional(SongStatus),
})

/** What the number for payouts is good for: `checked` alone takes payouts. */
export const PayoutNumber = Type.Object({
  phoneNumber: nullable(Type.String()),
  sbpNumberId: nullable(Type.String()),
  state: literals(['unset', 'unchecked', 'checking', 'checked', 'rejected'] as const),
  /** The number was changed lately: nothing is paid to it before then. */
  heldUntil: Type.Optional(Moment),
  /** Who gets the money, as the bank names him; nothing is paid before the artist has confirmed that. */
  recipient: Type.Optional(Type.Object({ name: Type.String(), confirmed: Type.Boolean() })),
})

/** A change of the number for payouts, as the link of its letter shows it. */
export const NumberChange = Type.Object({
  /** `open`: it can be undone; `undone`: it was; `late`: its time is over. */
  state: literals(['open', 'undone', 'late'] as const),
  /** Masked numbers with their banks, in Russian; null where there was none. */
  before: nullable(Type.String()),
  after: nullable(Type.String()),
  heldUntil: Moment,
})

/** From a letter's link: 256 random bits. */
const LinkToken = Type.String({ maxLength: 100 })

export const BALANCE_CAUSES = ['song', 'tip', 'payout', 'payout_rejected'] as const

export const BalanceEntry = Type.Object({
  id: Id,
  at: Moment,
  /** What the artist's money changed by: without the commission; below zero for a payout. */
  amount: SignedAmount,
  /** What the listener paid, and our part of it; zero for payouts. */
  gross: Amount,
  commission: Amount,
  cause: literals(BALANCE_CAUSES),
  /** `held` lines are not in `available` yet; `sent` payouts are on their way. */
  state: literals(['held', 'credited', 'sent', 'completed', 'rejected'] as const),
  /** The song, the listener's words with a tip, or where a payout went. */
  title: Type.String(),
  sessionId: Type.Optional(Id),
  sessionTitle: Type.Optional(Type.String()),
})

export const Earnings = Type.Object({
  sessionId: Id,
  title: Type.String(),
  dateTimeStart: Moment,
  /** The concert was deleted, and this is all that is left of it. */
  deleted: Type.Boolean(),
  /** Paid orders that were played, and those that went back. */
  played: Type.Integer({ minimum: 0 }),
  returned: Type.Integer({ minimum: 0 }),
  /** Kopecks: paid by listeners for played songs, our part, the artist's part; his part of what is held; given back. */
  gross: Amount,
  commission: Amount,
  net: Amount,
  held: Amount,
  givenBack: Amount,
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
  /** The bank's own name for it. */
  bankId: Type.Optional(Type.String()),
  /** `retry`: ask the bank again; `close`: settled by hand. */
  actions: Type.Array(literals(['retry', 'close'] as const)),
})

const asksBank = ['PAYMENTS_DOWN', 'TOO_MANY'] as const

export const payment = {
  donate: endpoint({
    method: 'POST',
    path: '/payment/donate',
    access: 'anyone',
    priority: 'write',
    rates: ['payOfAddress'],
    changes: [],
    metric: 'tip',
    summary: 'Поблагодарить музыканта',
    idempotent: true,
    body: {
      amount: Amount,
      artistUsername: Username,
      message: Type.Optional(Type.String({ maxLength: 500 })),
    },
    answer: Type.String(),
    refusals: [
      'VALIDATION',
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
    priority: 'write',
    rates: ['payOfAddress'],
    changes: [],
    summary: 'Страница оплаты заказа, который ещё не оплачен',
    idempotent: true,
    body: { orderId: Id },
    answer: Type.String(),
    refusals: ['NOT_FOUND', 'ILLEGAL_STEP', ...asksBank],
  }),
  byId: endpoint({
    method: 'GET',
    path: '/payment/:id',
    access: 'anyone',
    priority: 'read',
    rates: ['lookOfAddress'],
    summary: 'Что стало с платежом',
    params: { id: Id },
    answer: PaymentShown,
    refusals: ['NOT_FOUND', 'TOO_MANY'],
  }),
  confirm: endpoint({
    method: 'POST',
    path: '/payment/confirm',
    access: 'artist',
    priority: 'critical',
    rates: [],
    changes: ['artist'],
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
    priority: 'write',
    rates: [],
    changes: [],
    summary: 'Вывести доступные деньги',
    idempotent: true,
    answer: Type.Object({ payoutId: Id, amount: Amount, state: literals(PAYOUT_STATES) }),
    refusals: ['NOTHING_TO_PAY', 'NUMBER_NOT_SET', 'NUMBER_HELD', 'ILLEGAL_STEP', 'PAYMENTS_DOWN'],
  }),
  balance: endpoint({
    method: 'GET',
    path: '/payment/balance',
    access: 'artist',
    priority: 'read',
    rates: [],
    summary: 'Баланс музыканта',
    query: {
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 40 })),
      cursor: Type.Optional(Type.String({ maxLength: 100 })),
    },
    answer: Type.Object({
      available: Amount,
      /** The artist's part of what listeners paid for songs that are not played yet. */
      held: Amount,
      paidOut: Amount,
      /** On its way to the telephone at this moment. */
      inFlight: Amount,
      number: PayoutNumber,
      /** Newest first. */
      entries: Type.Array(BalanceEntry),
      cursor: nullable(Type.String()),
    }),
    refusals: ['VALIDATION'],
  }),
  statement: endpoint({
    method: 'GET',
    path: '/payment/statement',
    access: 'artist',
    priority: 'read',
    rates: [],
    summary: 'Выписка в CSV',
    kind: 'blob',
    answer: Type.String(),
  }),
  earnings: endpoint({
    method: 'GET',
    path: '/payment/earnings',
    access: 'artist',
    priority: 'read',
    rates: [],
    summary: 'Сколько принёс каждый концерт',
    query: { sessionId: Type.Optional(Id) },
    /** The newest 100 concerts that had paid orders. */
    answer: Type.Array(Earnings),
    refusals: ['NOT_FOUND', 'NOT_YOURS'],
  }),
  number: endpoint({
    method: 'GET',
    path: '/payment/number',
    access: 'artist',
    priority: 'read',
    rates: [],
    summary: 'Номер для выплат и проверен ли он',
    answer: PayoutNumber,
  }),
  confirmRecipient: endpoint({
    method: 'POST',
    path: '/payment/number/recipient',
    access: 'artist',
    priority: 'write',
    rates: [],
    changes: [],
    summary: 'Подтвердить, кто получает выплаты',
    body: { name: Type.String({ minLength: 1, maxLength: 200 }) },
    answer: PayoutNumber,
    refusals: ['ILLEGAL_STEP'],
  }),
  numberChange: endpoint({
    method: 'POST',
    path: '/payment/number-change',
    access: 'anyone',
    priority: 'read',
    rates: ['resetOfAddress'],
    changes: [],
    summary: 'О какой смене номера для выплат письмо',
    body: { token: LinkToken },
    answer: NumberChange,
    refusals: ['NOT_FOUND', 'TOO_MANY'],
  }),
  undoNumberChange: endpoint({
    method: 'POST',
    path: '/payment/number-change/undo',
    access: 'anyone',
    priority: 'write',
    rates: ['resetOfAddress'],
    changes: [],
    summary: 'Вернуть прежний номер для выплат по ссылке из письма',
    body: { token: LinkToken },
    answer: NumberChange,
    refusals: ['NOT_FOUND', 'ILLEGAL_STEP', 'TOO_MANY'],
  }),
  stuck: endpoint({
    method: 'GET',
    path: '/payment/stuck',
    access: 'admin',
    priority: 'read',
    rates: [],
    summary: 'Деньги, которым нужен человек',
    answer: Type.Object({
      stuck: Type.Array(StuckMoney),
      /** Kopecks in the whole house. */
      held: Amount,
      owedBack: Amount,
      inFlight: Amount,
      owedToArtists: Amount,
      /** Payouts are stopped until an operator lets them go on. */
      payoutsPaused: Type.Boolean(),
      /** Why planned payouts do not leave, in Russian; null where they do. */
      payoutsWait: nullable(Type.String()),
      /** The last night's audit, or null before the first. */
      audit: nullable(Type.Object({ at: Moment, clean: Type.Boolean(), words: Type.String() })),
    }),
  }),
  settle: endpoint({
    method: 'POST',
    path: '/payment/stuck/:id',
    access: 'admin',
    priority: 'write',
    rates: [],
    changes: ['all'],
    summary: 'Попробовать ещё раз или закрыть вопрос',
    params: { id: Id },
    body: { action: literals(['retry', 'close'] as const) },
    answer: Type.Boolean(),
    refusals: ['NOT_FOUND', 'ILLEGAL_STEP'],
  }),
  resumePayouts: endpoint({
    method: 'POST',
    path: '/payment/payouts/resume',
    access: 'admin',
    priority: 'write',
    rates: [],
    changes: [],
    summary: 'Снова отправлять выплаты',
    answer: Type.Boolean(),
  }),
  notification: endpoint({
    method: 'POST',
    path: '/payment/notification',
    access: 'anyone',
    priority: 'critical',
    rates: [],
    changes: [],
    summary: 'Уведомление банка',
    kind: 'text',
    rawBody: true,
    answer: Type.String(),
    refusals: ['FORGED'],
  }),
}

export type PaymentShown = Static<typeof PaymentShown>
export type NumberChange = Static<typeof NumberChange>
export type PayoutNumber = Static<typeof PayoutNumber>
export type BalanceEntry = Static<typeof BalanceEntry>
export type Earnings = Static<typeof Earnings>
export type StuckMoney = Static<typeof StuckMoney>

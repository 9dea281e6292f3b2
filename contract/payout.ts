import { Type } from '@sinclair/typebox'
import type { Static } from '@sinclair/typebox'
import { CREDIT_STATES, DISPUTES } from '#domain/payments/payment.ts'
import { PAYOUT_STATES } from '#domain/payments/payout.ts'
import { endpoint } from './endpoint.ts'
import { Amount, Id, LinkToken, literals, Moment, nullable, SignedAmount } from './shapes.ts'

/** The number for payouts and its state: only a `checked` one takes payouts. */
export const PayoutNumber = Type.Object({
  phoneNumber: nullable(Type.String()),
  sbpNumberId: nullable(Type.String()),
  state: literals(['unset', 'unchecked', 'checking', 'checked', 'rejected'] as const),
  /** Of a `checking` one: its check is paid, and the nine rubles are on their way. */
  paid: Type.Optional(Type.Literal(true)),
  /** The number was changed recently: nothing is paid to it before this moment. */
  heldUntil: Type.Optional(Moment),
  /** What proves the owner of the account was changed recently: nothing is paid before this moment. */
  restUntil: Type.Optional(Moment),
  /** An operator has frozen the payouts: nothing is paid until he lets them go. */
  frozen: Type.Optional(Type.Literal(true)),
  /** The artist has not stated his tax status; `needed`: payouts wait for it. */
  noStatus: Type.Optional(literals(['asked', 'needed'] as const)),
  /** Another number is proved by a key, not by the password. */
  byKey: Type.Optional(Type.Boolean()),
  /** The recipient's name as the bank gives it; nothing is paid before the artist has confirmed it. */
  recipient: Type.Optional(Type.Object({ name: Type.String(), confirmed: Type.Boolean() })),
})

/** A change of the number for payouts, as the link of its e-mail shows it. */
export const NumberChange = Type.Object({
  /** `open`: it can be undone; `undone`: it was; `late`: the time to undo it is over. */
  state: literals(['open', 'undone', 'late'] as const),
  /** Masked numbers with their banks, in Russian; null where there was none. */
  before: nullable(Type.String()),
  after: nullable(Type.String()),
  heldUntil: Moment,
})

/** A credited payment. Kopecks: what the listener paid, and the artist's part of it. */
export const CreditedPayment = Type.Object({
  paymentId: Id,
  amount: Amount,
  net: Amount,
  state: literals(CREDIT_STATES),
  dispute: literals(DISPUTES),
})

const BALANCE_CAUSES = ['song', 'tip', 'return', 'payout', 'payout_rejected', 'chargeback'] as const

export const BalanceEntry = Type.Object({
  id: Id,
  at: Moment,
  /** The change of the artist's balance: without the commission; below zero for a payout and a return after one. */
  amount: SignedAmount,
  dispute: literals(DISPUTES),
  /** What the listener paid, and our part of it; zero for payouts, below zero for a return. */
  gross: SignedAmount,
  commission: SignedAmount,
  cause: literals(BALANCE_CAUSES),
  /**
   * `held` lines are not in `available` yet; a chargeback is `taken` from it, or from later credits; `sent` payouts are
   * on their way. A payment that is given back has the amount 0; one whose credit may be paid out already stays as it
   * was credited (`given_back`), and its `return` is a line of its own.
   */
  state: literals([
    'held',
    ...CREDIT_STATES,
    'given_back',
    'taken',
    'sent',
    'completed',
    'rejected',
  ] as const),
  /** The song, the listener's words with a tip, or where a payout went. */
  title: Type.String(),
  sessionId: Type.Optional(Id),
  sessionTitle: Type.Optional(Type.String()),
})

export const Earnings = Type.Object({
  sessionId: Id,
  title: Type.String(),
  dateTimeStart: Moment,
  /** The concert was deleted; these numbers are all that is left of it. */
  deleted: Type.Boolean(),
  /** Paid orders that were played, and those that were given back. */
  played: Type.Integer({ minimum: 0 }),
  returned: Type.Integer({ minimum: 0 }),
  /** Kopecks: paid by listeners for played songs, our part, the artist's part; his part of what is held; given back. */
  gross: Amount,
  commission: Amount,
  net: Amount,
  held: Amount,
  givenBack: Amount,
  /** His part of the tips begun during it. */
  tips: Amount,
})

/** The artist's balance, and how it is paid out. */
export const payout = {
  payout: endpoint({
    method: 'POST',
    path: '/payment/payout',
    access: 'artist',
    summary: 'Вывести доступные деньги',
    idempotent: true,
    answer: Type.Object({ payoutId: Id, amount: Amount, state: literals(PAYOUT_STATES) }),
    refusals: ['NOTHING_TO_PAY', 'NUMBER_NOT_SET', 'NUMBER_HELD', 'ILLEGAL_STEP', 'PAYMENTS_DOWN'],
  }),
  balance: endpoint({
    method: 'GET',
    path: '/payment/balance',
    access: 'artist',
    summary: 'Баланс музыканта',
    query: {
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 40 })),
      cursor: Type.Optional(Type.String({ maxLength: 100 })),
      /** The payment that is to be returned. */
      paymentId: Type.Optional(Id),
    },
    answer: Type.Object({
      available: Amount,
      /** The artist's debt for lost disputes and for returns, taken from the next credits. */
      debt: Amount,
      /** How much a return may still take from the next credits, without the credit of `paymentId` itself. */
      mayOwe: Amount,
      /** The part of `available` that is not paid out or given back while its listeners' disputes last. Absent where there is none. */
      disputed: Type.Optional(Amount),
      /**
       * The part of the rest that is not paid out yet: `percent` of the credits of the last `days` days, the last of
       * it until `until`. Absent where there is none.
       */
      reserve: Type.Optional(
        Type.Object({
          amount: Amount,
          percent: Type.Integer(),
          days: Type.Integer(),
          until: Moment,
        }),
      ),
      /** The artist's part of what listeners paid for songs that are not played yet. */
      held: Amount,
      paidOut: Amount,
      /** On its way to the phone at this moment. */
      inFlight: Amount,
      number: PayoutNumber,
      /** Newest first. */
      entries: Type.Array(BalanceEntry),
      cursor: nullable(Type.String()),
    }),
  }),
  statement: endpoint({
    method: 'GET',
    path: '/payment/statement',
    access: 'artist',
    summary: 'Выписка в CSV',
    kind: 'blob',
    answer: Type.String(),
  }),
  earnings: endpoint({
    method: 'GET',
    path: '/payment/earnings',
    access: 'artist',
    summary: 'Сколько принёс каждый концерт',
    query: { sessionId: Type.Optional(Id) },
    /** The newest 100 concerts that had paid orders or tips. */
    answer: Type.Array(Earnings),
    refusals: ['NOT_FOUND', 'NOT_YOURS'],
  }),
  number: endpoint({
    method: 'GET',
    path: '/payment/number',
    access: 'artist',
    summary: 'Номер для выплат и проверен ли он',
    answer: PayoutNumber,
  }),
  confirmRecipient: endpoint({
    method: 'POST',
    path: '/payment/number/recipient',
    access: 'artist',
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
    summary: 'О какой смене номера для выплат письмо',
    body: { token: LinkToken },
    answer: NumberChange,
    refusals: ['NOT_FOUND'],
  }),
  undoNumberChange: endpoint({
    method: 'POST',
    path: '/payment/number-change/undo',
    access: 'anyone',
    rates: ['resetOfAddress'],
    summary: 'Вернуть прежний номер для выплат по ссылке из письма',
    body: { token: LinkToken },
    answer: NumberChange,
    refusals: ['NOT_FOUND', 'ILLEGAL_STEP'],
  }),
}

export type NumberChange = Static<typeof NumberChange>
export type PayoutNumber = Static<typeof PayoutNumber>
export type CreditedPayment = Static<typeof CreditedPayment>
export type BalanceEntry = Static<typeof BalanceEntry>
export type Earnings = Static<typeof Earnings>

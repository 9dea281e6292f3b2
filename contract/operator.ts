import { Type } from '@sinclair/typebox'
import type { Static } from '@sinclair/typebox'
import { DEED_REASONS, DEEDS, ROLES } from '#domain/accounts/operators.ts'
import type { DeedKind, DeedReason } from '#domain/accounts/operators.ts'
import { PAYMENT_STATES } from '#domain/payments/payment.ts'
import { endpoint } from './endpoint.ts'
import { Today } from './operator-today.ts'
import {
  AccountType,
  Amount,
  Count,
  Id,
  Limit,
  literals,
  Moment,
  nullable,
  SearchInput,
  Username,
} from './shapes.ts'
import { Webhook } from './webhooks.ts'

export const RoleName = literals(ROLES)
const Reason = literals(Object.keys(DEED_REASONS) as DeedReason[])
const Kind = literals(Object.keys(DEEDS) as DeedKind[])

/** The account with what a deed would do to it, in figures. */
export const OperatedAccount = Type.Object({
  username: Type.String(),
  name: Type.String(),
  /** Nicknames that it had before. */
  formerNames: Type.Array(Type.String()),
  email: Type.String(),
  phone: nullable(Type.String()),
  accountType: AccountType,
  role: RoleName,
  createdAt: Moment,
  hidden: Type.Boolean(),
  /** It is deleted, and a login brings it back until then; null where it is not. */
  leavesAt: nullable(Moment),
  /** It did not come back by then, and nothing is left of it. */
  erased: Type.Boolean(),
  blocked: Type.Boolean(),
  payoutsFrozen: Type.Boolean(),
  /** Devices that are logged in. */
  logins: Count,
  concertsAhead: Count,
  /** The one that runs. */
  running: nullable(Type.Object({ sessionId: Id, title: Type.String() })),
  /** Paid orders that wait: how many, and their kopecks. */
  waitingOrders: Count,
  waitingAmount: Amount,
  /** Kopecks of the balance, and what is still to be kept back from the next credits. */
  available: Amount,
  debt: Amount,
  complaints: Count,
  photos: Type.Array(Type.Object({ url: Type.String(), hidden: Type.Boolean() })),
  /** Those that nobody verified, and the hidden ones. */
  songs: Type.Array(
    Type.Object({
      songId: Id,
      title: Type.String(),
      artistName: Type.String(),
      hidden: Type.Boolean(),
    }),
  ),
  concerts: Type.Array(
    Type.Object({ sessionId: Id, title: Type.String(), startsAt: Moment, hidden: Type.Boolean() }),
  ),
  /** With the host alone for the address: its path may be a secret. */
  webhooks: Type.Array(Webhook),
})

/** What an operator wrote back by mail. */
export const OperatorAnswer = Type.Object({
  at: Moment,
  by: Type.String(),
  text: Type.String(),
  /** The mail server did not take it. */
  failed: Type.Boolean(),
})

const PaymentLine = Type.Object({
  id: Id,
  kind: Type.String(),
  amount: Amount,
  state: literals(PAYMENT_STATES),
  songTitle: Type.String(),
  concertTitle: Type.String(),
  createdAt: Moment,
})

const PaymentCard = Type.Object({
  id: Id,
  kind: Type.String(),
  amount: Amount,
  state: literals(PAYMENT_STATES),
  reason: nullable(Type.String()),
  artistUsername: Type.String(),
  artistName: Type.String(),
  songTitle: Type.String(),
  concertTitle: Type.String(),
  receiptTo: Type.String(),
  returnWord: Type.String(),
  /** What a return takes from: the artist's balance, and of the sum, his next credits. Null where there can be none. */
  refundable: nullable(Type.Object({ available: Amount, owed: Amount })),
  /** Why there can be none. */
  refusal: nullable(Type.String()),
  /** Its life in order. Kopecks. */
  steps: Type.Array(
    Type.Object({ at: Moment, what: Type.String(), amount: nullable(Type.Integer()) }),
  ),
})

const Deed = Type.Object({
  id: Id,
  at: Moment,
  by: Type.String(),
  role: Type.String(),
  kind: Kind,
  subject: Type.String(),
  reason: Type.String(),
  words: Type.String(),
})

export type OperatorAnswer = Static<typeof OperatorAnswer>
export type OperatedAccount = Static<typeof OperatedAccount>
export type PaymentCard = Static<typeof PaymentCard>
export type DeedView = Static<typeof Deed>

/** Why, and the words that the owner and the log see. */
const why = { reason: Reason, words: Type.String({ maxLength: 1000 }) }
const done = { answer: Type.Boolean(), refusals: ['NOT_FOUND', 'ILLEGAL_STEP'] } as const
const ofAccount = { username: Username, ...why }

/** What operators do, each with its role. */
export const operator = {
  today: endpoint({
    method: 'GET',
    path: '/operator/today',
    access: 'support',
    summary: 'Что идёт сегодня вечером и что ждёт оператора',
    answer: Today,
  }),
  reconcile: endpoint({
    method: 'POST',
    path: '/operator/reconcile',
    access: 'cashier',
    summary: 'Сверить реестры банка и книги сейчас, не дожидаясь ночи',
    answer: Type.Boolean(),
    refusals: ['ILLEGAL_STEP'],
  }),
  find: endpoint({
    method: 'GET',
    path: '/operator/find',
    access: 'support',
    summary:
      'Аккаунты, платежи и концерты по нику (и прежнему), имени, почте, телефону, ИНН или номеру, в том числе выплаты и заказа',
    query: { input: SearchInput },
    answer: Type.Object({
      accounts: Type.Array(
        Type.Object({ username: Type.String(), name: Type.String(), why: Type.String() }),
      ),
      payments: Type.Array(
        Type.Object({
          id: Id,
          amount: Amount,
          state: literals(PAYMENT_STATES),
          songTitle: Type.String(),
          artistUsername: Type.String(),
        }),
      ),
      concerts: Type.Array(
        Type.Object({ sessionId: Id, title: Type.String(), artistUsername: Type.String() }),
      ),
      /** How many there are of those that may be more than are shown. */
      all: Type.Object({ accounts: Count, concerts: Count }),
    }),
  }),
  account: endpoint({
    method: 'GET',
    path: '/operator/account',
    access: 'support',
    summary: 'Карточка аккаунта: что это, и что с ним сделают действия, в цифрах',
    query: { username: Username },
    answer: OperatedAccount,
    refusals: ['NOT_FOUND'],
  }),
  freezePayouts: endpoint({
    method: 'POST',
    path: '/operator/freeze-payouts',
    access: 'cashier',
    summary: 'Заморозить выплаты аккаунта или разморозить',
    body: { ...ofAccount, frozen: Type.Boolean() },
    ...done,
  }),
  logOut: endpoint({
    method: 'POST',
    path: '/operator/log-out',
    access: 'moderator',
    summary: 'Закрыть все входы аккаунта',
    body: ofAccount,
    ...done,
  }),
  hide: endpoint({
    method: 'POST',
    path: '/operator/hide',
    access: 'moderator',
    summary: 'Скрыть страницу и концерты аккаунта или вернуть',
    body: { ...ofAccount, hidden: Type.Boolean() },
    ...done,
  }),
  hidePhoto: endpoint({
    method: 'POST',
    path: '/operator/hide-photo',
    access: 'moderator',
    summary: 'Скрыть фото или вернуть',
    body: { ...ofAccount, photo: Type.String({ maxLength: 400 }), hidden: Type.Boolean() },
    ...done,
  }),
  photo: endpoint({
    method: 'GET',
    path: '/operator/photo',
    access: 'support',
    summary: 'Файл фото по его адресу, и скрытого',
    query: { photo: Type.String({ maxLength: 400 }) },
    answer: Type.String(),
    kind: 'blob',
    refusals: ['NOT_FOUND', 'FILES_DOWN'],
  }),
  hideConcert: endpoint({
    method: 'POST',
    path: '/operator/hide-concert',
    access: 'moderator',
    summary: 'Скрыть концерт или вернуть',
    body: { sessionId: Id, ...why, hidden: Type.Boolean() },
    ...done,
  }),
  hideSong: endpoint({
    method: 'POST',
    path: '/operator/hide-song',
    access: 'moderator',
    summary: 'Скрыть песню репертуара от слушателей или вернуть',
    body: { ...ofAccount, songId: Id, hidden: Type.Boolean() },
    ...done,
  }),
  hideText: endpoint({
    method: 'POST',
    path: '/operator/hide-text',
    access: 'moderator',
    summary:
      'Скрыть песню в очереди и слова слушателей при ней, или имя среди благодарностей; или вернуть',
    body: { sessionId: Id, entryId: Id, ...why, hidden: Type.Boolean() },
    ...done,
  }),
  changeEmail: endpoint({
    method: 'POST',
    path: '/operator/email',
    access: 'admin',
    summary: 'Сменить почту аккаунта: 72 часа её можно вернуть, выплаты подождут',
    body: { ...ofAccount, email: Type.String({ maxLength: 400 }) },
    answer: Type.Boolean(),
    refusals: ['NOT_FOUND', 'ILLEGAL_STEP', 'MAIL_DOWN'],
  }),
  leave: endpoint({
    method: 'POST',
    path: '/operator/leave',
    access: 'admin',
    summary: 'Удалить аккаунт по просьбе владельца; 14 дней он может вернуться',
    body: ofAccount,
    ...done,
  }),
  block: endpoint({
    method: 'POST',
    path: '/operator/block',
    access: 'admin',
    summary:
      'Заблокировать аккаунт: концерт закончится, платные заказы вернутся; или разблокировать',
    body: { ...ofAccount, blocked: Type.Boolean() },
    ...done,
  }),
  setRole: endpoint({
    method: 'POST',
    path: '/operator/role',
    access: 'admin',
    summary: 'Дать аккаунту роль оператора или забрать',
    body: { ...ofAccount, role: RoleName },
    ...done,
  }),
  payment: endpoint({
    method: 'GET',
    path: '/operator/payment',
    access: 'support',
    summary: 'Карточка платежа: его жизнь по порядку',
    query: { id: Id },
    answer: PaymentCard,
    refusals: ['NOT_FOUND'],
  }),
  payments: endpoint({
    method: 'GET',
    path: '/operator/payments',
    access: 'support',
    summary: 'Платежи музыканту, новые сначала: все или одного концерта',
    query: {
      username: Username,
      sessionId: Type.Optional(Id),
      limit: Type.Optional(Limit),
      cursor: Type.Optional(Id),
    },
    answer: Type.Object({ payments: Type.Array(PaymentLine), cursor: nullable(Id) }),
    refusals: ['NOT_FOUND'],
  }),
  returnPayment: endpoint({
    method: 'POST',
    path: '/operator/return-payment',
    access: 'cashier',
    summary:
      'Вернуть платёж слушателю целиком, со словом; чего нет на балансе, удержим из следующих зачислений',
    body: { id: Id, word: Type.String({ maxLength: 1000 }), ...why },
    idempotent: true,
    answer: Type.Boolean(),
    refusals: ['NOT_FOUND', 'ILLEGAL_STEP', 'NOTHING_TO_PAY', 'IDEMPOTENCY_CONFLICT'],
  }),
  log: endpoint({
    method: 'GET',
    path: '/operator/log',
    access: 'support',
    summary: 'Журнал действий операторов, новые сначала',
    query: {
      username: Type.Optional(Username),
      limit: Type.Optional(Limit),
      cursor: Type.Optional(Id),
    },
    answer: Type.Object({ deeds: Type.Array(Deed), cursor: nullable(Id) }),
    refusals: ['NOT_FOUND'],
  }),
  logCsv: endpoint({
    method: 'GET',
    path: '/operator/log.csv',
    access: 'support',
    summary: 'Журнал таблицей',
    answer: Type.String(),
    kind: 'blob',
  }),
}

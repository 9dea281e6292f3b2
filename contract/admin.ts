import { Type } from '@sinclair/typebox'
import type { Static } from '@sinclair/typebox'
import { ANSWER_MOST } from '#domain/accounts/operators.ts'
import { ComplaintView } from './complaints.ts'
import { endpoint } from './endpoint.ts'
import {
  AccountType,
  FeatureName,
  Id,
  Limit,
  Moment,
  nullable,
  SearchInput,
  Username,
} from './shapes.ts'
import { OperatorAnswer, RoleName } from './operator.ts'

export const FlagView = Type.Object({
  name: Type.String(),
  /** The flag's value while no admin has set it. */
  byDefault: Type.Boolean(),
  /** What an admin set for all, or null. */
  forAll: nullable(Type.Boolean()),
  forArtists: Type.Array(Type.Object({ username: Type.String(), enabled: Type.Boolean() })),
})

const FeedbackMessage = Type.Object({ id: Id, message: Type.String(), createdAt: Moment })

export const SupportView = Type.Object({
  id: Id,
  name: Type.String(),
  email: Type.String(),
  topic: Type.String(),
  message: Type.String(),
  createdAt: Moment,
  /** Null until the request is answered. */
  doneAt: nullable(Moment),
  /** The admin's nickname. */
  doneBy: nullable(Type.String()),
  answers: Type.Array(OperatorAnswer),
})

export const AccountView = Type.Object({
  id: Id,
  username: Type.String(),
  name: Type.String(),
  email: Type.String(),
  accountType: AccountType,
  role: RoleName,
  createdAt: Moment,
  concerts: Type.Integer({ minimum: 0 }),
  /** Payouts may go to the artist's phone. */
  numberChecked: Type.Boolean(),
})

const SongToVerify = Type.Object({
  id: Id,
  title: Type.String(),
  artistName: Type.String(),
  /** The word filter holds it back. */
  held: Type.Boolean(),
  /** How many musicians play it. */
  artists: Type.Integer({ minimum: 1 }),
})

const AnswerText = Type.String({ maxLength: 2 * ANSWER_MOST })

/** An answer by mail to the letter or the complaint of this id. */
const byMail = {
  params: { id: Id },
  body: {
    text: AnswerText,
    /** How many answers its writer saw: refused where there are others by then. */
    answered: Type.Optional(Type.Integer({ minimum: 0 })),
  },
  answer: Type.Boolean(),
  refusals: ['NOT_FOUND', 'ILLEGAL_STEP', 'MAIL_DOWN'],
} as const

/** The next page begins after the row of this id. */
const page = { limit: Type.Optional(Limit), cursor: Type.Optional(Id) }
const Cursor = nullable(Id)

export const admin = {
  flags: endpoint({
    method: 'GET',
    path: '/admin/flags',
    access: 'support',
    summary: 'Все флаги: для всех и для отдельных музыкантов',
    answer: Type.Array(FlagView),
  }),
  resetFlag: endpoint({
    method: 'POST',
    path: '/admin/flags/reset',
    access: 'admin',
    summary: 'Убрать настройку флага: общую или, если назван музыкант, его собственную',
    body: {
      featureName: FeatureName,
      username: Type.Optional(Username),
    },
    answer: Type.Boolean(),
    refusals: ['NOT_FOUND'],
  }),
  feedback: endpoint({
    method: 'GET',
    path: '/admin/feedback',
    access: 'support',
    summary: 'Отзывы, новые сначала',
    query: page,
    answer: Type.Object({ messages: Type.Array(FeedbackMessage), cursor: Cursor }),
  }),
  support: endpoint({
    method: 'GET',
    path: '/admin/support',
    access: 'support',
    summary: 'Запросы в поддержку, новые сначала',
    query: { ...page, done: Type.Optional(Type.Boolean()) },
    answer: Type.Object({ requests: Type.Array(SupportView), cursor: Cursor }),
  }),
  settleSupport: endpoint({
    method: 'POST',
    path: '/admin/support/:id',
    access: 'support',
    summary: 'Отметить, что на запрос ответили, или снять отметку',
    params: { id: Id },
    body: { done: Type.Boolean() },
    answer: Type.Boolean(),
    refusals: ['NOT_FOUND'],
  }),
  answerSupport: endpoint({
    method: 'POST',
    path: '/admin/support/:id/answer',
    access: 'support',
    summary: 'Ответить на запрос письмом',
    ...byMail,
  }),
  complaints: endpoint({
    method: 'GET',
    path: '/admin/complaints',
    access: 'support',
    summary: 'Жалобы: те, что ждут, сначала старые, или разобранные, сначала новые',
    query: { ...page, done: Type.Optional(Type.Boolean()) },
    answer: Type.Object({ complaints: Type.Array(ComplaintView), cursor: Cursor }),
  }),
  settleComplaint: endpoint({
    method: 'POST',
    path: '/admin/complaints/:id',
    access: 'support',
    summary: 'Отметить, что жалоба разобрана, или снять отметку',
    params: { id: Id },
    body: { done: Type.Boolean() },
    answer: Type.Boolean(),
    refusals: ['NOT_FOUND'],
  }),
  answerComplaint: endpoint({
    method: 'POST',
    path: '/admin/complaints/:id/answer',
    access: 'support',
    summary: 'Ответить письмом на жалобу',
    ...byMail,
  }),
  songs: endpoint({
    method: 'GET',
    path: '/admin/songs',
    access: 'moderator',
    summary: 'Песни, которые музыканты набрали сами и которых ещё никто не проверил',
    answer: Type.Array(SongToVerify),
  }),
  verifySong: endpoint({
    method: 'POST',
    path: '/admin/songs/verify',
    access: 'moderator',
    summary: 'Показать песню музыканта всем в поиске, или снова только ему',
    body: { songId: Id, verified: Type.Boolean() },
    answer: Type.Boolean(),
    refusals: ['NOT_FOUND'],
  }),
  accounts: endpoint({
    method: 'GET',
    path: '/admin/accounts',
    access: 'support',
    summary: 'Аккаунты по никнейму, имени или почте, новые сначала',
    query: { ...page, input: Type.Optional(SearchInput) },
    answer: Type.Object({ accounts: Type.Array(AccountView), cursor: Cursor }),
  }),
}

export type FlagView = Static<typeof FlagView>
export type SupportView = Static<typeof SupportView>
export type AccountView = Static<typeof AccountView>

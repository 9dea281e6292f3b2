import { Type } from '@sinclair/typebox'
import type { Static } from '@sinclair/typebox'
import { endpoint } from './endpoint.ts'
import { Passkey, passkeys } from './passkeys.ts'
import { Amount, Id, LinkToken, Moment, nullable, Resend } from './shapes.ts'

/** A login of the account that is still open. */
const Login = Type.Object({
  id: Id,
  /** «Android, Chrome». */
  device: Type.String(),
  /** A town or a country, as the network shows it; empty where it shows none. */
  place: Type.String(),
  seenAt: Moment,
  /** The one that asks. */
  current: Type.Boolean(),
})

const Text = Type.String({ maxLength: 400 })

/** A change of the e-mail that can still be undone, as the link of the letter about it shows it. */
const EmailChange = Type.Object({
  before: Type.String(),
  after: Type.String(),
  heldUntil: Moment,
})
export type EmailChange = Static<typeof EmailChange>

/** What would happen if the account were deleted now. Kopecks. */
const LeavingView = Type.Object({
  /** Why it cannot be now, in words; null where it can. */
  fault: nullable(Type.String()),
  /** Paid out before, but for its reserve. */
  available: Amount,
  /** It is paid out as it is released, the last of it after `until`. Absent where there is none. */
  reserve: Type.Optional(Type.Object({ amount: Amount, until: Moment })),
  /** The owner's part of what is paid for songs that did not sound yet, and what is still withheld from his credits. */
  held: Amount,
  debt: Amount,
  songs: Type.Integer({ minimum: 0 }),
  texts: Type.Integer({ minimum: 0 }),
  /** The concerts that are cancelled, with what is given back and to how many. */
  concerts: Type.Array(
    Type.Object({
      title: Type.String(),
      startsAt: Moment,
      timeZone: Type.String(),
      paid: Amount,
      payers: Type.Integer({ minimum: 0 }),
    }),
  ),
  erasedAt: Moment,
})
export type LeavingView = Static<typeof LeavingView>

/** All that the owner of an account sees of its safety. */
const Security = Type.Object({
  email: Type.String(),
  passwordChangedAt: nullable(Moment),
  passkeys: Type.Array(Passkey),
  /** Why the last key cannot be removed, in words; null where it can. */
  lastKeyStays: nullable(Type.String()),
  /** How many recovery codes can still be used, and how many there were. */
  recoveryCodes: Type.Object({
    left: Type.Integer({ minimum: 0 }),
    of: Type.Integer({ minimum: 0 }),
  }),
  logins: Type.Array(Login),
  /** Whether the owner agreed to the present edition of the consent. */
  agreed: Type.Boolean(),
  /** The copy of all data; `until` null: it is being made. */
  copy: nullable(Type.Object({ until: nullable(Moment) })),
})
export type Security = Static<typeof Security>

export const security = {
  ...passkeys,
  state: endpoint({
    method: 'GET',
    path: '/security',
    access: 'artist',
    summary: 'Вход, устройства, почта и данные аккаунта',
    answer: Security,
  }),
  endLogin: endpoint({
    method: 'POST',
    path: '/security/end-login',
    beforeConsent: true,
    access: 'artist',
    summary: 'Выйти на одном устройстве',
    body: { id: Id },
    answer: Type.Boolean(),
    refusals: ['NOT_FOUND'],
  }),
  emailCode: endpoint({
    method: 'POST',
    path: '/security/email-code',
    access: 'artist',
    rates: ['codeOfAddress'],
    summary: 'Прислать код на другую почту',
    body: { email: Text, currentPassword: Text },
    answer: Resend,
    refusals: ['RESEND_TOO_SOON', 'TOO_MANY', 'MAIL_DOWN', 'OVERLOADED'],
  }),
  changeEmail: endpoint({
    method: 'POST',
    path: '/security/email',
    access: 'artist',
    summary: 'Сменить почту по коду из письма',
    body: { email: Text, verificationCode: Text },
    answer: Type.Boolean(),
    refusals: ['MAIL_DOWN'],
  }),
  emailChange: endpoint({
    method: 'POST',
    path: '/security/email-change',
    access: 'anyone',
    priority: 'read',
    rates: ['resetOfAddress'],
    summary: 'Смена почты по ссылке из письма',
    body: { token: LinkToken },
    answer: EmailChange,
    refusals: ['NOT_FOUND'],
  }),
  undoEmailChange: endpoint({
    method: 'POST',
    path: '/security/email-change/undo',
    access: 'anyone',
    rates: ['resetOfAddress'],
    summary: 'Отменить смену почты',
    body: { token: LinkToken },
    answer: Type.Boolean(),
    refusals: ['NOT_FOUND'],
  }),
  agree: endpoint({
    method: 'POST',
    path: '/security/consent',
    beforeConsent: true,
    access: 'artist',
    summary: 'Согласиться с редакцией согласия на обработку персональных данных',
    body: { edition: Type.String({ maxLength: 10 }) },
    answer: Type.Boolean(),
    refusals: ['ILLEGAL_STEP'],
  }),
  leaving: endpoint({
    method: 'GET',
    path: '/security/leaving',
    access: 'artist',
    summary: 'Что будет, если удалить аккаунт',
    answer: LeavingView,
  }),
  leave: endpoint({
    method: 'POST',
    path: '/security/leave',
    beforeConsent: true,
    access: 'artist',
    summary: 'Удалить аккаунт; 14 дней можно вернуться',
    body: { currentPassword: Text },
    answer: Type.Boolean(),
    refusals: ['ILLEGAL_STEP', 'TOO_MANY', 'OVERLOADED'],
  }),
  askCopy: endpoint({
    method: 'POST',
    path: '/security/copy',
    beforeConsent: true,
    access: 'artist',
    summary: 'Собрать копию своих данных',
    answer: Type.Boolean(),
    refusals: ['ILLEGAL_STEP'],
  }),
  copy: endpoint({
    method: 'GET',
    path: '/security/copy',
    access: 'artist',
    summary: 'Копия своих данных одним архивом',
    kind: 'blob',
    answer: Type.String(),
    refusals: ['NOT_FOUND', 'FILES_DOWN'],
  }),
}

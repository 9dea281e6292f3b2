import { Type } from '@sinclair/typebox'
import type { Static } from '@sinclair/typebox'
import { Login } from './auth.ts'
import { endpoint } from './endpoint.ts'
import { Id, Moment, nullable, Resend } from './shapes.ts'

const Text = Type.String({ maxLength: 400 })
/** Bytes as a browser gives them in JSON: base64url. */
const Bytes = Type.String({ maxLength: 10_000, pattern: '^[\\w-]*$' })
const Transports = Type.Array(Type.String({ maxLength: 40 }), { maxItems: 10 })
const Challenge = Type.String()

/** A key of the account. */
export const Passkey = Type.Object({
  id: Id,
  name: Type.String(),
  createdAt: Moment,
  /** The last login or proof by it. */
  usedAt: nullable(Moment),
})
export type Passkey = Static<typeof Passkey>

/** What a browser needs to make a key (WebAuthn, `navigator.credentials.create`); the rest is the same for all. */
const NewKey = Type.Object({
  challenge: Challenge,
  userId: Type.String(),
  userName: Type.String(),
  displayName: Type.String(),
  /** Keys that are on their devices already. */
  known: Type.Array(Type.Object({ id: Type.String(), transports: Type.Array(Type.String()) })),
})
export type NewKey = Static<typeof NewKey>

/** The answer of a key to a challenge. */
const Signed = {
  id: Bytes,
  clientDataJSON: Bytes,
  authenticatorData: Bytes,
  signature: Bytes,
}

export const passkeys = {
  newKey: endpoint({
    method: 'POST',
    path: '/security/passkeys/new',
    access: 'artist',
    summary: 'Начать добавление ключа',
    /** The password is asked for where the account has no key yet. */
    body: { currentPassword: Type.Optional(Text) },
    answer: NewKey,
    refusals: ['ILLEGAL_STEP', 'PASSKEY_NEEDED', 'TOO_MANY', 'OVERLOADED'],
  }),
  addKey: endpoint({
    method: 'POST',
    path: '/security/passkeys',
    access: 'artist',
    summary: 'Добавить ключ',
    body: {
      name: Text,
      id: Bytes,
      clientDataJSON: Bytes,
      attestationObject: Bytes,
      transports: Transports,
    },
    answer: Type.Boolean(),
    refusals: ['ILLEGAL_STEP'],
  }),
  removeKey: endpoint({
    method: 'POST',
    path: '/security/passkeys/remove',
    access: 'artist',
    summary: 'Убрать ключ',
    body: { id: Id },
    answer: Type.Boolean(),
    refusals: ['NOT_FOUND', 'ILLEGAL_STEP', 'PASSKEY_NEEDED'],
  }),
  challenge: endpoint({
    method: 'POST',
    path: '/security/prove/challenge',
    beforeConsent: true,
    access: 'artist',
    summary: 'Начать подтверждение ключом',
    answer: Type.Object({ challenge: Challenge, known: NewKey.properties.known }),
    refusals: ['NOT_FOUND', 'TOO_MANY'],
  }),
  prove: endpoint({
    method: 'POST',
    path: '/security/prove',
    beforeConsent: true,
    access: 'artist',
    summary: 'Подтвердить ключом, что это вы',
    body: Signed,
    answer: Type.Boolean(),
    refusals: ['WRONG_KEY', 'TOO_MANY'],
  }),
  proveByCode: endpoint({
    method: 'POST',
    path: '/security/prove/code',
    beforeConsent: true,
    access: 'artist',
    summary: 'Подтвердить одноразовым кодом вместо ключа',
    body: { code: Text },
    answer: Type.Boolean(),
    refusals: ['TOO_MANY'],
  }),
  recoveryCodes: endpoint({
    method: 'POST',
    path: '/security/recovery-codes',
    access: 'artist',
    summary: 'Новые коды на случай потери ключа; прежние больше не действуют',
    answer: Type.Array(Type.String()),
    refusals: ['ILLEGAL_STEP', 'PASSKEY_NEEDED'],
  }),
  lostCode: endpoint({
    method: 'POST',
    path: '/security/lost-keys/code',
    access: 'artist',
    rates: ['codeOfAddress'],
    summary: 'Прислать код на почту, когда потеряны все ключи',
    answer: Resend,
    refusals: ['ILLEGAL_STEP', 'RESEND_TOO_SOON', 'TOO_MANY', 'MAIL_DOWN'],
  }),
  loseKeys: endpoint({
    method: 'POST',
    path: '/security/lost-keys',
    access: 'artist',
    summary: 'Убрать потерянные ключи по коду из письма; выплаты подождут 72 часа',
    body: { verificationCode: Text },
    answer: Type.Boolean(),
    refusals: ['ILLEGAL_STEP', 'MAIL_DOWN'],
  }),
  loginChallenge: endpoint({
    method: 'POST',
    path: '/auth/passkey/challenge',
    access: 'anyone',
    rates: ['loginOfAddress'],
    summary: 'Начать вход ключом',
    answer: Type.Object({ challenge: Challenge }),
  }),
  loginByKey: endpoint({
    method: 'POST',
    path: '/auth/passkey',
    access: 'anyone',
    rates: ['loginOfAddress'],
    summary: 'Войти ключом',
    body: Signed,
    answer: Login,
    refusals: ['WRONG_KEY', 'NOT_YOURS'],
  }),
}

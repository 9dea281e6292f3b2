import { Type } from '@sinclair/typebox'
import type { TObject, TOptional, TPartial } from '@sinclair/typebox'
import { RoleName } from './operator.ts'
import { endpoint } from './endpoint.ts'
import { nullable, Resend, Settings, Url, Username } from './shapes.ts'

// domain/accounts/account.ts checks these fields and returns the error texts; here are only bounds that no honest input
// reaches.
const Text = Type.String({ maxLength: 400 })
const Token = Type.Object({ token: Type.String() })
/** `back`: the account was being deleted, and this login has brought it back. */
export const Login = Type.Object({ token: Type.String(), back: Type.Optional(Type.Boolean()) })

const { socialMediaList: _, ...PARTS } = Settings.properties

/** Every part is optional, and so is every field of a part. */
function anyOf<Parts extends Record<string, TObject>>(parts: Parts) {
  return Object.fromEntries(
    Object.entries(parts).map(([name, part]) => [name, Type.Optional(Type.Partial(part))]),
  ) as { [Name in keyof Parts]: TOptional<TPartial<Parts[Name]>> }
}

export const auth = {
  isUsernameFree: endpoint({
    method: 'POST',
    path: '/auth/is-username-free',
    access: 'anyone',
    rates: ['isFreeOfAddress'],
    summary: 'Свободен ли никнейм',
    body: { username: Text },
    answer: Type.Boolean(),
  }),
  isEmailFree: endpoint({
    method: 'POST',
    path: '/auth/is-email-free',
    access: 'anyone',
    rates: ['isEmailFreeOfAddress'],
    summary: 'Свободен ли адрес почты',
    body: { email: Text },
    answer: Type.Boolean(),
  }),
  verificationCode: endpoint({
    method: 'POST',
    path: '/auth/verification-code',
    access: 'anyone',
    rates: ['codeOfAddress'],
    summary: 'Прислать код подтверждения на почту',
    body: {
      email: Text,
      consentEmail: Type.Boolean(),
      /** To letters about payouts. */
      consentNotifications: Type.Optional(Type.Boolean()),
    },
    answer: Resend,
    refusals: ['RESEND_TOO_SOON', 'MAIL_DOWN'],
  }),
  signup: endpoint({
    method: 'POST',
    path: '/auth/signup',
    access: 'anyone',
    rates: ['signupOfAddress'],
    summary: 'Завести страницу музыканта',
    created: true,
    body: {
      username: Text,
      name: Text,
      email: Text,
      password: Text,
      passwordConfirm: Text,
      accountType: Text,
      partnerId: nullable(Type.String({ maxLength: 100 })),
      verificationCode: Text,
    },
    answer: Token,
    refusals: ['OVERLOADED'],
  }),
  login: endpoint({
    method: 'POST',
    path: '/auth/login',
    access: 'anyone',
    rates: ['loginOfAddress'],
    summary: 'Войти по никнейму или почте',
    body: { username: Text, password: Text },
    answer: Login,
    refusals: ['NOT_YOURS', 'WRONG_CREDENTIALS', 'OVERLOADED'],
  }),
  forgotPassword: endpoint({
    method: 'POST',
    path: '/auth/forgot-password',
    access: 'anyone',
    rates: ['recoveryOfAddress'],
    summary: 'Прислать код восстановления пароля',
    body: { usernameOrEmail: Text },
    answer: Resend,
    refusals: ['RESEND_TOO_SOON', 'MAIL_DOWN'],
  }),
  resetPassword: endpoint({
    method: 'POST',
    path: '/auth/reset-password',
    access: 'anyone',
    rates: ['resetOfAddress'],
    summary: 'Задать новый пароль по коду из письма',
    body: { usernameOrEmail: Text, code: Text, newPassword: Text, newPasswordConfirm: Text },
    answer: Type.Boolean(),
    refusals: ['OVERLOADED'],
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/auth/update',
    access: 'artist',
    summary: 'Сохранить настройки или сменить пароль',
    body: {
      ...anyOf(PARTS),
      /** `type` comes back from an earlier answer and is ignored: the host of `url` determines it. */
      socialMediaList: Type.Optional(
        Type.Array(Type.Object({ type: Type.Optional(Type.String()), url: Url }), {
          maxItems: 100,
        }),
      ),
      password: Type.Optional(Text),
      passwordConfirm: Type.Optional(Text),
      /** Required to change the number for payouts, and to change the password where the token is older than FRESH_TOKEN_MS. */
      currentPassword: Type.Optional(Text),
    },
    answer: Type.Composite([Settings, Type.Object({ token: Type.Optional(Type.String()) })]),
    refusals: ['PASSKEY_NEEDED', 'MAIL_DOWN', 'TOO_MANY', 'OVERLOADED'],
  }),
  checkNumber: endpoint({
    method: 'PATCH',
    path: '/auth/check_number',
    access: 'artist',
    rates: ['payOfAddress'],
    summary: 'Проверить номер для выплат',
    body: {
      number: Text,
      sbpNumberId: Text,
      artistUsername: Username,
      /** Required where the number differs from the stored one. */
      currentPassword: Type.Optional(Text),
    },
    answer: Type.String(),
    refusals: ['NOT_YOURS', 'PASSKEY_NEEDED', 'PAYMENTS_DOWN', 'MAIL_DOWN', 'OVERLOADED'],
  }),
  changeUsername: endpoint({
    method: 'POST',
    path: '/auth/change-username',
    access: 'artist',
    summary: 'Сменить никнейм; прежние ссылки ведут на новый',
    body: { username: Text, currentPassword: Text },
    answer: Type.Object({ username: Type.String() }),
    refusals: ['TOO_MANY', 'OVERLOADED'],
  }),
  logout: endpoint({
    method: 'POST',
    path: '/auth/logout',
    beforeConsent: true,
    access: 'artist',
    summary: 'Выйти на этом устройстве',
    answer: Type.Boolean(),
  }),
  logoutOthers: endpoint({
    method: 'POST',
    path: '/auth/logout-others',
    beforeConsent: true,
    access: 'artist',
    summary: 'Выйти на всех других устройствах',
    answer: Type.Boolean(),
  }),
  checkToken: endpoint({
    method: 'GET',
    path: '/auth/check-token',
    access: 'artist',
    summary: 'Чей это токен',
    answer: Type.Object({
      username: Type.String(),
      accountType: Type.String(),
      role: RoleName,
      /** A new edition of the consent waits for an answer: until then the cabinet can be read, not changed. */
      mustAgree: Type.Optional(Type.Boolean()),
    }),
  }),
}

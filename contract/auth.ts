import { Type } from '@sinclair/typebox'
import { endpoint } from './endpoint.ts'
import { nullable, Settings, Url, Username } from './shapes.ts'

// Checked in words by domain/account.ts: here only bounds that no honest input meets.
const Text = Type.String({ maxLength: 400 })
const Token = Type.Object({ token: Type.String() })
const Resend = Type.Object({ resendAfterSeconds: Type.Integer({ minimum: 0 }) })

export const auth = {
  isUsernameFree: endpoint({
    method: 'POST',
    path: '/auth/is-username-free',
    summary: 'Свободен ли никнейм',
    body: { username: Text },
    answer: Type.Boolean(),
    refusals: ['TOO_MANY'],
  }),
  isEmailFree: endpoint({
    method: 'POST',
    path: '/auth/is-email-free',
    summary: 'Свободен ли адрес почты',
    body: { email: Text },
    answer: Type.Boolean(),
    refusals: ['TOO_MANY'],
  }),
  verificationCode: endpoint({
    method: 'POST',
    path: '/auth/verification-code',
    summary: 'Прислать код подтверждения на почту',
    body: { email: Text, consentEmail: Type.Boolean() },
    answer: Resend,
    refusals: ['VALIDATION', 'RESEND_TOO_SOON', 'TOO_MANY', 'MAIL_DOWN'],
  }),
  signup: endpoint({
    method: 'POST',
    path: '/auth/signup',
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
    refusals: ['VALIDATION', 'TOO_MANY', 'OVERLOADED'],
  }),
  login: endpoint({
    method: 'POST',
    path: '/auth/login',
    summary: 'Войти по никнейму или почте',
    body: { username: Text, password: Text },
    answer: Token,
    refusals: ['WRONG_CREDENTIALS', 'TOO_MANY', 'OVERLOADED'],
  }),
  forgotPassword: endpoint({
    method: 'POST',
    path: '/auth/forgot-password',
    summary: 'Прислать код восстановления пароля',
    body: { usernameOrEmail: Text },
    answer: Resend,
    refusals: ['VALIDATION', 'RESEND_TOO_SOON', 'TOO_MANY', 'MAIL_DOWN'],
  }),
  resetPassword: endpoint({
    method: 'POST',
    path: '/auth/reset-password',
    summary: 'Задать новый пароль по коду из письма',
    body: { usernameOrEmail: Text, code: Text, newPassword: Text, newPasswordConfirm: Text },
    answer: Type.Boolean(),
    refusals: ['VALIDATION', 'TOO_MANY', 'OVERLOADED'],
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/auth/update',
    access: 'artist',
    summary: 'Сохранить настройки или сменить пароль',
    body: {
      baseAccountInfoDTO: Type.Optional(Type.Partial(Settings.properties.baseAccountInfoDTO)),
      artistInfoDTO: Type.Optional(Type.Partial(Settings.properties.artistInfoDTO)),
      publicArtistFeaturesDTO: Type.Optional(Settings.properties.publicArtistFeaturesDTO),
      paymentDTO: Type.Optional(Type.Partial(Settings.properties.paymentDTO)),
      /** `type` is what an answer said and is not read: the host tells it. */
      socialMediaList: Type.Optional(
        Type.Array(Type.Object({ type: Type.Optional(Type.String()), url: Url }), {
          maxItems: 100,
        }),
      ),
      password: Type.Optional(Text),
      passwordConfirm: Type.Optional(Text),
      /** Asked for where the token is older than FRESH_TOKEN_MS. */
      currentPassword: Type.Optional(Text),
    },
    answer: Type.Composite([Settings, Type.Object({ token: Type.Optional(Type.String()) })]),
    refusals: ['VALIDATION', 'TOO_MANY', 'OVERLOADED'],
  }),
  checkNumber: endpoint({
    method: 'PATCH',
    path: '/auth/check_number',
    access: 'artist',
    summary: 'Проверить номер для выплат',
    body: { number: Text, sbpNumberId: Text, artistUsername: Username },
    answer: Type.String(),
    refusals: ['VALIDATION', 'NOT_YOURS', 'PAYMENTS_DOWN', 'TOO_MANY'],
  }),
  logout: endpoint({
    method: 'POST',
    path: '/auth/logout',
    access: 'artist',
    summary: 'Выйти на этом устройстве',
    answer: Type.Boolean(),
  }),
  logoutOthers: endpoint({
    method: 'POST',
    path: '/auth/logout-others',
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
      role: Type.Union([Type.Literal('ARTIST'), Type.Literal('ADMIN')]),
    }),
  }),
}

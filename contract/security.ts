import { Type } from '@sinclair/typebox'
import type { Static } from '@sinclair/typebox'
import { endpoint } from './endpoint.ts'
import { Id, Moment, nullable } from './shapes.ts'

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

/** All that the owner of an account sees of its safety. */
const Security = Type.Object({
  email: Type.String(),
  passwordChangedAt: nullable(Moment),
  logins: Type.Array(Login),
})
export type Security = Static<typeof Security>

export const security = {
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
    access: 'artist',
    summary: 'Выйти на одном устройстве',
    body: { id: Id },
    answer: Type.Boolean(),
    refusals: ['NOT_FOUND'],
  }),
}

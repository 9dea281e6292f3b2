import type { RouterContextProvider } from 'react-router'
import { data, redirect, useNavigate } from 'react-router'
import { api } from '#contract/index.ts'
import { CallFailed } from '#web/lib/calls/call-failed.ts'
import { callFrom } from '#web/lib/calls/call.ts'
import { serverApi } from '#web/lib/calls/server-api.ts'
import {
  LOGIN_ENDED,
  TOKEN_COOKIE,
  cookieIn,
  storeToken,
  tokenCookie,
} from '#web/lib/calls/token.ts'
import { useToast } from '#web/ui/overlays/toast-context.ts'
import type { Entered } from './step-machine.ts'

/** The link from a recovery's e-mail holds a code, so these pages must not be cached. */
export const NO_STORE = { 'Cache-Control': 'no-store' }

const HOME = '/artist'
const LOGIN = '/login'
const NEW_PASSWORD = 'new_password'
const CHANGED_TEXT = 'Пароль обновлён.'
const BACK_TEXT = 'Аккаунт снова ваш. Отменённые концерты нужно объявить заново.'

type LoginParams = {
  /** The login follows a recovery. */
  newPassword: boolean
  /** This device's token is no longer accepted. */
  ended: boolean
  /** The query string to pass on to the sign-up. */
  rest: string
}

/** Parses the query string of the login page. */
export function readLoginParams(search: string): LoginParams {
  const query = new URLSearchParams(search)
  const newPassword = query.has(NEW_PASSWORD)
  const ended = query.has(LOGIN_ENDED)
  query.delete(NEW_PASSWORD)
  query.delete(LOGIN_ENDED)
  return { newPassword, ended, rest: query.size === 0 ? '' : `?${query}` }
}
const CLEAR_TOKEN_COOKIE = `${TOKEN_COOKIE}=; Path=/; Max-Age=0; SameSite=Lax`

/** A visitor with a valid token is redirected home; an invalid token is deleted. */
export async function redirectSignedIn(request: Request, context: Readonly<RouterContextProvider>) {
  const token = cookieIn(request.headers.get('cookie') ?? '', TOKEN_COOKIE)
  if (token === null || token === '') return null
  try {
    await callFrom(context)(api.auth.checkToken, {}, { token })
  } catch (failure) {
    if (!(failure instanceof CallFailed)) throw failure
    const expired = failure.status === 401 || failure.status === 403
    return expired ? data(null, { headers: { 'Set-Cookie': CLEAR_TOKEN_COOKIE } }) : null
  }
  const { secure } = context.get(serverApi)
  throw redirect(HOME, { headers: { 'Set-Cookie': tokenCookie(token, secure) } })
}

/**
 * Takes home whoever got a token; null: after a recovery the person has to log in by hand. The way leads over the login
 * page, whose server sets the cookie once more: Safari keeps one that a script set for a week only.
 */
export function useSignIn(): (entered: Entered) => Promise<void> {
  const navigate = useNavigate()
  const toast = useToast()
  return async ({ token, newPassword, back }) => {
    // The login page says itself that the password is new.
    if (token === null) return navigate(`${LOGIN}?${NEW_PASSWORD}=1`)
    storeToken(token)
    await navigate(LOGIN)
    const told = [newPassword && CHANGED_TEXT, back && BACK_TEXT].filter(Boolean).join(' ')
    if (told !== '') toast(told)
  }
}

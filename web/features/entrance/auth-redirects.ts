import type { RouterContextProvider } from 'react-router'
import { data, redirect } from 'react-router'
import { api } from '#contract/index.ts'
import { CallFailed } from '#web/lib/call-failed.ts'
import { callFrom } from '#web/lib/call.ts'
import { serverDoor } from '#web/lib/server-door.ts'
import { cookieIn, LOGIN_ENDED, TOKEN_COOKIE, tokenCookie } from '#web/lib/token.ts'

const HOME = '/artist'
const NEW_PASSWORD = 'new_password'
/** Where a person logs in by hand after a recovery. */
export const LOGIN_WITH_NEW_PASSWORD = `/login?${NEW_PASSWORD}=1`

export type Entrance = {
  /** A recovery came before it. */
  newPassword: boolean
  /** The token of this device is no longer taken. */
  ended: boolean
  /** What goes on to the sign-up. */
  rest: string
}

/** What the address of the login says. */
export function readEntrance(search: string): Entrance {
  const query = new URLSearchParams(search)
  const newPassword = query.has(NEW_PASSWORD)
  const ended = query.has(LOGIN_ENDED)
  query.delete(NEW_PASSWORD)
  query.delete(LOGIN_ENDED)
  return { newPassword, ended, rest: query.size === 0 ? '' : `?${query}` }
}
const FORGOTTEN = `${TOKEN_COOKIE}=; Path=/; Max-Age=0; SameSite=Lax`

/** Whoever is signed in has nothing to do at the door: a live token leads home, a dead one is dropped. */
export async function passSignedIn(request: Request, context: Readonly<RouterContextProvider>) {
  const token = cookieIn(request.headers.get('cookie') ?? '', TOKEN_COOKIE)
  if (token === null || token === '') return null
  try {
    await callFrom(context)(api.auth.checkToken, {}, { token })
  } catch (failure) {
    if (!(failure instanceof CallFailed)) throw failure
    const dead = failure.status === 401 || failure.status === 403
    return dead ? data(null, { headers: { 'Set-Cookie': FORGOTTEN } }) : null
  }
  throw redirect(HOME)
}

/** The answer to a sign-up or a login that gave a token. */
export function enterWith(token: string, context: Readonly<RouterContextProvider>): Response {
  const { secure } = context.get(serverDoor)
  return redirect(HOME, { headers: { 'Set-Cookie': tokenCookie(token, secure) } })
}

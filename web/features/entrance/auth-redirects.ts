import type { RouterContextProvider } from 'react-router'
import { data, redirect } from 'react-router'
import { api } from '#contract/index.ts'
import { CallFailed } from '#web/lib/call-failed.ts'
import { callFrom } from '#web/lib/call.ts'
import { serverDoor } from '#web/lib/server-door.ts'
import { cookieIn, TOKEN_COOKIE, tokenCookie } from '#web/lib/token.ts'

const HOME = '/artist'
const NEW_PASSWORD = 'new_password'
/** Where a person logs in by hand after a recovery. */
export const LOGIN_WITH_NEW_PASSWORD = `/login?${NEW_PASSWORD}=1`

/** What the address of the login says: whether a recovery came before it, and what goes on to the sign-up. */
export function readEntrance(search: string): { newPassword: boolean; rest: string } {
  const query = new URLSearchParams(search)
  const newPassword = query.has(NEW_PASSWORD)
  query.delete(NEW_PASSWORD)
  return { newPassword, rest: query.size === 0 ? '' : `?${query}` }
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

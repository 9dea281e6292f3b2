import { redirect } from 'react-router'
import type { AnswerOf } from '#contract/endpoint.ts'
import { api } from '#contract/index.ts'
import { CallFailed } from './call-failed.ts'
import { call } from './call.ts'
import { LOGIN_AGAIN, readToken } from './token.ts'

export type SignedIn = AnswerOf<typeof api.auth.checkToken>

/** Returns who is signed in; without a valid token redirects to /login. Throws CallFailed on any other failure. */
export async function requireArtist(): Promise<SignedIn> {
  if (readToken() === null) throw redirect('/login')
  try {
    return await call(api.auth.checkToken, {})
  } catch (failure) {
    if (failure instanceof CallFailed && [401, 403].includes(failure.status)) {
      throw redirect(LOGIN_AGAIN)
    }
    throw failure
  }
}

import type {
  ActionFunctionArgs,
  ClientActionFunctionArgs,
  RouterContextProvider,
} from 'react-router'
import { data, redirect } from 'react-router'
import { api } from '#contract/index.ts'
import { CallFailed } from '#web/lib/call-failed.ts'
import type { Caller } from '#web/lib/call.ts'
import { call, callFrom } from '#web/lib/call.ts'
import { serverApi } from '#web/lib/server-api.ts'
import { LOGIN_ENDED, TOKEN_COOKIE, cookieIn, tokenCookie } from '#web/lib/token.ts'
import type { StepAnswer, StepForm, StepValues } from './step-machine.ts'
import { turnNamed } from './step-machine.ts'

/** The steps carry a password and a code, so their pages must not be cached. */
export const NO_STORE = { 'Cache-Control': 'no-store' }

/** The last step: a redirect once it is done, or the step with the errors to correct. */
type Finish<Values> = (form: Values, ask: Caller) => Promise<Response | StepAnswer<Values>>

/** The server action of a three-step page: every step without scripts, and the last one always. */
export async function handleStep<Values extends StepValues, Turn extends string>(
  { request, context }: ActionFunctionArgs,
  steps: StepForm<Values, Turn>,
  finish: Finish<Values>,
) {
  const posted = await request.formData()
  const handler = steps.turns[turnNamed(steps, posted.get('turn'))] ?? finish
  const answer = await handler(steps.read(posted), callFrom(context))
  if (answer instanceof Response) return answer
  const wrong = answer.errorText !== null || Object.keys(answer.errors).length > 0
  return data(answer, { status: wrong ? 400 : 200, headers: NO_STORE })
}

/** With scripts each step calls the API itself; only the last one goes through the page's server, which sets the cookie. */
export async function handleStepInBrowser<Values extends StepValues, Turn extends string>(
  { request, serverAction }: ClientActionFunctionArgs,
  steps: StepForm<Values, Turn>,
) {
  const posted = await request.clone().formData()
  const form = steps.read(posted)
  const handler = steps.turns[turnNamed(steps, posted.get('turn'))]
  if (handler !== null) return handler(form, call)
  try {
    return await serverAction<StepAnswer<Values>>()
  } catch (failure) {
    if (failure instanceof Response) throw failure
    return steps.failed(form, failure)
  }
}

const HOME = '/artist'
const NEW_PASSWORD = 'new_password'
/** The login page for a person who has to log in by hand after a recovery. */
export const LOGIN_WITH_NEW_PASSWORD = `/login?${NEW_PASSWORD}=1`

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
  throw redirect(HOME)
}

/** The response to a sign-up or a login that returned a token. */
export function signedInResponse(
  token: string,
  context: Readonly<RouterContextProvider>,
): Response {
  const { secure } = context.get(serverApi)
  return redirect(HOME, { headers: { 'Set-Cookie': tokenCookie(token, secure) } })
}

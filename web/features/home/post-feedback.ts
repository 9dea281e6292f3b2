import { data, redirect } from 'react-router'
import { api } from '#contract/index.ts'
import { CallFailed, errorMessage } from '#web/lib/call-failed.ts'
import type { Caller } from '#web/lib/call.ts'
import { postedText } from '#web/lib/server-api.ts'

/** The parameters that our own forms add to the URL of the home page. */
const OWN_PARAMS: ReadonlySet<string> = new Set(['index', 'thanks'])

/** The query string to pass on to the login and the sign-up, letter for letter, without our own parameters. */
export function passedOn(search: string): string {
  const parts = search.replace(/^\?/u, '').split('&')
  const otherParams = parts.filter(
    (part) => part !== '' && !OWN_PARAMS.has(part.split('=')[0] ?? ''),
  )
  return otherParams.length === 0 ? '' : `?${otherParams.join('&')}`
}

/** The home page's URL with one of our own parameters in its query string. */
export function withParam(search: string, param: 'index' | 'thanks'): string {
  const rest = passedOn(search).slice(1)
  return `/?${param}${rest === '' ? '' : `&${rest}`}`
}

const NOT_SENT = 'Не получилось отправить. Ваш текст на месте, попробуйте ещё раз.'

/** Why a message posted without scripts was refused, and its text. */
export type PostedFeedback = { message: string; wrong: string }

/** The error text at the field. */
export function wrongWith(failure: unknown): string {
  const atField = failure instanceof CallFailed ? failure.fields['message'] : undefined
  return atField ?? errorMessage(failure, NOT_SENT)
}

/** A message posted by the form itself, before hydration: redirects to the thanks, or returns the error. */
export async function postFeedback(call: Caller, request: Request) {
  // A form sends each line break as two characters, and the limit counts characters.
  const message = postedText(await request.formData(), 'message').replaceAll('\r\n', '\n')
  try {
    await call(api.feedback.send, { body: { message } })
  } catch (failure) {
    if (!(failure instanceof CallFailed)) throw failure
    const answer: PostedFeedback = { message, wrong: wrongWith(failure) }
    return data(answer, { status: failure.status })
  }
  return redirect(`${withParam(new URL(request.url).search, 'thanks')}#feedback`, 303)
}

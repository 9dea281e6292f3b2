import { data, redirect } from 'react-router'
import { api } from '#contract/index.ts'
import { CallFailed, errorMessage } from '#web/lib/call-failed.ts'
import type { Caller } from '#web/lib/call.ts'
import { postedText } from '#web/lib/server-api.ts'

/** What our own forms put into the address of the first page. */
const OURS: ReadonlySet<string> = new Set(['index', 'thanks'])

/** The query string that goes along to the login and the sign-up, letter for letter, without what is ours alone. */
export function passedOn(search: string): string {
  const parts = search.replace(/^\?/u, '').split('&')
  const kept = parts.filter((part) => part !== '' && !OURS.has(part.split('=')[0] ?? ''))
  return kept.length === 0 ? '' : `?${kept.join('&')}`
}

/** The address with one of our own words in its query string. */
export function withWord(search: string, word: 'index' | 'thanks'): string {
  const rest = passedOn(search).slice(1)
  return `/?${word}${rest === '' ? '' : `&${rest}`}`
}

const NOT_SENT = 'Не получилось отправить. Ваш текст на месте, попробуйте ещё раз.'

/** Why a message that a form sent by itself was not taken, and its text. */
export type PostedFeedback = { message: string; wrong: string }

/** The sentence that stands at the field. */
export function wrongWith(failure: unknown): string {
  const atField = failure instanceof CallFailed ? failure.fields['message'] : undefined
  return atField ?? errorMessage(failure, NOT_SENT)
}

/** A message sent by the form itself, before the scripts came: leads to the thanks, or says why not. */
export async function postFeedback(call: Caller, request: Request) {
  // A form sends every line's end as two characters, and the limit counts characters.
  const message = postedText(await request.formData(), 'message').replaceAll('\r\n', '\n')
  try {
    await call(api.feedback.send, { body: { message } })
  } catch (failure) {
    if (!(failure instanceof CallFailed)) throw failure
    const answer: PostedFeedback = { message, wrong: wrongWith(failure) }
    return data(answer, { status: failure.status })
  }
  return redirect(`${withWord(new URL(request.url).search, 'thanks')}#feedback`, 303)
}

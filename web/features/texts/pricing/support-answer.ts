import { api } from '#contract/index.ts'
import { FILL_ALL } from '#domain/feedback.ts'
import { CallFailed } from '#web/lib/call-failed.ts'
import type { Caller } from '#web/lib/call.ts'
import { postedText } from '#web/lib/posted-text.ts'

export const SUPPORT_FIELDS = ['name', 'email', 'topic', 'message'] as const
export type SupportField = (typeof SUPPORT_FIELDS)[number]
export type SupportTyped = Record<SupportField, string>

/** Why a request for help was not taken; what was typed comes back with it. */
export type SupportAnswer = {
  typed: SupportTyped
  errors: Readonly<Record<string, string>>
  /** What is wrong with the form as a whole. */
  error: string | null
  status: number
}

export const NOT_SENT = 'Не удалось отправить сообщение. Попробуйте позже.'
const FILL_THIS = 'Заполните это поле'

export function typedIn(posted: FormData): SupportTyped {
  // A form sends every line's end as two characters, and the limit counts characters.
  const typed = (name: SupportField) => postedText(posted, name).replaceAll('\r\n', '\n')
  return {
    name: typed('name'),
    email: typed('email'),
    topic: typed('topic'),
    message: typed('message'),
  }
}

export function notSent(typed: SupportTyped, status = 0): SupportAnswer {
  return { typed, errors: {}, error: NOT_SENT, status }
}

/** Sends a request for help. Null when it was taken. */
export async function askForHelp(typed: SupportTyped, call: Caller): Promise<SupportAnswer | null> {
  try {
    await call(api.feedback.support, { body: typed })
    return null
  } catch (failure) {
    if (!(failure instanceof CallFailed)) throw failure
    const { status, fields } = failure
    if (Object.keys(fields).length === 0) return notSent(typed, status)
    const blank = Object.values(fields).includes(FILL_ALL)
    const errors = Object.entries(fields).map(([field, message]) => [
      field,
      message === FILL_ALL ? FILL_THIS : message,
    ])
    return { typed, errors: Object.fromEntries(errors), error: blank ? FILL_ALL : null, status }
  }
}

import { checkEmail, tidyText } from './fields.ts'
import { Refusal, refuseFields } from './refusal.ts'

/** The maximum length of any text that people write to us, in characters. */
export const FEEDBACK_MOST = 4000
/** How long it is kept, answered or not. */
export const FEEDBACK_KEPT_DAYS = 90

export type SupportRequest = {
  readonly name: string
  readonly email: string
  readonly topic: string
  readonly message: string
}

const REQUIRED = ['name', 'email', 'topic', 'message'] as const
export const FILL_ALL = 'Пожалуйста, заполните все обязательные поля'

/** Returns the form, normalized; fields may be missing. Refuses VALIDATION at every blank field, or at `email`. */
export function checkSupport(form: {
  readonly [Field in keyof SupportRequest]?: string | undefined
}): SupportRequest {
  const typed = { name: '', email: '', topic: '', message: '' }
  for (const field of REQUIRED) typed[field] = tidyText(form[field] ?? '')
  const blank = REQUIRED.filter((field) => typed[field] === '')
  if (blank.length > 0)
    throw refuseFields(Object.fromEntries(blank.map((field) => [field, FILL_ALL])))
  return { ...typed, email: checkEmail(typed.email) }
}

/** Returns the NOT_FOUND refusal of an unknown request. */
export function noRequest(): Refusal {
  return new Refusal('NOT_FOUND', 'Такого запроса нет')
}

import { CODE_LENGTH } from '#domain/account.ts'
import { postedText } from '#web/lib/posted-text.ts'
import type { Step } from '#web/parts/step-progress.tsx'

/** Everything that a recovery gathers on its way; each step's form carries all of it, seen or hidden. */
export type RecoveryForm = {
  usernameOrEmail: string
  code: string
  newPassword: string
  newPasswordConfirm: string
}

export type FieldName = keyof RecoveryForm

export type FieldErrors = Partial<Record<FieldName, string>>

export const EMPTY_FORM: RecoveryForm = {
  usernameOrEmail: '',
  code: '',
  newPassword: '',
  newPasswordConfirm: '',
}

/** Where each field is asked for, in the order in which a person meets them. */
const STEP_OF: Record<FieldName, Step> = {
  usernameOrEmail: 1,
  code: 2,
  newPassword: 3,
  newPasswordConfirm: 3,
}

const FIELDS = Object.keys(STEP_OF) as FieldName[]

/** The fields that a step does not show. */
export function carriedFields(shown: Step): FieldName[] {
  return FIELDS.filter((name) => STEP_OF[name] !== shown)
}

/** The earliest step with something wrong; null where nothing is. */
export function stepOfErrors(errors: FieldErrors): Step | null {
  const wrong = FIELDS.find((name) => errors[name] !== undefined)
  return wrong === undefined ? null : STEP_OF[wrong]
}

/** The refusals of a call that belong to fields of this form. */
export function ownErrors(fields: Readonly<Record<string, string>>): FieldErrors {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => name in STEP_OF))
}

/** What a form on the page sends, as it was typed. */
export function readForm(posted: FormData): RecoveryForm {
  const text = (name: FieldName) => postedText(posted, name)
  return {
    usernameOrEmail: text('usernameOrEmail'),
    code: text('code').replace(/\D/g, '').slice(0, CODE_LENGTH),
    newPassword: text('newPassword'),
    newPasswordConfirm: text('newPasswordConfirm'),
  }
}

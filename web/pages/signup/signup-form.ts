import type { AccountType } from '#domain/account.ts'
import { ACCOUNT_TYPES, CODE_LENGTH } from '#domain/account.ts'
import { postedText } from '#web/lib/posted-text.ts'
import type { Step } from '#web/parts/step-progress.tsx'

/** Everything that a sign-up gathers on its way; each step's form carries all of it, seen or hidden. */
export type SignupForm = {
  username: string
  password: string
  accountType: AccountType
  name: string
  email: string
  /** To the processing of personal data. */
  consentEmail: boolean
  consentNotifications: boolean
  /** A code went to `email`, which is locked since. */
  codeSent: boolean
  verificationCode: string
}

export type FieldName = keyof SignupForm

export type FieldErrors = Partial<Record<FieldName, string>>

export const EMPTY_FORM: SignupForm = {
  username: '',
  password: '',
  accountType: 'ARTIST',
  name: '',
  email: '',
  consentEmail: false,
  consentNotifications: false,
  codeSent: false,
  verificationCode: '',
}

/** Where each field is asked for, in the order in which a person meets them. */
const STEP_OF: Record<FieldName, Step> = {
  username: 1,
  password: 1,
  accountType: 2,
  name: 2,
  email: 3,
  consentEmail: 3,
  consentNotifications: 3,
  codeSent: 3,
  verificationCode: 3,
}

const FIELDS = Object.keys(STEP_OF) as FieldName[]

/** The fields that a step does not show. */
export function carriedFields(shown: readonly FieldName[]): FieldName[] {
  return FIELDS.filter((name) => !shown.includes(name))
}

/** What stands in an input of that name; null where a box is not ticked. */
export function valueOf(form: SignupForm, name: FieldName): string | null {
  const value = form[name]
  if (typeof value === 'string') return value
  return value ? 'on' : null
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
export function readForm(posted: FormData): SignupForm {
  const text = (name: FieldName) => postedText(posted, name)
  const type = text('accountType')
  return {
    username: text('username'),
    password: text('password'),
    accountType: ACCOUNT_TYPES.find((known) => known === type) ?? EMPTY_FORM.accountType,
    name: text('name'),
    email: text('email'),
    consentEmail: posted.has('consentEmail'),
    consentNotifications: posted.has('consentNotifications'),
    codeSent: posted.has('codeSent'),
    verificationCode: text('verificationCode').replace(/\D/g, '').slice(0, CODE_LENGTH),
  }
}

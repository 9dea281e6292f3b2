import { CODE_LIFE_MS } from '#domain/account.ts'
import { readStored, writeStored } from '#web/lib/device-memory.ts'
import type { StepDraft } from '../use-step-form.ts'
import type { SignupForm } from './signup-steps.ts'
import { EMPTY_FORM } from './signup-steps.ts'

const NAME = 'signup-draft'

/** What was gathered in this tab and is not older than a code; null where nothing was. */
function kept(): SignupForm | null {
  try {
    const draft: unknown = JSON.parse(readStored(NAME, 'sessionStorage') ?? 'null')
    if (typeof draft !== 'object' || draft === null) return null
    const { at, form } = draft as { at: unknown; form: unknown }
    const age = typeof at === 'number' ? Date.now() - at : -1
    if (age < 0 || age >= CODE_LIFE_MS || typeof form !== 'object' || form === null) return null
    const known = Object.entries(form).filter(
      ([name, value]) => typeof value === typeof EMPTY_FORM[name as keyof SignupForm],
    )
    return { ...EMPTY_FORM, ...Object.fromEntries(known) }
  } catch {
    return null
  }
}

export const forgetSignupDraft = () => writeStored(NAME, null, 'sessionStorage')

/** A phone drops the tab while its owner reads the letter: then everything but the password is kept. */
export const SIGNUP_DRAFT: StepDraft<SignupForm> = {
  restore(typed) {
    const draft = kept()
    if (draft === null || (typed.username !== '' && typed.username !== draft.username)) return null
    const errors =
      typed.password === '' ? { password: 'Введите пароль ещё раз: здесь он не хранится.' } : {}
    return { step: 1, form: { ...draft, password: typed.password }, errors }
  },
  keep({ step, form: { password: _password, verificationCode: _code, ...form } }) {
    if (step > 1) writeStored(NAME, JSON.stringify({ at: Date.now(), form }), 'sessionStorage')
  },
  leave: () => undefined,
}

import { CODE_LIFE_MS } from '#domain/account.ts'
import { keep, recall } from '#web/lib/device-memory.ts'
import type { StepDraft } from '../use-step-form.ts'
import type { RecoveryForm } from './recovery-steps.ts'

const NAME = 'recovery-code-asked'

/** For whom a code that can still be alive was asked for in this tab; null where none was. */
function askedFor(): string | null {
  const text = recall(NAME, 'sessionStorage')
  if (text === null) return null
  try {
    const [usernameOrEmail, askedAt] = JSON.parse(text) as [unknown, unknown]
    if (typeof usernameOrEmail !== 'string' || typeof askedAt !== 'number') return null
    const age = Date.now() - askedAt
    return age >= 0 && age < CODE_LIFE_MS ? usernameOrEmail : null
  } catch {
    return null
  }
}

/** A phone drops the tab while its owner reads the letter: then the page opens at the field for the code. */
export const ASKED_CODE: StepDraft<RecoveryForm> = {
  restore(typed) {
    const usernameOrEmail = typed.usernameOrEmail === '' ? askedFor() : null
    return usernameOrEmail === null ? null : { step: 2, form: { ...typed, usernameOrEmail } }
  },
  keep({ resendSeconds, form: { usernameOrEmail } }) {
    if (resendSeconds !== null)
      keep(NAME, JSON.stringify([usernameOrEmail, Date.now()]), 'sessionStorage')
  },
  leave(step) {
    if (step === 2) keep(NAME, null, 'sessionStorage')
  },
}

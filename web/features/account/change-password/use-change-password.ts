import { useState } from 'react'
import { api } from '#contract/index.ts'
import { checkNewPasswordPair } from '#domain/account.ts'
import { CallFailed } from '#web/lib/call-failed.ts'
import { call } from '#web/lib/call.ts'
import { brokenFields, saidOr } from '#web/lib/said-or.ts'
import { keepToken } from '#web/lib/token.ts'

export type PasswordFields = {
  currentPassword: string
  password: string
  passwordConfirm: string
}

type FieldErrors = Readonly<Record<string, string>>

const EMPTY: PasswordFields = { currentPassword: '', password: '', passwordConfirm: '' }
const SAVED = 'Пароль изменён. На других устройствах нужно войти заново.'
const FAILED = 'Не удалось изменить пароль. Попробуйте ещё раз.'

type Said = { tone: 'good' | 'bad'; words: string }

/** What stands in the form, what is wrong with it, and what became of the last press. */
export function useChangePassword() {
  const [fields, setFields] = useState(EMPTY)
  const [refused, setRefused] = useState<FieldErrors>({})
  const [mended, setMended] = useState<ReadonlySet<string>>(new Set())
  // The server asks for the current password where the login is not fresh.
  const [asksCurrent, setAsksCurrent] = useState(false)
  const [said, setSaid] = useState<Said | null>(null)
  const [saving, setSaving] = useState(false)

  const refuse = (wrong: FieldErrors) => {
    setRefused(wrong)
    setMended(new Set())
  }

  async function send(): Promise<void> {
    const { password, passwordConfirm, currentPassword } = fields
    const body = { password, passwordConfirm, ...(asksCurrent && { currentPassword }) }
    try {
      const { token } = await call(api.auth.update, { body })
      if (token !== undefined) keepToken(token)
      setFields(EMPTY)
      setAsksCurrent(false)
      setSaid({ tone: 'good', words: SAVED })
    } catch (failure) {
      if (!(failure instanceof CallFailed)) throw failure
      if (failure.fields['currentPassword'] !== undefined) setAsksCurrent(true)
      refuse(failure.fields)
      const unnamed = Object.keys(failure.fields).length === 0
      setSaid(unnamed ? { tone: 'bad', words: saidOr(failure, FAILED) } : null)
    }
  }

  return {
    fields,
    /** What the last press was refused for. */
    refused,
    /** The sentence at a field that has not been changed since. */
    errorOf: (name: keyof PasswordFields) => (mended.has(name) ? undefined : refused[name]),
    asksCurrent,
    said,
    saving,
    change(name: keyof PasswordFields, value: string) {
      setFields((before) => ({ ...before, [name]: value }))
      setMended((before) => new Set(before).add(name))
      setSaid(null)
    },
    async save() {
      if (saving) return
      const wrong = brokenFields(() =>
        checkNewPasswordPair(fields.password, fields.passwordConfirm),
      )
      refuse(wrong)
      setSaid(null)
      if (Object.keys(wrong).length > 0) return
      setSaving(true)
      await send().finally(() => setSaving(false))
    },
  }
}

export type ChangePassword = ReturnType<typeof useChangePassword>

import { useState } from 'react'
import { api } from '#contract/index.ts'
import type { Session } from '#contract/shapes.ts'
import { checkAdvanced } from '#domain/announcement.ts'
import { CallFailed, sentenceOf } from '#web/lib/call-failed.ts'
import { call } from '#web/lib/call.ts'
import { brokenFields } from '#web/lib/said-or.ts'
import { useToast } from '#web/ui/toast-context.ts'

type Advanced = Session['advancedSession']
type Errors = Readonly<Record<string, string>>

const same = (one: Advanced, other: Advanced) => JSON.stringify(one) === JSON.stringify(other)

/** What may still be changed of an announced concert. `onSaved` is called once the server keeps it. */
export function useEditForm(session: Session, onSaved: () => void) {
  const [saved, setSaved] = useState<Advanced>(session.advancedSession)
  const [form, setForm] = useState<Advanced>(saved)
  const [errors, setErrors] = useState<Errors>({})
  const [refused, setRefused] = useState<Errors>({})
  const [saving, setSaving] = useState(false)
  const toast = useToast()

  function change(part: Partial<Advanced>) {
    setForm((before) => ({ ...before, ...part }))
    setErrors((before) =>
      Object.fromEntries(Object.entries(before).filter(([name]) => !(name in part))),
    )
  }

  function refuse(wrong: Errors) {
    setErrors(wrong)
    setRefused(wrong)
  }

  async function save() {
    if (saving) return
    const wrong = brokenFields(() => checkAdvanced(form))
    refuse(wrong)
    if (Object.keys(wrong).length > 0) return
    setSaving(true)
    try {
      const body = { sessionId: session.id, advancedSessionDTO: form }
      const { advancedSession } = await call(api.session.update, { body })
      setSaved(advancedSession)
      // What was typed meanwhile is not lost: it stays as a change to be saved.
      setForm((now) => (same(now, form) ? advancedSession : now))
      onSaved()
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error
      refuse(error.fields)
      toast({ text: sentenceOf(error), tone: 'error' })
    } finally {
      setSaving(false)
    }
  }

  return {
    form,
    errors,
    /** The errors of the last try to save, also those that are being mended. */
    refused,
    saving,
    changed: !same(form, saved),
    change,
    save,
  }
}

import { useState } from 'react'
import { api } from '#contract/index.ts'
import type { Session } from '#contract/shapes.ts'
import { CallFailed, sentenceOf } from '#web/lib/call-failed.ts'
import { call } from '#web/lib/call.ts'
import { useToast } from '#web/ui/toast-context.ts'

type Advanced = Session['advancedSession']

/** What may still be changed of an announced concert. `onSaved` gets it as the server keeps it. */
export function useEditForm(session: Session, onSaved: () => void) {
  const [saved, setSaved] = useState<Advanced>(session.advancedSession)
  const [form, setForm] = useState<Advanced>(saved)
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [saving, setSaving] = useState(false)
  const toast = useToast()

  function change(part: Partial<Advanced>) {
    setForm((before) => ({ ...before, ...part }))
    setErrors({})
  }

  async function save() {
    if (saving) return
    setSaving(true)
    try {
      const body = { sessionId: session.id, advancedSessionDTO: form }
      const { advancedSession } = await call(api.session.update, { body })
      setSaved(advancedSession)
      setForm(advancedSession)
      setErrors({})
      onSaved()
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error
      setErrors(error.fields)
      toast({ text: sentenceOf(error), tone: 'error' })
    } finally {
      setSaving(false)
    }
  }

  return {
    form,
    errors,
    saving,
    changed: JSON.stringify(form) !== JSON.stringify(saved),
    change,
    save,
  }
}

import type { ChangeEvent, FormEvent, RefObject } from 'react'
import { useEffect, useState } from 'react'
import { useActionData, useFetcher } from 'react-router'
import { CODE_LIFE_MS } from '#domain/account.ts'
import { postedText } from '#web/lib/posted-text.ts'
import { useCountdown } from '#web/lib/use-countdown.ts'
import { useOneAtATime } from '#web/lib/use-one-at-a-time.ts'
import { useStepFocus } from '#web/lib/use-step-focus.ts'
import type { Step } from '#web/parts/step-progress.tsx'
import { keepOnItsWay, onItsWay } from './code-on-its-way.ts'
import type { FieldErrors, RecoveryForm } from './recovery-form.ts'
import { readForm } from './recovery-form.ts'
import type { RecoveryAnswer } from './recovery-turn.ts'

export type Recovery = {
  step: Step
  form: RecoveryForm
  errors: FieldErrors
  trouble: string | null
  /** The button whose answer is on its way; empty where none is. */
  pending: string
  resendSeconds: number
  fetcher: ReturnType<typeof useFetcher<RecoveryAnswer>>
  onChange: (event: ChangeEvent<HTMLFormElement>) => void
  onSubmit: (event: FormEvent) => void
  setCode: (code: string) => void
  goBack: () => void
}

/** A recovery on its way: what was typed, what was answered, and the step in sight. */
export function useRecovery(
  formRef: RefObject<HTMLFormElement | null>,
  opened: RecoveryAnswer,
): Recovery {
  const posted = useActionData<RecoveryAnswer>()
  const fetcher = useFetcher<RecoveryAnswer>()
  const first = posted ?? opened

  const [answer, setAnswer] = useState(first)
  const [step, setStep] = useState(first.step)
  const [form, setForm] = useState(first.form)
  const [errors, setErrors] = useState(first.errors)
  const [trouble, setTrouble] = useState(first.trouble)
  const [wait, setWait] = useState({ seconds: first.resendSeconds ?? 0 })
  const resendSeconds = useCountdown(wait.seconds, wait)
  const onSubmit = useOneAtATime(fetcher)

  if (fetcher.data !== undefined && fetcher.data !== answer) {
    setAnswer(fetcher.data)
    setStep(fetcher.data.step)
    setForm({ ...form, code: fetcher.data.form.code })
    setErrors(fetcher.data.errors)
    setTrouble(fetcher.data.trouble)
    if (fetcher.data.resendSeconds !== null) setWait({ seconds: fetcher.data.resendSeconds })
  }

  // What was typed before the scripts came stands in the inputs only.
  useEffect(() => {
    if (formRef.current === null) return
    const fresh = first.step === 1 && first.trouble === null
    const typed = readForm(new FormData(formRef.current))
    const asked = fresh && typed.usernameOrEmail === '' ? onItsWay(CODE_LIFE_MS) : null
    setForm(asked === null ? typed : { ...typed, usernameOrEmail: asked })
    if (asked !== null) setStep(2)
  }, [formRef, first])
  useEffect(() => {
    if (answer.resendSeconds !== null) keepOnItsWay(answer.form.usernameOrEmail)
  }, [answer])
  useStepFocus(formRef, String(step), answer)

  return {
    step,
    form,
    errors,
    trouble,
    pending: postedText(fetcher.formData, 'turn'),
    resendSeconds,
    fetcher,
    onSubmit,
    onChange({ target, currentTarget }) {
      setForm(readForm(new FormData(currentTarget)))
      setTrouble(null)
      const { name } = target
      setErrors(({ ...left }) => {
        delete left[name as keyof FieldErrors]
        return left
      })
    },
    setCode: (code) => setForm((before) => ({ ...before, code })),
    goBack() {
      setErrors({})
      setTrouble(null)
      setStep(step === 3 ? 2 : 1)
      if (step === 2) keepOnItsWay(null)
    },
  }
}

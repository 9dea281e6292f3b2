import type { ChangeEvent, FocusEvent, FormEvent, RefObject } from 'react'
import { useEffect, useEffectEvent, useState } from 'react'
import { useActionData, useFetcher, useLocation, useNavigate } from 'react-router'
import { postedText } from '#web/lib/posted-text.ts'
import { useCountdown } from '#web/lib/use-countdown.ts'
import { useOneAtATime } from '#web/lib/use-one-at-a-time.ts'
import { useStepFocus } from '#web/lib/use-step-focus.ts'
import type { Step } from '#web/parts/step-progress.tsx'
import type { FieldErrors, SignupForm } from './signup-form.ts'
import { EMPTY_FORM, readForm } from './signup-form.ts'
import type { SignupAnswer } from './signup-turn.ts'
import { useFieldChecks } from './use-field-checks.ts'

/** Kept with each entry of the browser's history, so that its «back» goes a step back too. */
type Place = { step: Step; pushed: boolean }

export type Signup = {
  step: Step
  form: SignupForm
  errors: FieldErrors
  trouble: string | null
  /** The nickname was found to be free. */
  usernameFree: boolean
  /** The field that the server is being asked about. */
  checking: string | null
  /** The button whose answer is on its way; empty where none is. */
  pending: string
  resendSeconds: number
  fetcher: ReturnType<typeof useFetcher<SignupAnswer>>
  onChange: (event: ChangeEvent<HTMLFormElement>) => void
  onBlur: (event: FocusEvent<HTMLFormElement>) => void
  onSubmit: (event: FormEvent) => void
  setCode: (code: string) => void
  goBack: () => void
}

/** A sign-up on its way: what was typed, what was answered, and the step in sight. */
export function useSignup(formRef: RefObject<HTMLFormElement | null>): Signup {
  const first = useActionData<SignupAnswer>()
  const fetcher = useFetcher<SignupAnswer>()
  const location = useLocation()
  const navigate = useNavigate()

  const [answer, setAnswer] = useState(first)
  const [form, setForm] = useState(first?.form ?? EMPTY_FORM)
  const [start] = useState<Step>(first?.step ?? 1)
  const [reach, setReach] = useState(start)
  const [wait, setWait] = useState({ seconds: first?.resendSeconds ?? 0 })
  const [trouble, setTrouble] = useState(first?.trouble ?? null)
  const checks = useFieldChecks(first?.errors ?? {})
  const resendSeconds = useCountdown(wait.seconds, wait)
  const onSubmit = useOneAtATime(fetcher)

  const place = location.state as Place | null
  const asked = place?.step ?? start
  const step = asked > reach ? reach : asked

  if (fetcher.data !== undefined && fetcher.data !== answer) {
    const { codeSent, verificationCode } = fetcher.data.form
    setAnswer(fetcher.data)
    setForm({ ...form, codeSent, verificationCode })
    setTrouble(fetcher.data.trouble)
    checks.replace(fetcher.data.errors)
    if (fetcher.data.step > reach) setReach(fetcher.data.step)
    if (fetcher.data.resendSeconds !== null) setWait({ seconds: fetcher.data.resendSeconds })
  }

  const goTo = (wanted: Step) => {
    if (wanted === step) return
    const pushed = wanted > step
    const state: Place = { step: wanted, pushed }
    void navigate({ search: location.search }, { replace: !pushed, state })
  }
  const follow = useEffectEvent(goTo)
  useEffect(() => {
    if (fetcher.data !== undefined) follow(fetcher.data.step)
  }, [fetcher.data])

  // What was typed before the scripts came stands in the inputs only.
  useEffect(() => {
    if (formRef.current !== null) setForm(readForm(new FormData(formRef.current)))
  }, [formRef])
  useStepFocus(formRef, `${step} ${form.codeSent}`, answer)

  return {
    step,
    form,
    errors: checks.errors,
    trouble,
    usernameFree: checks.freeUsername !== null && checks.freeUsername === form.username,
    checking: checks.checking,
    pending: postedText(fetcher.formData, 'turn'),
    resendSeconds,
    fetcher,
    onSubmit,
    onChange({ target, currentTarget }) {
      setForm(readForm(new FormData(currentTarget)))
      setTrouble(null)
      checks.forget(target.name)
    },
    onBlur({ target, relatedTarget }) {
      const leaving = relatedTarget instanceof HTMLButtonElement && relatedTarget.type === 'submit'
      if (!leaving && target instanceof HTMLInputElement) checks.check(target.name, target.value)
    },
    setCode: (verificationCode) => setForm((before) => ({ ...before, verificationCode })),
    goBack() {
      checks.replace({})
      setTrouble(null)
      if (place?.pushed === true) void navigate(-1)
      else goTo(step === 3 ? 2 : 1)
    },
  }
}

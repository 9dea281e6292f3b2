import type { ChangeEvent, FormEvent, RefObject } from 'react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useActionData, useFetcher, useLocation, useNavigate } from 'react-router'
import { useCountdown } from '#web/lib/value-hooks.ts'
import type {
  FormStep,
  StepAnswer,
  StepErrors,
  StepField,
  StepForm,
  StepPlace,
  StepValues,
} from './step-machine.ts'
import { shownFields, stepAt, stepMove, turnNamed } from './step-machine.ts'

const WRONG = 'input[aria-invalid="true"]'
const FIRST =
  'input:is(:checked, :not([type="radio"])):not([type="hidden"]):not([readonly]):not(:disabled)'

/** Moves the focus to the first wrong field, or to the first field of another stage. */
export function useStepFocus(
  form: RefObject<HTMLFormElement | null>,
  stage: string,
  answer: unknown,
): void {
  const before = useRef<{ stage: string; answer: unknown }>({ stage, answer: undefined })
  useEffect(() => {
    const last = before.current
    before.current = { stage, answer }
    if (last.stage === stage && last.answer === answer) return
    const wrong = form.current?.querySelector<HTMLInputElement>(WRONG)
    const next = last.stage === stage ? null : form.current?.querySelector<HTMLInputElement>(FIRST)
    const target = wrong ?? next
    target?.focus()
    // A wrong code is retyped from its beginning.
    if (wrong?.autocomplete === 'one-time-code') wrong.select()
  }, [form, stage, answer])
}

/** The draft that a form stores on the device between two openings of its page. */
export type StepDraft<Values> = {
  /** Returns where to continue, given the current inputs; null when nothing was stored. Called when the page opens untouched. */
  restore: (typed: Values) => { step: FormStep; form: Values; errors?: StepErrors<Values> } | null
  save: (answer: StepAnswer<Values>) => void
  /** The person went back from this step. */
  onBack: (step: FormStep) => void
}

/** The state of a three-step form: the typed values, the answer and the current step. */
export type StepFormState<Values extends StepValues, Turn extends string> = {
  steps: StepForm<Values, Turn>
  step: FormStep
  form: Values
  errors: StepErrors<Values>
  errorText: string | null
  /** The button whose answer is pending; empty when there is none. */
  pending: Turn | ''
  resendSeconds: number
  fetcher: ReturnType<typeof useFetcher<StepAnswer<Values>>>
  formRef: RefObject<HTMLFormElement | null>
  onChange: (event: ChangeEvent<HTMLFormElement>) => void
  onSubmit: (event: FormEvent) => void
  setCode: (field: StepField<Values>, code: string) => void
  setError: (field: StepField<Values>, sentence: string) => void
  goBack: () => void
}

/** For `onSubmit` of a form: blocks further submits while an answer is pending, even in the same frame. */
function useOneAtATime({ state, data }: { state: string; data?: unknown }) {
  // The last answer at the time of the submit; null while nothing is pending.
  const sent = useRef<{ after: unknown } | null>(null)
  useEffect(() => {
    if (state === 'idle' && sent.current?.after !== data) sent.current = null
  }, [state, data])
  return (event: FormEvent) => {
    if (sent.current !== null) event.preventDefault()
    else sent.current = { after: data }
  }
}

/** The current step, stored in the browser's history. */
function useStepPlace(start: FormStep) {
  const location = useLocation()
  const navigate = useNavigate()
  const [reached, setReached] = useState(start)
  const place = location.state as StepPlace | null
  const step = stepAt(place, start, reached)
  return {
    step,
    reach(to: FormStep) {
      if (to > reached) setReached(to)
    },
    goTo(to: FormStep) {
      const move = stepMove(place, step, to)
      if (move === 'back') void navigate(-1)
      else if (move !== 'stay')
        void navigate({ search: location.search }, { replace: !move.pushed, state: move })
    },
    /** Continues from the step that a discarded tab had reached. */
    resume(at: FormStep) {
      setReached(at)
      if (place?.step !== at)
        void navigate({ search: location.search }, { state: { step: at, pushed: true } })
    },
  }
}

/** `opened` is what the page was opened with; `draft` must be the same object at each render. */
export function useStepForm<Values extends StepValues, Turn extends string>(
  steps: StepForm<Values, Turn>,
  opened: StepAnswer<Values>,
  draft?: StepDraft<Values>,
): StepFormState<Values, Turn> {
  const formRef = useRef<HTMLFormElement>(null)
  const posted = useActionData<StepAnswer<Values>>()
  const fetcher = useFetcher<StepAnswer<Values>>()
  const [first] = useState(posted ?? opened)

  const [answer, setAnswer] = useState(first)
  // The latest answer or restored draft, which the focus follows.
  const [asked, setAsked] = useState<unknown>(first)
  const [form, setForm] = useState(first.form)
  const [errors, setErrors] = useState(first.errors)
  const [errorText, setErrorText] = useState(first.errorText)
  const [wait, setWait] = useState({ seconds: first.resendSeconds ?? 0 })
  const resendSeconds = useCountdown(wait.seconds, wait)
  const onSubmit = useOneAtATime(fetcher)
  const { step, reach, goTo, resume } = useStepPlace(first.step)

  if (fetcher.data !== undefined && fetcher.data !== answer) {
    const fresh: StepAnswer<Values> = fetcher.data
    setAnswer(fresh)
    setAsked(fresh)
    setForm({
      ...form,
      ...Object.fromEntries(steps.answered.map((name) => [name, fresh.form[name]])),
    })
    setErrors(fresh.errors)
    setErrorText(fresh.errorText)
    reach(fresh.step)
    if (fresh.resendSeconds !== null) setWait({ seconds: fresh.resendSeconds })
  }

  const follow = useEffectEvent(goTo)
  useEffect(() => {
    if (fetcher.data !== undefined) follow(fetcher.data.step)
  }, [fetcher.data])

  // Values typed before hydration are only in the inputs.
  const takeTyped = useEffectEvent(() => {
    if (formRef.current === null) return
    const typed = steps.read(new FormData(formRef.current))
    const untouched = first.step === 1 && first.errorText === null
    const restored = untouched ? (draft?.restore(typed) ?? null) : null
    setForm(restored?.form ?? typed)
    if (restored === null) return
    setErrors(restored.errors ?? {})
    setAsked(restored)
    resume(restored.step)
  })
  useEffect(() => takeTyped(), [])
  useEffect(() => draft?.save(answer), [draft, answer])
  useStepFocus(formRef, `${step} ${shownFields(steps, step, form).join(' ')}`, asked)

  const pending = fetcher.formData?.get('turn')
  return {
    steps,
    step,
    form,
    errors,
    errorText,
    pending: typeof pending === 'string' ? turnNamed(steps, pending) : '',
    resendSeconds,
    fetcher,
    formRef,
    onSubmit,
    onChange({ target, currentTarget }) {
      setForm(steps.read(new FormData(currentTarget)))
      setErrorText(null)
      setErrors(({ ...left }) => {
        delete left[target.name as StepField<Values>]
        return left
      })
    },
    setCode: (field, code) => setForm((before) => ({ ...before, [field]: code })),
    setError: (field, sentence) => setErrors((before) => ({ ...before, [field]: sentence })),
    goBack() {
      setErrors({})
      setErrorText(null)
      goTo(step === 3 ? 2 : 1)
      draft?.onBack(step)
    },
  }
}

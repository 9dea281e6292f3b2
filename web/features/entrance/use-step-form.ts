import type { ChangeEvent, FormEvent, RefObject } from 'react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { call } from '#web/lib/calls/call.ts'
import { useCountdown } from '#web/lib/value-hooks.ts'
import { useSignIn } from './signed-in.ts'
import type {
  FormStep,
  StepAnswer,
  StepErrors,
  StepField,
  StepPlace,
  StepValues,
  StepTurn,
} from './step-machine.ts'
import { stepAt, stepMove } from './step-machine.ts'

const WRONG = 'input[aria-invalid="true"]'
const FIRST = 'input:is(:checked, :not([type="radio"])):not([readonly]):not(:disabled)'

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
export type StepFormState<Values extends StepValues> = {
  step: FormStep
  form: Values
  errors: StepErrors<Values>
  errorText: string | null
  /** The latest answer or restored draft, which the focus follows. */
  asked: unknown
  /** What the submit button of this step does. */
  main: StepTurn<Values>
  /** The button whose answer is pending. */
  pending: StepTurn<Values> | null
  resendSeconds: number
  formRef: RefObject<HTMLFormElement | null>
  onChange: (event: ChangeEvent<HTMLFormElement>) => void
  onSubmit: (event: FormEvent) => void
  /** Presses a button, with a value that was typed just now. Nothing happens while an answer is pending. */
  take: (turn: StepTurn<Values>, typed?: Partial<Values>) => void
  setValue: (field: StepField<Values>, value: string | boolean) => void
  setError: (field: StepField<Values>, sentence: string) => void
  goBack: () => void
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
    reach: (to: FormStep) => setReached((before) => (to > before ? to : before)),
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

/** What the turn changed in the values: the others keep what was typed meanwhile. */
function changesOf<Values extends StepValues>(sent: Values, answered: Values): Partial<Values> {
  const changed = Object.entries(answered).filter(([name, value]) => sent[name] !== value)
  return Object.fromEntries(changed) as Partial<Values>
}

/** `opened` is what the page was opened with; `draft` must be the same object at each render. */
export function useStepForm<Values extends StepValues>(
  opened: StepAnswer<Values>,
  mainOf: (step: FormStep, form: Values) => StepTurn<Values>,
  draft: StepDraft<Values>,
): StepFormState<Values> {
  const formRef = useRef<HTMLFormElement>(null)
  const signIn = useSignIn()
  const [first] = useState(opened)
  const [answer, setAnswer] = useState(first)
  const [asked, setAsked] = useState<unknown>(first)
  const [form, setForm] = useState(first.form)
  const [errors, setErrors] = useState(first.errors)
  const [errorText, setErrorText] = useState(first.errorText)
  const [wait, setWait] = useState({ seconds: first.resendSeconds ?? 0 })
  const [pending, setPending] = useState<StepTurn<Values> | null>(null)
  // Two presses in one frame see the same state.
  const busy = useRef(false)
  const resendSeconds = useCountdown(wait.seconds, wait)
  const { step, reach, goTo, resume } = useStepPlace(first.step)
  const main = mainOf(step, form)

  function show(fresh: StepAnswer<Values>, sent: Values) {
    setAnswer(fresh)
    setAsked(fresh)
    setForm((now) => ({ ...now, ...changesOf(sent, fresh.form) }))
    setErrors(fresh.errors)
    setErrorText(fresh.errorText)
    reach(fresh.step)
    if (fresh.resendSeconds !== null) setWait({ seconds: fresh.resendSeconds })
  }

  async function take(turn: StepTurn<Values>, typed: Partial<Values> = {}) {
    if (busy.current) return
    busy.current = true
    setPending(() => turn)
    try {
      const sent = { ...form, ...typed }
      const outcome = await turn(sent, call)
      if ('token' in outcome) await signIn(outcome)
      else show(outcome, sent)
    } finally {
      busy.current = false
      setPending(null)
    }
  }

  const follow = useEffectEvent(goTo)
  useEffect(() => {
    if (answer !== first) follow(answer.step)
    draft.save(answer)
  }, [answer, draft, first])

  // Values typed before hydration are only in the inputs.
  const takeTyped = useEffectEvent(() => {
    if (formRef.current === null) return
    const typed = { ...first.form, ...Object.fromEntries(new FormData(formRef.current)) }
    const untouched = first.step === 1 && first.errorText === null
    const restored = untouched ? draft.restore(typed) : null
    setForm(restored?.form ?? typed)
    if (restored === null) return
    setErrors(restored.errors ?? {})
    setAsked(restored)
    resume(restored.step)
  })
  useEffect(() => takeTyped(), [])

  const setValue = (field: StepField<Values>, value: string | boolean) => {
    setForm((before) => ({ ...before, [field]: value }))
    setErrorText(null)
    setErrors(({ ...left }) => {
      delete left[field]
      return left
    })
  }

  return {
    step,
    form,
    errors,
    errorText,
    asked,
    main,
    pending,
    resendSeconds,
    formRef,
    onChange({ target }: { target: EventTarget }) {
      // The field of a code has no name: it reports its digits alone.
      if (!(target instanceof HTMLInputElement) || target.name === '') return
      const { name, type, value, checked } = target
      setValue(name, type === 'checkbox' ? checked : value)
    },
    onSubmit(event) {
      event.preventDefault()
      void take(main)
    },
    take: (turn, typed) => void take(turn, typed),
    setValue,
    setError: (field, sentence) => setErrors((before) => ({ ...before, [field]: sentence })),
    goBack() {
      setErrors({})
      setErrorText(null)
      goTo(step === 3 ? 2 : 1)
      draft.onBack(step)
    },
  }
}

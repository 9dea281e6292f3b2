import type { RefObject } from 'react'
import { useEffect, useRef } from 'react'

const WRONG = 'input[aria-invalid="true"]'
const FIRST =
  'input:is(:checked, :not([type="radio"])):not([type="hidden"]):not([readonly]):not(:disabled)'

/** Puts the focus where the person goes on: at the first wrong field, or at the first field of another stage. */
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
    // A wrong code is typed anew from its beginning.
    if (wrong?.autocomplete === 'one-time-code') wrong.select()
  }, [form, stage, answer])
}

import type { FormEvent, RefObject } from 'react'
import { useEffect, useRef, useState } from 'react'
import type { FieldRefusals } from '#domain/refusal.ts'
import { useToast } from '../ui/overlays/toast-context.ts'
import type { ExplainedFailure } from './calls/call-failed.ts'
import { CallFailed, asExplained, sentenceOf } from './calls/call-failed.ts'

const NONE: FieldRefusals = {}

type SavingOptions = {
  /** The sentence of a failure; its own by default. */
  wordsOf?: (failure: ExplainedFailure) => string
  /** The errors by the names of the form's fields, which then say the failure; none by default. */
  fieldsOf?: (failure: ExplainedFailure) => FieldRefusals
  /** A toast says every failure; else `failed` says the one that names no field. */
  toast?: boolean
}

export type Saving = {
  /** The form, to focus its first wrong field. */
  box: RefObject<HTMLFormElement | null>
  saving: boolean
  /** The errors at the fields, without those of fields that are being corrected. */
  errors: FieldRefusals
  /** Why nothing was saved, where no field says it. */
  failed: string | null
  /** Marks the fields that have words and focuses the first of them; returns whether there is any. */
  refuse(found: Readonly<Record<string, string | null>>): boolean
  /** Marks one field that was left. */
  mark(field: string, words: string): void
  /** Hides the errors of fields that are being corrected, by default of all, and the sentence. */
  correct(fields?: readonly string[]): void
  /**
   * Does the work of a press, unless it is still being done; returns whether it succeeded. What the work throws as a
   * refusal, by a rule or by the server, is shown; a bug is thrown on. `onFailed` takes a call that failed.
   */
  save(work: () => Promise<unknown>, onFailed?: (failure: CallFailed) => unknown): Promise<boolean>
  /** The attributes of the form that `submit` saves. */
  formOf(submit: () => unknown): {
    ref: RefObject<HTMLFormElement | null>
    noValidate: true
    onSubmit: (event: FormEvent) => void
  }
}

/** What saves by one press: whether it does, and why it did not. */
export function useSaving(options: SavingOptions = {}): Saving {
  const { wordsOf = sentenceOf, fieldsOf = () => NONE } = options
  const [errors, setErrors] = useState(NONE)
  const [refused, setRefused] = useState(NONE)
  const [failed, setFailed] = useState<string | null>(null)
  const [saving, setSaving] = useState(false)
  const running = useRef(false)
  const box = useRef<HTMLFormElement>(null)
  const toast = useToast()
  useWrongFocus(box, refused)

  function refuse(found: Readonly<Record<string, string | null>>): boolean {
    const wrong: FieldRefusals = Object.fromEntries(
      Object.entries(found).filter((one): one is [string, string] => one[1] !== null),
    )
    setErrors(wrong)
    setRefused(wrong)
    setFailed(null)
    return Object.keys(wrong).length > 0
  }

  return {
    box,
    saving,
    errors,
    failed,
    refuse,
    mark: (field, words) => setErrors((before) => ({ ...before, [field]: words })),

    correct(fields) {
      const left = (before: FieldRefusals) =>
        Object.fromEntries(Object.entries(before).filter(([field]) => !fields?.includes(field)))
      setErrors(fields === undefined ? NONE : left)
      setFailed(null)
    },

    async save(work, onFailed) {
      // A second press comes before the first one is rendered, so the mark does not wait for a render.
      if (running.current) return false
      running.current = true
      setSaving(true)
      refuse(NONE)
      try {
        await work()
        return true
      } catch (caught) {
        const failure = asExplained(caught)
        const named = refuse(fieldsOf(failure))
        if (options.toast === true) toast({ text: wordsOf(failure), tone: 'error' })
        else if (!named) setFailed(wordsOf(failure))
        if (failure instanceof CallFailed) await onFailed?.(failure)
        return false
      } finally {
        running.current = false
        setSaving(false)
      }
    },

    formOf: (submit) => ({
      ref: box,
      noValidate: true,
      onSubmit(event) {
        event.preventDefault()
        void submit()
      },
    }),
  }
}

/** The text of a form's field; empty where it has none. */
export function fieldText(form: FormData, name: string): string {
  const typed = form.get(name)
  return typeof typed === 'string' ? typed : ''
}

/** The same for a form whose fields the server names. */
export const useForm = (options: SavingOptions = {}) =>
  useSaving({ fieldsOf: ({ fields = NONE }) => fields, ...options })

/** Focuses the first invalid field each time a form is refused. */
export function useWrongFocus(form: RefObject<HTMLElement | null>, errors: FieldRefusals): void {
  useEffect(() => {
    if (Object.keys(errors).length === 0) return
    const field = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    field?.focus({ preventScroll: true })
    // The error stands under the field: at the edge of the screen the bar would cover it.
    field?.scrollIntoView({ block: 'center' })
  }, [form, errors])
}

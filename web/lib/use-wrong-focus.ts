import type { RefObject } from 'react'
import { useEffect } from 'react'

/** Puts the focus at the first wrong field whenever a form was refused anew. */
export function useWrongFocus(
  form: RefObject<HTMLElement | null>,
  errors: Readonly<Record<string, string>>,
): void {
  useEffect(() => {
    if (Object.keys(errors).length === 0) return
    const field = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    field?.focus({ preventScroll: true })
    // What is wrong stands under the field: at the edge of the screen it would lie under the bar.
    field?.scrollIntoView({ block: 'center' })
  }, [form, errors])
}

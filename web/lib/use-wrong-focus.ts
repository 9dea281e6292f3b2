import type { RefObject } from 'react'
import { useEffect } from 'react'

/** Puts the focus at the first wrong field whenever a form was refused anew. */
export function useWrongFocus(
  form: RefObject<HTMLElement | null>,
  errors: Readonly<Record<string, string>>,
): void {
  useEffect(() => {
    if (Object.keys(errors).length === 0) return
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [form, errors])
}

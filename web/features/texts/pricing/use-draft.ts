import type { RefObject } from 'react'
import { useEffect } from 'react'
import { keep, recall } from '#web/lib/device-memory.ts'
import { SUPPORT_FIELDS, typedIn } from './support-answer.ts'

const NAME = 'support-draft'

function kept(): Record<string, unknown> {
  try {
    const read: unknown = JSON.parse(recall(NAME, 'sessionStorage') ?? '{}')
    return typeof read === 'object' && read !== null ? { ...read } : {}
  } catch {
    return {}
  }
}

/** Gives the fields of a loaded page what was typed into them in this tab, unless something stands there already. */
export function useDraft(form: RefObject<HTMLFormElement | null>): { keepDraft(): void } {
  useEffect(() => {
    const draft = kept()
    for (const name of SUPPORT_FIELDS) {
      const field = form.current?.elements.namedItem(name)
      const text = draft[name]
      const takes = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement
      if (takes && field.value === '' && typeof text === 'string') field.value = text
    }
  }, [form])
  return {
    keepDraft() {
      if (form.current === null) return
      keep(NAME, JSON.stringify(typedIn(new FormData(form.current))), 'sessionStorage')
    },
  }
}

/** In the browser: what was sent is no draft any more. */
export function forgetDraft(): void {
  keep(NAME, null, 'sessionStorage')
}

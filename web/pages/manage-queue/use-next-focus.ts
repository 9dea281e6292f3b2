import { useEffect, useRef } from 'react'

/** What was pressed is gone with its row: says what inside `within` has the focus after the next drawing. */
export function useNextFocus<Box extends HTMLElement>() {
  const within = useRef<Box>(null)
  const selector = useRef<string | null>(null)
  useEffect(() => {
    if (selector.current === null) return
    within.current?.querySelector<HTMLElement>(selector.current)?.focus()
    selector.current = null
  })
  return {
    within,
    focusLater(css: string) {
      selector.current = css
    },
  }
}

import type { FormEvent } from 'react'
import { useEffect, useRef } from 'react'

type Asking = { state: 'idle' | 'submitting' | 'loading'; data?: unknown }

/** For `onSubmit` of a form: while an answer is on its way nothing more is sent, not even in the same frame. */
export function useOneAtATime({ state, data }: Asking): (event: FormEvent) => void {
  // What was answered last when the form was sent; null while nothing is on its way.
  const sent = useRef<{ after: unknown } | null>(null)
  useEffect(() => {
    if (state === 'idle' && sent.current?.after !== data) sent.current = null
  }, [state, data])
  return (event) => {
    if (sent.current !== null) event.preventDefault()
    else sent.current = { after: data }
  }
}

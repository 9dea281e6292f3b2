import { useEffect, useEffectEvent } from 'react'
import type { RefObject } from 'react'

/** Reports what was typed into a server-rendered field before the scripts arrived. */
export function useEarlyValue(
  field: RefObject<HTMLInputElement | HTMLTextAreaElement | null>,
  known: string,
  onEarly: (value: string) => void,
): void {
  const report = useEffectEvent((value: string) => {
    if (value !== known) onEarly(value)
  })
  useEffect(() => {
    if (field.current) report(field.current.value)
  }, [field])
}

import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import type { RefObject } from 'react'

/** Reports text typed into a server-rendered field before hydration. */
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

const subscribe = () => () => {}

/** False in the server's HTML and in the first render, which hydrates it, true ever after. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  )
}

import { useSyncExternalStore } from 'react'

const subscribe = () => () => {}

/** False in the server's HTML and in the first render, which hydrates it, true ever after. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  )
}

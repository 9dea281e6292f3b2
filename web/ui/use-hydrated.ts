import { useSyncExternalStore } from 'react'

const subscribe = () => () => {}

/** False in the server's HTML and in the first render that takes it over, true ever after. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  )
}

import { useSyncExternalStore } from 'react'

const QUERY = '(min-width: 960px) and (min-height: 600px) and (orientation: landscape)'

function subscribe(onChange: () => void) {
  const media = window.matchMedia(QUERY)
  media.addEventListener('change', onChange)
  return () => media.removeEventListener('change', onChange)
}

/** Whether the pad stands on a music stand: a tablet on its side, or a larger screen. */
export function useTabletStage(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(QUERY).matches,
    () => false,
  )
}

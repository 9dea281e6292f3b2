import { useMedia } from './use-media.ts'

/** Whether the visitor asked for less motion; false on the server. */
export function useReducedMotion(): boolean {
  return useMedia('(prefers-reduced-motion: reduce)')
}

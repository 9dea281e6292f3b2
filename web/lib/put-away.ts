import { useMemo, useSyncExternalStore } from 'react'
import { keep, recall, watchMemory } from './device-memory.ts'

const MOST = 100
const nameOf = (sessionId: string) => `putAway:${sessionId}`

function idsIn(kept: string | null): string[] {
  return kept === null || kept === '' ? [] : kept.split(',')
}

/** The order is not shown on this device any more. In the browser. */
export function putAway(sessionId: string, orderId: string): void {
  const name = nameOf(sessionId)
  keep(name, [orderId, ...idsIn(recall(name))].slice(0, MOST).join(','))
}

/** The ids of the orders of a concert that were put away; none in the server's HTML. */
export function usePutAway(sessionId: string): ReadonlySet<string> {
  const kept = useSyncExternalStore(
    watchMemory,
    () => recall(nameOf(sessionId)),
    () => null,
  )
  return useMemo(() => new Set(idsIn(kept)), [kept])
}

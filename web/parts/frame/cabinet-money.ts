import { useEffect, useSyncExternalStore } from 'react'
import { api } from '#contract/index.ts'
import { orWhenUnavailable } from '#web/lib/calls/call-failed.ts'
import { call } from '#web/lib/calls/call.ts'

const FRESH_MS = 60_000

let available: number | null = null
let askedAt = 0
const listeners = new Set<() => void>()

/** The balance of the signed-in artist, known here by a page that has loaded it; kopecks. */
export function showCabinetMoney(kopecks: number): void {
  available = kopecks
  askedAt = Date.now()
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

async function ask(): Promise<void> {
  if (Date.now() - askedAt < FRESH_MS) return
  askedAt = Date.now()
  const balance = await orWhenUnavailable(call(api.payment.balance, { query: { limit: 1 } }), null)
  if (balance !== null) showCabinetMoney(balance.available)
}

/** Kopecks for the side bar of a wide screen; null while they are not known. */
export function useCabinetMoney(): number | null {
  const money = useSyncExternalStore(
    subscribe,
    () => available,
    () => null,
  )
  useEffect(() => {
    if (window.matchMedia('(min-width: 1024px)').matches) void ask()
  }, [])
  return money
}

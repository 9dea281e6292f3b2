import { readStored, writeStored } from './device-memory.ts'

/** How long a tab without Web Locks holds its lock after the last renewal (ms): longer than any call. */
export const LEASE_MS = 40_000
const RENEW_MS = 10_000
const SETTLE_MS = 60

/**
 * Runs `work` unless another tab of this browser holds the lock; resolves with whether it ran. Web
 * Locks need a secure context, so a page over plain http takes a lease in localStorage instead.
 */
export async function withTabLock(name: string, work: () => Promise<void>): Promise<boolean> {
  const locks =
    typeof navigator === 'undefined' ? undefined : (navigator.locks as LockManager | undefined)
  if (locks === undefined) return withLease(`lock:${name}`, work)
  return locks.request(name, { ifAvailable: true }, async (lock) => {
    if (lock === null) return false
    await work()
    return true
  })
}

async function withLease(name: string, work: () => Promise<void>): Promise<boolean> {
  const owner = `${Math.random()}`
  const [, until = '0'] = (readStored(name) ?? '').split(' ')
  const left = Number(until) - Date.now()
  // A lease that ends later than any new one would was written before the clock was set back.
  if (left > 0 && left <= LEASE_MS) return false
  const write = () => writeStored(name, `${owner} ${Date.now() + LEASE_MS}`)
  const isMine = () => (readStored(name) ?? '').startsWith(`${owner} `)
  write()
  // Two tabs may write at the same time; after a moment both read the last write.
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS))
  if (!isMine()) return false
  const renewal = setInterval(() => isMine() && write(), RENEW_MS)
  try {
    await work()
    return true
  } finally {
    clearInterval(renewal)
    if (isMine()) writeStored(name, null)
  }
}

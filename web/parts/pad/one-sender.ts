import { keep, recall } from '#web/lib/device-memory.ts'

/** A sender whose tab was closed in the middle is waited for no longer (ms): more than any call takes. */
export const LEASE_MS = 40_000
/** Many slow presses take longer than one note lasts. */
const RENEW_MS = 10_000
const SETTLE_MS = 60

/**
 * Does the work unless another tab of this device is at it; gives whether it was done. Browsers
 * without locks (a page without https has none) write a note into the memory that tabs share.
 */
export async function asOnlySender(name: string, work: () => Promise<void>): Promise<boolean> {
  const locks =
    typeof navigator === 'undefined' ? undefined : (navigator.locks as LockManager | undefined)
  if (locks === undefined) return withNote(`lock:${name}`, work)
  return locks.request(name, { ifAvailable: true }, async (lock) => {
    if (lock === null) return false
    await work()
    return true
  })
}

async function withNote(name: string, work: () => Promise<void>): Promise<boolean> {
  const mine = `${Math.random()}`
  const [, until = '0'] = (recall(name) ?? '').split(' ')
  const left = Number(until) - Date.now()
  // A note that would last longer than any was written before the clock was set back.
  if (left > 0 && left <= LEASE_MS) return false
  const write = () => keep(name, `${mine} ${Date.now() + LEASE_MS}`)
  const isMine = () => (recall(name) ?? '').startsWith(`${mine} `)
  write()
  // Two tabs may write at once; the last word counts for both.
  await new Promise((rest) => setTimeout(rest, SETTLE_MS))
  if (!isMine()) return false
  const renewal = setInterval(() => isMine() && write(), RENEW_MS)
  try {
    await work()
    return true
  } finally {
    clearInterval(renewal)
    if (isMine()) keep(name, null)
  }
}

import { keep, recall } from '#web/lib/device-memory.ts'

/** A sender whose tab was closed in the middle is waited for no longer (ms): more than any call takes. */
const LEASE_MS = 40_000
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
  if (Number(until) > Date.now()) return false
  keep(name, `${mine} ${Date.now() + LEASE_MS}`)
  // Two tabs may write at once; the last word counts for both.
  await new Promise((rest) => setTimeout(rest, SETTLE_MS))
  if (!(recall(name) ?? '').startsWith(`${mine} `)) return false
  try {
    await work()
    return true
  } finally {
    if ((recall(name) ?? '').startsWith(`${mine} `)) keep(name, null)
  }
}

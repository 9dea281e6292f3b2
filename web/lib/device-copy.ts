import { CallFailed } from './call-failed.ts'
import type { CopyName } from './device-memory.ts'
import { readStored, writeStored } from './device-memory.ts'

/** Another number leaves every copy of another shape unread. */
const SHAPE = 1

type Copy = { shape: number; savedAt: number; value: unknown }

/** What was kept under this name, and when (ms since 1970); null where nothing was, or of another shape. */
export function readCopy(name: CopyName): { value: unknown; savedAt: number } | null {
  try {
    const copy = JSON.parse(readStored(name) ?? 'null') as Copy | null
    return copy?.shape === SHAPE ? copy : null
  } catch {
    return null
  }
}

export function keepCopy(name: CopyName, value: unknown): void {
  const copy: Copy = { shape: SHAPE, savedAt: Date.now(), value }
  writeStored(name, JSON.stringify(copy))
}

/**
 * What `ask` gives, kept for later; where there is no network, what was kept, with the time of then.
 * Throws CallFailed where nothing was.
 */
export async function withDeviceCopy<T>(
  name: CopyName,
  ask: () => Promise<T>,
): Promise<{ value: T; savedAt: number | null }> {
  try {
    const value = await ask()
    keepCopy(name, value)
    return { value, savedAt: null }
  } catch (failure) {
    const copy = failure instanceof CallFailed && failure.code === 'NETWORK' ? readCopy(name) : null
    if (copy === null) throw failure
    return { value: copy.value as T, savedAt: copy.savedAt }
  }
}

import { DAY_MS } from '#domain/time.ts'
import { CallFailed } from '../calls/call-failed.ts'
import type { CopyName } from './device-memory.ts'
import { removeCopy, readStored, writeStored } from './device-memory.ts'
import { readToken } from '../calls/token.ts'

/** Changing the number makes copies of the former shape unreadable. */
const SHAPE = 3
/** A copy holds names and dedications, which the server erases after 30 days. */
const COPY_MAX_AGE_MS = 7 * DAY_MS

/** `login`: the end of the token that the value was read with; a copy of another login is not read. */
type Copy = { shape: number; login: string; savedAt: number; value: unknown }

const loginNow = () => (readToken() ?? '').slice(-12)

/**
 * Returns the copy that this login stored under this name, and when (ms since 1970); null where there is none, or it
 * has another shape, or it is too old.
 */
export function readCopy(name: CopyName): { value: unknown; savedAt: number } | null {
  try {
    const copy = JSON.parse(readStored(name) ?? 'null') as Copy | null
    if (copy === null) return null
    const readable = copy.shape === SHAPE && copy.login === loginNow()
    if (readable && Date.now() - copy.savedAt < COPY_MAX_AGE_MS) return copy
    removeCopy(name)
  } catch {
    // Not JSON: treated as no copy.
  }
  return null
}

/** Answers that came after their copy was shown: the next `withDeviceCopy` of that name returns them without another request. */
const lateAnswers = new Map<CopyName, { login: string; value: unknown; cameAt: number }>()
/** How long a late answer may be used (ms): a page that is still open takes it at once. */
const LATE_TAKEN_MS = 1000

function takeLate(name: CopyName): { value: unknown } | null {
  const late = lateAnswers.get(name)
  lateAnswers.delete(name)
  const usable = late?.login === loginNow() && Date.now() - late.cameAt < LATE_TAKEN_MS
  return usable ? late : null
}

export function storeCopy(name: CopyName, value: unknown): void {
  const copy: Copy = { shape: SHAPE, login: loginNow(), savedAt: Date.now(), value }
  writeStored(name, JSON.stringify(copy))
}

/** `savedAt`: when this device stored the value (ms since 1970); null where it has just come from the server. */
export type WithCopy<T> = {
  value: T
  savedAt: number | null
  late: Promise<boolean> | null
}

/** A network silent for this long (ms) may never answer; the same value as in web/public/sw.js. */
const SILENCE_MS = 3000

/**
 * Returns the answer of `ask` and stores it; where the network is lost, or silent for three seconds, or the server
 * cannot answer now, returns the stored copy with its time. `late`: true once the answer came after all, and the next
 * call returns it; false where it failed; null where no answer is awaited. An answer to another login is not stored.
 * `toStore` picks what is stored of a value, given the former copy. Rethrows a refusal, and any failure where there is no
 * copy.
 */
export async function withDeviceCopy<T>(
  name: CopyName,
  ask: () => Promise<T>,
  toStore: (value: T, before: T | undefined) => T = (value) => value,
): Promise<WithCopy<T>> {
  const readShown = (): WithCopy<T> | null => {
    const copy = readCopy(name)
    return copy && { value: copy.value as T, savedAt: copy.savedAt, late: null }
  }
  const came = takeLate(name)
  if (came !== null) return { value: came.value as T, savedAt: null, late: null }
  const login = loginNow()
  const sameLogin = () => login !== '' && login === loginNow()
  const asked = ask().then(
    (value): WithCopy<T> => {
      if (sameLogin()) storeCopy(name, toStore(value, readShown()?.value))
      return { value, savedAt: null, late: null }
    },
    (failure: unknown) => {
      const lost =
        failure instanceof CallFailed &&
        (failure.status === 0 || failure.status === 429 || failure.status >= 500)
      const copy = lost ? readShown() : null
      if (copy === null) throw failure
      return copy
    },
  )
  let timer: ReturnType<typeof setTimeout> | undefined
  const silence = new Promise<WithCopy<T> | null>((resolve) => {
    timer = setTimeout(() => resolve(readShown()), SILENCE_MS)
  })
  try {
    const shown = await Promise.race([asked.then((answer) => ({ answer })), silence])
    if (shown === null) return await asked
    if ('answer' in shown) return shown.answer
    const late = asked.then(
      ({ value, savedAt }) => {
        if (savedAt !== null || !sameLogin()) return false
        lateAnswers.set(name, { login, value, cameAt: Date.now() })
        return true
      },
      () => false,
    )
    return { ...shown, late }
  } finally {
    clearTimeout(timer)
  }
}

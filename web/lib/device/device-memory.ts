import type { Followed } from '#domain/follows.ts'

type Area = 'localStorage' | 'sessionStorage'

// Values that the storage refused (private window, quota); they last as long as the page.
const inMemory = new Map<string, string>()
const watchers = new Set<() => void>()

function notify() {
  for (const watcher of watchers) watcher()
}

/** Returns the stored value of a name, or null. In the browser. */
export function readStored(name: string, area: Area = 'localStorage'): string | null {
  // A refused value is newer than the stored one.
  const here = inMemory.get(name)
  if (here !== undefined) return here
  try {
    return window[area].getItem(name)
  } catch {
    return null
  }
}

/** Stores a value under a name; null removes it. In the browser. */
export function writeStored(name: string, value: string | null, area: Area = 'localStorage'): void {
  inMemory.delete(name)
  try {
    if (value === null) window[area].removeItem(name)
    else window[area].setItem(name, value)
  } catch {
    if (value !== null) inMemory.set(name, value)
  }
  notify()
}

/** Calls `onChange` after every change, by this page or another page of the site. Returns the unsubscribe function. */
export function watchStored(onChange: () => void): () => void {
  watchers.add(onChange)
  window.addEventListener('storage', onChange)
  return () => {
    watchers.delete(onChange)
    window.removeEventListener('storage', onChange)
  }
}

/** The last state of a screen that also opens without a network: web/lib/device/device-copy.ts. */
export type CopyName = `copy ${'artist' | 'second'} ${(typeof COPIES)[number]}`

const COPIES = ['page', 'pad', 'evening', 'own', 'texts', 'songs'] as const

export function removeCopy(name: CopyName): void {
  writeStored(name, null)
}

/** Removes the stored copies of an artist, or of an artist's second pad, from this device. */
export function removeCopies(owner: 'artist' | 'second'): void {
  for (const what of COPIES) removeCopy(`copy ${owner} ${what}`)
}

const ORDER_HINT = 'hasVisitedSongOrderPage'

export function hasSeenOrderHint(): boolean {
  return readStored(ORDER_HINT) !== null
}

export function storeOrderHintSeen(): void {
  writeStored(ORDER_HINT, 'true')
}

const LISTENER_NAME = 'listener-name'

/** Returns the listener's name as last typed on this device; empty where none was. */
export function readListenerName(): string {
  return readStored(LISTENER_NAME) ?? ''
}

export function storeListenerName(name: string): void {
  writeStored(LISTENER_NAME, name === '' ? null : name)
}

const RECEIPT_TO = 'receipt-to'

/** Returns the address for receipts as last typed on this device. */
export function readReceiptTo(): string {
  return readStored(RECEIPT_TO) ?? ''
}

export function storeReceiptTo(typed: string): void {
  writeStored(RECEIPT_TO, typed === '' ? null : typed)
}

const tableName = (artistUsername: string) => `table:${artistUsername.toLowerCase()}`
/** How long a stored table is valid (ms): nobody sits at one for longer. */
const EVENING_MS = 12 * 60 * 60_000

/** Stored in place of a table when the listener says that he sits at none. */
export const NO_TABLE = '0'

/** Returns the table whose code was opened on this device this evening, as in its address, or NO_TABLE; null where none was. */
export function readTable(artistUsername: string): string | null {
  const [table = '', at] = readStored(tableName(artistUsername))?.split(' ') ?? []
  return Date.now() - Number(at) < EVENING_MS ? table : null
}

export function storeTable(artistUsername: string, table: string): void {
  writeStored(tableName(artistUsername), `${table} ${Date.now()}`)
}

const passName = (sessionId: string) => `pass:${sessionId}`

/** Returns this device's pass to a closed evening; null where the code word was not given here. */
export function readPass(sessionId: string): string | null {
  return readStored(passName(sessionId))
}

export function storePass(sessionId: string, pass: string | null): void {
  writeStored(passName(sessionId), pass)
}

const QR_CODE = 'qr-code-seen'

/** Whether the musician has opened the code of the page on this device. */
export function hasSeenQrCode(): boolean {
  return readStored(QR_CODE) !== null
}

export function storeQrCodeSeen(): void {
  writeStored(QR_CODE, 'true')
}

const goingName = (sessionId: string) => `going:${sessionId}`

/** Whether «Пойду» was pressed on this device. */
export function isGoing(sessionId: string): boolean {
  return readStored(goingName(sessionId)) !== null
}

export function storeGoing(sessionId: string, goes: boolean): void {
  writeStored(goingName(sessionId), goes ? 'true' : null)
}

const followName = (followed: Followed) =>
  `follow:${Object.values(followed).join(' ').toLowerCase()}`

/** Whether this device asked to be notified of it. */
export function isFollowing(followed: Followed): boolean {
  return readStored(followName(followed)) !== null
}

export function storeFollowing(followed: Followed, follows: boolean): void {
  writeStored(followName(followed), follows ? 'true' : null)
}

const wishName = (songId: string, town: string) => `wish:${songId} ${town.toLowerCase()}`

/** Whether «Хочу услышать» was pressed on this device for a song in a town. */
export function isWished(songId: string, town: string): boolean {
  return readStored(wishName(songId, town)) !== null
}

export function storeWished(songId: string, town: string, wished: boolean): void {
  writeStored(wishName(songId, town), wished ? 'true' : null)
}

const keyName = (what: string) => `idempotency:${what}`

/**
 * The idempotency key of a request until its final answer, and no longer than `lifeMinutes`: the same after a reload.
 * Counted from the first press, however often it is stored again.
 */
export function requestKey(what: string, lifeMinutes = Infinity): string {
  const storedKey = readStored(keyName(what), 'sessionStorage')
  if (storedKey !== null && !(ageOf(storedKey) >= lifeMinutes * 60_000)) return storedKey
  const made = newKey()
  writeStored(keyName(what), made, 'sessionStorage')
  return made
}

/** Sets the key of the next such request. */
export function storeRequestKey(what: string, key: string): void {
  writeStored(keyName(what), key, 'sessionStorage')
}

/** Removes the key after the final answer, so that the next request gets a new one. */
export function dropRequestKey(what: string): void {
  writeStored(keyName(what), null, 'sessionStorage')
}

/** In ms; NaN for a key that the version before made. */
const ageOf = (key: string) =>
  key[14] === '7' ? Date.now() - Number.parseInt(key.replace('-', ''), 16) : NaN

/**
 * A random UUID of version 7: it tells when it was made (ms since 1970). `crypto.randomUUID` needs https, which a server
 * in a local network lacks.
 */
export function newKey(at = Date.now()): string {
  const bytes = crypto.getRandomValues(new Uint8Array(10))
  const random = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  const digits = at.toString(16).padStart(12, '0') + random
  return digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/u, '$1-$2-7$3-a$4-$5')
}

type Area = 'localStorage' | 'sessionStorage'

// A private window may refuse storage altogether; then the page remembers as long as it is open.
const inMemory = new Map<string, string>()
const watchers = new Set<() => void>()

function notify() {
  for (const watcher of watchers) watcher()
}

/** What the device keeps under a name; null where it keeps nothing. In the browser. */
export function recall(name: string, area: Area = 'localStorage'): string | null {
  // What a full storage refused is newer than what it still holds.
  const here = inMemory.get(name)
  if (here !== undefined) return here
  try {
    return window[area].getItem(name)
  } catch {
    return null
  }
}

/** Keeps a text under a name, or with null forgets it. In the browser. */
export function keep(name: string, value: string | null, area: Area = 'localStorage'): void {
  inMemory.delete(name)
  try {
    if (value === null) window[area].removeItem(name)
    else window[area].setItem(name, value)
  } catch {
    if (value !== null) inMemory.set(name, value)
  }
  notify()
}

/** Tells of every change of the memory, by this page or by another one of the site. Gives back the end of it. */
export function watchMemory(onChange: () => void): () => void {
  watchers.add(onChange)
  window.addEventListener('storage', onChange)
  return () => {
    watchers.delete(onChange)
    window.removeEventListener('storage', onChange)
  }
}

const ORDER_HINT = 'hasVisitedSongOrderPage'

export function hasSeenOrderHint(): boolean {
  return recall(ORDER_HINT) !== null
}

export function rememberOrderHint(): void {
  keep(ORDER_HINT, 'true')
}

const goingName = (sessionId: string) => `going:${sessionId}`

/** «I will go» was pressed on this device. */
export function isGoing(sessionId: string): boolean {
  return recall(goingName(sessionId)) !== null
}

export function rememberGoing(sessionId: string, goes: boolean): void {
  keep(goingName(sessionId), goes ? 'true' : null)
}

const keyName = (what: string) => `idempotency:${what}`

/** The key that goes with a request until it has a final answer; the same request gets the same key, also after a reload. */
export function requestKey(what: string): string {
  const kept = recall(keyName(what), 'sessionStorage')
  if (kept !== null) return kept
  const made = newKey()
  keep(keyName(what), made, 'sessionStorage')
  return made
}

/** A key that was made before goes with the next such request. */
export function keepRequestKey(what: string, key: string): void {
  keep(keyName(what), key, 'sessionStorage')
}

/** The request has its final answer: the next one is another request. */
export function forgetRequestKey(what: string): void {
  keep(keyName(what), null, 'sessionStorage')
}

/** A random UUID that the server takes for a key of ours. `randomUUID` needs https, which a server in a local network has not. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const digits = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/u, '$1-$2-4$3-a$4-$5')
}

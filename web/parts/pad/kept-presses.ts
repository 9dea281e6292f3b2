import { keep, recall } from '#web/lib/device-memory.ts'
import { isHeld, letGo } from './held.ts'
import type { Press } from './press.ts'

const nameOf = (artistUsername: string) => `pad:${artistUsername}`

/** The text under which this device keeps an artist's presses, to see whether it has changed. */
export function keptText(artistUsername: string): string {
  return recall(nameOf(artistUsername)) ?? '[]'
}

/** The presses in such a text, in their order; none where it cannot be read. */
export function pressesIn(text: string): readonly Press[] {
  try {
    const kept: unknown = JSON.parse(text)
    return Array.isArray(kept) ? kept.filter(isPress) : []
  } catch {
    return []
  }
}

/** Adds a press; it ends the hold of those before it, since none overtakes another. */
export function keepPress(artistUsername: string, press: Press): void {
  change(artistUsername, (presses) => [...letGo(presses, press.at), press])
}

/** Ends every hold; gives whether there was one. `now` in ms since 1970. */
export function letPressesGo(artistUsername: string, now: number): boolean {
  const held = pressesIn(keptText(artistUsername)).some((press) => isHeld(press, now))
  if (held) change(artistUsername, (presses) => letGo(presses, now))
  return held
}

export function markPressSent(artistUsername: string, { id }: Press): void {
  change(artistUsername, (presses) =>
    presses.map((press) => (press.id === id ? { ...press, sent: true } : press)),
  )
}

export function dropPress(artistUsername: string, { id }: Press): void {
  change(artistUsername, (presses) => presses.filter((press) => press.id !== id))
}

/** Forgets a press that has never left this device; gives whether it was so. */
export function takeBackPress(artistUsername: string, { id }: Press): boolean {
  const kept = pressesIn(keptText(artistUsername)).find((press) => press.id === id)
  if (kept === undefined || kept.sent) return false
  dropPress(artistUsername, kept)
  return true
}

function change(artistUsername: string, by: (presses: readonly Press[]) => readonly Press[]): void {
  const presses = by(pressesIn(keptText(artistUsername)))
  keep(nameOf(artistUsername), presses.length === 0 ? null : JSON.stringify(presses))
}

/** What an older version of the pad kept, or a hand wrote, is left out. */
function isPress(kept: unknown): kept is Press {
  if (typeof kept !== 'object' || kept === null) return false
  const { id, sessionId, at, sent, heldUntil, deed } = kept as Partial<Record<keyof Press, unknown>>
  return (
    typeof id === 'string' &&
    typeof sessionId === 'string' &&
    typeof at === 'number' &&
    typeof sent === 'boolean' &&
    (heldUntil === undefined || typeof heldUntil === 'number') &&
    isDeed(deed)
  )
}

function isDeed(kept: unknown): boolean {
  if (typeof kept !== 'object' || kept === null || !('kind' in kept)) return false
  switch (kept.kind) {
    case 'next':
      return 'chosen' in kept && isEntryOr(kept, 'played') && isEntryOr(kept, 'started')
    case 'up':
      return 'above' in kept && isEntry(kept, 'entry')
    case 'top':
    case 'queue':
    case 'skip':
    case 'undo':
      return isEntry(kept, 'entry')
    case 'pause':
    case 'resume':
      return true
    default:
      return false
  }
}

function isEntryOr(kept: object, name: string): boolean {
  return (kept as Record<string, unknown>)[name] === null || isEntry(kept, name)
}

function isEntry(kept: object, name: string): boolean {
  const entry = (kept as Record<string, unknown>)[name]
  return typeof entry === 'object' && entry !== null && 'id' in entry && 'songId' in entry
}

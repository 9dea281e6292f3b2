import { readStored, writeStored } from '#web/lib/device/device-memory.ts'
import type { AfishaSession } from '../artist-view.ts'

/** Another one whenever the shape changes: an older copy is not read. */
const NAME = 'afisha 2'

type Copy = { username: string; savedAt: number; sessions: readonly AfishaSession[] }

/** Keeps the last list that this device has seen, of one artist, for when the network is gone. */
export function storeAfisha(username: string, sessions: readonly AfishaSession[]): void {
  const copy: Copy = { username, savedAt: Date.now(), sessions }
  writeStored(NAME, JSON.stringify(copy))
}

/** The concerts of that list that are still ahead, and when it was seen (ms since 1970); null where there are none. */
export function readAfisha(username: string, now: number): Omit<Copy, 'username'> | null {
  try {
    const copy = JSON.parse(readStored(NAME) ?? 'null') as Copy | null
    if (copy?.username !== username) return null
    const sessions = copy.sessions.flatMap((session) => stillAhead(session, now))
    return sessions.length === 0 ? null : { savedAt: copy.savedAt, sessions }
  } catch {
    // Not JSON: treated as no copy.
    return null
  }
}

/** The concert; of a series whose first date is past, the next one with the rest; none where all are. */
function stillAhead(session: AfishaSession, now: number): AfishaSession | [] {
  const isAhead = ({ dateTimeStart }: Pick<AfishaSession, 'dateTimeStart'>) =>
    Date.parse(dateTimeStart) > now
  if (isAhead(session)) return session
  const [next, ...later] = session.later.filter(isAhead)
  if (next === undefined) return []
  const { href, dateTimeStart } = next
  const location = { ...session.location, ...next.location }
  const id = href.slice(href.lastIndexOf('/') + 1)
  return { ...session, id, dateTimeStart, location, later }
}

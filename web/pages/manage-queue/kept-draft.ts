import { keep, recall } from '#web/lib/device-memory.ts'
import type { Draft, DraftSong } from './draft.ts'

const nameOf = (sessionId: string) => `queue-draft:${sessionId}`

/** Outlives a reload of the page, and a way to the login and back, in this tab. Null forgets it. */
export function keepDraft(sessionId: string, draft: Draft | null): void {
  keep(nameOf(sessionId), draft === null ? null : JSON.stringify(draft), 'sessionStorage')
}

/** Null where none is kept, or none that can be read. */
export function keptDraft(sessionId: string): Draft | null {
  const text = recall(nameOf(sessionId), 'sessionStorage')
  return text === null ? null : readDraft(text)
}

/** An older edition of the page may have written something else. */
export function readDraft(text: string): Draft | null {
  try {
    const kept: unknown = JSON.parse(text)
    return isDraft(kept) ? kept : null
  } catch {
    return null
  }
}

function isDraft(kept: unknown): kept is Draft {
  if (!isRecord(kept)) return false
  const { begun, known, songs } = kept
  return isTexts(begun) && isTexts(known) && Array.isArray(songs) && songs.every(isSong)
}

function isSong(kept: unknown): kept is DraftSong {
  if (!isRecord(kept)) return false
  return isTexts([kept['songId'], kept['title'], kept['artistName'], kept['imageUrl']])
}

function isTexts(kept: unknown): kept is string[] {
  return Array.isArray(kept) && kept.every((one) => typeof one === 'string')
}

function isRecord(kept: unknown): kept is Record<string, unknown> {
  return typeof kept === 'object' && kept !== null
}

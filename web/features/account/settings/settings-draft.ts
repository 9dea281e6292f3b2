import { readStored, writeStored } from '../../../lib/device-memory.ts'
import type { SettingsFields } from './settings-fields.ts'

const NAME = 'settings-draft'

type Draft = { username: string; fields: SettingsFields }

/** `other` has all that `like` has, of the same kinds. */
function sameShape(like: unknown, other: unknown): boolean {
  if (Array.isArray(like))
    return Array.isArray(other) && other.every((row) => typeof row === 'string')
  if (typeof like !== 'object' || like === null) return typeof like === typeof other
  if (typeof other !== 'object' || other === null) return false
  const values = new Map(Object.entries(other))
  return Object.entries(like).every(([name, value]) => sameShape(value, values.get(name)))
}

function isDraft(draft: unknown, like: SettingsFields): draft is Draft {
  return sameShape({ username: '', fields: like }, draft)
}

/** Keeps what was typed in this tab over a reload and over another login of its artist. */
export function saveDraft(username: string, fields: SettingsFields): void {
  writeStored(NAME, JSON.stringify({ username, fields } satisfies Draft), 'sessionStorage')
}

/** Forgets what was typed, once it is saved or given up. */
export function dropDraft(): void {
  writeStored(NAME, null, 'sessionStorage')
}

/** What this artist had typed and not saved; it is given once. Null where there is nothing, or it looks otherwise than `like`. */
export function takeDraft(username: string, like: SettingsFields): SettingsFields | null {
  const kept = readStored(NAME, 'sessionStorage')
  dropDraft()
  if (kept === null) return null
  try {
    const draft: unknown = JSON.parse(kept)
    return isDraft(draft, like) && draft.username === username ? draft.fields : null
  } catch {
    return null
  }
}

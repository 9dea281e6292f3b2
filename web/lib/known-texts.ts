import { api } from '#contract/index.ts'
import type { PadText } from '#contract/song-texts.ts'
import { call } from './call.ts'

/** Texts by their songs, and up to which change. */
export type KnownTexts = {
  readonly texts: Readonly<Record<string, PadText>>
  readonly cursor: { since: string; after: string } | null
}

export const NO_TEXTS: KnownTexts = { texts: {}, cursor: null }

export function withChanges(known: KnownTexts, changed: readonly PadText[]): KnownTexts {
  const last = changed.at(-1)
  if (last === undefined) return known
  const texts = { ...known.texts, ...Object.fromEntries(changed.map((one) => [one.songId, one])) }
  return { texts, cursor: { since: last.updatedAt, after: last.songId } }
}

/** With all changes since. Throws CallFailed. */
export async function changesAfter(known: KnownTexts): Promise<KnownTexts> {
  const { texts, more } = await call(api.artist.songTexts, { query: known.cursor ?? {} })
  const next = withChanges(known, texts)
  return more ? changesAfter(next) : next
}

import { api } from '#contract/index.ts'
import type { ArtistCard } from '#contract/shapes.ts'
import { CallFailed, sentenceOf } from '#web/lib/call-failed.ts'
import type { Caller } from '#web/lib/call.ts'

export type FoundArtists = {
  /** What the address asks for; empty where it asks for nothing. */
  q: string
  /** Null where nothing was asked, or nobody could answer. */
  artists: readonly ArtistCard[] | null
  failed: string | null
}

// What the call takes; a name needs no more.
const LONGEST_TEXT = 200

/** The search that stands in the address of a request. */
export async function loadArtists(ask: Caller, request: Request): Promise<FoundArtists> {
  const typed = new URL(request.url).searchParams.get('q') ?? ''
  const q = typed.trim().slice(0, LONGEST_TEXT)
  if (q === '') return { q, artists: null, failed: null }
  try {
    const artists = await ask(api.page.searchByName, { query: { input: q } })
    return { q, artists, failed: null }
  } catch (failure) {
    if (failure instanceof CallFailed) return { q, artists: null, failed: sentenceOf(failure) }
    throw failure
  }
}

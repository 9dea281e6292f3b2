import { api } from '#contract/index.ts'
import { CallFailed, sentenceOf } from '#web/lib/call-failed.ts'
import type { Caller } from '#web/lib/call.ts'
import type { WishedSong } from './wished-song.ts'
import { wishedSong } from './wished-song.ts'
import { readWished } from './wished-songs.ts'

/** What a page knows of its listener's songs. */
export type Wishes = {
  wished: WishedSong[]
  /** The song search that stands in the address, where no scripts run. */
  search: { q: string; found: WishedSong[] } | null
  /** One more song was wished than there is room for. */
  full: boolean
  failed: string | null
}

const LONGEST_TEXT = 200

/** The songs of the cookie with their titles, and the search of the address. */
export async function loadWishes(call: Caller, request: Request): Promise<Wishes> {
  const { searchParams } = new URL(request.url)
  const q = (searchParams.get('q') ?? '').trim().slice(0, LONGEST_TEXT)
  const full = searchParams.has('full')
  const songIds = readWished(request.headers.get('cookie'))
  try {
    const [wished, found] = await Promise.all([
      songIds.length === 0 ? [] : call(api.songs.byIds, { body: { songIds } }),
      q === '' ? null : call(api.songs.findSong, { query: { input: q } }),
    ])
    const search = found && { q, found: found.map(wishedSong) }
    return { wished: wished.map(wishedSong), search, full, failed: null }
  } catch (failure) {
    if (!(failure instanceof CallFailed)) throw failure
    return { wished: [], search: null, full, failed: sentenceOf(failure) }
  }
}

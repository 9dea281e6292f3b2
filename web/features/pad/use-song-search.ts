import { useEffect, useState } from 'react'
import { api } from '#contract/index.ts'
import type { Song } from '#contract/shapes.ts'
import { SONG_LINE_MAX } from '#domain/queue/order.ts'
import { sentenceOf, wasAborted } from '#web/lib/calls/call-failed.ts'
import { padCall as call } from '#web/lib/calls/call.ts'
import { readCopy } from '#web/lib/device/device-copy.ts'
import { useSearch } from '#web/lib/use-search.ts'
import { loadRepertoire } from './load.ts'

/** A repertoire may have thousands of songs; the rest are found by search. */
const MOST_SHOWN = 60

const holds = (song: Song, text: string) =>
  `${song.title} ${song.artistName}`.toLowerCase().includes(text.toLowerCase())

/** The artist's repertoire over the pad, read at each opening, and the songs that he looks for; without a network what the device keeps is filtered. */
export function useSongSearch(artistUsername: string, open: boolean, owner: 'artist' | 'second') {
  const [repertoire, setRepertoire] = useState(
    () => (readCopy(`copy ${owner} songs`)?.value ?? null) as readonly Song[] | null,
  )
  const [unavailable, setUnavailable] = useState<string | null>(null)
  const search = useSearch((input, signal) =>
    call(api.songs.findSongOfArtist, { query: { input, username: artistUsername } }, { signal }),
  )
  const typed = search.text.trim().slice(0, SONG_LINE_MAX)

  useEffect(() => {
    if (!open || unavailable !== null) return undefined
    const asking = new AbortController()
    loadRepertoire(owner, asking.signal).then(setRepertoire, (failure: unknown) => {
      if (!wasAborted(failure)) setUnavailable(sentenceOf(failure))
    })
    return () => asking.abort()
  }, [open, unavailable, owner])

  // Until the search responds, and without a network, the loaded repertoire is filtered instead.
  const found = search.found ?? (repertoire ?? []).filter((song) => holds(song, typed))
  return {
    search,
    typed,
    songs: found.slice(0, MOST_SHOWN),
    loaded: repertoire !== null,
    unavailable,
    again: () => setUnavailable(null),
  }
}

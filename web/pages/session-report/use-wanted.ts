import { useState } from 'react'
import { api } from '#contract/index.ts'
import type { WantedSong } from '#contract/report.ts'
import { call } from '#web/lib/call.ts'
import { usePresses } from '#web/lib/use-presses.ts'

export type Wanted = {
  has(songId: string): boolean
  isPending(songId: string): boolean
  add(song: WantedSong): void
  takeBack(song: WantedSong): void
}

/** Wanted songs on their way into the repertoire, and back out of it. */
export function useWanted(): Wanted {
  const [added, setAdded] = useState<ReadonlySet<string>>(new Set())
  const { press, isPending } = usePresses()

  return {
    has: (songId) => added.has(songId),
    isPending,
    add: ({ songId, title, artistName, imageUrl }) =>
      void press(songId, async () => {
        await call(api.artist.addFavorite, { body: { songId, title, artistName, imageUrl } })
        setAdded((before) => new Set([...before, songId]))
      }),
    takeBack: ({ songId }) =>
      void press(songId, async () => {
        await call(api.artist.removeFavorite, { query: { songId } })
        setAdded((before) => new Set([...before].filter((id) => id !== songId)))
      }),
  }
}

import { useState } from 'react'
import type { Wishes } from './load-wishes.ts'
import type { WishedSong } from './wished-song.ts'
import { keepWished, readWished, withSong } from './wished-songs.ts'

export type WishList = {
  songs: readonly WishedSong[]
  /** One more was wished than there is room for. */
  full: boolean
  add: (song: WishedSong) => void
  remove: (songId: string) => void
}

/** The listener's songs as the page came with them, and as they are changed here. */
export function useWishes({ wished, full }: Wishes, onChange?: () => void): WishList {
  const [ids, setIds] = useState<readonly string[] | null>(null)
  const [added, setAdded] = useState<readonly WishedSong[]>([])
  const [over, setOver] = useState(full)
  const known = new Map([...added, ...wished].map((song) => [song.songId, song]))
  const chosen = ids ?? wished.map(({ songId }) => songId)

  function change(next: readonly string[]) {
    keepWished(next)
    setIds(next)
    setOver(false)
    onChange?.()
  }

  return {
    songs: chosen.flatMap((id) => known.get(id) ?? []),
    full: over,
    add(song) {
      // Another page of the site may have changed them meanwhile.
      const next = withSong(readWished(document.cookie), song.songId)
      if (next === null) return setOver(true)
      setAdded([...added, ...wished, song])
      change(next)
    },
    remove(songId) {
      setAdded([...added, ...wished])
      change(readWished(document.cookie).filter((id) => id !== songId))
    },
  }
}

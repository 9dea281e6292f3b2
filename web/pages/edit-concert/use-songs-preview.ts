import { useEffect, useState } from 'react'
import type { OwnConcert } from './load-concert.ts'
import { firstSongs } from './load-concert.ts'

/** Several signs that the page is looked at again come at once. */
const SETTLE_MS = 500

/** The first songs, read anew when the page is looked at again: they are edited on another one. */
export function useSongsPreview({ session, songs: loaded }: OwnConcert): OwnConcert['songs'] {
  const [songs, setSongs] = useState(loaded)
  const { id } = session

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let gone = false
    const read = async () => {
      const fresh = await firstSongs(id).catch(() => null)
      if (fresh !== null && !gone) setSongs(fresh)
    }
    const look = () => {
      clearTimeout(timer)
      if (document.visibilityState === 'visible') timer = setTimeout(() => void read(), SETTLE_MS)
    }
    window.addEventListener('focus', look)
    document.addEventListener('visibilitychange', look)
    return () => {
      gone = true
      clearTimeout(timer)
      window.removeEventListener('focus', look)
      document.removeEventListener('visibilitychange', look)
    }
  }, [id])

  return songs
}

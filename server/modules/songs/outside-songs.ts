import type { OutsideCatalogue } from '#server/integrations/song-catalogue/song-catalogue.ts'
import type { SongText } from './catalogue.ts'

/** A search waits no longer for the outside catalogue; what comes later is there with the next letter. */
const WAIT_MS = 300
const GIVE_UP_MS = 3000

/** Stores songs in our catalogue; returns how many were new. */
type Store = (songs: readonly SongText[], source: string) => Promise<number>

/** Songs of an outside catalogue, stored in ours. No failure reaches the search; it is logged when it begins. */
export function makeOutsideSongs({ catalogue, source, log }: OutsideCatalogue) {
  let failing = false
  /** A catalogue that caches its answers returns the same list again, which has nothing new. */
  const taken = new WeakSet<readonly SongText[]>()

  async function fetchAndStore(input: string, store: Store): Promise<boolean> {
    try {
      const signal = AbortSignal.timeout(GIVE_UP_MS)
      const songs = await catalogue.find(input, { signal })
      const stored = taken.has(songs) ? 0 : await store(songs, source)
      taken.add(songs)
      failing = false
      return stored > 0
    } catch (error) {
      if (!failing) log.warn({ err: error }, 'the outside catalogue of songs does not answer')
      failing = true
      return false
    }
  }

  return {
    /** Returns true where it brought songs that are new to us, in time. `store` may still run after that. */
    async lookUp(input: string, store: Store): Promise<boolean> {
      const late = Promise.withResolvers<boolean>()
      const timer = setTimeout(() => late.resolve(false), WAIT_MS)
      const foundNew = await Promise.race([fetchAndStore(input, store), late.promise])
      clearTimeout(timer)
      return foundNew
    },
  }
}

import type { LiveLog } from '#packages/live-broadcast/bus.ts'
import type { SongCatalogue } from '../../integrations/song-catalogue/song-catalogue.ts'
import type { SongText } from './catalogue.ts'

/** A listener who types waits no longer for others' songs; what comes later is there with the next letter. */
const WAIT_MS = 300
const GIVE_UP_MS = 3000

/**
 * Songs that a catalogue outside knows, taken into ours. `store` says how many were new. Nothing of a
 * failure reaches who searches; it is logged when it begins.
 */
export function makeOutsideSongs(deps: {
  catalogue: SongCatalogue
  store: (songs: readonly SongText[]) => Promise<number>
  log: LiveLog
}) {
  let failing = false
  /** A catalogue that keeps its answers gives the same list again, which has nothing new. */
  const taken = new WeakSet<readonly SongText[]>()

  async function bring(input: string): Promise<boolean> {
    try {
      const signal = AbortSignal.timeout(GIVE_UP_MS)
      const songs = await deps.catalogue.find(input, { signal })
      const stored = taken.has(songs) ? 0 : await deps.store(songs)
      taken.add(songs)
      failing = false
      return stored > 0
    } catch (error) {
      if (!failing) deps.log.warn({ err: error }, 'the outside catalogue of songs does not answer')
      failing = true
      return false
    }
  }

  return {
    /** True where it brought songs that are new to us, and in time. */
    async lookUp(input: string): Promise<boolean> {
      const late = Promise.withResolvers<boolean>()
      const timer = setTimeout(() => late.resolve(false), WAIT_MS)
      const brought = await Promise.race([bring(input), late.promise])
      clearTimeout(timer)
      return brought
    },
  }
}

export type OutsideSongs = ReturnType<typeof makeOutsideSongs>

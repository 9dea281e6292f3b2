import type { SongText } from '../../modules/songs/catalogue.ts'

/** A catalogue of songs that somebody else keeps. */
export type SongCatalogue = {
  /**
   * Songs that the input may mean, the likeliest first; none is an answer too. Rejects where the
   * catalogue cannot be asked, and when `signal` aborts: whoever asks shows nothing of either.
   */
  find(input: string, options: { signal: AbortSignal }): Promise<SongText[]>
}

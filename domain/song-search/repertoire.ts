import type { PackedIndex } from './packed-index.ts'
import { songOf } from './song-ids.ts'
import type { SongWords } from './song-finder.ts'

/** Songs that come before all others, the most ordered first, with their words beside each other. */
export type IndexRepertoire = {
  songs: Uint32Array
  words: SongWords
  has: (song: number) => boolean
}

/** Gives a function that takes ids; those that are no song's are left out. The same list again is not looked up again. */
export function makeRepertoires({ ids, songsById, songWords, songStarts }: PackedIndex) {
  const known = new WeakMap<readonly string[], IndexRepertoire>()
  return (list: readonly string[]): IndexRepertoire => {
    const before = known.get(list)
    if (before !== undefined) return before
    const numbers = new Set(list.map((id) => songOf(ids, songsById, id)))
    numbers.delete(-1)
    const songs = Uint32Array.from(numbers).toSorted()
    const starts = new Uint32Array(songs.length + 1)
    for (const [at, song] of songs.entries())
      starts[at + 1] = starts[at]! + songStarts[song + 1]! - songStarts[song]!
    const words = new Uint32Array(starts.at(-1)!)
    for (const [at, song] of songs.entries())
      words.set(songWords.subarray(songStarts[song], songStarts[song + 1]), starts[at])
    const repertoire = { songs, words: { words, starts }, has: (song: number) => numbers.has(song) }
    known.set(list, repertoire)
    return repertoire
  }
}

import type { BucketTable } from './bucket-tables.ts'
import type { WordList } from './words.ts'

/** What the index is told of a song. */
export type IndexedSong = {
  /** A UUID, 32 hexadecimal digits with or without dashes; another text is refused by a RangeError. */
  id: string
  /** `songKey(title, artistName)`: the folded title, a line break, the folded performer. */
  key: string
  /** How often it was ordered: a whole number from 0. */
  orders: number
}

/** How a song answers an input: as a whole, by the beginnings of words, or with a wrong letter or another spelling. */
export type SongMatch = 'exact' | 'prefix' | 'similar'

export type SongHit = {
  id: string
  match: SongMatch
  /** Of the songs that were asked for first. */
  first: boolean
}

export type IndexSearchOptions = {
  /** How many hits at most. */
  limit: number
  /** Ids of a repertoire: its hits of any quality come before all others. */
  first?: readonly string[] | undefined
  /** No hits but those. */
  onlyFirst?: boolean | undefined
}

/**
 * An index as plain typed arrays, to be sent from a worker to its process and opened there by `openIndex`.
 * Songs are numbers: the most ordered is 0, and among equally ordered ones the order is that of their keys.
 */
export type PackedIndex = {
  /** 16 bytes a song. */
  ids: Uint32Array
  songsById: BucketTable
  orders: Uint32Array
  words: WordList
  /** The words of each song, those of the title first, as they stand in the key. */
  songWords: Uint32Array
  songStarts: Uint32Array
  /** How many of them are the title's. */
  titleLengths: Uint8Array
  /** The songs of each word, by number. */
  wordSongs: Uint32Array
  wordStarts: Uint32Array
  /** Songs by the words of the title, and by those of title and performer. */
  songsByPhrase: BucketTable
  /** Words by beginnings without one letter. */
  leftOut: BucketTable
}

/** What may be handed over instead of copied: `postMessage(packed, buffersOf(packed))`. */
export function buffersOf(packed: PackedIndex): ArrayBuffer[] {
  const { words, songsById, songsByPhrase, leftOut, ...arrays } = packed
  return [words, songsById, songsByPhrase, leftOut, arrays]
    .flatMap((part): ArrayBufferView[] => Object.values(part))
    .map(({ buffer }) => buffer as ArrayBuffer)
}

import type { BucketTable } from './bucket-tables.ts'
import type { WordList } from './words.ts'

/** The indexed data of a song. */
export type IndexedSong = {
  /** A UUID, 32 hexadecimal digits with or without dashes; any other text throws RangeError. */
  id: string
  /** `songKey(title, artistName)`: the folded title, a line break, the folded performer. */
  key: string
  /** The number of its orders: an integer from 0. */
  orders: number
  /** Found only among the `first` songs of a search. */
  hidden?: boolean | undefined
}

/** How a song matches an input: as a whole, by prefixes of words, or with a wrong letter or another spelling. */
export type SongMatch = 'exact' | 'prefix' | 'similar'

export type SongHit = {
  id: string
  match: SongMatch
  /** Whether it is one of the `first` songs. */
  first: boolean
}

export type IndexSearchOptions = {
  /** The most hits to return. */
  limit: number
  /** Ids of a repertoire: its hits of any quality come before all others. */
  first?: readonly string[] | undefined
  /** Returns only those hits. */
  onlyFirst?: boolean | undefined
}

/**
 * An index as plain typed arrays, to be sent from a worker to its process and opened there by `openIndex`. Songs are
 * numbers: the most ordered is 0, and equally ordered ones are in the order of their keys.
 */
export type PackedIndex = {
  /** 16 bytes a song. */
  ids: Uint32Array
  songsById: BucketTable
  orders: Uint32Array
  words: WordList
  /** The words of each song, those of the title first, in the order of the key. */
  songWords: Uint32Array
  songStarts: Uint32Array
  /** How many of these words are the title's. */
  titleLengths: Uint8Array
  /** 1 for a song that is found only among the `first` ones. */
  hidden: Uint8Array
  /** The songs of each word, by number. */
  wordSongs: Uint32Array
  wordStarts: Uint32Array
  /** Songs by the words of the title, and by the words of title and performer. */
  songsByPhrase: BucketTable
  /** Words by prefixes with one letter left out. */
  leftOut: BucketTable
}

/** The buffers to transfer instead of copying: `postMessage(packed, buffersOf(packed))`. */
export function buffersOf(packed: PackedIndex): ArrayBuffer[] {
  const { words, songsById, songsByPhrase, leftOut, ...arrays } = packed
  return [words, songsById, songsByPhrase, leftOut, arrays]
    .flatMap((part): ArrayBufferView[] => Object.values(part))
    .map(({ buffer }) => buffer as ArrayBuffer)
}

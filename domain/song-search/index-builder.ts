import { tableOfLeftOut } from './left-out.ts'
import type { PackedIndex } from './packed-index.ts'
import { tableOfPhrases } from './phrases.ts'
import { popularFirst } from './popular-first.ts'
import { NUMBERS_OF_ID, readId, tableOfIds } from './song-ids.ts'
import type { IndexedSong } from './song-line.ts'
import { withRoom } from './with-room.ts'
import { makeWordNumbers } from './word-numbers.ts'

export type IndexBuilder = {
  /** Refuses an id that is no UUID by a RangeError. */
  add(line: IndexedSong): void
  /** Ends the building: nothing can be added after it. */
  build(): PackedIndex
}

/** Of a title, and of a performer: more than any that the service takes, and what a byte can count. */
const MOST_WORDS = 200
const MOST_ORDERS = 0xffffffff

/** Takes songs one by one, in any order, each id once, and packs them; a million takes seconds, so in a worker. */
export function makeIndexBuilder(): IndexBuilder {
  const numbers = makeWordNumbers()
  let ids = new Uint32Array(64)
  let orders = new Uint32Array(16)
  let titleLengths = new Uint8Array(16)
  let songStarts = new Uint32Array(32)
  let songWords = new Uint32Array(64)
  let songs = 0
  let placed = 0

  /** Places the words that stand in the key between two places, and says how many. */
  function place(key: string, from: number, to: number): number {
    const before = placed
    for (let start = from; start < to;) {
      const space = key.indexOf(' ', start)
      const end = space < 0 || space > to ? to : space
      if (end > start && placed - before < MOST_WORDS) {
        songWords = withRoom(songWords, placed + 1)
        songWords[placed++] = numbers.numberOf(key, start, end)
      }
      start = end + 1
    }
    return placed - before
  }

  return {
    add({ id, key, orders: ordered }) {
      ids = withRoom(ids, (songs + 1) * NUMBERS_OF_ID)
      orders = withRoom(orders, songs + 1)
      titleLengths = withRoom(titleLengths, songs + 1)
      songStarts = withRoom(songStarts, songs + 2)
      if (!readId(id, ids, songs * NUMBERS_OF_ID)) throw new RangeError(`«${id}» is no UUID`)
      const end = key.indexOf('\n')
      const titleEnd = end < 0 ? key.length : end
      titleLengths[songs] = place(key, 0, titleEnd)
      place(key, titleEnd + 1, key.length)
      orders[songs] = Math.min(Math.max(ordered, 0), MOST_ORDERS)
      songStarts[++songs] = placed
    },
    build() {
      const { words, ranks } = numbers.sorted()
      for (let at = 0; at < placed; at++) songWords[at] = ranks[songWords[at]!]!
      const order = popularFirst({
        orders: orders.subarray(0, songs),
        songWords,
        songStarts,
        titleLengths,
        words: ranks.length,
      })
      const packed = {
        ids: new Uint32Array(songs * NUMBERS_OF_ID),
        orders: new Uint32Array(songs),
        titleLengths: new Uint8Array(songs),
        songStarts: new Uint32Array(songs + 1),
        songWords: new Uint32Array(placed),
      }
      let end = 0
      for (const [number, song] of order.entries()) {
        packed.orders[number] = orders[song]!
        packed.titleLengths[number] = titleLengths[song]!
        for (let at = 0; at < NUMBERS_OF_ID; at++)
          packed.ids[number * NUMBERS_OF_ID + at] = ids[song * NUMBERS_OF_ID + at]!
        for (let at = songStarts[song]!; at < songStarts[song + 1]!; at++)
          packed.songWords[end++] = songWords[at]!
        packed.songStarts[number + 1] = end
      }
      const { songStarts: starts, titleLengths: titles } = packed
      return {
        ...packed,
        words,
        songsById: tableOfIds(packed.ids),
        ...songsOfWords(packed.songWords, starts, ranks.length),
        songsByPhrase: tableOfPhrases(packed.songWords, starts, titles),
        leftOut: tableOfLeftOut(words),
      }
    },
  }
}

/** The songs of each word; a song that has a word twice stands there once. */
function songsOfWords(songWords: Uint32Array, songStarts: Uint32Array, words: number) {
  const wordStarts = new Uint32Array(words + 1)
  const last = new Uint32Array(words)
  const eachPlace = (take: (word: number, song: number) => void) => {
    last.fill(0)
    for (let song = 0; song + 1 < songStarts.length; song++) {
      for (let at = songStarts[song]!; at < songStarts[song + 1]!; at++) {
        const word = songWords[at]!
        if (last[word] === song + 1) continue
        last[word] = song + 1
        take(word, song)
      }
    }
  }
  eachPlace((word) => wordStarts[word + 1]!++)
  for (let at = 1; at <= words; at++) wordStarts[at]! += wordStarts[at - 1]!
  const ends = wordStarts.slice(0, words)
  const wordSongs = new Uint32Array(wordStarts[words]!)
  eachPlace((word, song) => {
    wordSongs[ends[word]!++] = song
  })
  return { wordStarts, wordSongs }
}

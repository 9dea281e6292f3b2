import { tableOfLeftOut } from './left-out.ts'
import type { PackedIndex } from './packed-index.ts'
import { tableOfPhrases } from './phrases.ts'
import { popularFirst } from './popular-first.ts'
import { NUMBERS_OF_ID, readId, tableOfIds } from './song-ids.ts'
import type { SongLine } from './song-line.ts'
import { wordListOf } from './word-list.ts'

export type IndexBuilder = {
  /** Refuses an id that is no UUID by a RangeError. */
  add(line: SongLine): void
  /** Ends the building: nothing can be added after it. */
  build(): PackedIndex
}

/** Of a title, and of a performer: more than any that the service takes, and what a byte can count. */
const MOST_WORDS = 200
const MOST_ORDERS = 0xffffffff

/** Takes songs one by one, in any order, each id once, and packs them; a million takes seconds, so in a worker. */
export function makeIndexBuilder(): IndexBuilder {
  const numbers = new Map<string, number>()
  let ids = new Uint32Array(64)
  let orders = new Uint32Array(16)
  let titleLengths = new Uint8Array(16)
  let songStarts = new Uint32Array(17)
  let songWords = new Uint32Array(64)
  let songs = 0
  let placed = 0

  /** How many words of the text were taken. */
  function place(text: string): number {
    let taken = 0
    for (const word of text.split(' ')) {
      if (word === '' || taken === MOST_WORDS) continue
      let number = numbers.get(word)
      if (number === undefined) numbers.set(word, (number = numbers.size))
      songWords[placed++] = number
      taken++
    }
    return taken
  }

  return {
    add({ id, key, orders: ordered }) {
      if (orders.length === songs) {
        ids = doubled(ids)
        orders = doubled(orders)
        titleLengths = Uint8Array.from({ length: songs * 2 }, (_, song) => titleLengths[song] ?? 0)
        songStarts = doubled(songStarts)
      }
      while (songWords.length < placed + 2 * MOST_WORDS) songWords = doubled(songWords)
      if (!readId(id, ids, songs * NUMBERS_OF_ID)) throw new RangeError(`«${id}» is no UUID`)
      const [title = '', performer = ''] = key.split('\n')
      titleLengths[songs] = place(title)
      place(performer)
      orders[songs] = Math.min(Math.max(ordered, 0), MOST_ORDERS)
      songStarts[++songs] = placed
    },
    build() {
      const sorted = [...numbers.keys()].toSorted()
      const ranks = new Uint32Array(sorted.length)
      for (const [rank, word] of sorted.entries()) ranks[numbers.get(word)!] = rank
      const words = wordListOf(sorted)
      for (let at = 0; at < placed; at++) songWords[at] = ranks[songWords[at]!]!
      const order = popularFirst({
        orders: orders.subarray(0, songs),
        songWords,
        songStarts,
        titleLengths,
        words: sorted.length,
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
        ...songsOfWords(packed.songWords, starts, sorted.length),
        songsByPhrase: tableOfPhrases(packed.songWords, starts, titles),
        leftOut: tableOfLeftOut(words),
      }
    },
  }
}

function doubled(list: Uint32Array): Uint32Array<ArrayBuffer> {
  const more = new Uint32Array(list.length * 2)
  more.set(list)
  return more
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

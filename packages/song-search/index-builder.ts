import { tableOfLeftOut } from './one-letter-off.ts'
import type { IndexedSong, PackedIndex } from './index-format.ts'
import { tableOfPhrases } from './song-finder.ts'
import { searchText } from './query.ts'
import { NUMBERS_OF_ID, readId, tableOfIds } from './bucket-tables.ts'
import { makeWordNumbers, withRoom } from './words.ts'

/** The sort keys of the songs. */
type Songs = {
  orders: Uint32Array
  /** Word numbers in alphabetical order of the words, one song after another. */
  songWords: Uint32Array
  songStarts: Uint32Array
  titleLengths: Uint8Array
  /** The number of different words. */
  words: number
}

/** This many first words of a key sort nearly all songs; the rest is compared one by one. */
const SORTED_WORDS = 3
/** Fewer songs are sorted by comparison: the buckets alone would cost more. */
const WORTH_COUNTING = 4096

/**
 * The songs in the order of their numbers: the most ordered first, then by key. Word numbers stand for the texts: a
 * space and the break after the title sort before every letter, so the order is the key's.
 */
export function popularFirst(songs: Songs): Uint32Array {
  const count = songs.orders.length
  const byComparing = (a: number, b: number) =>
    songs.orders[b]! - songs.orders[a]! || compared(songs, a, b)
  let sorted = Uint32Array.from({ length: count }, (_, song) => song)
  if (count < WORTH_COUNTING) return sorted.toSorted(byComparing)
  const room = { keys: new Uint32Array(count), sorted: new Uint32Array(count) }
  const by = (buckets: number, keyOf: (song: number) => number) => {
    countingSort(sorted, buckets, keyOf, room)
    ;[sorted, room.sorted] = [room.sorted, sorted]
  }
  for (let place = SORTED_WORDS - 1; place >= 0; place--)
    by(songs.words + 2, (song) => signAt(songs, song, place))
  by(0x10000, (song) => 0xffff - (songs.orders[song]! & 0xffff))
  by(0x10000, (song) => 0xffff - (songs.orders[song]! >>> 16))
  sortRuns(sorted, songs)
  return sorted
}

/** 0 after the end, 1 between title and performer, else a word. */
function signAt(songs: Songs, song: number, place: number): number {
  const title = songs.titleLengths[song]!
  if (place === title) return 1
  const at = songs.songStarts[song]! + (place < title ? place : place - 1)
  return at < songs.songStarts[song + 1]! ? songs.songWords[at]! + 2 : 0
}

function compared(songs: Songs, one: number, other: number): number {
  for (let place = 0; ; place++) {
    const [a, b] = [signAt(songs, one, place), signAt(songs, other, place)]
    if (a !== b || a === 0) return a - b
  }
}

/** Sorts the runs of songs with equal orders and equal first words. */
function sortRuns(sorted: Uint32Array, songs: Songs): void {
  const alike = (one: number, other: number) => {
    if (songs.orders[one] !== songs.orders[other]) return false
    for (let place = 0; place < SORTED_WORDS; place++)
      if (signAt(songs, one, place) !== signAt(songs, other, place)) return false
    return true
  }
  for (let start = 0; start < sorted.length;) {
    let end = start + 1
    while (end < sorted.length && alike(sorted[start]!, sorted[end]!)) end++
    if (end - start > 1) sorted.subarray(start, end).sort((a, b) => compared(songs, a, b))
    start = end
  }
}

function countingSort(
  list: Uint32Array,
  buckets: number,
  keyOf: (song: number) => number,
  { keys, sorted }: { keys: Uint32Array; sorted: Uint32Array },
): void {
  const starts = new Uint32Array(buckets + 1)
  for (let song = 0; song < keys.length; song++) {
    const key = keyOf(song)
    keys[song] = key
    starts[key + 1]!++
  }
  for (let at = 1; at < starts.length; at++) starts[at]! += starts[at - 1]!
  for (let at = 0; at < list.length; at++) {
    const song = list[at]!
    sorted[starts[keys[song]!]!++] = song
  }
}

type IndexBuilder = {
  /** Throws RangeError for an id that is not a UUID. */
  add(line: IndexedSong): void
  /** Finishes the index: nothing can be added after it. */
  build(): PackedIndex
}

/** Of a title, and of a performer: more than the service accepts, and within the range of a byte. */
const MOST_WORDS = 200
const MOST_ORDERS = 0xffffffff

/** Takes songs one by one, in any order, each id once, and packs them; a million takes seconds, so it runs in a worker. */
export function makeIndexBuilder(): IndexBuilder {
  const numbers = makeWordNumbers()
  let ids = new Uint32Array(64)
  let orders = new Uint32Array(16)
  let titleLengths = new Uint8Array(16)
  let hidden = new Uint8Array(16)
  let songStarts = new Uint32Array(32)
  let songWords = new Uint32Array(64)
  let songs = 0
  let placed = 0

  /** Appends the words of the key between two positions, and returns their number. */
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
    add({ id, key: folded, orders: ordered, hidden: isHidden = false }) {
      const key = searchText(folded)
      ids = withRoom(ids, (songs + 1) * NUMBERS_OF_ID)
      orders = withRoom(orders, songs + 1)
      titleLengths = withRoom(titleLengths, songs + 1)
      hidden = withRoom(hidden, songs + 1)
      hidden[songs] = Number(isHidden)
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
        hidden: new Uint8Array(songs),
        songStarts: new Uint32Array(songs + 1),
        songWords: new Uint32Array(placed),
      }
      let end = 0
      for (const [number, song] of order.entries()) {
        packed.orders[number] = orders[song]!
        packed.titleLengths[number] = titleLengths[song]!
        packed.hidden[number] = hidden[song]!
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

/** The songs of each word; a song with a repeated word is listed once. */
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

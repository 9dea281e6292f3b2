/** What the songs are put in order by. */
type Songs = {
  orders: Uint32Array
  /** Words in the order of the alphabet, one song after another. */
  songWords: Uint32Array
  songStarts: Uint32Array
  titleLengths: Uint8Array
  /** How many different words there are. */
  words: number
}

/** So many first words of a key sort nearly all songs; the rest is compared one by one. */
const SORTED_WORDS = 3
/** Fewer songs are sorted by comparing them: the buckets alone would cost more. */
const WORTH_COUNTING = 4096

/**
 * The songs in the order in which they are numbered: the most ordered first, then by key. Words stand for
 * their texts: a space and the break after the title come before every letter, so the order is the key's.
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

/** Puts runs in order that have their orders and first words in common. */
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

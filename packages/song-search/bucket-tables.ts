/** Numbers by hash: those of one hash share a bucket with those of a few others, in insertion order. */
export type BucketTable = { starts: Uint32Array; values: Uint32Array }

type Put = (hash: number, value: number) => void

/** `putAll` is called twice and must put the same both times; `expected` only affects the size of the buckets. */
export function makeBuckets(expected: number, putAll: (put: Put) => void): BucketTable {
  const bits = Math.max(1, 32 - Math.clz32(expected >>> 2))
  const starts = new Uint32Array(2 ** bits + 1)
  const shift = 32 - bits
  putAll((hash) => {
    starts[(hash >>> shift) + 1]!++
  })
  for (let at = 1; at < starts.length; at++) starts[at]! += starts[at - 1]!
  const values = new Uint32Array(starts.at(-1)!)
  putAll((hash, value) => {
    values[starts[hash >>> shift]!++] = value
  })
  // Filling has moved every start to its end, which is the start of the next bucket.
  starts.copyWithin(1, 0, starts.length - 1)
  starts[0] = 0
  return { starts, values }
}

/** The bucket of a hash; its numbers are from `starts[bucket]` up to `starts[bucket + 1]`. */
export function bucketOf({ starts }: BucketTable, hash: number): number {
  return hash >>> Math.clz32(starts.length - 2)
}

/** Hashes a number to 32 bits. */
export function spread(number: number): number {
  const one = Math.imul(number ^ (number >>> 16), 0x85ebca6b)
  const two = Math.imul(one ^ (one >>> 13), 0xc2b2ae35)
  return (two ^ (two >>> 16)) >>> 0
}

/** A UUID is four numbers of 32 bits, 16 bytes. */
export const NUMBERS_OF_ID = 4

const DASH = 16
const NO_DIGIT = 17
const DIGITS = Uint8Array.from({ length: 128 }, (_, unit) => {
  const digit = '0123456789abcdef-'.indexOf(String.fromCharCode(unit).toLowerCase())
  return digit < 0 ? NO_DIGIT : digit
})

/** Parses a UUID into four numbers from `place` on; false if the text is not a UUID, and the numbers are then undefined. */
export function readId(text: string, into: Uint32Array, place: number): boolean {
  let digits = 0
  let number = 0
  for (let at = 0; at < text.length; at++) {
    const digit = DIGITS[text.charCodeAt(at)] ?? NO_DIGIT
    if (digit === DASH) continue
    if (digit === NO_DIGIT || digits === 32) return false
    number = (number << 4) | digit
    digits++
    if ((digits & 7) === 0) into[place + (digits >>> 3) - 1] = number
  }
  return digits === 32
}

/** The UUID as PostgreSQL writes it. */
export function idAt(ids: Uint32Array, song: number): string {
  const at = song * NUMBERS_OF_ID
  const hex = (place: number) => ids[at + place]!.toString(16).padStart(8, '0')
  const [one, two, three] = [hex(1), hex(2), hex(3)]
  return `${hex(0)}-${one.slice(0, 4)}-${one.slice(4)}-${two.slice(0, 4)}-${two.slice(4)}${three}`
}

/** Maps ids to the numbers of their songs. */
export function tableOfIds(ids: Uint32Array): BucketTable {
  const songs = ids.length / NUMBERS_OF_ID
  return makeBuckets(songs, (put) => {
    for (let song = 0; song < songs; song++) put(hashOfId(ids, song * NUMBERS_OF_ID), song)
  })
}

// The end of a UUID is random in every version, its beginning may be a time.
function hashOfId(ids: Uint32Array, place: number): number {
  return spread(ids[place + 3]! ^ ids[place + 2]!)
}

const read = new Uint32Array(NUMBERS_OF_ID)

/** The number of the song with this id; -1 if there is none, or if the text is not a UUID. */
export function songOf(ids: Uint32Array, table: BucketTable, id: string): number {
  if (!readId(id, read, 0)) return -1
  const bucket = bucketOf(table, hashOfId(read, 0))
  for (let at = table.starts[bucket]!; at < table.starts[bucket + 1]!; at++) {
    const song = table.values[at]!
    const place = song * NUMBERS_OF_ID
    if (
      ids[place] === read[0] &&
      ids[place + 1] === read[1] &&
      ids[place + 2] === read[2] &&
      ids[place + 3] === read[3]
    )
      return song
  }
  return -1
}

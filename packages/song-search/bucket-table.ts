/** Numbers under hashes: those of one hash lie together with those of a few others, in the order of putting. */
export type BucketTable = { starts: Uint32Array; values: Uint32Array }

export type Put = (hash: number, value: number) => void

/** `putAll` is called twice and puts the same both times; `expected` numbers only make the buckets small. */
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
  // Filling moved every start to its end, which is the start of the next.
  starts.copyWithin(1, 0, starts.length - 1)
  starts[0] = 0
  return { starts, values }
}

/** Which bucket a hash has; its numbers lie from `starts[bucket]` up to `starts[bucket + 1]`. */
export function bucketOf({ starts }: BucketTable, hash: number): number {
  return hash >>> Math.clz32(starts.length - 2)
}

/** Spreads a number over 32 bits. */
export function spread(number: number): number {
  const one = Math.imul(number ^ (number >>> 16), 0x85ebca6b)
  const two = Math.imul(one ^ (one >>> 13), 0xc2b2ae35)
  return (two ^ (two >>> 16)) >>> 0
}

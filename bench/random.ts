/** Fractions from 0 up to 1, the same for the same seed on every machine. */
export type Random = () => number

/** Mulberry32: small, quick, even enough for made-up songs. */
export function randomOf(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export function below(random: Random, count: number): number {
  return Math.floor(random() * count)
}

export function pick<T>(random: Random, list: readonly T[]): T {
  const found = list[below(random, list.length)]
  if (found === undefined) throw new Error('nothing to pick from')
  return found
}

/** A rank from 0 up to `count`, with a probability of about one over its place, as the word frequencies of any language. */
export function zipf(random: Random, count: number): number {
  return Math.min(count - 1, Math.floor(Math.exp(random() * Math.log(count + 1))) - 1)
}

import { stableHash } from '#domain/hash.ts'

export const HALVES = ['apart', 'tuning', 'all'] as const
export type Half = (typeof HALVES)[number]

/**
 * Whether a song of the catalogue is in this half. The search was tuned on the queries of `tuning` alone; `apart`
 * measures it on unseen songs.
 */
export function ofHalf(key: string, half: Half): boolean {
  if (half === 'all') return true
  // The lowest bit of this hash is only the parity of the letters.
  const apart = ((stableHash(key) >>> 16) & 1) === 1
  return apart === (half === 'apart')
}

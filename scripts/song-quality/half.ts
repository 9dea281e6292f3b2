import { stableHash } from '#domain/concerts/poster-run.ts'

export const HALVES = ['apart', 'tuning', 'all'] as const
export type Half = (typeof HALVES)[number]

/**
 * Whether a song of the catalogue is of this half. The search was tuned by looking at the queries of
 * `tuning` alone; `apart` says how good it is at songs nobody looked at.
 */
export function ofHalf(key: string, half: Half): boolean {
  if (half === 'all') return true
  // The lowest bit of this hash is no more than the parity of the letters.
  const apart = ((stableHash(key) >>> 16) & 1) === 1
  return apart === (half === 'apart')
}

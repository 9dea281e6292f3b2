import { stableHash } from './stable-hash.ts'

/** The two-colour runs that posters are printed in. */
export const RUNS = ['lamp', 'rose', 'sky', 'lemon', 'mint', 'cobalt'] as const

export type Run = (typeof RUNS)[number]

const MOTIFS = ['singer', 'guitar', 'mic', 'sax', 'accordion', 'bass', 'piano', 'vinyl'] as const

/** The run of an artist's posters: always the same for the same nickname, in any letter case. */
export function runOf(username: string): Run {
  return RUNS[stableHash(username.toLowerCase()) % RUNS.length] ?? 'lamp'
}

function motifOf(username: string) {
  // Six and eight share a divisor, so the two choices read different digits of the hash.
  const hash = Math.floor(stableHash(username.toLowerCase()) / RUNS.length)
  return MOTIFS[hash % MOTIFS.length] ?? 'singer'
}

/** The address of the drawing that stands for an artist without photos, 2:1. */
export function pictureOf(username: string): string {
  return `/art/${motifOf(username)}-${runOf(username)}.svg`
}

/** The same drawing in the colours of the stage, where a bright sheet would dazzle. */
export function nightPictureOf(username: string): string {
  return `/art/${motifOf(username)}-night.svg`
}

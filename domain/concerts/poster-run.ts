import { stableHash } from '../hash.ts'

/** The two-colour runs that posters are printed in. */
export const RUNS = ['lamp', 'rose', 'sky', 'lemon', 'mint', 'cobalt'] as const

export type Run = (typeof RUNS)[number]

const MOTIFS = ['singer', 'guitar', 'mic', 'sax', 'accordion', 'bass', 'piano', 'vinyl'] as const

const DRAWING = /^\/art\/[a-z]+-([a-z]+)\.svg$/u

/** The run that one of our own drawings is printed in; undefined for a photo. */
const printedIn = (imageUrl: string): Run | undefined => {
  const [, printed] = DRAWING.exec(imageUrl) ?? []
  return RUNS.find((run) => run === printed)
}

/**
 * Returns the run of an artist's posters: that of the drawing on them, so that paper and picture match; otherwise
 * always the same for the same nickname, in any letter case.
 */
export function runOf(username: string, imageUrl = ''): Run {
  const hashed = RUNS[stableHash(username.toLowerCase()) % RUNS.length]
  return printedIn(imageUrl) ?? hashed ?? 'lamp'
}

function motifOf(username: string) {
  // Six and eight share a divisor, so the two choices read different digits of the hash.
  const hash = Math.floor(stableHash(username.toLowerCase()) / RUNS.length)
  return MOTIFS[hash % MOTIFS.length] ?? 'singer'
}

/** The URL of the drawing shown for an artist without photos, 2:1. */
export function pictureOf(username: string): string {
  return `/art/${motifOf(username)}-${runOf(username)}.svg`
}

/** The same drawing in the colours of the stage, where a bright sheet would dazzle. */
export function nightPictureOf(username: string): string {
  return `/art/${motifOf(username)}-night.svg`
}

/** One of our own drawings in the colours of the stage; a photo stays as it is. */
export function atNight(imageUrl: string): string {
  const run = printedIn(imageUrl)
  return run === undefined ? imageUrl : imageUrl.replace(`-${run}.svg`, '-night.svg')
}

/** Paper and ink of each run, as in web/ui/styles/tokens.css, for drawing where no style sheet applies. */
export const PRINT: Record<Run, { readonly paper: string; readonly ink: string }> = {
  lamp: { paper: '#ff7a1a', ink: '#16100a' },
  rose: { paper: '#ffb1c8', ink: '#4a0a22' },
  sky: { paper: '#a9d3ff', ink: '#0b1f5c' },
  lemon: { paper: '#ffdf5e', ink: '#113b2b' },
  mint: { paper: '#a5e6c6', ink: '#36114a' },
  cobalt: { paper: '#2438c9', ink: '#ffd8b5' },
}

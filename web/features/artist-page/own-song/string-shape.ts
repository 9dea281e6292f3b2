/** The distance between the strings (px). */
const PITCH = 13
const STEPS = 44

type DrawnString = {
  /** Its middle (px). */
  x: number
  length: number
  /** Half of its width (px) at each step from its top to its end. */
  halves: readonly number[]
}

/** Half the width of a string at `at`, 0 its top and 1 its end. */
function halfWidth(at: number, energy: number, fromMiddle: number, phase: number): number {
  const belly = Math.sin(Math.PI * at ** 0.72) ** 0.9
  const wave = 0.6 + 0.4 * Math.cos(2 * Math.PI * 2.2 * at - 0.46 * fromMiddle - phase)
  return 0.45 + 5.4 * energy * belly * wave * (1 - 0.3 * at)
}

/** The strings of a song that sounds for its listener, over the whole width; `phase` in radians lets their waves drift. */
export function drawnStrings(width: number, height: number, phase = 0): DrawnString[] {
  const count = Math.floor(width / PITCH)
  const middle = (count - 1) / 2
  const left = (width - (count - 1) * PITCH) / 2
  return Array.from({ length: count }, (_, at) => {
    const x = left + at * PITCH
    const u = (x / width - 0.5) / 0.34
    const energy = 0.16 + 0.84 * Math.exp(-(u ** 2))
    return {
      x,
      length: height * (0.58 + 0.42 * Math.exp(-0.7 * u ** 2)),
      halves: Array.from({ length: STEPS + 1 }, (__, step) =>
        halfWidth(step / STEPS, energy, Math.abs(at - middle), phase),
      ),
    }
  })
}

/** The widest word that fits a phone's width at each size, in ordinary Russian letters. */
const WORD_MOST = { huge: 5.4, large: 8, middle: 10.8 } as const
/** How much wider than that a letter of the poster face is. */
const WIDER: readonly [RegExp, number][] = [
  [/[джмфшщыюmw]/giu, 0.4],
  [/[a-z]/giu, -0.1],
  [/[il.,!?'’«»()]/giu, -0.4],
]

const wordWidth = (word: string) =>
  WIDER.reduce(
    (sum, [letters, more]) => sum + more * word.split(letters).length - more,
    word.length,
  )

/** How large the title of one's own song is: by its length, but no word is broken that a smaller size keeps whole. */
export function ownTitleSize(title: string): 'huge' | 'large' | 'middle' | 'small' {
  const word = Math.max(...title.split(/[\s-]+/u).map(wordWidth))
  if (title.length <= 8 && word <= WORD_MOST.huge) return 'huge'
  if (title.length <= 16 && word <= WORD_MOST.large) return 'large'
  return title.length <= 30 && word <= WORD_MOST.middle ? 'middle' : 'small'
}

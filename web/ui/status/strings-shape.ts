type StringLine = {
  /** Left edge of the thin line, in units of the drawing. */
  x: number
  /** How far the thick part swells to each side; 0 where the string is silent. */
  swell: number
}

/** The distance between strings, and the left edge of the first one, in units of the drawing. */
export const PITCH = 7
export const FIRST = 3
const AUDIBLE = 1

/** Two waves added up, so that the swelling never looks regular. `at` runs from 0 to 1. */
function swellAt(at: number): number {
  const wave = 0.94 + 2.86 * Math.sin(9.2 * at + 0.6) + 2.6 * Math.sin(21 * at + 2)
  return wave < AUDIBLE ? 0 : Math.round(wave * 2) / 2
}

/** The strings that fit into `span` units, each with its thickness; the same span always gives the same strings. */
export function stringLines(span: number): StringLine[] {
  const count = Math.floor((span - FIRST) / PITCH) + 1
  return Array.from({ length: count }, (_, at) => ({
    x: FIRST + at * PITCH,
    swell: swellAt((at * PITCH) / span),
  }))
}

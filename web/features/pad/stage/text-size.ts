import type { SheetLine } from '#domain/songs/song-text.ts'

/** The five sizes of the words on the stage, in px. */
export const TEXT_SIZES = [22, 27, 34, 43, 54] as const
/** At this share of whole lines the text reads as it was written. */
const MOST_LINES = 0.6
/** A screen has as many lines, however low it is; a line of words with its chords is so many of its sizes high. */
const LINES_LEAST = 6
const LINE_EMS = 1.85

type Room = { width: number; height: number }

/** Returns the largest size at which most of the sung lines fit the room; `widthOf` measures a text at one px. */
export function fittingSize(
  lines: readonly SheetLine[],
  { width, height }: Room,
  widthOf: (text: string) => number,
): number {
  const widths = lines.flatMap((line) =>
    line.kind === 'words' ? [widthOf(line.parts.map(({ words }) => words).join(''))] : [],
  )
  const fits = (px: number) =>
    px * LINE_EMS * LINES_LEAST <= height &&
    widths.filter((one) => one * px <= width).length >= MOST_LINES * widths.length
  return Math.max(0, TEXT_SIZES.findLastIndex(fits))
}

/** Measures texts in the font of an element. */
export function measureIn(element: Element): (text: string) => number {
  const pen = document.createElement('canvas').getContext('2d')
  if (pen === null) return () => 0
  const AT = 100
  pen.font = `${AT}px ${getComputedStyle(element).fontFamily}`
  return (text) => pen.measureText(text).width / AT
}

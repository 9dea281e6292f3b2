/** Pixels, the largest that fits is taken. */
const SIZES = [156, 132, 112, 96, 82, 70, 60] as const
const SMALLEST = 60

/** A letter of the display type is about so wide, in parts of its size; a little more than measured. */
const LETTER = 0.47
export const TITLE_LEADING = 0.88

/** How many lines the words take where a line holds `letters`; a word longer than a line is broken. */
function linesOf(words: readonly string[], letters: number): number {
  let lines = 1
  let used = 0
  for (const { length } of words) {
    const joined = used === 0 ? length : used + 1 + length
    if (joined <= letters) {
      used = joined
      continue
    }
    lines += (used === 0 ? 0 : 1) + Math.ceil(length / letters) - 1
    used = length % letters === 0 ? letters : length % letters
  }
  return lines
}

/** The size in which a title fills its place without leaving it, and the most lines that it may take there. */
export function titleSize(
  title: string,
  place: { width: number; height: number },
): { size: number; lines: number } {
  const words = title.split(' ')
  const longest = Math.max(...words.map(({ length }) => length))
  const room = (size: number) => ({
    letters: Math.floor(place.width / (size * LETTER)),
    lines: Math.floor(place.height / (size * TITLE_LEADING)),
  })
  const size =
    SIZES.find((one) => {
      const { letters, lines } = room(one)
      return longest <= letters && linesOf(words, letters) <= lines
    }) ?? SMALLEST
  return { size, lines: room(size).lines }
}

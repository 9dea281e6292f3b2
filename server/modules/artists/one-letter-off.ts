import { LEAST_LETTERS } from '#packages/song-search/one-letter-off.ts'

/** The patterns (`_` is any letter) of this word and of those that differ from it by one letter, or by two in each other's place. */
export function oneLetterOff(word: string): string[] {
  const letters = Array.from(word)
  if (letters.length < LEAST_LETTERS) return [word]
  // The two letters left of three begin too many words: they are a whole one.
  const end = letters.length > LEAST_LETTERS ? '' : ' '
  const made = letters.flatMap((letter, at) => {
    const [before, after] = [letters.slice(0, at).join(''), letters.slice(at + 1).join('')]
    const next = letters[at + 1]
    return [
      `${before}_${after}`,
      `${before}${after}${end}`,
      `${before}_${letter}${after}`,
      ...(next === undefined ? [] : [`${before}${next}${letter}${letters.slice(at + 2).join('')}`]),
    ]
  })
  return [...new Set(made)]
}

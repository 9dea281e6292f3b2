// Judges the reader of chord sheets, and shares nothing with it: a count of tokens over the file, from strict forms alone.

/** A chord in no doubt: more than a letter, and no word of a language. */
const STRICT =
  /^[A-H](?:[#b♯♭]?m(?:i|in)?|[#b♯♭])?(?:maj|sus|add|dim|aug)?\d{0,2}(?:sus[24]?|add\d|[#b+-]\d{1,2})?(?:\/[A-H][#b]?m?)?$/u
const LETTER = /^[A-H]$/u
const WORD = /^[\p{L}’'-]{3,}$/u
/** Chords without a space between, or a name of a note and its minor apart: no word. */
const GLUED = /^(?:[A-H](?:is|es|[#bm\d])*){2,}$|^[A-H](?:is|es|[#b])?-?mb?$/u
const REMARK = /\([^()]*\)?/gu
const STRIPPED = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}#♯♭+]+$/gu
/** What is cried or hummed. */
const EXCLAIMED = /^(?:[АаОоЕе]|[Gg][Oo]|[Dd]o|[Hh]o|[Hh]mm+|[Bb]is)$/u
const TAB = /[-–—=]{3}/u

const tokens = (line: string): string[] =>
  line
    .split(/[\s|<>{}_,]+|(?<=[\p{L}\d])[-–—]+(?=[\p{L}\d])/u)
    .map((token) => token.replaceAll(STRIPPED, ''))
    .filter((token) => token !== '')

const isStrict = (token: string) => token !== 'Am' && !LETTER.test(token) && STRICT.test(token)
const isWord = (token: string) => !STRICT.test(token) && !GLUED.test(token) && WORD.test(token)
const isLetter = (token: string) => token === 'Am' || LETTER.test(token)

type Counted = {
  /** Chords in no doubt; bare letters and «Am» among them where another chord of the line is sure. */
  chords: string[]
  words: number
}

function countTokens(line: string): Counted {
  const all = tokens(line)
  const strict = all.filter(isStrict)
  const letters = all.filter(isLetter)
  const words = all.filter((token) => isWord(token)).length
  return {
    chords: strict.length + letters.length > 1 || strict.length > 0 ? [...strict, ...letters] : [],
    words,
  }
}

/** Whether all in a bracket is a chord, minors in lower case among them. */
export const isBracketOfChords = (text: string): boolean =>
  tokens(text).length > 0 &&
  tokens(text).every((token) => STRICT.test(token) || /^[a-h](?:[#b]|is|es)?m?\d?$/u.test(token))

export const hasSureChord = (text: string): boolean => tokens(text).some(isStrict)

/** A line where chords in no doubt are more than its words, and no tablature. */
export function isChordLine(line: string): boolean {
  if (TAB.test(line) || /\[|\{|https?:/u.test(line) || /(?:^|\s)[xX\d]{6}(?:\s|$)/u.test(line))
    return false
  const { chords, words } = countTokens(line)
  return chords.length > 0 && chords.length > words
}

/** A line where words of three letters and more are more than all that may be a chord, without its label and remarks. */
export function isWordLine(line: string): boolean {
  const bare = line
    .replace(/^[^:]{0,30}:/u, ' ')
    .replaceAll(REMARK, (remark) => (tokens(remark).some(isStrict) ? remark : ' '))
  const all = tokens(bare)
  if (all.length > 0 && all.every((token) => EXCLAIMED.test(token))) return new Set(all).size === 1
  const words = all.filter((token) => isWord(token)).length
  return words > 1 && words > 2 * all.filter((token) => STRICT.test(token)).length
}

/** A shorter text is composed without a check of its marks. */
const SHORT = 300
/** More than any language puts on a letter; Unicode's stream-safe form (UAX 15) has the same bound. */
const TOO_MANY_MARKS = /(\p{M}{30})\p{M}+/gu

/**
 * Takes a text of any length and, in a long one, leaves at most 30 marks on a letter. Composing sorts a letter's marks
 * in quadratic time: a hundred thousand on one letter would block the event loop for seconds.
 */
export function limitMarks(text: string): string {
  return text.length < SHORT ? text : text.replace(TOO_MANY_MARKS, '$1')
}

// Marks attached to a letter; those of Indian, Thai or Japanese letters have other codes and are part of the word.
const DIACRITICS =
  /[\u0300-\u036F]|[\u0483-\u0489]|[\u1AB0-\u1AFF]|[\u1DC0-\u1DFF]|[\u20D0-\u20FF]|[\uFE20-\uFE2F]/gu
// Soft hyphens, joiners and the tails of emoji, which are never typed in a search for a song.
const UNSEEN = /\p{Default_Ignorable_Code_Point}/gu
const NOT_A_WORD = /[^\p{L}\p{M}\p{N}]+/gu

/** Letters whose stroke or ligature is part of them, so that normalization removes no mark. */
const PLAIN: Readonly<Record<string, string>> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
  ς: 'σ',
}
const WITH_PLAIN = new RegExp(`[${Object.keys(PLAIN).join('')}]`, 'gu')

/**
 * Takes a title, a performer or a search as typed and returns the text that all its spellings share: lower case, ё as
 * е, no diacritics, letters and digits of any script with single spaces between. й stays й: in Russian it is a letter,
 * not an и with a mark.
 */
export function foldSong(text: string): string {
  const seen = limitMarks(text).normalize('NFKD').toLowerCase().replace(UNSEEN, '')
  // The removed characters may have separated marks.
  return limitMarks(seen)
    .replaceAll('и\u0306', 'й')
    .replace(DIACRITICS, '')
    .replace(WITH_PLAIN, (letter) => PLAIN[letter] ?? letter)
    .normalize('NFC')
    .replace(NOT_A_WORD, ' ')
    .trim()
}

/** The folded words of a text, each once, in the order of their first appearance. */
export function wordsOf(text: string): string[] {
  return [...new Set(foldSong(text).split(' '))].filter((word) => word !== '')
}

/** Two songs with the same key are one song in the catalogue. */
export function songKey(title: string, artistName: string): string {
  return `${keyPart(title)}\n${keyPart(artistName)}`
}

/** «???» and «!!!» are names too, but fold to nothing: such texts stay as they are. */
function keyPart(text: string): string {
  const folded = foldSong(text)
  return folded === ''
    ? limitMarks(text).normalize('NFC').toLowerCase().replace(/\s+/gu, ' ').trim()
    : folded
}

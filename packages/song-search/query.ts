import { isTagWord, searchText, withoutGuests, withoutTags } from './search-text.ts'
import { foldSong, songKey } from './song-text.ts'

/** A text to look for: its words in order, and the different ones among them. */
export type Text = { phrase: readonly string[]; words: readonly string[] }

/** The same keys on another layout; `kept` says that no letter became a sign, which leaves less to look for. */
export type Retyped = Text & { kept: boolean }

/** An input in all its spellings; what a word may be in the other alphabet is read against the words of an index. */
export type SongQuery = {
  typed: Text
  /** Without guests and without words that tell how a song is performed; empty where there are none. */
  plain: Text
  /** At most five. */
  retyped: readonly Retyped[]
  /** Words to be read in the other alphabet; empty where there are none. */
  foreign: Text
}

/** Longer than any title with its performer; what stands behind is not looked for. */
const MOST_LETTERS = 300
/** So many different words are looked for; the others matter only to what is the whole input. */
const MOST_WORDS = 16
/** Where letters became signs, fewer than these are no text: «хз» is not «p». */
const LEAST_KEPT = 3
const LETTERS = /[\p{L}\p{N}]/gu
/** Signs for ь and ъ inside of words. */
const SOFT_SIGNS = /(?<=\p{L})['`’ʹʺ]+/gu
const MARKED: Readonly<Record<string, string>> = { š: 'sh', ž: 'zh', č: 'ch', ŝ: 'shch' }

/** Any input whatever; one without letters and digits is looked for as it stands. */
export function queryOf(input: string): SongQuery {
  const whole = input.slice(0, MOST_LETTERS)
  const untagged = withoutTags(whole)
  const text = untagged === whole || foldSong(untagged) === '' ? whole : untagged
  const typed = textOf(text)
  const guestless = withoutGuests(text)
  const plain = (guestless === text ? typed : textOf(guestless)).phrase.filter(
    (word) => !isTagWord(word),
  )
  const lower = text.toLowerCase().normalize('NFC')
  const phonetic = lower
    .replaceAll(SOFT_SIGNS, '')
    .replaceAll(/[šžčŝ]/gu, (letter) => MARKED[letter] ?? letter)
  return {
    typed,
    plain: wordsIn(plain.length < typed.phrase.length ? plain : []),
    retyped: onOtherLayout(text).flatMap((other) => retypedOf(text, other)),
    foreign: phonetic === lower ? typed : textOf(phonetic),
  }
}

function textOf(input: string): Text {
  const [key = ''] = songKey(input, '').split('\n')
  return wordsOf(searchText(key))
}

function retypedOf(text: string, other: string): Retyped[] {
  const left = lettersIn(other)
  const kept = left >= lettersIn(text)
  return left === 0 || (!kept && left < LEAST_KEPT)
    ? []
    : [{ ...wordsOf(searchText(foldSong(other))), kept }]
}

const lettersIn = (text: string) => text.match(LETTERS)?.length ?? 0

const wordsOf = (text: string) => wordsIn(text.split(' ').filter((word) => word !== ''))

function wordsIn(phrase: readonly string[]): Text {
  return { phrase, words: [...new Set(phrase)].slice(0, MOST_WORDS) }
}

const LATIN = '`qwertyuiop[]asdfghjkl;\'zxcvbnm,.~{}:"<>'
const RUSSIAN = 'ёйцукенгшщзхъфывапролджэячсмитьбюёхъжэбю'

/** The Russian layout, and before its keys those that give another letter on the Ukrainian and the Belarusian one. */
const LAYOUTS = [
  { latin: LATIN, cyrillic: RUSSIAN },
  { latin: `s]'}"${LATIN}`, cyrillic: `іїєїє${RUSSIAN}` },
  { latin: `ob${LATIN}`, cyrillic: `ўі${RUSSIAN}` },
] as const

const LETTER = /\p{L}/u
const LATIN_LETTER = /[a-z]/u
const CYRILLIC_LETTER = /[а-яёіїєґў]/u

/** What the same keys give on the other layout of the keyboard, unfolded; at most five. */
export function onOtherLayout(input: string): string[] {
  const typed = input.toLowerCase()
  const [isLatin, isCyrillic] = [LATIN_LETTER.test(typed), CYRILLIC_LETTER.test(typed)]
  const retyped: string[] = []
  if (isLatin || !LETTER.test(typed))
    retyped.push(...LAYOUTS.map(({ latin, cyrillic }) => struck(typed, latin, cyrillic)))
  if (isCyrillic)
    retyped.push(
      ...LAYOUTS.map(({ latin, cyrillic }) => struck(typed, cyrillic, latin)).filter(
        // A letter that the layout does not have.
        (text) => !CYRILLIC_LETTER.test(text),
      ),
    )
  // Whoever typed both alphabets may have had the wrong layout all the time.
  if (isLatin && isCyrillic) retyped.push(struck(typed, LATIN + RUSSIAN, RUSSIAN + LATIN))
  // і and и are one letter to the search.
  return [
    ...new Map(retyped.toReversed().map((text) => [text.replaceAll('і', 'и'), text])).values(),
  ].toReversed()
}

function struck(text: string, from: string, to: string): string {
  return text.replaceAll(/./gsu, (sign) => to[from.indexOf(sign)] ?? sign)
}

import { foldSong, songKey } from './song-text.ts'

/** The Cyrillic equivalent of a Latin letter in a Cyrillic word: by shape, or by sound if no letter has its shape. */
const CYRILLIC_TWINS = new Map(
  Object.entries({
    a: 'а',
    b: 'в',
    c: 'с',
    d: 'д',
    e: 'е',
    f: 'ф',
    g: 'г',
    h: 'н',
    i: 'и',
    k: 'к',
    l: 'л',
    m: 'м',
    n: 'н',
    o: 'о',
    p: 'р',
    r: 'р',
    s: 'с',
    t: 'т',
    u: 'и',
    v: 'в',
    x: 'х',
    y: 'у',
    z: 'з',
  }),
)
/** The Latin equivalent of a Cyrillic letter in a Latin word: by shape only. */
const LATIN_TWINS = new Map(
  Object.entries({
    а: 'a',
    в: 'b',
    е: 'e',
    і: 'i',
    ј: 'j',
    к: 'k',
    м: 'm',
    н: 'h',
    о: 'o',
    р: 'p',
    с: 'c',
    ѕ: 's',
    т: 't',
    у: 'y',
    х: 'x',
  }),
)
/** Ukrainian and Belarusian letters as typed on a Russian keyboard; ї and ў are folded before. */
const RUSSIAN_TWINS = new Map(Object.entries({ і: 'и', є: 'е', ґ: 'г' }))

/** A fast check, because few of a million texts need a change: both alphabets, a non-Russian Cyrillic letter, or a guest. */
const isUntidy = (text: string) =>
  /[іјѕєґ]| f(?:ea)?t/u.test(text) || (/[a-z]/u.test(text) && /[а-я]/u.test(text))
const WORD = /[^ \n]+/gu
const SEARCH_TEXT_LATIN_LETTER = /[a-z]/gu
const SEARCH_TEXT_CYRILLIC_LETTER = /[а-яіјѕєґ]/gu
/** «ПЛАЧЕШ I», «B небо»: a single Latin letter that looks Cyrillic, after a Cyrillic word or at the start before one. */
const LETTER_ALONE = /(?<=[а-я] )[abceikmopxy](?=[ \n]|$)|(?<=^|\n)[abceikmopxy](?= [а-я])/gu
const BEFORE_GUEST = /(?<=[^ \n]) (?:feat|ft|featuring)(?= )/gu

/**
 * The spelling in which a folded text is searched, for keys and queries alike: each word in one alphabet if the letters
 * of the other are only look-alikes, Russian letters for Ukrainian and Belarusian ones, no «feat».
 */
export function searchText(folded: string): string {
  if (!isUntidy(folded)) return folded
  return folded
    .replaceAll(WORD, inOneAlphabet)
    .replaceAll(/[ієґ]/gu, (letter) => RUSSIAN_TWINS.get(letter) ?? letter)
    .replaceAll(LETTER_ALONE, (letter) => CYRILLIC_TWINS.get(letter) ?? letter)
    .replaceAll(BEFORE_GUEST, '')
}

/** The word in the alphabet of most of its letters, Cyrillic in a tie; unchanged if a letter has no equivalent. */
function inOneAlphabet(word: string): string {
  const latin = word.match(SEARCH_TEXT_LATIN_LETTER)?.length ?? 0
  const cyrillic = latin === 0 ? 0 : (word.match(SEARCH_TEXT_CYRILLIC_LETTER)?.length ?? 0)
  if (cyrillic === 0) return word
  return latin > cyrillic
    ? (withTwins(word, SEARCH_TEXT_CYRILLIC_LETTER, LATIN_TWINS) ?? word)
    : (withTwins(word, SEARCH_TEXT_LATIN_LETTER, CYRILLIC_TWINS) ?? word)
}

function withTwins(word: string, letters: RegExp, twins: ReadonlyMap<string, string>) {
  const whole = word.match(letters)?.every((letter) => twins.has(letter)) ?? false
  return whole ? word.replaceAll(letters, (letter) => twins.get(letter) ?? letter) : null
}

/** Words in brackets that describe how a song is performed or presented, folded. */
const TAG_WORDS = new Set(
  `минус минусовка плюс плюсовка караоке karaoke бек бэк вокал back backing vocal vocals track live лайв
  концерт концертная remix ремикс mix микс cover кавер акустика акустическая acoustic instrumental инструментал
  demo демо remaster remastered version версия edit radio original оригинал official extended club lyrics lyric
  video videos видео clip клип audio аудио music hd hq 4k текст слова аккорды chords`.split(/\s+/u),
)
const IN_BRACKETS = /[([{]([^()[\]{}]*)[)\]}]/gu
const DIGITS = /^\d+$/u

const isTagWord = (word: string) => TAG_WORDS.has(word)

/** The text without «[БЕК ВОКАЛ]», «(минус)», «(Remastered 2011)»; other brackets are part of a title. */
function withoutTags(text: string): string {
  return text.replaceAll(IN_BRACKETS, (brackets, inside: string) => {
    const words = foldSong(inside).split(' ')
    const tag = words.some(isTagWord) && words.every((word) => isTagWord(word) || DIGITS.test(word))
    return tag ? ' ' : brackets
  })
}

/** Whether the title is that of a version of a song, not of the song. */
export const isTagged = (title: string) => withoutTags(title) !== title

/** «feat.» with what follows up to a dash, a bracket or the end. */
const GUESTS = /[\s([](?:feat|ft|featuring)\b.*?(?=\s[-–—]\s|[()[\]]|$)/giu

const withoutGuests = (text: string) => text.replaceAll(GUESTS, ' ')

/** A text to search for: its words in order, and the distinct ones. */
export type Text = { phrase: readonly string[]; words: readonly string[] }

/** The same keys on another layout; `kept` is true if no letter became a sign, which would leave less to search for. */
type Retyped = Text & { lossless: boolean }

/** An input in all its spellings; the spelling in the other alphabet is resolved against the words of an index. */
export type SongQuery = {
  typed: Text
  /** Without guests and performance tags; empty if there are none. */
  plain: Text
  /** At most five. */
  retyped: readonly Retyped[]
  /** Words to be read in the other alphabet; empty where there are none. */
  foreign: Text
}

/** Longer than any title with its performer; the rest is ignored. */
const MOST_LETTERS = 300
/** The most distinct words to search for; the others count only in a match of the whole input. */
const MOST_WORDS = 16
/** If letters became signs, fewer remaining letters than this are no text: «хз» is not «p». */
const LEAST_KEPT = 3
const LETTERS = /[\p{L}\p{N}]/gu
/** Signs for ь and ъ inside of words. */
const SOFT_SIGNS = /(?<=\p{L})['`’ʹʺ]+/gu
const MARKED: Readonly<Record<string, string>> = { š: 'sh', ž: 'zh', č: 'ch', ŝ: 'shch' }

/** Accepts any input; one without letters and digits is searched unchanged. */
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
  const lossless = left >= lettersIn(text)
  return left === 0 || (!lossless && left < LEAST_KEPT)
    ? []
    : [{ ...wordsOf(searchText(foldSong(other))), lossless }]
}

const lettersIn = (text: string) => text.match(LETTERS)?.length ?? 0

const wordsOf = (text: string) => wordsIn(text.split(' ').filter((word) => word !== ''))

/** The words of a phrase, of which a search looks for so many. */
export function wordsIn(phrase: readonly string[]): Text {
  return { phrase, words: [...new Set(phrase)].slice(0, MOST_WORDS) }
}

const LATIN = '`qwertyuiop[]asdfghjkl;\'zxcvbnm,.~{}:"<>'
const RUSSIAN = 'ёйцукенгшщзхъфывапролджэячсмитьбюёхъжэбю'

/** The Russian layout, preceded by the keys that give another letter on the Ukrainian and the Belarusian one. */
const LAYOUTS = [
  { latin: LATIN, cyrillic: RUSSIAN },
  { latin: `s]'}"${LATIN}`, cyrillic: `іїєїє${RUSSIAN}` },
  { latin: `ob${LATIN}`, cyrillic: `ўі${RUSSIAN}` },
] as const

const LETTER = /\p{L}/u
const LATIN_LETTER = /[a-z]/u
const CYRILLIC_LETTER = /[а-яёіїєґў]/u

/** The text of the same keys on the other keyboard layout, unfolded; at most five. */
export function onOtherLayout(input: string): string[] {
  const typed = input.toLowerCase()
  const [isLatin, isCyrillic] = [LATIN_LETTER.test(typed), CYRILLIC_LETTER.test(typed)]
  const retyped: string[] = []
  if (isLatin || !LETTER.test(typed))
    retyped.push(...LAYOUTS.map(({ latin, cyrillic }) => retype(typed, latin, cyrillic)))
  if (isCyrillic)
    retyped.push(
      ...LAYOUTS.map(({ latin, cyrillic }) => retype(typed, cyrillic, latin)).filter(
        // A letter that the layout does not have.
        (text) => !CYRILLIC_LETTER.test(text),
      ),
    )
  // With both alphabets, the layout may have been wrong throughout.
  if (isLatin && isCyrillic) retyped.push(retype(typed, LATIN + RUSSIAN, RUSSIAN + LATIN))
  // The search treats і and и as one letter.
  return [
    ...new Map(retyped.toReversed().map((text) => [text.replaceAll('і', 'и'), text])).values(),
  ].toReversed()
}

function retype(text: string, from: string, to: string): string {
  return text.replaceAll(/./gsu, (sign) => to[from.indexOf(sign)] ?? sign)
}

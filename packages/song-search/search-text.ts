import { foldSong } from './song-text.ts'

/** What a Latin letter stands for in a Cyrillic word: by its shape, and by its sound where it has no shape in common. */
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
/** What a Cyrillic letter stands for in a Latin word: by its shape alone. */
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
/** Ukrainian and Belarusian letters as those type them who have only the Russian ones; ї and ў are folded before. */
const RUSSIAN_TWINS = new Map(Object.entries({ і: 'и', є: 'е', ґ: 'г' }))

/** Few texts have anything to change, and a million are read: both alphabets, a letter of the others, or a guest. */
const isUntidy = (text: string) =>
  /[іјѕєґ]| f(?:ea)?t/u.test(text) || (/[a-z]/u.test(text) && /[а-я]/u.test(text))
const WORD = /[^ \n]+/gu
const LATIN_LETTER = /[a-z]/gu
const CYRILLIC_LETTER = /[а-яіјѕєґ]/gu
/** «ПЛАЧЕШ I», «B небо»: one Latin letter that looks Cyrillic, behind a Cyrillic word or as the first before one. */
const LETTER_ALONE = /(?<=[а-я] )[abceikmopxy](?=[ \n]|$)|(?<=^|\n)[abceikmopxy](?= [а-я])/gu
const BEFORE_GUEST = /(?<=[^ \n]) (?:feat|ft|featuring)(?= )/gu

/**
 * The spelling in which a folded text is searched, of a key and of a query alike: each word in one alphabet
 * where letters of the other only look alike, Russian letters for Ukrainian and Belarusian ones, no «feat».
 */
export function searchText(folded: string): string {
  if (!isUntidy(folded)) return folded
  return folded
    .replaceAll(WORD, inOneAlphabet)
    .replaceAll(/[ієґ]/gu, (letter) => RUSSIAN_TWINS.get(letter) ?? letter)
    .replaceAll(LETTER_ALONE, (letter) => CYRILLIC_TWINS.get(letter) ?? letter)
    .replaceAll(BEFORE_GUEST, '')
}

/** In the alphabet of most of its letters, Cyrillic among equals; as it stands where a letter has no twin. */
function inOneAlphabet(word: string): string {
  const latin = word.match(LATIN_LETTER)?.length ?? 0
  const cyrillic = latin === 0 ? 0 : (word.match(CYRILLIC_LETTER)?.length ?? 0)
  if (cyrillic === 0) return word
  return latin > cyrillic
    ? (withTwins(word, CYRILLIC_LETTER, LATIN_TWINS) ?? word)
    : (withTwins(word, LATIN_LETTER, CYRILLIC_TWINS) ?? word)
}

function withTwins(word: string, letters: RegExp, twins: ReadonlyMap<string, string>) {
  const whole = word.match(letters)?.every((letter) => twins.has(letter)) ?? false
  return whole ? word.replaceAll(letters, (letter) => twins.get(letter) ?? letter) : null
}

/** What says in brackets how a song is performed, folded. */
const TAG_WORDS = new Set(
  `минус минусовка плюс плюсовка караоке karaoke бек бэк вокал back backing vocal vocals track live лайв
  концерт концертная remix ремикс mix микс cover кавер акустика акустическая acoustic instrumental инструментал
  demo демо remaster remastered version версия edit radio original оригинал official extended club lyrics`.split(
    /\s+/u,
  ),
)
const IN_BRACKETS = /[([{]([^()[\]{}]*)[)\]}]/gu
const DIGITS = /^\d+$/u

export const isTagWord = (word: string) => TAG_WORDS.has(word)

/** The text without «[БЕК ВОКАЛ]», «(минус)», «(Remastered 2011)»; other brackets are part of a title. */
export function withoutTags(text: string): string {
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

export const withoutGuests = (text: string) => text.replaceAll(GUESTS, ' ')

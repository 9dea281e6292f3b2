import { LATIN as TOWN_LATIN } from '../russian-town-name.ts'

type Table = Readonly<Record<string, string>>

const LATIN: Table = { ...TOWN_LATIN, е: 'e', ё: 'e', х: 'h', ц: 'c', щ: 'sch' }

/** Styles of writing Russian in Latin letters: informal, as in a passport, as in old chats. */
const LATIN_STYLES: readonly Table[] = [
  LATIN,
  { ...LATIN, х: 'kh', ц: 'ts', щ: 'shch', й: 'i', ё: 'yo' },
  { ...LATIN, й: 'j', ё: 'jo', ю: 'ju', я: 'ja' },
]

const CYRILLIC: readonly (readonly [string, string])[] = [
  ['sh', 'ш'],
  ['ch', 'ч'],
  ['ck', 'к'],
  ['ph', 'ф'],
  ['th', 'т'],
  ['qu', 'кв'],
  ['wh', 'в'],
  ['ce', 'се'],
  ['ci', 'си'],
  ['cy', 'си'],
  ['ay', 'ай'],
  ['ey', 'ей'],
  ['oy', 'ой'],
  ['uy', 'уй'],
  ['ee', 'и'],
  ['oo', 'у'],
  ['a', 'а'],
  ['b', 'б'],
  ['c', 'к'],
  ['d', 'д'],
  ['e', 'е'],
  ['f', 'ф'],
  ['g', 'г'],
  ['h', 'х'],
  ['i', 'и'],
  ['j', 'дж'],
  ['k', 'к'],
  ['l', 'л'],
  ['m', 'м'],
  ['n', 'н'],
  ['o', 'о'],
  ['p', 'п'],
  ['q', 'к'],
  ['r', 'р'],
  ['s', 'с'],
  ['t', 'т'],
  ['u', 'у'],
  ['v', 'в'],
  ['w', 'в'],
  ['x', 'кс'],
  ['y', 'и'],
  ['z', 'з'],
]

const LATIN_KEYS = "`qwertyuiop[]asdfghjkl;'zxcvbnm,."
const RUSSIAN_KEYS = 'ёйцукенгшщзхъфывапролджэячсмитьбю'

/** Russian text in lower-case Latin letters, in one of three styles. */
export function inLatin(text: string, style: number): string {
  const table = LATIN_STYLES[style % LATIN_STYLES.length] ?? LATIN
  return Array.from(text.toLowerCase(), (letter) => table[letter] ?? letter).join('')
}

/** Latin text in lower-case Russian letters, by spelling and not by sound. */
export function inCyrillic(text: string): string {
  let rest = text.toLowerCase()
  let written = ''
  while (rest !== '') {
    const [from, to] = CYRILLIC.find(([latin]) => rest.startsWith(latin)) ?? [rest[0] ?? '', '']
    written += to === '' ? from : to
    rest = rest.slice(from.length)
  }
  return written
}

/** The result of typing Russian with the keyboard switched to Latin letters. */
export const onLatinKeys = (text: string) => typedOn(text, RUSSIAN_KEYS, LATIN_KEYS)

/** The result of typing Latin with the keyboard switched to Russian letters. */
export const onRussianKeys = (text: string) => typedOn(text, LATIN_KEYS, RUSSIAN_KEYS)

const UKRAINIAN_KEYS = "'йцукенгшщзхїфівапролджєячсмитьбю"

/** The same for a Ukrainian layout, in either direction; null for a text with other letters. */
export function onUkrainianKeys(text: string): string | null {
  const small = text.toLowerCase()
  if (/^[a-z ]+$/u.test(small)) return typedOn(small, LATIN_KEYS, UKRAINIAN_KEYS)
  return Array.from(small).every((sign) => sign === ' ' || UKRAINIAN_KEYS.includes(sign))
    ? typedOn(small, UKRAINIAN_KEYS, LATIN_KEYS)
    : null
}

function typedOn(text: string, meant: string, keys: string): string {
  return Array.from(text.toLowerCase(), (letter) => keys[meant.indexOf(letter)] ?? letter).join('')
}

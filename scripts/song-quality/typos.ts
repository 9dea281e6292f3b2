import { stableHash } from '#domain/hash.ts'

type Typo = 'replaced' | 'inserted' | 'dropped' | 'swapped'
export const TYPOS: readonly Typo[] = ['replaced', 'inserted', 'dropped', 'swapped']

const ROWS = ['йцукенгшщзхъ', 'фывапролджэ', 'ячсмитьбю', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm']
const ALPHABETS = ['абвгдежзийклмнопрстуфхцчшщыьэюя', 'abcdefghijklmnopqrstuvwxyz'] as const
const CYRILLIC = /\p{Script=Cyrillic}/u

/**
 * The word with one wrong letter at this position (from 0), or null if that changes nothing. The wrong letter is a
 * neighbouring key as often as any other letter; the choice depends on the word and the position alone.
 */
export function withTypo(word: string, at: number, typo: Typo): string | null {
  const letters = Array.from(word)
  const own = letters[at]
  if (own === undefined) return null
  const wrong = wrongLetter(word, own, at)
  if (typo === 'replaced') letters[at] = wrong
  else if (typo === 'inserted') letters.splice(at + 1, 0, wrong)
  else if (typo === 'dropped') letters.splice(at, 1)
  else letters.splice(at, 2, ...letters.slice(at, at + 2).toReversed())
  const typed = letters.join('')
  return typed === word ? null : typed
}

export function placeOf(word: string, at: number): 'first' | 'middle' | 'last' {
  if (at === 0) return 'first'
  return at >= Array.from(word).length - 1 ? 'last' : 'middle'
}

function wrongLetter(word: string, own: string, at: number): string {
  const chance = stableHash(`${word} ${at}`) >>> 8
  const row = ROWS.find((keys) => keys.includes(own)) ?? ''
  const key = row.indexOf(own)
  const beside = [row[key - 1], row[key + 1]].filter((letter) => letter !== undefined)
  const alphabet = ALPHABETS[CYRILLIC.test(word) ? 0 : 1]
  const others = Array.from(alphabet).filter((letter) => letter !== own)
  const from = beside.length > 0 && chance % 2 === 0 ? beside : others
  return from[(chance >>> 1) % from.length] ?? own
}

import { foldSong } from '../song-text.ts'

const LATIN_KEYS = "qwertyuiop[]asdfghjkl;'zxcvbnm,."
const RUSSIAN_KEYS = 'йцукенгшщзхъфывапролджэячсмитьбю'

/**
 * Takes an input as typed and gives, folded, what it may mean in the other alphabet or on the other
 * keyboard layout, the likeliest first; never the input itself.
 */
export function spellings(input: string): string[] {
  const typed = input.toLowerCase()
  const others = [
    retyped(typed, LATIN_KEYS, RUSSIAN_KEYS),
    retyped(typed, RUSSIAN_KEYS, LATIN_KEYS),
  ]
  return [...new Set(others.map(foldSong))].filter(
    (text) => text !== '' && text !== foldSong(input),
  )
}

function retyped(text: string, from: string, to: string): string {
  return Array.from(text, (letter) => to[from.indexOf(letter)] ?? letter).join('')
}

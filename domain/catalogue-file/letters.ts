export type Letters = 'utf-8' | 'windows-1251'

/** Of the lines with letters beyond Latin, the share that has to be UTF-8 for a file to be so: no other alphabet gets there by chance. */
const MOST_OF_THEM = 0.5
/** Russian has these six in 44 letters of a hundred; another alphabet read as this one has far fewer. */
const FREQUENT = /[оеаинт]/giu
const FREQUENT_LEAST = 0.3
const RUSSIAN = /[а-яё]/giu
const RUSSIAN_SMALL = /[а-яё]/gu
const STRANGE = /[^\p{ASCII}а-яё«»—–…№„“”’°§]/giu

/**
 * Takes the beginning of a file in whole lines and tells its letters: UTF-8 also where some lines are
 * broken; Windows-1251 where it is surely Russian in it; null where nobody can tell.
 */
export function lettersOf(lines: readonly Uint8Array[]): Letters | null {
  const beyond = lines.filter((line) => line.some((byte) => byte > 127))
  const right = beyond.filter((line) => decode(line, 'utf-8') !== null).length
  if (right >= beyond.length * MOST_OF_THEM) return 'utf-8'
  const text = beyond.map((line) => decode(line, 'windows-1251') ?? '').join('\n')
  return isRussian(text) ? 'windows-1251' : null
}

const DECODERS = {
  'utf-8': new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }),
  'windows-1251': new TextDecoder('windows-1251', { fatal: true }),
}

/** Null where the bytes are no such text. */
export function decode(bytes: Uint8Array, letters: Letters): string | null {
  try {
    return DECODERS[letters].decode(bytes)
  } catch {
    return null
  }
}

function isRussian(text: string): boolean {
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0
  const letters = count(RUSSIAN)
  return (
    count(FREQUENT) >= letters * FREQUENT_LEAST &&
    // KOI8-R read so is Russian with small and capital letters changed round.
    count(RUSSIAN_SMALL) * 2 > letters &&
    count(STRANGE) * 10 < letters
  )
}

/** The encodings of text files by their names in `TextDecoder`, with what a person calls them. */
export const ENCODINGS = {
  'utf-8': 'UTF-8',
  'windows-1251': 'Windows-1251 (русская)',
  ibm866: 'DOS, 866 (русская)',
  'koi8-r': 'КОИ8-Р (русская)',
  'windows-1250': 'Windows-1250 (Центральная Европа)',
  'windows-1252': 'Windows-1252, Latin-1 (Западная Европа)',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16 (старший байт первый)',
} as const
export type TextEncoding = keyof typeof ENCODINGS

/** The encodings with one byte a letter; of equally likely ones the first is taken. */
const ONE_BYTE = ['windows-1251', 'ibm866', 'koi8-r', 'windows-1252', 'windows-1250'] as const
type OneByte = (typeof ONE_BYTE)[number]

/** Letters beyond ASCII, the frequent ones first. */
const CYRILLIC = 'оеаинтсрвлкмдпуяыьгзбчйхжшюцщэіёфїєўъґјљњћђџѓќѕ'
const CENTRAL = 'íáéýščžřěůúłóęąśżćńźäöüőűăđťďňßľţşĺŕçëîôâ'
const WESTERN = 'éäüöáíóèñàçßêúåøæâôãõïîëûùòœìýšžÿðþ'
/** Signs that stand beside words. */
const SIGNS = '«»„“”‘’–—…№·•©°§×¡¿\u00A0'

/** Points of each letter: a frequent one has most, and one that the language does not know loses some. */
const points = (letters: string) =>
  new Map(Array.from(letters, (letter, at) => [letter, 3 - at * 0.09]))
const RUSSIAN_POINTS = points(CYRILLIC)
const POINTS: Readonly<Record<OneByte, ReadonlyMap<string, number>>> = {
  'windows-1251': RUSSIAN_POINTS,
  ibm866: RUSSIAN_POINTS,
  'koi8-r': RUSSIAN_POINTS,
  'windows-1250': points(CENTRAL),
  'windows-1252': points(WESTERN),
}
const NO_LETTER = -4
const NO_SIGN = -8
const STRANGE_NEIGHBOUR = -4
const ALL_ACCENTS = -3
const SAMPLE = 65_536

const isAscii = (byte: number) => byte < 128
const LATIN = /[a-z]/iu
const SMALL = /\p{Ll}/u
const CAPITAL = /\p{Lu}/u
const LETTER = /\p{L}/u
const UNSEEN = /[\p{C}\uFFFD]/u

/** How much the characters beyond ASCII look like writing in this encoding. */
function likeness(bytes: Uint8Array, encoding: OneByte): number {
  const text = new TextDecoder(encoding).decode(bytes)
  const known = POINTS[encoding]
  const isCyrillic = known === RUSSIAN_POINTS
  let sum = 0
  for (let at = 0; at < text.length; at++) {
    const letter = text.charAt(at)
    if (letter < '\x80') continue
    if (SIGNS.includes(letter)) continue
    if (!LETTER.test(letter)) sum += UNSEEN.test(letter) ? NO_SIGN : NO_LETTER
    else {
      sum += known.get(letter.toLowerCase()) ?? NO_LETTER
      const before = text.charAt(at - 1)
      const after = text.charAt(at + 1)
      if (CAPITAL.test(letter) && SMALL.test(before)) sum += STRANGE_NEIGHBOUR
      if (isCyrillic) {
        // No word has letters of two alphabets.
        if (LATIN.test(before) || LATIN.test(after)) sum += STRANGE_NEIGHBOUR
      } else if (before > '\x7F' && after > '\x7F') sum += ALL_ACCENTS
    }
  }
  return sum
}

/** Bytes of UTF-16 without its mark: every second one is that of the alphabet, 0 or 4. */
function guess16(bytes: Uint8Array): TextEncoding | null {
  let even = 0
  let odd = 0
  for (let at = 0; at < bytes.length; at++)
    if (bytes[at] === 0 || bytes[at] === 4) {
      if (at % 2 === 0) even++
      else odd++
    }
  const most = Math.max(even, odd)
  if (most === 0 || most < bytes.length * 0.35 || Math.min(even, odd) > most * 0.1) return null
  return odd > even ? 'utf-16le' : 'utf-16be'
}

/** Whether all but a few of its characters beyond ASCII are in UTF-8: a file may be cut, or patched by hand. */
function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    const text = new TextDecoder('utf-8').decode(bytes)
    const broken = text.match(/\uFFFD/gu)?.length ?? 0
    const whole = text.match(/[^\p{ASCII}\uFFFD]/gu)?.length ?? 0
    return broken * 20 <= whole
  }
}

/** The one-byte encoding whose letters make the likeliest writing; by default of all those known. */
export function likeliest(bytes: Uint8Array, among: readonly OneByte[] = ONE_BYTE): OneByte {
  const first = Math.max(
    0,
    bytes.findIndex((byte) => !isAscii(byte)),
  )
  // The letter before it counts as its neighbour.
  const from = Math.max(0, first - 1)
  const sample = bytes.subarray(from, from + SAMPLE)
  const [best] = among
    .map((encoding) => ({ encoding, like: likeness(sample, encoding) }))
    .toSorted((a, b) => b.like - a.like)
  return best?.encoding ?? 'windows-1251'
}

/** Guesses the encoding of a text: by its mark, by what is valid UTF-8, else by how frequent its letters are. */
export function guessEncoding(bytes: Uint8Array): TextEncoding {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  return guess16(bytes.subarray(0, SAMPLE)) ?? (isUtf8(bytes) ? 'utf-8' : likeliest(bytes))
}

export function decodeAs(bytes: Uint8Array, encoding: TextEncoding): string {
  return new TextDecoder(encoding).decode(bytes)
}

/** How the chords of one text are written. */
export type ChordStyle = {
  /** H is the note above B♭, and a bare B is B♭ itself. */
  h: boolean
  /** How B♭ is written beside an H. */
  flatB: 'B' | 'Bb'
  /** ♯ and ♭ instead of # and b. */
  signs: boolean
}

type MusicKey = { pitch: number; minor: boolean }

const PITCH: Readonly<Record<string, number>> = { C: 0, D: 2, E: 4, F: 5, G: 7, A: 9, B: 11, H: 11 }
const SHARP = ['C', 'C#', 'D', 'D#', 'E', 'F', 'F#', 'G', 'G#', 'A', 'A#', 'B']
const FLAT = ['C', 'Db', 'D', 'Eb', 'E', 'F', 'Gb', 'G', 'Ab', 'A', 'Bb', 'B']
/** Keys whose signature has flats. */
const FLAT_KEYS = { major: new Set([1, 3, 5, 8, 10]), minor: new Set([0, 2, 3, 5, 7, 10]) }

/** Russian letters that look like those of a chord. */
const RUSSIAN = 'АВСЕНМасемо'
const LATIN = 'ABCEHMacemo'

/** A note («F#», «B♭», «Fis», «As», not the «As» of «Asus4»), and the text after it. */
const NOTE = /^([A-Ha-h])(##?|♯|bb?|♭|is|es|s(?!us))?(.*)$/u
/** «m7b5», «sus4», «(b9)», «maj7», «°», «Δ», «7-5», «+». */
const TAIL = /^(?:maj|min|mi|ma|dim|aug|sus|add|omit|no|alt|[Mm\d#b♯♭+°ºoøØ∆Δ()\-−–^*,])*$/iu
/** What words have and no chord: «Hmm», «Emma», «Boom», «Dom». */
const WORDY =
  /mm(?!a|\()|m(?:ma)?o|o(?:o|m(?!it))|(?:ma(?!j|dd|ug|lt|[\d(])|no(?!\d)|add(?!\d)|omit(?!\d))/iu
/** Words and names of notes that are written like chords. */
const WORDS = new Set(['do', 'go', 'ho', 'bis', 'his', 'ebb', 'ем', 'ам'])
const NUMBERS = /^[#b♯♭+-]?\d+\)?$/u
/** The longest text that may be a chord, or some of them without a space between. */
const SYMBOL_MOST = 24
const TOKEN_MOST = 120

type Note = { pitch: number; lower: boolean; tail: string }

function latin(symbol: string): string {
  return symbol.replaceAll(/[А-я]/gu, (letter) => LATIN[RUSSIAN.indexOf(letter)] ?? letter)
}

function readNote(text: string, h: boolean): Note | null {
  const [, letter = '', sign = '', tail = ''] = NOTE.exec(text) ?? []
  const upper = letter.toUpperCase()
  const isWritten = sign !== 's' || upper === 'A' || upper === 'E'
  if (letter === '' || !isWritten || !TAIL.test(tail) || WORDY.test(tail)) return null
  const bareB = upper === 'B' && sign === '' && h
  const step = /^(?:#|♯|is)/u.test(sign) ? sign.replace('is', '#').length : flatStep(sign)
  const pitch = (PITCH[upper] ?? 0) + (bareB ? -1 : step)
  return { pitch: (pitch + 12) % 12, lower: letter !== upper, tail }
}

const flatStep = (sign: string): number => (sign === '' ? 0 : sign === 'bb' ? -2 : -1)

/** The brackets around a chord, and the chord between them. */
const BRACKETS = /^(\(?)(.*?)(\)?)$/u

function partsOf(symbol: string): string[] {
  return latin(symbol).split('/')
}

const hasNote = (part: string): boolean => readNote(part, false) !== null

/** Whether a text is a chord, such as «Am7/G» or the bass «/G» alone, and no word, pause or remark. */
export function isChord(symbol: string): boolean {
  const typed = symbol.trim()
  if (typed.length > SYMBOL_MOST || /^[а-я]|о/u.test(typed)) return false
  if (WORDS.has(typed.toLowerCase())) return typed === 'Ам' || typed === 'Ем'
  const [, open = '', inside = ''] = BRACKETS.exec(typed) ?? []
  const [root = '', ...others] = partsOf(open === '' ? typed : inside)
  return (
    (hasNote(root) || (root === '' && others.length === 1 && others.every(hasNote))) &&
    others.every((part) => NUMBERS.test(part) || hasNote(part))
  )
}

/** A part of a line: a chord, or what stands around and between the chords. */
export type ChordPiece = { text: string; chord: boolean }

const BEFORE = /^[^\p{L}\d/]*/u
const AFTER = /[^\p{L}\d)#♯♭+°º∆Δø]*$/u
/** «Am(x2)», «G*3», «G(III)». */
const TIMES = /^([^(*×хx]+)(\(?[x×хX*]\d{1,2}[)\]]?|\([IVXivx]{1,4}\))$/u
const BETWEEN = /([^\p{L}\d#♯♭+°º∆Δ]+)/u
/** What may stand between chords without a space: a number, «x2», «N.C.». */
const COUNT = /^(?:[x×хX]?\d{1,2}[x×хXpр]?|N\.?C\.?|[IVX]{1,4}|барре|лад)$/u

/** «AmG» and «F#m7A», not «BAD»: some of them have more than a letter. */
const GLUED = /[A-H][#b]?(?:m(?:aj)?)?(?:[2-9]|1[13])?(?:sus[24]?)?(?![a-z])/gu
function gluedChords(text: string): ChordPiece[] {
  const parts = text.length > SYMBOL_MOST ? [] : (text.match(GLUED) ?? [])
  const isWhole = parts.length > 1 && parts.join('') === text && text.length > parts.length
  return isWhole ? parts.map((part) => ({ text: part, chord: true })) : [{ text, chord: false }]
}

/** Returns the chords of a text without spaces («Am», «(Am», «Am-F», «G!», «D2sus(G)») and what is between them, in order. */
export function chordPieces(token: string): ChordPiece[] {
  if (!/[,*]$/u.test(token) && isChord(token)) return [{ text: token, chord: true }]
  const none = [{ text: token, chord: false }]
  if (token.length > TOKEN_MOST || !/[A-Ha-hАВСЕН]/u.test(token)) return none
  const before = BEFORE.exec(token)?.[0] ?? ''
  const rest = token.slice(before.length)
  const after = AFTER.exec(rest)?.[0] ?? ''
  const core = rest.slice(0, rest.length - after.length)
  const [, chord = core, times = ''] = TIMES.exec(core) ?? []
  if (isChord(chord))
    return [
      { text: before, chord: false },
      { text: chord, chord: true },
      { text: times + after, chord: false },
    ].filter(({ text }) => text !== '')
  const pieces = token
    .split(BETWEEN)
    .filter((text) => text !== '')
    .flatMap((text) => (isChord(text) ? [{ text, chord: true }] : gluedChords(text)))
  const isRead = pieces.every(
    ({ text, chord: is }) => is || COUNT.test(text) || !/[\p{L}\d]/u.test(text),
  )
  return isRead && pieces.some((piece) => piece.chord) ? pieces : none
}

/** Detects how a text writes its chords, from all of them. */
export function styleOf(symbols: readonly string[]): ChordStyle {
  const chords = symbols.filter(isChord).flatMap(partsOf)
  const bare = chords.some((part) => /^\(?B(?![b♭])/u.test(part))
  // A text that has B♭ too means the note above it by a bare B, as by its H.
  const h =
    chords.some((part) => /^\(?H/u.test(part)) &&
    !(bare && chords.some((part) => /^\(?B[b♭]/u.test(part)))
  return {
    h,
    flatB: h && bare ? 'B' : 'Bb',
    signs: chords.some((part) => /[♯♭]/u.test(part)),
  }
}

/** Returns the key of a name («Am», «F#», «B♭», «H», not «ля минор») or of the first chord of a text; null where it is none. */
export function keyOf(
  symbol: string,
  { h }: Pick<ChordStyle, 'h'> = { h: false },
): MusicKey | null {
  const [root = ''] = partsOf(symbol.trim())
  const note = readNote(root, h)
  if (note === null) return null
  const minor = note.lower || /^(?:m(?!aj)|mi|min)/u.test(note.tail)
  return { pitch: note.pitch, minor }
}

/** Whether chords of this key are written with flats. */
export function hasFlats({ pitch, minor }: MusicKey): boolean {
  return FLAT_KEYS[minor ? 'minor' : 'major'].has(pitch)
}

export function shiftKey({ pitch, minor }: MusicKey, by: number): MusicKey {
  return { pitch: (((pitch + by) % 12) + 12) % 12, minor }
}

function writeNote({ pitch, lower }: Note, flats: boolean, style: ChordStyle): string {
  const plain = (flats ? FLAT : SHARP)[pitch] ?? ''
  const named = !style.h ? plain : plain === 'B' ? 'H' : plain === 'Bb' ? style.flatB : plain
  const signed = style.signs ? named.replace('#', '♯').replace(/^(.)b/u, '$1♭') : named
  return lower ? signed.toLowerCase() : signed
}

export function writeKey(key: MusicKey, style: ChordStyle): string {
  const note = writeNote({ pitch: key.pitch, lower: false, tail: '' }, hasFlats(key), style)
  return key.minor ? `${note}m` : note
}

const STEPS: Readonly<Record<string, string>> = {
  C: 'До',
  D: 'Ре',
  E: 'Ми',
  F: 'Фа',
  G: 'Соль',
  A: 'Ля',
  B: 'Си',
}

/** «Си минор» */
export function keyWords(key: MusicKey): string {
  const [step = '', sign] = (hasFlats(key) ? FLAT : SHARP)[key.pitch] ?? ''
  const signed = sign === undefined ? '' : sign === '#' ? '-диез' : '-бемоль'
  return `${STEPS[step] ?? ''}${signed} ${key.minor ? 'минор' : 'мажор'}`
}

/**
 * Returns a chord `by` semitones higher, spelled for the target key; a text that is no chord («N.C.»), and any chord
 * moved by none, stays as written.
 */
export function transposeChord(
  symbol: string,
  by: number,
  { flats, style }: { flats: boolean; style: ChordStyle },
): string {
  if (by % 12 === 0 || !isChord(symbol)) return symbol
  const [, open = '', inside = '', close = ''] = BRACKETS.exec(symbol.trim()) ?? []
  const moved = partsOf(open === '' ? symbol.trim() : inside).map((part) => {
    const note = NUMBERS.test(part) ? null : readNote(part, style.h)
    if (note === null) return part
    const pitch = (((note.pitch + by) % 12) + 12) % 12
    return writeNote({ ...note, pitch }, flats, style) + note.tail
  })
  return open === '' ? moved.join('/') : open + moved.join('/') + close
}

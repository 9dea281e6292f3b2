import { Refusal } from '../refusal.ts'
import { readChordLine } from './chord-line.ts'
import { chordPieces } from './chords.ts'
import { checkAbout, NO_ABOUT } from './song-about.ts'

/** What a line of a list says behind its song: how that is played. */
export type LineDetails = { key?: string; capo?: number; tempo?: number; notes?: string }

const CAPO = String.raw`(?:capo|капо(?:дастр)?)[\s:=]{0,3}(?:на |on )?\d{1,2}(?:-?(?:й|м|ом))?(?: лад[уе]?| fret)?`
const TEMPO = String.raw`(?:(?:темп|tempo)[\s:=]{0,3})?\d{2,3} ?(?:bpm|уд\p{L}{0,6}\.? ?(?:\/|в)? ?мин\p{L}{0,4}\.?)|(?:темп|tempo|bpm)[\s:=]{1,3}\d{2,3}`
const VALUE = String.raw`[^\s,;|]{1,12}(?: (?:диез|бемоль))?(?: (?:минор|мажор|minor|major|moll|dur))?`
/** A mark, or a word that must be a chord, and what parts it from the next one. */
const MARK = new RegExp(
  String.raw`^(?:(?<capo>${CAPO})|(?<tempo>${TEMPO})|(?:тональность|тон\.?|key(?: of)?)[\s:=]{1,3}(?<key>${VALUE})|(?<word>[^\s,;|]+))(?:$|\s*[,;|]\s*|\s(?:[/\p{Pd}] )?)`,
  'iu',
)
const KEY = /^(?:[A-HАВСЕН][#♯b♭]?[mм]|[A-H][#♯b♭]?)$/u
/** More than a letter, which may be a word. */
const SURE_CHORD = /^\(?[A-H](?:[#♯b♭]|m|\d|\/|sus|maj|dim|add|aug)/u

const IN_BRACKETS = /\s?[([]([^()[\]]{1,80})[)\]]$/u
const IN_WORDS = new RegExp(
  String.raw`(?:\s?[,;|]|\s[\p{Pd}−])?\s(${CAPO}|${TEMPO}|тональность[\s:=]{1,3}${VALUE})$`,
  'iu',
)
/** Not a letter alone: «Чай, C» has a title of its own. */
const APART = /(?:,\s|;\s?|\t)([A-H](?:[#♯b♭]m?|m))$/u
/** A third part of a line: «Сплин - Выхода нет - Gm», «Выхода нет⇥⇥ля минор». */
const THIRD_NAME = /\s[\p{Pd}−]\s([A-H][#b♯♭]?m?)$/u
const THIRD_CELL = /\t([^\t]{1,20})$/u
const DASH_APART = /\s[\p{Pd}−]\s/u

const numberIn = (mark: string) => Number(/\d+/u.exec(mark)?.[0])

function chordsIn(word: string): string[] {
  if (KEY.test(word)) return [word]
  return chordPieces(word).flatMap(({ text, chord }) => (chord ? [text] : []))
}

/** Reads marks that follow each other; null where one among them is none. */
function readMarks(text: string): LineDetails | null {
  const found: LineDetails = {}
  const chords: string[] = []
  for (let rest = text.trim(); rest !== '';) {
    const mark = MARK.exec(rest)
    const { capo, tempo, key, word = '' } = mark?.groups ?? {}
    if (capo !== undefined) found.capo = numberIn(capo)
    else if (tempo !== undefined) found.tempo = numberIn(tempo)
    else if (key !== undefined) found.key = key
    else if (chordsIn(word).length > 0) chords.push(...chordsIn(word))
    else return null
    rest = rest.slice(mark?.[0].length)
  }
  const [first = ''] = chords
  if (chords.length > 1) {
    if (!chords.some((chord) => SURE_CHORD.test(chord)) && Object.keys(found).length === 0)
      return null
    found.notes = chords.join(' ')
  } else if (chords.length === 1) {
    if (!KEY.test(first)) return null
    found.key = first
  }
  try {
    const { key } = checkAbout({ ...NO_ABOUT, ...found })
    return key === '' ? found : { ...found, key }
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}

/** Where the name of a line may end, and what stands behind it. */
function endOf(text: string): { at: number; marks: string } | null {
  for (const pattern of [IN_BRACKETS, IN_WORDS, APART, THIRD_NAME, THIRD_CELL]) {
    const found = pattern.exec(text)
    if (found?.[1] === undefined) continue
    const { index: at, 0: whole, 1: marks } = found
    const name = text.slice(0, at)
    // «Артист - 140 bpm» and «Артист - A» are songs.
    const isName =
      DASH_APART.test(whole) && !/^(?:к|ca|тон)/iu.test(marks) && !DASH_APART.test(name)
    if (isName || (pattern === THIRD_CELL && !name.includes('\t'))) continue
    return { at, marks: pattern === THIRD_CELL ? `key ${marks}` : marks }
  }
  return null
}

/** Takes off the last marks of key, capo, tempo and chords that stand behind the song of a line. */
export function takeDetails(text: string): { rest: string; details: LineDetails } {
  const end = endOf(text)
  const rest = text.slice(0, end?.at).trim()
  const isNamed = rest !== '' && !/[\p{Pd}−:]$/u.test(rest)
  const details = isNamed && end ? readMarks(end.marks) : null
  return details === null ? { rest: text, details: {} } : { rest, details }
}

/** Whether a line is chords alone: «Am F C G», not the song «Am». */
export function isChords(line: string): boolean {
  const { is, pieces, unsure } = readChordLine(line)
  const chords = pieces.filter(({ chord }) => chord)
  const letters = chords.filter((piece) => /^[A-H]/u.test(piece.text))
  const isSure = chords.some((piece) => SURE_CHORD.test(piece.text)) || letters.length > 2
  return is === 'chords' && unsure.length === 0 && chords.length > 1 && isSure
}

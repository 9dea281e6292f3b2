import type { ChordPiece } from './chords.ts'
import { chordPieces } from './chords.ts'

// Which lines of a plain text are chords: what most of a line's tokens are decides, not every token.

/** A line of a text with chords, as its own tokens say. */
export type LineReading = {
  /** The whole line, letter for letter. */
  pieces: ChordPiece[]
  /** `maybe`: chords where the text has others written so; `doubt`: words that have chords among them. */
  is: 'chords' | 'maybe' | 'doubt' | 'words'
  /** The tokens that are neither chords nor what is written around them. */
  unsure: string[]
}

type Token = ChordPiece & { kind: 'chord' | 'weak' | 'around' | 'word' }

/** What is written beside chords: names of parts, repeats, ways to play. */
const BESIDE =
  /^(?:пр$|вст|интро|проигр|припев|куплет|запев|код[аы]|сол[ои]|бридж|конц|финал|переход|мост|оконч|начал|раза?$|аккорд|бас|ритм|бой|перебор|повтор|втор|перв|трет|послед|гитар|кажд|такт|медл|быстр|далее|дальше|потом|затем|ост|между|intro|verse|chorus|bridge|solo|outro|coda|inter|instr|ending|end|final|refr|pre-?ch|post-?ch|repeat|times?$|riff|hook|break|tag$|turn|fill|vamp|capo|ref$|zwrot|wst[eę]p|přede|mezi|sloka|bis$|fade|last$|first$|second$|hold|strum|let$|ring$)/iu
/** «x2», «2x», «2p», «4 р.», «2)», «N.C.», «и т.д.». */
const COUNT =
  /^(?:[x×хX*]?\d{1,3}(?:[x×хXpр]|раза?|st|nd|rd|th|й|я|-?й|-?я)?|\d\/\d|[x×хpр]|n\.?c|n|c|ad|lib|и|т|д|or|или|and)$/iu
const OUTER = /^[^\p{L}\d]+|[^\p{L}\d]+$/gu
/** A remark in brackets has at most this many words. */
const REMARK_MOST = 12
const LABEL_MOST = 4
/** No line of chords is longer. */
const LINE_MOST = 1000
const TOKENS_MOST = 200

/** Bare letters and minors in lower case, which are words too. */
const WEAK = /^\(?(?:[A-HАВСЕН]|Am|As|Es|Ам|Ем|[a-h](?:[#b]|is|es|s)?m?)\)?$/u

function tokensOf(line: string): Token[][] {
  return (line.match(/\S+/gu) ?? []).map((word) => {
    const label = /^[\p{L}\d]{3,20}:(?=\S)/u.exec(word)?.[0]
    if (label !== undefined && BESIDE.test(label)) {
      const [rest = []] = tokensOf(word.slice(label.length))
      return [{ text: label, chord: false, kind: 'around' }, ...rest]
    }
    const core = word.replaceAll(OUTER, '')
    const pieces = chordPieces(word)
    const solo = pieces.length === 1 || pieces.every(({ chord, text }) => !chord || WEAK.test(text))
    return pieces.map(({ text, chord }): Token => {
      if (chord) return { text, chord, kind: solo && WEAK.test(text) ? 'weak' : 'chord' }
      const around = core === '' || pieces.length > 1 || COUNT.test(core) || BESIDE.test(core)
      return { text, chord, kind: around ? 'around' : 'word' }
    })
  })
}

const isStrong = (token: readonly Token[] | undefined) =>
  token?.some(({ kind }) => kind === 'chord') ?? false
const hasChord = (token: readonly Token[] | undefined) => token?.some(({ chord }) => chord) ?? false
const textOf = (token: readonly Token[] | undefined) =>
  token?.map(({ text }) => text).join('') ?? ''

function setAside(tokens: readonly Token[][]): void {
  for (const token of tokens)
    for (const piece of token) {
      piece.kind = 'around'
      piece.chord = false
    }
}

/** «Вступление 2:» and what stands in brackets is beside the chords, where no sure chord is in it. */
function setLabelsAside(tokens: readonly Token[][]): void {
  for (let i = 0; i < tokens.length; i++) {
    const text = textOf(tokens[i])
    const most = i === 0 && !hasChord(tokens[i]) ? LABEL_MOST : 0
    for (let to = i; to < Math.min(i + most, tokens.length) && !isStrong(tokens[to]); to++)
      if ((text.startsWith('[') ? /\]$/u : /:$/u).test(textOf(tokens[to])))
        setAside(tokens.slice(i, to + 1))
    if (!/^[([{/]/u.test(text) || hasChord(tokens[i])) continue
    for (let to = i; to < Math.min(i + REMARK_MOST, tokens.length) && !isStrong(tokens[to]); to++)
      if (/[)\]}/][.,;:]?$/u.test(textOf(tokens[to]))) {
        const remark = tokens.slice(i, to + 1)
        if (remark.some((token) => token.some(({ kind }) => kind === 'word'))) setAside(remark)
        i = to
        break
      }
  }
}

/** A bare letter of the Latin alphabet, or a minor of it: no Russian word. */
const isPlain = (text: string) => /^\(?[A-H]m?\)?$/u.test(text)

const NAMED = /\p{L}{3}/u

function verdict(tokens: readonly Token[][]): LineReading['is'] {
  const pieces = tokens.flat().filter(({ kind }) => kind !== 'around')
  const chords = pieces.filter(({ chord }) => chord)
  const words = pieces.length - chords.length
  const strong = chords.filter(({ kind }) => kind === 'chord').length
  const plain = chords.filter(({ kind, text }) => kind === 'weak' && isPlain(text)).length
  if (chords.length === 0) return 'words'
  if (words === 0) {
    if (strong + plain > 0) return 'chords'
    const named = tokens.flat().filter(({ kind, text }) => kind === 'around' && NAMED.test(text))
    if (named.length >= chords.length) return 'words'
    return new Set(chords.map(({ text }) => text)).size > 1 ? 'chords' : 'maybe'
  }
  if (strong > 0 && chords.length > words) return 'chords'
  if (strong > 0) return words <= 2 || strong > 1 ? 'doubt' : 'words'
  const others = pieces.length - plain
  if (plain < 2 || plain < others) return 'words'
  return plain > 2 * others ? 'chords' : 'doubt'
}

/** Reads one line by its own tokens. */
export function readChordLine(line: string): LineReading {
  const isLong = line.length > LINE_MOST || line.split(/\s+/u, TOKENS_MOST).length === TOKENS_MOST
  if (isLong || !/[A-Ha-hАВСЕН]/u.test(line))
    return { pieces: [{ text: line, chord: false }], is: 'words', unsure: [] }
  const tokens = tokensOf(line)
  setLabelsAside(tokens)
  const gaps = line.split(/\S+/u)
  const pieces = gaps.flatMap((gap, i): ChordPiece[] => [
    { text: gap, chord: false },
    ...(tokens[i] ?? []).map(({ text, chord }) => ({ text, chord })),
  ])
  const unsure = tokens.filter((token) => token.some(({ kind }) => kind === 'word')).map(textOf)
  return { pieces: pieces.filter(({ text }) => text !== ''), is: verdict(tokens), unsure }
}

const FRETS = /^[xXхХ\d](?:[-.,]?(?:[xXхХ\d]|1\d)){5}$/u
const TAB_SIGNS = /[-–—|=0-9xXpPhHbBrRsStTvV~/\\()<>^*.•:\s]/u
const TAB_MOST = 400

/** Whether a line is a string of a tablature («e|--0--2--|») or the frets of a chord («Am x02210»). */
export function isTab(line: string): boolean {
  const typed = line.trim()
  if (typed.length > TAB_MOST) return false
  if (
    typed.split(/\s+/u, 8).some((word) => FRETS.test(word.replaceAll(/^[-(:[]+|[-):\]]+$/gu, '')))
  )
    return true
  const strings = typed
    .replaceAll(/[[(][^[\]()]*[\])]/gu, '')
    .replace(/^[A-HaehdgbеЕВНА1-7][#b♭]?\s{0,4}(?=[|:)\-–—])/u, '|')
  const dashes = strings.match(/[-–—=]/gu)?.length ?? 0
  const signs = Array.from(strings).filter((sign) => TAB_SIGNS.test(sign)).length
  return (
    dashes >= 4 &&
    strings.includes('|') &&
    /[-–—=]{2}|\d/u.test(strings) &&
    dashes * 3 >= strings.length &&
    signs >= strings.length * 0.9
  )
}

const LABEL =
  /^[[(<{*\s]*((?:вступление|интро|проигрыш|припев|куплет|запев|кода|соло|бридж|концовка|финал|переход|intro|verse|chorus|bridge|solo|outro|coda|interlude|instrumental|ending|refrain|pre-?chorus|tag|riff|hook|break|refren|zwrotka|wst[eę]p)[^\p{L}]{0,12})$/iu

/** The name of a part that is all of a line («Припев:», «[Куплет 1]»); null where it is no such line. */
export function partName(line: string): string | null {
  if (line.length > 60) return null
  const name = LABEL.exec(line)?.[1] ?? /^\s*\[([^[\]]+)\][\s:]*$/u.exec(line)?.[1]
  if (name === undefined || chordPieces(name).some(({ chord }) => chord)) return null
  const shown = name.replace(/[\s\])>}*]+$/u, '')
  return /^[*\s]/u.test(name) || shown === '' ? null : shown
}

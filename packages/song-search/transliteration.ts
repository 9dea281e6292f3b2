import { countOf, narrowed, wholeOf } from './words.ts'
import type { WordList, WordRange } from './words.ts'

/** Spellings in the other alphabet, by the first letter: those for more letters first, then the likeliest. */
type Table = ReadonlyMap<string, readonly TransliterationStep[]>
/** One step of rewriting a word: `written` replaces these letters. */
type TransliterationStep = { letters: string; written: string }

/** Russian, Ukrainian and Belarusian in Latin letters, as in passports, road signs, libraries and chats. ё is е, і is и, ў is у. */
const TO_CYRILLIC = `
  shch щ, sch щ, shh щ, sh ш, zh ж, kh х, ch ч, ts ц тс, tz ц, tc ц, ya я ья, ia я ия иа, ja я ья, yu ю ью, iu ю,
  ju ю ью, yo е ье, io е ио, jo е ье, ye е ые ье ъе, je е э ье ъе, ie е ие ье, iy ий, yy ый, yi ый ьи и, ij ий, yj ый,
  eh э, ks кс, dzh дж, a а, b б, c ц, d д, e е э, f ф, g г, h х г, i и й, j й ж дж, k к, l л, m м, n н, o о, p п, q к,
  r р, s с, t т, u у, v в, w в ш у, x х кс, y ы й и ый ий, z з, 4 ч, 6 ш`
/** The same by ear, and for letters that have lost a mark. */
const TO_CYRILLIC_LOOSELY = `
  sch сч ш, ch х, ck к, ph ф, oo у, ee и, c к с ч, g ж, i ы, o е, q я, s ш, u ю, z ж`

/** Latin names in Russian letters, letter by letter. */
const TO_LATIN = `
  кс x ks, дж j, ай ay ai, эй ay ey, ей ey ei, ой oy oi, уй uy ui, кв qu kv, йо yo, а a, б b, в v w wh, г g, д d,
  е e ye, ж zh j, з z, и i y ee, й y i j, к k c ck q, л l, м m, н n, о o, п p, р r, с s c, т t th, у u oo, ф f ph,
  х h kh x, ц ts c tz z, ч ch tch, ш sh sch, щ shch sch, ы y i, э e a, ю yu iu ju u, я ya ia ja`
/** The same by ear. */
const TO_LATIN_LOOSELY = `
  кс cks cs, дж g dzh, ай i y ei ie igh, эй a ai ei, ей ay a ai, оу o ow ou, ау ow ou au, уа wa ua, уо wo wa,
  уи wi ui, тч tch, ия ia iya ija, ью u ew yu, ье ie ye e, а u o, б bb, г gg h, д dd, е a i ea ie, ж g, з s,
  и ea e ie, к ch cc kk, л ll, м mm, н nn, о a ou, п pp, р rr, с ss, т tt, у w ou, ф ff, х ch, ш ch ss, ц cz,
  э ai ae, я a, ч ci c, ю you`

function tableOf(...texts: readonly string[]): Table {
  const table = new Map<string, TransliterationStep[]>()
  for (const entry of texts.join(',').split(',')) {
    const [letters = '', ...others] = entry.trim().split(' ')
    const steps = others.map((written) => ({ letters, written }))
    table.set(letters.charAt(0), [...(table.get(letters.charAt(0)) ?? []), ...steps])
  }
  for (const steps of table.values())
    steps.sort((one, other) => other.letters.length - one.letters.length)
  return table
}

/** `silent`: letters that may be inserted between two written ones. */
type Alphabet = { table: Table; silent: string }

const CYRILLIC: readonly [Alphabet, Alphabet] = [
  { table: tableOf(TO_CYRILLIC), silent: 'ьъ' },
  { table: tableOf(TO_CYRILLIC, TO_CYRILLIC_LOOSELY), silent: 'ьъ' },
]
const LATIN: readonly [Alphabet, Alphabet] = [
  { table: tableOf(TO_LATIN), silent: '' },
  { table: tableOf(TO_LATIN, TO_LATIN_LOOSELY), silent: '' },
]

const LATIN_LETTER = /[a-z]/u
const RUSSIAN_LETTER = /[а-яё]/u
/** The table to rewrite a folded word in the other alphabet, by the letter or loosely; null if the word is in neither alphabet. */
function otherAlphabet(word: string, loosely: boolean): Alphabet | null {
  if (LATIN_LETTER.test(word)) return CYRILLIC[loosely ? 1 : 0]
  if (RUSSIAN_LETTER.test(word)) return LATIN[loosely ? 1 : 0]
  return null
}

/** The possible steps at a position of a word, those that take more letters first; a sign without an entry is copied. */
function stepsAt({ table }: Alphabet, word: string, place: number): readonly TransliterationStep[] {
  const letters = word.charAt(place)
  const found = table.get(letters)?.filter((step) => word.startsWith(step.letters, place)) ?? []
  if (found.length > 0) return found
  return [{ letters, written: letters === 'ь' || letters === 'ъ' ? '' : letters }]
}

/** The most frequent spelling of the word in the other alphabet; the word itself if there is nothing to change. */
export function transliterated(word: string): string {
  const alphabet = otherAlphabet(word, false)
  if (alphabet === null) return word
  let text = ''
  for (let place = 0; place < word.length;) {
    const [step] = stepsAt(alphabet, word, place)
    text += step?.written ?? ''
    place += step?.letters.length ?? 1
  }
  return text === '' ? word : text
}

/** Words that begin with a reading of the query word in the other alphabet, and those equal to one. */
export type Readings = { ranges: WordRange[]; whole: number[] }

/** A word like «щщщщ» has endlessly many readings: the search stops after this many steps with what it has found. */
const MOST_STEPS = 400
const MOST_READINGS = 8
const CONSONANT = /[бвгджзклмнпрстфхцчшщ]/u

/**
 * Reads a folded word in the other alphabet, Latin as Russian or Russian as Latin, in all ways of the tables at once: a
 * reading is followed only while some word of the list begins with it.
 */
export function readingsOf(words: WordList, word: string, loosely: boolean): Readings {
  const found: Readings = { ranges: [], whole: [] }
  const alphabet = otherAlphabet(word, loosely)
  if (alphabet === null) return found
  let steps = 0
  const ways: (readonly TransliterationStep[] | undefined)[] = []
  const readOn = (place: number, range: WordRange, depth: number, last: string) => {
    if (found.ranges.length >= MOST_READINGS || steps > MOST_STEPS) return
    if (place === word.length) {
      found.ranges.push(range)
      wholes(words, range, depth, alphabet, found.whole)
      return
    }
    for (const { letters, written } of (ways[place] ??= stepsAt(alphabet, word, place))) {
      steps++
      const next = writtenOn(words, range, depth, written)
      if (next.low < next.high)
        readOn(place + letters.length, next, depth + written.length, written.at(-1) ?? last)
    }
    if (!CONSONANT.test(last)) return
    for (const silent of alphabet.silent) {
      const next = narrowed(words, range, depth, silent.charCodeAt(0))
      if (next.low < next.high) readOn(place, next, depth + 1, silent)
    }
  }
  readOn(0, { low: 0, high: countOf(words) }, 0, '')
  return found
}

function writtenOn(words: WordList, range: WordRange, depth: number, written: string): WordRange {
  let next = range
  for (let at = 0; at < written.length && next.low < next.high; at++)
    next = narrowed(words, next, depth + at, written.charCodeAt(at))
  return next
}

function wholes(
  words: WordList,
  range: WordRange,
  depth: number,
  { silent }: Alphabet,
  found: number[],
): void {
  const whole = wholeOf(words, range, depth)
  if (whole >= 0) found.push(whole)
  for (const letter of silent) {
    const longer = wholeOf(words, narrowed(words, range, depth, letter.charCodeAt(0)), depth + 1)
    if (longer >= 0) found.push(longer)
  }
}

/** What stands for one or more letters in the other alphabet, the likeliest first. */
type Table = Readonly<Record<string, string>>

/**
 * Latin letters as passports, road signs, libraries and chats write Russian. ё is е, as everywhere in a search;
 * soft signs that nobody wrote are put in where a word has them.
 */
const TO_CYRILLIC: Table = {
  shch: 'щ',
  sch: 'щ сч ш',
  shh: 'щ',
  sh: 'ш',
  zh: 'ж',
  kh: 'х',
  ch: 'ч х',
  ts: 'ц тс',
  tz: 'ц',
  tc: 'ц',
  ya: 'я ьа',
  ia: 'я ия иа',
  ja: 'я',
  yu: 'ю',
  iu: 'ю',
  ju: 'ю джу',
  yo: 'е йо',
  io: 'е ио',
  jo: 'е йо',
  ye: 'е ые ье ъе',
  je: 'е э ье ъе',
  ie: 'е ие ье',
  iy: 'ий',
  yy: 'ый',
  yi: 'ый ьи',
  ij: 'ий',
  yj: 'ый',
  eh: 'э',
  ks: 'кс',
  dzh: 'дж',
  a: 'а',
  b: 'б',
  c: 'ц к с ч',
  d: 'д',
  e: 'е э',
  f: 'ф',
  g: 'г ж',
  h: 'х г',
  i: 'и й ы',
  j: 'й ж дж',
  k: 'к',
  l: 'л',
  m: 'м',
  n: 'н',
  o: 'о е',
  p: 'п',
  q: 'к я',
  r: 'р',
  s: 'с ш',
  t: 'т',
  u: 'у ю',
  v: 'в',
  w: 'в ш',
  x: 'кс х',
  y: 'ы й и ый ий',
  z: 'з ж',
  4: 'ч',
  6: 'ш',
}

/** Russian letters for Latin ones, as written and as heard. */
const TO_LATIN: Table = {
  кс: 'x ks cks',
  дж: 'j g dzh',
  ай: 'i ai ay y ei ie',
  эй: 'a ay ai ei ey',
  ей: 'ey ay ei ai a',
  ой: 'oy oi',
  оу: 'o ow ou',
  ау: 'ow ou au',
  кв: 'qu kv kw',
  уа: 'wa ua',
  уо: 'wo wa',
  уи: 'wi ui',
  тч: 'tch ch',
  йо: 'yo jo',
  ия: 'ia iya ija',
  ью: 'u ew yu',
  ье: 'ie ye e',
  а: 'a u',
  б: 'b bb',
  в: 'v w',
  г: 'g gg',
  д: 'd dd',
  е: 'e ye je a i',
  ж: 'zh j g',
  з: 'z s',
  и: 'i y ee ea e ie',
  й: 'y i j',
  к: 'k c ck q ch',
  л: 'l ll',
  м: 'm mm',
  н: 'n nn',
  о: 'o a',
  п: 'p pp',
  р: 'r rr',
  с: 's c ss',
  т: 't tt th',
  у: 'u oo w ou',
  ф: 'f ph ff',
  х: 'h kh ch x',
  ц: 'ts c tz z',
  ч: 'ch tch',
  ш: 'sh sch ch',
  щ: 'shch sch sh',
  ы: 'y i',
  э: 'e a ae',
  ю: 'yu iu ju u',
  я: 'ya ia ja a',
}

export type Step = { taken: number; written: string }

const LATIN_LETTER = /[a-z]/u
const RUSSIAN_LETTER = /[а-яё]/u
const LONGEST = 4

const stepsOf = (table: Table) =>
  new Map(
    Object.entries(table).map(([letters, others]) => [
      letters,
      others.split(' ').map((written): Step => ({ taken: letters.length, written })),
    ]),
  )
const CYRILLIC_STEPS = stepsOf(TO_CYRILLIC)
const LATIN_STEPS = stepsOf(TO_LATIN)

/** Letters that may stand between two written ones though nothing stands for them. */
export type Alphabet = { steps: ReadonlyMap<string, readonly Step[]>; silent: string }

/** How to write a folded word in the other alphabet; null where it is in neither of the two. */
export function otherAlphabet(word: string): Alphabet | null {
  if (LATIN_LETTER.test(word)) return { steps: CYRILLIC_STEPS, silent: 'ьъ' }
  if (RUSSIAN_LETTER.test(word)) return { steps: LATIN_STEPS, silent: '' }
  return null
}

/** Ways to go on from a place of a word, those that take more letters first; a sign that no table has stays itself. */
export function stepsAt({ steps }: Alphabet, word: string, place: number): readonly Step[] {
  const found: Step[] = []
  for (let taken = Math.min(LONGEST, word.length - place); taken > 0; taken--)
    found.push(...(steps.get(word.slice(place, place + taken)) ?? []))
  if (found.length > 0) return found
  const sign = word.charAt(place)
  return [{ taken: 1, written: sign === 'ь' || sign === 'ъ' ? '' : sign }]
}

/** The word in the other alphabet as it is written most often; itself where there is nothing to change. */
export function transliterated(word: string): string {
  const alphabet = otherAlphabet(word)
  if (alphabet === null) return word
  let text = ''
  for (let place = 0; place < word.length;) {
    const [step] = stepsAt(alphabet, word, place)
    text += step?.written ?? ''
    place += step?.taken ?? 1
  }
  return text === '' ? word : text
}

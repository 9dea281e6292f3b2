/** GeoNames has Cyrillic names of a place in many languages, unmarked; this is the Latin transliteration of Russian letters. */
export const LATIN: Readonly<Record<string, string>> = {
  а: 'a',
  б: 'b',
  в: 'v',
  г: 'g',
  д: 'd',
  ж: 'zh',
  з: 'z',
  и: 'i',
  й: 'y',
  к: 'k',
  л: 'l',
  м: 'm',
  н: 'n',
  о: 'o',
  п: 'p',
  р: 'r',
  с: 's',
  т: 't',
  у: 'u',
  ф: 'f',
  х: 'kh',
  ц: 'ts',
  ч: 'ch',
  ш: 'sh',
  щ: 'shch',
  ъ: '',
  ы: 'y',
  ь: '',
  э: 'e',
  ю: 'yu',
  я: 'ya',
}

const RUSSIAN = /^[А-ЯЁ][А-ЯЁа-яё\- ]*$/u
const SOFTENS = /[аеёиоуыэюяйьъ -]/u

/** Spellings of other languages that Russian does not have, and the number of wrong letters that each counts as. */
const FOREIGN: readonly (readonly [pattern: RegExp, wrong: number])[] = [
  [/шч/u, 0.5],
  [/тс(?!к)/u, 0.5],
  [/ець$/u, 2],
  [/ц[ьъ]/u, 0.6],
  [/[бвдзкмнпстфх]ь[кн]|[аёеио][вмн]ьс/u, 0.6],
  [/ъ(?![еёюя])/u, 1],
  [/ац?цк/u, 0.2],
  [/[бвлмнпрст]ий$/u, 0.1],
]
/** Letters that indicate a Russian spelling: the more of them, the surer. */
const RUSSIAN_MARKS = /[ьъёйщц]/gu
const MARK_WORTH = 0.05
const ADJECTIVE = /(?:[иы]й|ая|ое)$/u

function latinOf(name: string): string {
  const letters = name.toLowerCase().split('')
  return letters
    .map((letter, at) => {
      const apart = SOFTENS.test(letters[at - 1] ?? ' ')
      if (letter === 'е') return apart ? 'ye' : 'e'
      if (letter === 'ё') return 'ë'
      return LATIN[letter] ?? letter
    })
    .join('')
}

/** Without the signs that are optional in a Latin name: «Perm’», «Staryy» and «Stary». */
function plain(latin: string): string {
  return latin
    .toLowerCase()
    .normalize('NFC')
    .replace(/['`’′”"ʺ]/gu, '')
    .replace(/yë|yo/gu, 'ë')
    .replace(/([iy])y(?![a-zë])/gu, 'y')
}

/** The number of letters to insert, delete or replace. */
function lettersOff(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let i = 1; i <= one.length; i++) {
    const next = [i]
    for (let j = 1; j <= other.length; j++)
      next[j] = Math.min(
        (row[j] ?? 0) + 1,
        (next[j - 1] ?? 0) + 1,
        (row[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1),
      )
    row = next
  }
  return row[other.length] ?? 0
}

const withoutDots = (latin: string) => latin.replaceAll('ë', 'e')

function unlikeness(name: string, latins: readonly string[]): number {
  const own = withoutDots(plain(latinOf(name)))
  const off = Math.min(...latins.map((latin) => lettersOff(own, withoutDots(plain(latin)))))
  const foreign = FOREIGN.reduce(
    (sum, [pattern, wrong]) => sum + (pattern.test(name) ? wrong : 0),
    0,
  )
  const marks = name.match(RUSSIAN_MARKS)?.length ?? 0
  return off + foreign - marks * MARK_WORTH - (ADJECTIVE.test(name) ? 0.1 : 0)
}

/** «Семенов» with the Latin name «Semënov» becomes «Семёнов»: dictionaries omit the dots. */
function withDots(name: string, latin: string): string {
  const goal = plain(latin)
  let best = name
  for (const [at, letter] of name.split('').entries()) {
    if (letter !== 'е') continue
    const dotted = `${best.slice(0, at)}ё${best.slice(at + 1)}`
    if (lettersOff(plain(latinOf(dotted)), goal) < lettersOff(plain(latinOf(best)), goal))
      best = dotted
  }
  return best
}

/**
 * The Russian one of a place's names: the Cyrillic spelling closest to the Latin name; null if there is none. Right for
 * all but a few of a hundred; those are named by hand.
 */
export function russianTownName(
  place: { readonly name: string; readonly plainName: string },
  alternates: readonly string[],
): string | null {
  const names = [...new Set(alternates.map((name) => name.trim().replace(/\s+/gu, ' ')))]
    .filter((name) => RUSSIAN.test(name))
    .map((name) => ({ name, off: unlikeness(name, [place.name, place.plainName]) }))
    .toSorted((a, b) => a.off - b.off)
  const nearest = names[0]?.name
  if (nearest === undefined) return null
  // «Казан» and «Казань» are transliterated alike: the longer one is Russian.
  const longer = ['ь', 'й']
    .map((end) => nearest + end)
    .find((candidate) => !candidate.endsWith('ць') && names.some(({ name }) => name === candidate))
  return withDots(longer ?? nearest, place.name)
}

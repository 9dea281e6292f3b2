/**
 * Patterns over one folded word: lower case, `ё` as `е`, runs of a letter at most two long. Roots that also occur in
 * ordinary words («тебе», «сухую», «команда») are anchored to the word's beginning.
 */
const RUSSIAN = [
  /^(?:на|по|ни|не|до|за|от|о|а|рас|при|вы|пере|под|с)?ху(?:й|я|е|ю|и(?:$|л|щ|шк|ня|ни|ню|ней))/u,
  /пи[зс]д|пизж|^пезд|[аоуы]пезд/u,
  /^(?:(?:раз|об|от|с|под|в|из)[ъь])?еб(?!ург|ралидзе|елев|аноидзе)/u,
  /[аоуы]еб(?!ра|ор|ой|оец)[а-я]|(?:долб|муд)оеб|(?:при|не)еб[ауыие]/u,
  /^бля(?:$|т)|бляд|^бладь|^бл(?:еа|иа|эа|яа|э)ть|^пзд(?:ц|ец)/u,
  /^муда(?:к|ч|ш)|^муди(?:л|щ(?!ев))|^мудо(?:зв|еб|хат)|^мудн/u,
  /(?:^|[^иа]|(?:^|[^к])и|(?:^|[^с])ки|(?:^|[^л])а)пид[оа]р|^пидр|^педик(?:$|а$|и$|у$|ов$|ом$|ам$)|^педр(?:ил|ал)/u,
  /г[ао]ндон|залуп|мандавош|^манд(?:а|у|ы|е|ой)$/u,
  /^с(?:ц?ук)(?:а|и|у|ой|о)$|^сучар|^сучк(?:а|и|у|ой|е)$|^сучи(?:й|е|х)$/u,
  /^(?:по|на|за|от)?дроч(?:и|е(?!н)|у|к)/u,
  /^шлюх(?!тер)|^курв(?:а|ы|у|ой)$|^минет(?:$|а$|у$|ом$|ы$)|^проститу(?:т|ц)/u,
  /^(?:об|за|на|вы|по)?г[оа]вн(?:о(?!в(?:$|а$|у$|ым$|ой$|е$))|а|у|е|ю)|^дерьм/u,
  /^жоп(?:$|а|у|ы|е|о|н)/u,
  /^хер(?:$|а$|у$|ом$|н[яюие]|ов(?:о|ый|ая)$|ач)|^(?:на|по|о)хер(?:$|а$)|^охере[лнт]/u,
  /^(?:на|за|обо?|по)?сра(?:ть|л|ла|ли|нь|ный|ная|ное|ные)$|^(?:на|за|обо?|по)?сса(?:ть|ный)$/u,
  /^жид(?:$|а$|ы$|ов$|ам$)|^хач(?:$|и$|а$)|^чурк(?:а|и)$|^нигг(?:ер|а)|^фак(?:$|ю|ин)|м[ао]з[ао]фак/u,
]

/** The same in Latin letters: English, and Russian as it is typed without a Russian keyboard. */
const LATIN = [
  /fuck|^fuk(?:$|ing|er)|^f(?:cuk|vck|uq$)|^phuck|motherf|^shit(?!ak|e$)|bullshit|^cunt|^nigg(?:er|a(?!rd))|^fag(?:$|s$|got)|^bitch|^whore/u,
  /asshole|^dickhead|cocksuck|^wank(?!el)|^slut(?!sk)|^twat|^pussy$|^jerkoff/u,
  /^(?:na|po|ni|o)?[hx]u[yj](?:$|ov|ev)|^(?:(?:na|po|ni|o)h|x)ui$|^[hx]u[iyj]n[yij]a|pi[zs]d(?:a|e|u|y|o|i)|^b[l1](?:ya|ja|ia)(?:$|d|t)/u,
  /^(?:za|na|vy|u|do|ot|raz|po)?(?:y|j)?eb(?:al|at|lan|uch|anut|anyj|aniy|anko|is)|dolb[oa](?:y|j)?eb|^u(?:y|j)?ebok/u,
  /^pid[oa]r(?:$|as|y|i)|^mudak|^gandon|^suka$|^zalup/u,
]

/** Turns of several words, folded as Russian. */
const TURNS = [
  /(?:^| )уб(?:ей|ейте)(?:ся| себя| ты себя)(?: |$)/u,
  /(?:^| )kill (?:yo)?urself(?: |$)/u,
]

/** A letter or sign, followed by the Cyrillic letter that it looks like or is typed for. */
const AS_CYRILLIC = lettersBy(
  'aа bв cс dд eе gд hн iи kк lл mм nп oо pр rг sс tт uи vв wш xх yу zз χх ҳх ӽх ӿх ұу үу ʏу ᴨп ʙв 0о 1и 3з 4ч 6б 9я @а $с €е іи єе ґг ђб ћн јй',
)
/** The same by sound; among Cyrillic letters alone, since Latin words are full of them. */
const BY_SOUND = lettersBy(
  'aа bб cк dд eе fф gг hх iи jй kк lи mм nн oо pп rр sс tт uу vв xх yй zз ҳх ӽх ӿх ұу үу 0о 1и 3з 4ч 6б 9я @а $с |и іи єе јй',
)
/** The same for Latin letters. */
const AS_LATIN = lettersBy(
  '0o 1i 3e 4a 5s 7t @a $s !i аa вb сc еe нh кk мm оo рp тt уy хx іi ѕs јj',
)
/** The letters that a sign can replace in «х*й» and «е*ать», and those that so many signs replace in «с**а». */
const COVERED_LETTERS = {
  cyrillic: [...Array.from('аеиоуыюябдзсхвпр'), ...'из зд ля яд ук уй зде'.split(' ')],
  latin: Array.from('aeiouc'),
}

/** Names of people that contain an abusive word; case-sensitive, since «xui li» is abusive. */
const TRUE_NAMES = /(^|\P{L})(?:Андре Жид(?:а|у|ом|е)?|Xui Li|Сукко)(?!\p{L})/gu

// Fillers are letters that are not seen: U+3164, U+115F; the blank Braille pattern is a sign.
const MARKS = /[\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu
const SIGN_OF_WORD = /[\p{L}\p{N}@$€!*#]/u
const COVERED = /[*#]/gu
/** Letters drawn with brackets. */
const DRAWN = [
  [/\}\{/gu, 'х'],
  [/(^|\P{L})(?:\)\(|><)(?=\p{L})/gu, '$1х'],
  [/\}\|\{|>\|</gu, 'ж'],
] as const
const SMALL_THEN_CAPITAL = /(\p{Ll})(?=\p{Lu})/gu
const CYRILLIC = /\p{Script=Cyrillic}/u
/** Words of one and two letters; any other such piece may be the beginning of a word that a space splits. */
const SHORT_WORDS = new Set(
  'а и я ты он мы вы не ни на по за до от из у о в с к об со во ко но да же бы ли то ей их ее ну ой ах эх ух ай та те тот их им мой'.split(
    ' ',
  ),
)
/** Texts are a line or two; the rest of a longer one is not checked. */
const LONGEST = 1000
/** Separated letters are read up to this length (signs). */
const LONGEST_ROOT = 12

/**
 * Whether a Russian or English text has an abusive word, also a disguised one: look-alike letters and digits, stretched
 * letters, separated letters («х у й»), dots inside («ху.й»), a masked letter («х*й»), marks and invisible signs.
 */
export function isAbusive(text: string): boolean {
  let drawn = withoutMarks(text.slice(0, LONGEST)).replaceAll(TRUE_NAMES, '$1 ')
  for (const [sign, letter] of DRAWN) drawn = drawn.replaceAll(sign, letter)
  const plain = drawn.toLowerCase()
  const chunks = plain.split(/[\s'’]+/u)
  const humps = drawn.replaceAll(SMALL_THEN_CAPITAL, '$1 ').toLowerCase().split(/\s+/u)
  return (
    chunks.some(chunkIsAbusive) ||
    (humps.length > chunks.length && humps.some(chunkIsAbusive)) ||
    splitInTwo(chunks) ||
    spelledOut(plain) ||
    isAbusiveTurn(plain)
  )
}

function isAbusiveTurn(plain: string): boolean {
  const line = wordsOf(plain).join(' ')
  return TURNS.some((turn) => turn.test(line) || turn.test(folded(line, BY_SOUND)))
}

/** «пи здец»: a piece of two letters that is no word, and what follows it. */
function splitInTwo(chunks: readonly string[]): boolean {
  return chunks.some((chunk, at) => {
    const next = chunks[at + 1] ?? ''
    const [piece = '', ...more] = wordsOf(chunk)
    if (more.length > 0 || piece.length > 2 || !CYRILLIC.test(piece) || SHORT_WORDS.has(piece))
      return false
    return next !== '' && !SHORT_WORDS.has(next) && wordIsAbusive(piece + (wordsOf(next)[0] ?? ''))
  })
}

/** Drops combining marks and invisible signs; `й` keeps its mark, as it is another letter than `и`. */
function withoutMarks(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(/[Йй]/gu, (letter) => (letter === 'й' ? '\u{E000}' : '\u{E001}'))
    .normalize('NFD')
    .replaceAll(MARKS, '')
    .replaceAll('\u{E000}', 'й')
    .replaceAll('\u{E001}', 'Й')
}

/** Checks the text between two spaces: its words separately, and joined if a part is too short for a word. */
function chunkIsAbusive(chunk: string): boolean {
  const words = wordsOf(chunk)
  return (
    words.some(wordIsAbusive) ||
    (words.some(({ length }) => length < 3) && wordIsAbusive(words.join('')))
  )
}

/** Three or more single letters, read as one word from each of them on. */
function spelledOut(plain: string): boolean {
  const single = wordsOf(plain).map((word) => (word.length === 1 ? word : ' '))
  const runs = single.join('').split(' ')
  return runs.some(
    (run) =>
      run.length > 2 &&
      Array.from(run).some((_, at) => wordIsAbusive(run.slice(at, at + LONGEST_ROOT))),
  )
}

function wordsOf(text: string): string[] {
  const words = ['']
  for (const sign of text) {
    if (SIGN_OF_WORD.test(sign)) words[words.length - 1] += sign
    else if (words.at(-1) !== '') words.push('')
  }
  return words.map((word) => word.replaceAll(/^[!#]+|[!#]+$/gu, '')).filter((word) => word !== '')
}

function wordIsAbusive(word: string): boolean {
  const { cyrillic, latin } = COVERED_LETTERS
  const bare = word.replaceAll(/^\p{N}+|\p{N}+$/gu, '')
  return (
    uncovered(word, cyrillic).some((form) => isRussianAbuse(form)) ||
    (bare !== word && isRussianAbuse(bare)) ||
    uncovered(word, latin).some((form) => matches(folded(form, AS_LATIN), LATIN)) ||
    (bare !== word && matches(folded(bare, AS_LATIN), LATIN))
  )
}

function isRussianAbuse(form: string): boolean {
  return (
    matches(folded(form, AS_CYRILLIC), RUSSIAN) ||
    (CYRILLIC.test(form) && matches(folded(form, BY_SOUND), RUSSIAN))
  )
}

/** The word, or its possible originals if signs mask letters. */
function uncovered(word: string, letters: readonly string[]): string[] {
  const [, signs] = /\p{L}([*#@$]+)\p{L}/u.exec(word) ?? []
  if (signs === undefined) return [word.replaceAll(COVERED, '')]
  const fitting = letters.filter(({ length }) => length === 1 || length === signs.length)
  return [word, ...['', ...fitting].map((letter) => word.replaceAll(/[*#@$]+/gu, letter))]
}

function lettersBy(pairs: string): ReadonlyMap<string, string> {
  return new Map(pairs.split(' ').map(([sign = '', letter = '']) => [sign, letter]))
}

function folded(word: string, letters: ReadonlyMap<string, string>): string {
  return Array.from(word)
    .map((sign) => letters.get(sign) ?? sign)
    .join('')
}

function matches(word: string, patterns: readonly RegExp[]): boolean {
  const stretched = word.replaceAll(/(.)\1{2,}/gu, '$1$1')
  const single = word.replaceAll(/(.)\1+/gu, '$1')
  return patterns.some((pattern) => pattern.test(stretched) || pattern.test(single))
}

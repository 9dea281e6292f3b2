import { foldSong } from '#packages/song-search/song-text.ts'
import { stableHash } from '#domain/hash.ts'
import {
  inCyrillic,
  inLatin,
  onLatinKeys,
  onRussianKeys,
  onUkrainianKeys,
} from './other-letters.ts'
import { KINDS } from './query.ts'
import type { Kind, Query, Wanted } from './query.ts'
import { placeOf, withTypo, TYPOS } from './typos.ts'

type Typed = Pick<Query, 'typed'> & Partial<Pick<Query, 'meant' | 'place'>>
/** Returns how a song is typed, or null if this kind does not apply to it; `turn` counts the songs tried. */
type Way = (song: Wanted, turn: number) => Typed | null

const RUSSIAN = /^[а-яё0-9 ]+$/u
const LATIN = /^[a-z0-9' ]+$/u
const LATIN_LETTERS = /[a-z]/iu
const WORD_WITH_SLIP = 4
const PREFIX_WITH_SLIP = 4

/** Lower case, the keyboard's apostrophe, and no other signs: how a title is typed. */
function plainly(text: string): string {
  return text
    .toLowerCase()
    .replaceAll('’', "'")
    .replaceAll(/[^\p{L}\p{N}' ]+/gu, ' ')
    .replaceAll(/\s+/gu, ' ')
    .trim()
}

const LOOK_ALIKES: Readonly<Record<string, string>> = {
  а: 'a',
  е: 'e',
  о: 'o',
  с: 'c',
  р: 'p',
  х: 'x',
  і: 'i',
}
const TAGS = [' [БЕК ВОКАЛ]', ' (минус)', ' (Live)', ' (караоке версия)'] as const
const UKRAINIAN: Readonly<Record<string, string>> = { і: 'и', ї: 'и', є: 'е', ґ: 'г', '’': '' }
const GUESTS = [' feat. Гость', ' ft. Guest', ' featuring Some Guest'] as const

const wordsIn = (title: string) => foldSong(title).split(' ')

function withSlip(typo: (typeof TYPOS)[number]): Way {
  return (song, turn) => {
    const words = wordsIn(song.title)
    const long = words.filter((word) => word.length >= WORD_WITH_SLIP)
    const word = long[turn % long.length]
    if (word === undefined) return null
    const at = turn % word.length
    const typed = withTypo(word, at, typo)
    if (typed === null) return null
    return { typed: replaced(words, word, typed), place: placeOf(word, at) }
  }
}

function replaced(words: readonly string[], word: string, by: string): string {
  return words.with(words.indexOf(word), by).join(' ')
}

function withLast(words: readonly string[], last: string): string {
  return [...words.slice(0, -1), last].join(' ')
}

/** The first letters of the last word; null unless that shortens it. */
function cut(words: readonly string[], letters: number): string | null {
  const last = words.at(-1) ?? ''
  return last.length > letters ? last.slice(0, letters) : null
}

const WAYS: Readonly<Record<Kind, Way>> = {
  plain: ({ title }) => ({ typed: title }),
  prefix({ title }, turn) {
    const words = wordsIn(title)
    const beginning = cut(words, 3 + (turn % 4))
    return beginning === null ? null : { typed: withLast(words, beginning) }
  },
  'typo-replaced': withSlip('replaced'),
  'typo-inserted': withSlip('inserted'),
  'typo-dropped': withSlip('dropped'),
  'typo-swapped': withSlip('swapped'),
  'typo-in-prefix'({ title }, turn) {
    const words = wordsIn(title)
    const beginning = cut(words, PREFIX_WITH_SLIP + (turn % 3))
    if (beginning === null) return null
    const at = Math.floor(turn / TYPOS.length) % beginning.length
    const typed = withTypo(beginning, at, TYPOS[turn % TYPOS.length] ?? 'replaced')
    if (typed === null) return null
    return { typed: withLast(words, typed), place: placeOf(beginning, at) }
  },
  order({ title }, turn) {
    const words = wordsIn(title)
    if (words.length < 2) return null
    const at = turn % (words.length - 1)
    const two = [words[at + 1] ?? '', words[at] ?? '']
    if (two[0] === two[1]) return null
    return { typed: words.toSpliced(at, 2, ...two).join(' ') }
  },
  performer({ title, artistName }, turn) {
    const two = [plainly(artistName), plainly(title)]
    return { typed: (turn % 2 === 0 ? two : two.toReversed()).join(' ') }
  },
  yo({ title }, turn) {
    const typed = title.toLowerCase()
    if (typed.includes('ё')) return { typed: typed.replaceAll('ё', 'е') }
    const places = [...typed.matchAll(/е/gu)].map(({ index }) => index)
    const at = places[turn % Math.max(1, places.length)]
    return at === undefined ? null : { typed: `${typed.slice(0, at)}ё${typed.slice(at + 1)}` }
  },
  case({ title }, turn) {
    const ways = [
      title.toUpperCase(),
      plainly(title).replaceAll("'", ''),
      `«${title.toLowerCase()}»!!`,
      plainly(title).replaceAll(' ', ', '),
    ]
    return { typed: ways[turn % ways.length] ?? title }
  },
  'translit-latin'({ title }, turn) {
    const meant = plainly(title)
    return RUSSIAN.test(meant) && /\p{L}/u.test(meant)
      ? { typed: inLatin(meant, turn), meant }
      : null
  },
  'translit-cyrillic'({ title }) {
    const meant = foldSong(title)
    return LATIN.test(meant) && /\p{L}/u.test(meant) ? { typed: inCyrillic(meant), meant } : null
  },
  'layout-latin'({ title }) {
    const meant = plainly(title)
    return RUSSIAN.test(meant) && /\p{L}/u.test(meant) ? { typed: onLatinKeys(meant), meant } : null
  },
  'layout-cyrillic'({ title }) {
    const meant = plainly(title)
    return LATIN.test(meant) && /\p{L}/u.test(meant) ? { typed: onRussianKeys(meant), meant } : null
  },
  /** Replaces every other letter that has a look-alike, in capitals, beside letters that have none. */
  'look-alikes'({ title, artistName }) {
    if (!/[бгджзилпфцчшщыэюя]/iu.test(title) || LATIN_LETTERS.test(title)) return null
    let turn = 0
    const typed = title.replaceAll(/[аеосрхі]/giu, (letter) =>
      turn++ % 2 === 0 ? (LOOK_ALIKES[letter.toLowerCase()] ?? letter) : letter,
    )
    const mixed = typed
      .split(' ')
      .every((word) => !LATIN_LETTERS.test(word) || /[а-яёі]/iu.test(word))
    return turn > 0 && mixed
      ? { typed: `${typed} ${artistName}`.toUpperCase(), meant: `${title} ${artistName}` }
      : null
  },
  joined({ title }) {
    const words = wordsIn(title)
    return words.length < 2 || title.length > 30 ? null : { typed: words.join(''), meant: title }
  },
  'no-signs'({ title, artistName }) {
    const typed = [title, artistName].find((name) => /\p{L}[./’'-]+\p{L}/u.test(name))
    const wanted = typed === artistName ? `${title} ${artistName}` : title
    return typed === undefined
      ? null
      : { typed: wanted.toLowerCase().replaceAll(/[^\p{L}\p{N} ]/gu, ''), meant: wanted }
  },
  tags: ({ title, artistName }, turn) => ({
    typed: `${artistName} ${title}${TAGS[turn % TAGS.length] ?? ''}`,
    meant: `${artistName} ${title}`,
  }),
  ukrainian({ title, artistName }) {
    const meant = `${title} ${artistName}`
    const typed = meant
      .toLowerCase()
      .replaceAll(/[іїєґ’]/gu, (letter) => UKRAINIAN[letter] ?? letter)
    return typed === meant.toLowerCase().replaceAll('’', '') ? null : { typed, meant }
  },
  'layout-ukrainian'({ title }) {
    const typed = onUkrainianKeys(title)
    return /[sі]/iu.test(title) && typed !== null ? { typed, meant: title } : null
  },
  guest: ({ title, artistName }, turn) => ({
    typed: `${artistName}${GUESTS[turn % GUESTS.length] ?? ''} — ${title}`,
    meant: `${artistName} ${title}`,
  }),
}

/** At most `mostOfKind` queries of each kind for some of these songs: the same queries for the same songs. */
export function madeQueries(songs: readonly Wanted[], mostOfKind: number): Query[] {
  return KINDS.flatMap((kind) => {
    const found: Query[] = []
    for (const [turn, wanted] of shuffled(songs, kind).entries()) {
      if (found.length === mostOfKind) break
      const typed = WAYS[kind](wanted, turn)
      if (typed === null || foldSong(typed.typed) === '') continue
      found.push({ meant: typed.typed, ...typed, wanted, kind, byHand: false })
    }
    return found
  })
}

function shuffled(songs: readonly Wanted[], kind: string): Wanted[] {
  const placed = songs.map((song) => ({ song, place: stableHash(`${kind} ${song.key}`) }))
  return placed.toSorted((a, b) => a.place - b.place).map(({ song }) => song)
}

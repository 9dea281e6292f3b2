import { foldSong } from '#packages/song-search/song-text.ts'
import { stableHash } from '#domain/stable-hash.ts'
import { inCyrillic, inLatin, onLatinKeys, onRussianKeys } from './other-letters.ts'
import { KINDS } from './query.ts'
import type { Kind, Query, Wanted } from './query.ts'
import { placeOf, slipped, SLIPS } from './slips.ts'

type Typed = Pick<Query, 'typed'> & Partial<Pick<Query, 'meant' | 'place'>>
/** How a song is typed, or null where this kind has nothing to do with it; `turn` counts the songs tried. */
type Way = (song: Wanted, turn: number) => Typed | null

const RUSSIAN = /^[а-яё0-9 ]+$/u
const LATIN = /^[a-z0-9' ]+$/u
const WORD_WITH_SLIP = 4
const PREFIX_WITH_SLIP = 4

/** Small letters, the apostrophe of keyboards, and no other signs: how a title is typed. */
function plainly(text: string): string {
  return text
    .toLowerCase()
    .replaceAll('’', "'")
    .replaceAll(/[^\p{L}\p{N}' ]+/gu, ' ')
    .replaceAll(/\s+/gu, ' ')
    .trim()
}

const wordsIn = (title: string) => foldSong(title).split(' ')

function withSlip(slip: (typeof SLIPS)[number]): Way {
  return (song, turn) => {
    const words = wordsIn(song.title)
    const long = words.filter((word) => word.length >= WORD_WITH_SLIP)
    const word = long[turn % long.length]
    if (word === undefined) return null
    const at = turn % word.length
    const typed = slipped(word, at, slip)
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

/** The first letters of the last word, fewer than all. */
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
    const at = Math.floor(turn / SLIPS.length) % beginning.length
    const typed = slipped(beginning, at, SLIPS[turn % SLIPS.length] ?? 'replaced')
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
}

/** Queries of each kind, at most so many, for some of these songs: the same ones for the same songs. */
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

import { foldSong, wordsOf } from '#packages/song-search/song-text.ts'
import type { Reading } from './song-lines.ts'

/** Two words that a song similar to a line would have, the rarer first; `title` is the folded title to prefer. */
export type NearWords = { rare: string; other: string; title: string; most: number }

const WORDS_MOST = 2
const SONGS_MOST = 12
/** A performer has many songs, and the one that was meant is misspelt. */
const SONGS_OF_PERFORMER_MOST = 30

/**
 * Returns the words by which to search for songs similar to a reading: the longest words of title and performer in
 * pairs, and the longest of the title alone, since a long word is rare and one of two may be misspelt.
 */
export function nearWords({ title, artistName }: Reading): NearWords[] {
  const own = longest(title)
  const performers = longest(artistName).slice(0, 1)
  const folded = foldSong(title)
  const pairs = [
    ...own.slice(1).map((word) => [own[0] ?? word, word] as const),
    ...performers.flatMap((performer) => own.map((word) => [performer, word] as const)),
    ...own.map((word) => [word, word] as const),
  ]
  const words = pairs.map(([one, other]) => ({
    ...(one.length >= other.length ? { rare: one, other } : { rare: other, other: one }),
    title: folded,
    most: SONGS_MOST,
  }))
  const most = SONGS_OF_PERFORMER_MOST
  return [...words, ...performers.map((word) => ({ rare: word, other: word, title: folded, most }))]
}

function longest(text: string): string[] {
  return wordsOf(text)
    .toSorted((a, b) => b.length - a.length)
    .slice(0, WORDS_MOST)
}

/** The bigrams of a text, and how often each occurs in it. */
type Twos = { text: string; counts: ReadonlyMap<string, number>; whole: number }

/** From 0, nothing in common, to 1, the same letters in the same order. */
export function likeness(one: string, other: string): number {
  return alike(twosOf(one), twosOf(other))
}

const OFFERED_MOST = 3
const ALIKE = 0.72
const SAME_PERFORMER = 0.6
const NEAR_TITLE = 0.5

/**
 * Returns a function that takes a line's readings and songs that share a word with it, and finds those that it may well
 * mean, the likeliest first, at most three. Equal ones keep their order.
 */
export function makeMostAlike<S extends Reading>() {
  // Cached: one song is similar to many lines.
  const known = new Map<S, SongTwos>()
  const twosOfSong = (song: S): SongTwos => {
    const before = known.get(song)
    if (before !== undefined) return before
    const made = songTwos(song)
    known.set(song, made)
    return made
  }
  return (readings: readonly Reading[], text: string, songs: readonly S[]): S[] => {
    const whole = twosOf(foldSong(text))
    const meant = readings.map(({ title, artistName }) => ({
      title: twosOf(foldSong(title)),
      artistName: twosOf(foldSong(artistName)),
    }))
    return songs
      .map((song) => ({ song, score: scoreOf(twosOfSong(song), meant, whole) }))
      .filter(({ score }) => score > 0)
      .toSorted((a, b) => b.score - a.score)
      .slice(0, OFFERED_MOST)
      .map(({ song }) => song)
  }
}

type SongTwos = { title: Twos; artistName: Twos; together: Twos }

function songTwos(song: Reading): SongTwos {
  const [title, artistName] = [foldSong(song.title), foldSong(song.artistName)]
  return {
    title: twosOf(title),
    artistName: twosOf(artistName),
    together: twosOf(`${artistName} ${title}`.trim()),
  }
}

function scoreOf(
  song: SongTwos,
  meant: readonly Pick<SongTwos, 'title' | 'artistName'>[],
  whole: Twos,
): number {
  // The order of the two changes only the bigrams where they meet.
  const together = song.title.text === whole.text ? 1 : alike(whole, song.together)
  const apart = meant.map((reading) => {
    const titles = alike(reading.title, song.title)
    if (titles < NEAR_TITLE) return 0
    const performers = alike(reading.artistName, song.artistName)
    // The same performer and half of the title is a typo; the same title alone may be a cover.
    if (performers >= SAME_PERFORMER) return 0.5 + (titles + performers) / 2
    return titles >= ALIKE ? titles * 0.9 + performers * 0.1 : 0
  })
  return Math.max(together >= ALIKE ? together : 0, ...apart)
}

function alike(one: Twos, other: Twos): number {
  if (one.text === other.text) return one.text === '' ? 0 : 1
  // Texts of very different lengths have little in common, whatever their letters.
  const [less, more] = one.whole < other.whole ? [one, other] : [other, one]
  if (less.whole * 4 < more.whole) return 0
  let shared = 0
  for (const [two, count] of less.counts) shared += Math.min(count, more.counts.get(two) ?? 0)
  return (2 * shared) / (one.whole + other.whole)
}

function twosOf(text: string): Twos {
  const counts = new Map<string, number>()
  const letters = Array.from(text)
  for (let at = 0; at + 1 < letters.length; at++) {
    const two = `${letters[at] ?? ''}${letters[at + 1] ?? ''}`
    counts.set(two, (counts.get(two) ?? 0) + 1)
  }
  return { text, counts, whole: Math.max(letters.length - 1, 1) }
}

import type { Reading } from './song-lines.ts'
import { foldSong, wordsOf } from '#packages/song-search/song-text.ts'

/** Two words that a song near to a line would have, the rarer first; `title` is the folded title to prefer. */
export type NearWords = { rare: string; other: string; title: string; most: number }

const WORDS_MOST = 2
const SONGS_MOST = 12
/** A performer has many songs, and the one that was meant is misspelt. */
const SONGS_OF_PERFORMER_MOST = 30

/**
 * The words by which songs near to a reading are looked for: the longest words of title and performer
 * in pairs, and the longest of the title alone, since a long word is rare and one of two may be misspelt.
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

import type { PackedIndex } from './packed-index.ts'
import { isIn } from './word-set.ts'
import type { WordSet } from './word-set.ts'

/** Where most songs have the words that are asked for, the first so many are looked through before all others. */
const MOST_LOOKED_THROUGH = 20_000
/** From so many songs on, a word's songs are first sifted by those of another word. */
const SIFTED = 2000
/** Marking a song is so many times cheaper than reading its words. */
const MARKS_FOR_SONG = 16

/** Finds the songs that have a word of each set, by number, the lowest first. */
export function makeSongFinder(index: PackedIndex) {
  const { songWords, songStarts, wordSongs, wordStarts } = index
  const songs = index.orders.length
  const marks = new Uint32Array((songs + 31) >>> 5)

  function answers(sets: readonly WordSet[], song: number): boolean {
    const start = songStarts[song]!
    const end = songStarts[song + 1]!
    for (const set of sets) {
      let at = start
      while (at < end && !isIn(set, songWords[at]!)) at++
      if (at === end) return false
    }
    return true
  }

  function mark({ bounds }: WordSet, from: number): void {
    for (let range = 0; range < bounds.length; range += 2) {
      const end = wordStarts[bounds[range + 1]!]!
      for (let at = wordStarts[bounds[range]!]!; at < end; at++) {
        const song = wordSongs[at]!
        if (song >= from) marks[song >>> 5]! |= 1 << (song & 31)
      }
    }
  }

  /** How many of the first songs hold about twice as many hits as are wanted, were the words strewn evenly. */
  function worthLookingThrough(sets: readonly WordSet[], wanted: number): number {
    let share = 1
    for (const { places } of sets) share *= Math.min(1, places / songs)
    const enough = (2 * wanted) / share
    return enough <= MOST_LOOKED_THROUGH ? Math.min(songs, Math.ceil(enough)) : 0
  }

  return {
    answers,

    /** At most `most` songs with a word of each set, and none that is to be skipped. */
    find(asked: readonly WordSet[], most: number, skip: (song: number) => boolean): number[] {
      const found: number[] = []
      const [rarest, ...others] = asked.toSorted((a, b) => a.places - b.places)
      if (rarest === undefined || rarest.places === 0 || most <= 0) return found
      const from = worthLookingThrough(asked, most)
      for (let song = 0; song < from; song++) {
        if (!answers(asked, song) || skip(song)) continue
        found.push(song)
        if (found.length === most) return found
      }
      const [second] = others
      const sifted =
        second !== undefined &&
        rarest.places > SIFTED &&
        second.places < rarest.places * MARKS_FOR_SONG
      if (sifted) mark(second, from)
      // Songs of a word stand in order, so that what is too far behind ends the word.
      let worst = songs
      for (let range = 0; range < rarest.bounds.length; range += 2) {
        const last = rarest.bounds[range + 1]!
        for (let word = rarest.bounds[range]!; word < last; word++) {
          const end = wordStarts[word + 1]!
          for (let at = wordStarts[word]!; at < end; at++) {
            const song = wordSongs[at]!
            if (song >= worst) break
            if (song < from) continue
            if (sifted && (marks[song >>> 5]! & (1 << (song & 31))) === 0) continue
            if (!answers(others, song) || found.includes(song) || skip(song)) continue
            insert(found, song, most)
            if (found.length === most) worst = found[most - 1]!
          }
        }
      }
      if (sifted) marks.fill(0)
      return found
    },
  }
}

export type SongFinder = ReturnType<typeof makeSongFinder>

/** Keeps the list in order and no longer than `most`. */
function insert(list: number[], song: number, most: number): void {
  if (list.length === most) list.pop()
  let at = list.length
  list.push(song)
  for (; at > 0 && list[at - 1]! > song; at--) list[at] = list[at - 1]!
  list[at] = song
}

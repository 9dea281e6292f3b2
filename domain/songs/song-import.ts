import { checkSuggestion } from '../queue/order.ts'
import { Refusal } from '../refusal.ts'
import type { LineDetails } from './line-details.ts'
import { makeMostAlike } from './song-likeness.ts'
import { NO_TITLE, readingsOf } from './song-lines.ts'
import type { Reading, SongLine } from './song-lines.ts'
import { songKey } from '#packages/song-search/song-text.ts'

/** The result for a line: in the catalogue, new to it, in the repertoire already, a repeat of an earlier line, or no song. */
export const LINE_STATES = ['known', 'new', 'mine', 'repeat', 'unclear'] as const
export type LineState = (typeof LINE_STATES)[number]

/** A song that is not `verified` was typed by hand. */
export type CatalogueSong = Reading & { id: string; verified: boolean }

export type ClassifiedLine<S extends CatalogueSong> = Reading & {
  number: number
  text: string
  state: LineState
  /** The catalogue's song, where the line is exactly that one. */
  song: S | null
  /** Songs of the catalogue that the line may mean; none is chosen automatically. */
  similar: readonly S[]
  /** What the line says of playing it. */
  fields: LineDetails
  /** Why a line is left out, in words. */
  why: string | null
}

/** A line with all its readings that could be songs; without the likeliest one, the reason why that is none. */
type ReadLine = {
  line: SongLine
  likeliest: Reading | null
  readings: readonly Reading[]
  refused: string | null
}

type KnownSong<S extends CatalogueSong> = {
  /** By `songKey`. */
  songs: ReadonlyMap<string, S>
  /** Ids of the songs in the repertoire. */
  mine: ReadonlySet<string>
}

/** Returns the keys under which the catalogue may have the lines, in either order of title and performer. */
export function keysOf(lines: readonly SongLine[]): string[] {
  const keys = lines.flatMap((line) => readingsOf(line, false).map(keyOf))
  return [...new Set(keys)]
}

/**
 * Whether titles come first in the list: as `wished`, else in the order in which more of its lines are known to the
 * catalogue; «performer — song» where that decides nothing.
 */
export function isTitleFirst(
  lines: readonly SongLine[],
  songs: ReadonlyMap<string, unknown>,
  wished: boolean | undefined,
): boolean {
  if (wished !== undefined) return wished
  const known = (titleFirst: boolean) =>
    lines.filter((line) => {
      const [first] = readingsOf(line, titleFirst)
      return line.pairs[0]?.sure === false && first !== undefined && songs.has(keyOf(first))
    }).length
  return known(true) > known(false)
}

/** «???» is no title, unless the catalogue has such a song. */
const NAMED = /[\p{L}\p{N}\p{Extended_Pictographic}]/u

/** Normalizes the readings, and leaves out those that no song may have. */
export function readLine(line: SongLine, titleFirst: boolean): ReadLine {
  const [first, ...others] = readingsOf(line, titleFirst).map(tidied)
  const isNamed = typeof first === 'object' && NAMED.test(first.title)
  const likeliest = isNamed ? first : null
  const readings = [first, ...others].filter((reading) => typeof reading === 'object')
  const refused = typeof first === 'string' ? first : first && !isNamed ? NO_TITLE : line.wrong
  return { line, likeliest, readings, refused }
}

/** Returns the reading as a song, or why it is none. */
function tidied({ title, artistName }: Reading): Reading | string {
  try {
    return checkSuggestion(title, artistName)
  } catch (error) {
    if (error instanceof Refusal) return error.message
    throw error
  }
}

/** Returns the song that the catalogue has under one of the readings. */
function songOf<S>({ readings }: ReadLine, songs: ReadonlyMap<string, S>): S | null {
  for (const reading of readings) {
    const song = songs.get(keyOf(reading))
    if (song !== undefined) return song
  }
  return null
}

/** Whether a line may mean another song than the one that it names: that one is not verified, or there is none. */
export function isDoubtful<S extends CatalogueSong>(
  read: ReadLine,
  songs: ReadonlyMap<string, S>,
): boolean {
  const song = songOf(read, songs)
  return song === null ? read.likeliest !== null : !song.verified
}

/** Returns the result for every line; `near` has the songs that share a word with a line, by its number. */
export function classifyLines<S extends CatalogueSong>(
  lines: readonly ReadLine[],
  { songs, mine }: KnownSong<S>,
  near: ReadonlyMap<number, readonly S[]>,
): ClassifiedLine<S>[] {
  const seen = new Map<string, number>()
  const mostAlike = makeMostAlike<S>()
  return lines.map((read) => {
    const { number, text, details: fields } = read.line
    const song = songOf(read, songs)
    const meant = song ?? read.likeliest
    if (meant === null) {
      const nothing = { title: '', artistName: '', song: null, similar: [], fields }
      return { number, text, ...nothing, state: 'unclear', why: read.refused }
    }
    const { title, artistName } = meant
    const key = keyOf(meant)
    const before = seen.get(key)
    if (before === undefined) seen.set(key, number)
    const line = { number, text, title, artistName, song, similar: [], fields, why: null }
    if (before !== undefined) return { ...line, state: 'repeat', why: `Как в строке ${before}` }
    if (song !== null && mine.has(song.id)) return { ...line, state: 'mine' }
    const others = (near.get(number) ?? []).filter(({ id }) => id !== song?.id)
    const similar = mostAlike(read.readings, text, others)
    return { ...line, similar, state: song === null ? 'new' : 'known' }
  })
}

function keyOf({ title, artistName }: Reading): string {
  return songKey(title, artistName)
}

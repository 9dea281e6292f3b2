import { songKey } from '../packages/song-search/song-text.ts'
import { readCatalogue } from '../server/modules/songs/catalogue.ts'
import { performerAt } from './generated-artists.ts'
import type { BenchArtist } from './generated-artists.ts'
import { below, pick, randomOf, zipf } from './random.ts'
import type { Random } from './random.ts'
import { capital, wordAt } from './song-words.ts'
import type { Language } from './song-words.ts'

export type WorldSong = { title: string; artistName: string; key: string; orders: number }

const WORDS: Readonly<Record<Language, number>> = { russian: 420_000, latin: 260_000 }
const SONGS_OF_PERFORMER = 12
/** How many of a hundred titles have one word, two, and so on: as in the catalogue that ships. */
const LENGTHS = [27, 32, 20, 11, 6, 3, 1] as const
const COVERS = 0.1
const REMEMBERED_TITLES = 4096
const MOST_ORDERS = 100_000
/** Well-known songs are ordered this many times as often as others. */
const KNOWN = 30
const AFTERWORDS = ['(Live)', '(Remix)', '(акустика)', '(Remastered 2011)', 'Pt. 2', '(кавер)']

/**
 * Yields the given number of songs like a real catalogue's, the same every time: first the ones that ship with the
 * project, then generated ones. Word frequencies follow those of a language, performers have a few songs or thousands,
 * titles recur as covers, and few songs have most of the orders. No two share a key.
 */
export async function* songWorld(songs: number): AsyncGenerator<WorldSong> {
  const random = randomOf(1)
  const taken = new Set<number>()
  const real = await readCatalogue()
  const performers = [...new Set(real.map(({ artistName }) => artistName))]
  const count = {
    performers: Math.max(performers.length * 2, Math.ceil(songs / SONGS_OF_PERFORMER)),
  }
  const titles = real.map(({ title }) => title)
  let made = 0
  function take(title: string, artistName: string, known: number): WorldSong | null {
    const key = songKey(title, artistName)
    const mark = markOf(key)
    if (taken.has(mark)) return null
    taken.add(mark)
    made++
    return { title, artistName, key, orders: ordersOf(random, known) }
  }
  for (const { title, artistName } of real) {
    if (made >= songs) return
    const song = take(title, artistName, KNOWN)
    if (song !== null) yield song
  }
  while (made < songs) {
    const performer = performerOf(random, performers, count.performers)
    const title = random() < COVERS ? pick(random, titles) : titleOf(random, performer.language)
    const song = take(title, guests(random, performer.name), 1)
    if (song === null) continue
    if (titles.length < REMEMBERED_TITLES) titles.push(title)
    else titles[below(random, REMEMBERED_TITLES)] = title
    yield song
  }
}

// The well-known performers have the most songs, and the lower the rank the more.
function performerOf(random: Random, known: readonly string[], count: number): BenchArtist {
  const rank = Math.floor(count * random() ** 2)
  const name = known[rank]
  if (name === undefined) return performerAt(rank)
  return { name, language: /\p{Script=Cyrillic}/u.test(name) ? 'russian' : 'latin' }
}

function titleOf(random: Random, own: Language): string {
  const language = random() < 0.07 ? (own === 'russian' ? 'latin' : 'russian') : own
  const words: string[] = []
  for (let left = lengthOf(random); left > 0; left--) {
    const word = wordAt(zipf(random, WORDS[language]), language)
    if (!words.includes(word)) words.push(word)
  }
  const ending = random()
  if (ending < 0.03) words.push(String(1 + below(random, ending < 0.01 ? 2026 : 20)))
  const text = capital(words.join(' '))
  return ending > 0.96 ? `${text} ${pick(random, AFTERWORDS)}` : text
}

function lengthOf(random: Random): number {
  let left = random() * 100
  const at = LENGTHS.findIndex((share) => (left -= share) < 0)
  return at === -1 ? LENGTHS.length : at + 1
}

function guests(random: Random, name: string): string {
  return random() < 0.04 ? `${name} feat. ${performerAt(below(random, 20_000)).name}` : name
}

function ordersOf(random: Random, known: number): number {
  return Math.min(MOST_ORDERS, Math.floor(known * (1 - random()) ** -0.85 - 1))
}

// Two 26-bit hashes in one number: with a million keys, about one collision in a thousand worlds.
function markOf(key: string): number {
  let one = 0x811c9dc5
  let two = 0x1b873593
  for (let at = 0; at < key.length; at++) {
    one = Math.imul(one ^ key.charCodeAt(at), 0x01000193)
    two = Math.imul(two ^ key.charCodeAt(at), 0x85ebca6b) ^ (two >>> 13)
  }
  return (one >>> 6) * 2 ** 26 + (two >>> 6)
}

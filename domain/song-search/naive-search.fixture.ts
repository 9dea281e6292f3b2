import { foldSong } from '../song-text.ts'
import type { SongHit, IndexedSong, SongMatch } from './song-line.ts'

type Options = { first: readonly string[]; onlyFirst: boolean; limit: number }

/**
 * The same answers by looking at every song and trying every wrong letter, for inputs in letters that have
 * no other layout and no other alphabet.
 */
export function naiveSearch(
  lines: readonly IndexedSong[],
  input: string,
  { first, onlyFirst, limit }: Options,
): SongHit[] {
  const asked = foldSong(input)
  if (asked === '') return []
  return lines
    .map((line) => ({ line, tier: tierOf(asked, line.key), first: first.includes(line.id) }))
    .filter((hit) => hit.tier < MATCHES.length && (hit.first || !onlyFirst))
    .toSorted(
      (a, b) =>
        Number(b.first) - Number(a.first) ||
        a.tier - b.tier ||
        b.line.orders - a.line.orders ||
        (a.line.key < b.line.key ? -1 : 1),
    )
    .slice(0, limit)
    .map((hit) => ({ id: hit.line.id, match: MATCHES[hit.tier] ?? 'similar', first: hit.first }))
}

const MATCHES: readonly SongMatch[] = ['exact', 'prefix', 'prefix', 'similar', 'similar']

function tierOf(asked: string, key: string): number {
  const [title = '', performer = ''] = key.split('\n')
  const phrases = [title, `${title} ${performer}`, `${performer} ${title}`]
  if (phrases.includes(asked)) return 0
  const words = key.split(/[\n ]/u)
  const all = asked.split(' ')
  const different = [...new Set(all)]
  const last = different.at(-1)
  const some = (fits: (ask: string, word: string) => boolean) =>
    different.every((ask) => words.some((word) => fits(ask, word)))
  if (some((ask, word) => (ask === last ? word.startsWith(ask) : word === ask))) return 1
  if (some((ask, word) => word.startsWith(ask))) return 2
  if (different.length > 1 || asked.length >= 5)
    if (phrases.some((phrase) => isButForOneWord(all, phrase.split(' ')))) return 3
  return some((ask, word) => word.startsWith(ask) || beginsLike(ask, word)) ? 4 : 5
}

function isButForOneWord(asked: readonly string[], phrase: readonly string[]): boolean {
  const wrong = asked.filter((ask, at) => ask !== phrase[at])
  const meant = phrase.find((word, at) => word !== asked[at])
  return asked.length === phrase.length && wrong.length === 1 && isLike(wrong[0] ?? '', meant ?? '')
}

/** A beginning that was meant has three letters at least, unless it is the whole word. */
function beginsLike(ask: string, word: string): boolean {
  return Array.from(word, (_, at) => word.slice(0, at + 1)).some(
    (beginning) => (beginning.length >= 3 || beginning === word) && isLike(ask, beginning),
  )
}

function isLike(ask: string, word: string): boolean {
  if (ask.length < 3) return ask === word
  return ask === word || withOneSlip(ask).has(word)
}

const ALPHABET = 'αβγδ'

/** Everything that one wrong letter can make of a word. */
export function withOneSlip(word: string): Set<string> {
  const made = new Set<string>()
  for (let at = 0; at <= word.length; at++) {
    const [head, tail] = [word.slice(0, at), word.slice(at)]
    made.add(head + tail.slice(1))
    if (tail.length > 1) made.add(`${head}${tail[1] ?? ''}${tail[0] ?? ''}${tail.slice(2)}`)
    for (const letter of ALPHABET) {
      made.add(head + letter + tail)
      if (tail !== '') made.add(head + letter + tail.slice(1))
    }
  }
  made.delete(word)
  return made
}

import { onOtherLayout } from '#domain/song-search/keyboard.ts'
import { nearness, NOT_NEAR } from '#domain/song-search/one-letter-off.ts'
import { transliterated } from '#domain/song-search/transliteration.ts'
import { beginningWith, wordListOf } from '#domain/song-search/word-list.ts'
import { foldSong } from '#domain/song-text.ts'

/** Of a shorter name one wrong letter leaves too little. */
const LEAST_LETTERS_TO_FORGIVE = 4

/** What people call a town between themselves. */
const EVERYDAY = new Map([
  ['Санкт-Петербург', ['питер', 'спб', 'ленинград']],
  ['Москва', ['мск']],
  ['Екатеринбург', ['екб']],
  ['Новосибирск', ['нск']],
  ['Нижний Новгород', ['ннов']],
  ['Красноярск', ['крск']],
  ['Владивосток', ['владик']],
])

/** A name from its start, or from a later word of it: «новгород» of «Нижний Новгород». */
type Start = { key: string; town: number; whole: boolean }

function startsOf(name: string, town: number): Start[] {
  const words = foldSong(name).split(' ')
  const own = words.map((_, at) => ({ key: words.slice(at).join(' '), town, whole: at === 0 }))
  return [...own, ...(EVERYDAY.get(name) ?? []).map((key) => ({ key, town, whole: true }))]
}

/** Finds towns by how their names begin. The names come in the order in which equals are to be found. */
export function makeTownNames(names: readonly string[]) {
  const starts = names
    .flatMap(startsOf)
    .toSorted((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
  const list = wordListOf(starts.map(({ key }) => key))

  /** The whole names before those with a later word; each town once. */
  function inOrder(found: readonly Start[]): number[] {
    const townsOf = (whole: boolean) =>
      found
        .filter((start) => start.whole === whole)
        .map(({ town }) => town)
        .toSorted((a, b) => a - b)
    return [...new Set([...townsOf(true), ...townsOf(false)])]
  }

  function beginning(folded: string, most: number): number[] {
    const { low, high } = beginningWith(list, folded)
    const found = starts.slice(low, high)
    const towns = inOrder(found)
    const first = towns.slice(0, most)
    // A small town that is called exactly so is not to be missed among larger ones.
    const exact = found
      .filter(({ key, whole, town }) => whole && key === folded && !first.includes(town))
      .map(({ town }) => town)
    return [...first.slice(0, Math.max(0, most - exact.length)), ...exact.slice(0, most)]
  }

  function almost(folded: string, most: number): number[] {
    if (folded.length < LEAST_LETTERS_TO_FORGIVE) return []
    return inOrder(starts.filter((_, at) => nearness(folded, list, at) !== NOT_NEAR)).slice(0, most)
  }

  return {
    /**
     * Places in the list of the names: those that begin so, else those that would on another keyboard
     * layout or in Russian letters, else those that would but for one letter. A blank input finds the first ones.
     */
    find(input: string, most: number): number[] {
      const typed = foldSong(input)
      if (input.trim() === '') return names.slice(0, most).map((_, at) => at)
      const spellings = [
        typed,
        ...onOtherLayout(input).map(foldSong),
        typed.split(' ').map(transliterated).join(' '),
      ].filter((spelling) => spelling !== '')
      for (const search of [beginning, almost])
        for (const spelling of new Set(spellings)) {
          const found = search(spelling, most)
          if (found.length > 0) return found
        }
      return []
    },
  }
}

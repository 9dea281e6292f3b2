import { foldSong } from './song-text.ts'
import { searchText, wordsIn } from './query.ts'
import type { SongQuery, Text } from './query.ts'

/** A performer as its songs have it, and what else it is called by: short names and its people, who are known by the last word of their names alone too. */
type NamedPerformer = readonly [performer: string, ...names: string[]]

/** A performer that a query calls by such a name. */
export type Named = {
  performer: readonly string[]
  /** The other words of the query. */
  rest: Text
  /** The last word of the name is not typed to its end. */
  begun: boolean
}

type Name = { words: readonly string[]; performer: readonly string[] }

const MOST_WORDS = 3
/** A single word that is shorter begins too many names, and is too little of one: «Бони М». */
const LEAST_BEGUN = 3
const MOST_NAMED = 6

/** Names in any order of their words. */
export function makePerformerNames(performers: readonly NamedPerformer[]) {
  const names = performers.flatMap(([performer, ...others]) =>
    others.map(folded).flatMap((words): Name[] => {
      const name = { words, performer: folded(performer) }
      const last = words.slice(-1)
      return words.length < 2 || last.join('').length < LEAST_BEGUN
        ? [name]
        : [name, { ...name, words: last }]
    }),
  )
  const known = new Set(names.flatMap(({ words }) => words))
  const byWords = Map.groupBy(names, ({ words }) => inAnyOrder(words))

  const named = ({ phrase }: Text, find: (words: readonly string[]) => readonly Name[]) => {
    for (let long = Math.min(MOST_WORDS, phrase.length); long > 0; long--) {
      const found = phrase.slice(long - 1).flatMap((_, at) => {
        const called = find(phrase.slice(at, at + long))
        return called.map(({ performer }) => ({
          performer,
          rest: wordsIn(phrase.toSpliced(at, long)),
        }))
      })
      // A whole name says more than its last word.
      if (found.length > 0) return found
    }
    return []
  }
  const whole = (words: readonly string[]) =>
    words.every((word) => known.has(word)) ? (byWords.get(inAnyOrder(words)) ?? []) : []

  return {
    /** The performers that these words name, the ones named first before the others. */
    in({ typed, retyped }: Pick<SongQuery, 'typed' | 'retyped'>): Named[] {
      const all = [typed, ...retyped].flatMap((text) => named(text, whole))
      const last = typed.phrase.at(-1) ?? ''
      const begun = named(typed, (words) =>
        words.at(-1) !== last || (words.length === 1 && last.length < LEAST_BEGUN)
          ? []
          : names.filter(
              (name) =>
                name.words.length === words.length &&
                name.words.every((word, at) =>
                  at + 1 < words.length ? word === words[at] : word.startsWith(last),
                ),
            ),
      )
      // «майкл дж» may be a name with something else, and the beginning of another name.
      return [
        ...all.slice(0, MOST_NAMED).map((one) => ({ ...one, begun: false })),
        ...begun.slice(0, MOST_NAMED).map((one) => ({ ...one, begun: true })),
      ]
    },
  }
}

export type PerformerNames = ReturnType<typeof makePerformerNames>

const folded = (text: string) => searchText(foldSong(text)).split(' ')

const inAnyOrder = (words: readonly string[]) => words.toSorted().join(' ')

import type { Ask, QueueEntry } from '#contract/shapes.ts'
import { cashWords, noteWords, tableWords } from '#domain/queue/own-song.ts'
import { singersWords } from '#domain/queue/singing.ts'
import { counted } from '#domain/russian.ts'
import { rubles } from '#web/lib/format.ts'
import type { OwnView } from '../use-own-queue.ts'

type Song = Pick<QueueEntry, 'backers' | 'artistName' | 'status'>

/** Who wants a song and for how much, the most important first: what does not fit a line falls away from its end. */
type SongFacts = { readonly sum: string | null; readonly rest: readonly string[] }

const peopleIn = (backers: number) => counted(backers, 'человек', 'человека', 'человек')
/** Inside a line: «стол 7». */
const tablesIn = (tables: readonly number[]) => tableWords(tables).toLowerCase()

const names = (asks: readonly Ask[]) =>
  asks.flatMap(({ name, held }) => (held || name === '' ? [] : [name]))

/** «300 ₽ · стол 7 · Олег · Кино»; a song of the artist's own is «моя». */
export function songFacts(song: Song, view: OwnView | undefined): SongFacts {
  const { amount = 0, tables = [], asks = [], suggested = false } = view ?? {}
  const { forWhom = '', inCash = false, cash } = view ?? {}
  const { backers, status, artistName } = song
  const singers = view?.singers && singersWords(view.singers)
  const words = [
    singers,
    backers > 1 && peopleIn(backers),
    tables.length > 0 && tablesIn(tables),
    backers <= 1 && singers === undefined && names(asks)[0],
    noteWords({ forWhom, inCash, cash }),
    suggested && 'Предложили из зала',
    status === 'QUEUED' && backers === 0 && forWhom === '' && 'моя',
    artistName,
  ]
  return {
    sum: amount > 0 ? rubles(amount) : null,
    rest: words.filter((one): one is string => typeof one === 'string' && one !== ''),
  }
}

/** The same where one reads what comes next: without the performer. */
export function nextFacts(song: Song, view: OwnView | undefined): readonly string[] {
  const { sum, rest } = songFacts({ ...song, artistName: '' }, view)
  return [...rest, ...(sum === null ? [] : [sum])]
}

/** What has to be said aloud of a song. */
type Said = {
  /** Null where there are no words, or the word filter hides them. */
  readonly words: string | null
  readonly hidden: boolean
  /** Title and performer that the hall does not see. */
  readonly title: string | null
  readonly name: string | null
  /** «Поёт Аня». */
  readonly singers: string | null
  readonly facts: readonly string[]
  /** How many more people there are behind it. */
  readonly more: number
}

/** «Для: Первый танец. Маше и Пете»: for whom the artist plays his own song, and the host's dedication; null where it is for nobody. */
export function hostsWords(view: OwnView | undefined): string | null {
  const { forWhom = '', dedication } = view ?? {}
  if (dedication?.held) return 'Слова скрыты: откройте их в «Хозяин вечера»'
  if (forWhom === '') return null
  return [`Для: ${forWhom}`, dedication?.words ?? ''].filter((one) => one !== '').join('. ')
}

/** What the artist says on the stage: the words, the person, or what is known alone; null where nothing is. */
export function saidOf({ backers }: Pick<Song, 'backers'>, view: OwnView | undefined): Said | null {
  const { amount = 0, tables = [], asks = [], moreAsks = 0, held } = view ?? {}
  const paid = cashWords({ inCash: view?.inCash ?? false, cash: view?.cash })
  const told = asks.find(({ words, held: hidden }) => hidden || words !== '') ?? asks[0]
  const hidden = told?.held ?? false
  const singers = view?.singers ? singersWords(view.singers) : null
  const isSinger = singers !== null && (!told?.words || singers.includes(told.name))
  const name = hidden || isSinger ? null : told?.name || null
  const words = hostsWords(view) ?? (hidden ? null : told?.words || null)
  const more = Math.max(asks.length + moreAsks, told === undefined ? 0 : backers) - 1
  const facts = [
    ...(tables.length > 0 ? [tablesIn(tables)] : []),
    ...(amount > 0 ? [rubles(amount)] : []),
    ...(told === undefined && backers > 1 ? [peopleIn(backers)] : []),
    ...(paid === null ? [] : [paid]),
  ]
  const title = held ?? null
  const silent = words === null && !hidden && name === null && singers === null
  if (silent && title === null && facts.length === 0) return null
  return { words, hidden, title, name, singers, facts, more: Math.max(0, more) }
}

import { createHash } from 'node:crypto'

const TITLES = ['Группа крови', 'Выхода нет', 'Полковнику никто не пишет', 'Звезда по имени Солнце']
const ARTISTS = ['Кино', 'Сплин', 'Би-2', 'Наутилус Помпилиус']

/** Ids as the database makes them: a time prefix, the rest random. */
function id(seed: string): string {
  const hex = createHash('sha256').update(seed).digest('hex')
  return `019a1fdc-e${hex.slice(0, 3)}-7${hex.slice(3, 6)}-9${hex.slice(6, 9)}-${hex.slice(9, 21)}`
}

const entry = (n: number, turn: number) => ({
  id: id(`entry ${n}`),
  songId: id(`song ${n}`),
  title: `${TITLES[n % 4]}, часть ${n}`,
  artistName: ARTISTS[n % 4],
  imageUrl: null,
  status: n === 0 ? 'NOW' : 'QUEUED',
  backers: (n * 7 + turn) % 19,
})

/** The queue that one concert's watchers receive: 20 songs, whose numbers change at every turn. */
export const queueOf = (turn: number) => Array.from({ length: 20 }, (_, n) => entry(n, turn))

export const queueText = (turn: number): string => JSON.stringify(queueOf(turn))

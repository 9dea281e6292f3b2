import type { EveningSoFar } from '#contract/report.ts'
import type { Ask, PaidQueueEntry, QueueEntry, Song } from '#contract/shapes.ts'
import { arrange, ownRunWith } from '#domain/queue/arrangement.ts'
import type { EveningRules } from '#domain/queue/evening-rules.ts'
import { nowOf, waiting } from '#domain/queue/queue.ts'
import { placeOrder } from '#domain/queue/queue-steps.ts'
import { MINUTE_MS, SECOND_MS } from '#domain/time.ts'
import type { Action, ServerState } from '../command.ts'
import { effectOf } from '../effect.ts'

export const REHEARSAL_MS = 10 * MINUTE_MS
const GRACE_MS = 20 * SECOND_MS
/** More would not be read on a pad. */
const WAITING_ENOUGH = 12
/** Kopecks. */
const TIPS = [10_000, 20_000, 30_000, 50_000]

const NAMES = ['Аня', 'Игорь', 'Лена и Паша', 'Столик у окна', 'Марина', 'Дима', 'Бабушка Вера']
const WORDS = [
  'С днём рождения, Оля!',
  'Для всего нашего стола',
  '',
  '',
  'Под неё мы познакомились',
]

export type HallSong = Pick<Song, 'songId' | 'title' | 'artistName' | 'imageUrl'>

/** What the server of a rehearsal knows: the concert as the pad is told of it, and what listeners gave and wrote. */
export type Hall = {
  readonly server: ServerState
  readonly songs: readonly HallSong[]
  readonly rules: EveningRules
  /** The artist's own songs that have sounded in a row. */
  readonly ownRun: number
  /** Kopecks an order costs; null: orders are free. */
  readonly price: number | null
  /** By the id of an entry. */
  readonly behind: Readonly<
    Record<
      string,
      {
        readonly amount: number
        readonly asks: readonly Ask[]
        readonly people: readonly string[]
        readonly arrivedAt: number
      }
    >
  >
  readonly played: EveningSoFar['played']
  readonly tips: NonNullable<EveningSoFar['tips']>['newest']
  readonly thanks: EveningSoFar['thanks']
  readonly watchers: number
  readonly orders: number
  readonly seed: number
  readonly steps: number
}

/** Before its first listener. `now` in ms since 1970, here and below. */
export function openHall(
  wish: Pick<Hall, 'songs' | 'rules' | 'price' | 'seed'>,
  now: number,
): Hall {
  const server = {
    queue: [],
    active: true,
    closed: false,
    byClock: false,
    endsAt: new Date(now + REHEARSAL_MS).toISOString(),
    breakUntil: null,
  }
  const nobody = { behind: {}, played: [], tips: [], thanks: [], watchers: 0, orders: 0, steps: 0 }
  return { ...wish, server, ...nobody, ownRun: 0 }
}

/** Does what the pad asks by the rules of the queue. Says why where it is not possible. */
export function commanded(
  hall: Hall,
  action: Action,
  now: number,
): { readonly hall: Hall; readonly why: string | null } {
  if (action.kind === 'undo' && !mayUndo(hall, action.entry.id, now))
    return { hall, why: 'Вернуть песню уже нельзя: прошло слишком много времени' }
  const effect = effectOf(hall.server, action)
  if (effect.is === 'lost') return { hall, why: effect.why }
  if (effect.is === 'done') return { hall, why: null }
  const before = nowOf(hall.server.queue)
  const ended = action.kind === 'next' && before !== null ? [playedOf(hall, before, now)] : []
  const back = action.kind === 'undo' ? action.entry.id : null
  const played = [...ended, ...hall.played.filter(({ id }) => id !== back)]
  const started = action.kind === 'next' ? action.started : null
  const ownRun = started === null ? hall.ownRun : ownRunWith(hall.ownRun, started.status)
  return { hall: laid({ ...hall, server: effect.after, played, ownRun }), why: null }
}

/** With its queue as the turn of the evening lays it. */
function laid(hall: Hall): Hall {
  const { rules, ownRun, server } = hall
  const entries = server.queue.map((entry) => {
    const { people = [], amount = 0, arrivedAt = 0 } = hall.behind[entry.id] ?? {}
    return { ...entry, behind: { people, amount, arrivedAt } }
  })
  const queue = arrange(entries, { ...rules, ownRun }).map((one) => {
    const { behind: _, ...entry } = one
    return entry
  })
  return { ...hall, server: { ...server, queue } }
}

const mayUndo = ({ played }: Hall, id: string, now: number) =>
  played.some((song) => song.id === id && Date.parse(song.undoUntil) > now)

function playedOf(hall: Hall, entry: QueueEntry, now: number): EveningSoFar['played'][number] {
  return {
    ...paidEntry(hall, entry),
    status: 'PLAYED',
    endedAt: new Date(now).toISOString(),
    undoUntil: new Date(now + GRACE_MS).toISOString(),
  }
}

/** An entry as its artist is told of it. */
export function paidEntry({ behind, price }: Hall, entry: QueueEntry): PaidQueueEntry {
  const { amount = 0, asks = [] } = behind[entry.id] ?? {}
  const paidOrders = price === null ? 0 : entry.backers
  return { ...entry, amount, paidOrders, suggested: false, asks: [...asks] }
}

/** The song that can still be taken back, and the whole seconds left; null where there is none. */
export function lastPlayed({ played }: Hall, now: number) {
  const [last] = played
  if (last === undefined) return null
  const undoSeconds = Math.ceil((Date.parse(last.undoUntil) - now) / SECOND_MS)
  return undoSeconds > 0 ? { ...last, undoSeconds } : null
}

/** What happens in the hall within some seconds: the same for the same seed. */
export function lived(hall: Hall, now: number): Hall {
  const dice = diceOf(hall.seed + hall.steps * 7919)
  let after: Hall = { ...hall, steps: hall.steps + 1 }
  // It begins with people, and with something to play.
  const begins = hall.steps < 2
  const fills = begins ? 1 : after.watchers < 8 ? 0.8 : 0.2
  if (dice.under(fills)) after = { ...after, watchers: after.watchers + dice.upTo(3) + 1 }
  if (after.watchers === 0 || after.songs.length === 0) return after
  const queued = waiting(after.server.queue)
  const mayOrder = !after.server.closed && queued.length < WAITING_ENOUGH
  if (mayOrder && dice.under(begins ? 1 : queued.length < 3 ? 0.7 : 0.3))
    after = ordered(after, dice.one(after.songs), dice, now)
  else if (queued.length > 0 && dice.under(0.25))
    after = ordered(after, dice.one(queued), dice, now)
  const [song] = after.played
  if (song !== undefined && dice.under(0.2)) after = thanked(after, song, dice, now)
  if (dice.under(0.06)) after = tipped(after, dice, now)
  return after
}

type Dice = ReturnType<typeof diceOf>

const idOf = ({ steps }: Hall, dice: Dice) =>
  `00000000-0000-7000-8000-${(steps * 1000 + dice.upTo(1000)).toString(16).padStart(12, '0')}`

/** A listener asks for the song, or stands behind it where it waits. */
function ordered(hall: Hall, song: HallSong, dice: Dice, now: number): Hall {
  const { songId, title, artistName, imageUrl } = song
  const fresh = { id: idOf(hall, dice), songId, title, artistName, imageUrl, backers: 1 }
  const step = placeOrder(hall.server.queue, { ...fresh, status: 'SCHEDULED' as const })
  const { id } = step.entry
  const queue = step.queue.map((entry) =>
    step.joined && entry.id === id ? { ...entry, backers: entry.backers + 1 } : entry,
  )
  const nobody = { amount: 0, asks: [], people: [], arrivedAt: now }
  const { amount, asks, people, arrivedAt } = hall.behind[id] ?? nobody
  const given = hall.price === null ? 0 : hall.price * (dice.upTo(3) + 1)
  const person = dice.one(NAMES)
  const words = dice.one(WORDS)
  const wrote = { id: fresh.id, name: person, words: wordsIn(hall.rules, words), held: false }
  const writes = dice.under(0.6) && hall.rules.words !== 'off'
  const behind = {
    ...hall.behind,
    [id]: {
      amount: amount + given,
      asks: writes ? [...asks, { ...wrote, muted: false }] : asks,
      people: people.includes(person) ? people : [...people, person],
      arrivedAt,
    },
  }
  return laid({ ...hall, server: { ...hall.server, queue }, behind, orders: hall.orders + 1 })
}

const wordsIn = ({ words }: EveningRules, written: string) =>
  words === 'name_and_words' ? written : ''

function thanked(hall: Hall, { title }: QueueEntry, dice: Dice, now: number): Hall {
  const told = { id: idOf(hall, dice), at: new Date(now).toISOString(), name: dice.one(NAMES) }
  return { ...hall, thanks: [{ ...told, held: false, title, answered: false }, ...hall.thanks] }
}

function tipped(hall: Hall, dice: Dice, now: number): Hall {
  const told = { id: idOf(hall, dice), at: new Date(now).toISOString(), amount: dice.one(TIPS) }
  return { ...hall, tips: [{ ...told, message: dice.one(WORDS) }, ...hall.tips] }
}

/** The evening as the pad asks for it. */
export function eveningOf({ played, tips, thanks }: Hall): EveningSoFar {
  const sum = tips.reduce((all, { amount }) => all + amount, 0)
  return { played: [...played], tips: { sum, newest: [...tips] }, thanks: [...thanks] }
}

/** Numbers that are as good as random, and the same for the same seed (mulberry32). */
function diceOf(seed: number) {
  let state = Math.trunc(seed)
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const upTo = (many: number) => Math.floor(next() * many)
  return {
    under: (chance: number) => next() < chance,
    upTo,
    one<T>(of: readonly [T, ...T[]] | readonly T[]): T {
      return of[upTo(of.length)] as T
    },
  }
}

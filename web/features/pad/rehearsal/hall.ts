import type { EveningSoFar } from '#contract/report.ts'
import type { Ask, OwnSong, PaidQueueEntry, QueueEntry } from '#contract/shapes.ts'
import { arrange, ownRunWith, seatOf, supporter } from '#domain/queue/arrangement.ts'
import { proposeLastCall } from '#domain/queue/evening-rules.ts'
import type { ClockOfEvening, EveningRules } from '#domain/queue/evening-rules.ts'
import { nowOf, waiting } from '#domain/queue/queue.ts'
import { MINUTE_MS, SECOND_MS } from '#domain/time.ts'
import type { Action, ServerState } from '../command.ts'
import { effectOf } from '../effect.ts'

export const REHEARSAL_MS = 10 * MINUTE_MS
const GRACE_MS = 20 * SECOND_MS
/** Listeners sit at the tables 1, 2 and 3, and every fourth at none (0). */
const TABLES = 4

export type HallSong = Pick<OwnSong, 'songId' | 'title' | 'artistName' | 'imageUrl' | 'seconds'>

/** The state of a rehearsal's simulated server: the concert as the pad sees it, and the orders, tips and words of listeners. */
export type Hall = {
  readonly server: ServerState
  readonly songs: readonly HallSong[]
  readonly rules: EveningRules
  /** The number of the artist's own songs played in a row. */
  readonly ownRun: number
  /** The songs that have started and were not interrupted, the last one first (ms since 1970). */
  readonly sounded: readonly {
    readonly entryId: string
    readonly songId: string
    readonly began: number
    readonly ended: number | null
  }[]
  /** The price of an order in kopecks; null: orders are free. */
  readonly price: number | null
  /** By entry id. */
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

/** The state before the first listener. `now` in ms since 1970, here and below. */
export function openHall(
  wish: Pick<Hall, 'songs' | 'rules' | 'price' | 'seed'>,
  now: number,
): Hall {
  const server = {
    queue: [],
    active: true,
    closed: wish.rules.lastCall === 'closed',
    byClock: wish.rules.byClock,
    endsAt: new Date(now + REHEARSAL_MS).toISOString(),
    breakUntil: null,
  }
  const nobody = { behind: {}, played: [], tips: [], thanks: [], watchers: 0, orders: 0, steps: 0 }
  return { ...wish, server, ...nobody, ownRun: 0, sounded: [] }
}

/** Applies an action of the pad by the rules of the queue. `why`: the reason where it is not possible. */
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
  const sounded = soundedAfter(hall, effect.after, action, now)
  return { hall: laid({ ...hall, server: effect.after, played, ownRun, sounded }), why: null }
}

/** After an undo the earlier song goes on, and the one after it counts as not started. */
function soundedAfter(
  { sounded, server }: Hall,
  after: ServerState,
  action: Action,
  now: number,
): Hall['sounded'] {
  const before = nowOf(server.queue)
  const playing = nowOf(after.queue)
  if (before?.id === playing?.id) return sounded
  const ended = sounded
    .filter(({ entryId }) => action.kind === 'next' || entryId !== before?.id)
    .map((one) => (one.entryId === before?.id ? { ...one, ended: now } : one))
  if (playing === null) return ended
  if (action.kind === 'undo')
    return ended.map((one) => (one.entryId === playing.id ? { ...one, ended: null } : one))
  return [{ entryId: playing.id, songId: playing.songId, began: now, ended: null }, ...ended]
}

/** Sorts the queue by the evening's rules of turn. */
export function laid(hall: Hall): Hall {
  const { rules, ownRun, server } = hall
  const entries = server.queue.map((entry) => {
    const { people = [], amount = 0, arrivedAt = 0 } = hall.behind[entry.id] ?? {}
    const seats = people.map((person) => seatOf(person, tableOf(person)))
    return { ...entry, behind: { people, seats, amount, arrivedAt } }
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

/** An entry as its artist sees it. */
export function paidEntry({ behind, price, rules }: Hall, entry: QueueEntry): PaidQueueEntry {
  const { amount = 0, asks = [], people = [] } = behind[entry.id] ?? {}
  const paidOrders = price === null ? 0 : entry.backers
  const seats = rules.byTable ? people.map(tableOf).filter((table) => table > 0) : []
  const tables = [...new Set(seats)].toSorted((one, other) => one - other)
  return { ...entry, amount, paidOrders, suggested: false, asks: [...asks], tables }
}

/** The number of a listener, also of one who supports a song. */
export const numberOf = (person: string) => Number(person.replace(supporter(''), ''))
const tableOf = (person: string) => numberOf(person) % TABLES

/** The pad's proposal once the waiting songs do not fit into the time left. */
export const proposalOf = (hall: Hall, now: number) =>
  proposeLastCall(waiting(hall.server.queue).length, clockOf(hall, now))

/** The data on the pace of this evening. */
export function clockOf({ server, songs, sounded }: Hall, now: number): ClockOfEvening {
  const noted = new Map(songs.map(({ songId, seconds }) => [songId, seconds]))
  const lengthOf = ({ songId }: { readonly songId: string }) => {
    const seconds = noted.get(songId)
    return seconds === undefined ? null : seconds * SECOND_MS
  }
  const playing = sounded.find(({ ended }) => ended === null)
  const played = sounded.filter(({ ended }) => ended !== null)
  return {
    now: new Date(now),
    endsAt: new Date(server.endsAt),
    lengths: played.map(({ began, ended }) => (ended ?? began) - began),
    playingFor: playing === undefined ? null : now - playing.began,
    noted: {
      playing: playing === undefined ? null : lengthOf(playing),
      waiting: waiting(server.queue).map(lengthOf),
      played: played.map(lengthOf),
    },
  }
}

/** The song that can still be undone, and the whole seconds left; null where there is none. */
export function lastPlayed({ played }: Hall, now: number) {
  const [last] = played
  if (last === undefined) return null
  const undoSeconds = Math.ceil((Date.parse(last.undoUntil) - now) / SECOND_MS)
  return undoSeconds > 0 ? { ...last, undoSeconds } : null
}

/** The evening in the form of the pad's API. */
export function eveningOf({ played, tips, thanks }: Hall): EveningSoFar {
  const sum = tips.reduce((all, { amount }) => all + amount, 0)
  return { played: [...played], tips: { sum, newest: [...tips] }, thanks: [...thanks] }
}

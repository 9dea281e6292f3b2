import type { EveningSoFar } from '#contract/report.ts'
import type { Ask, OwnSong, PaidQueueEntry, QueueEntry } from '#contract/shapes.ts'
import { arrange, ownRunWith, seatOf, supporter } from '#domain/queue/arrangement.ts'
import { proposeLastCall } from '#domain/queue/last-call.ts'
import type { ClockOfEvening } from '#domain/queue/last-call.ts'
import type { EveningRules } from '#domain/queue/evening-rules.ts'
import { nowOf, waiting } from '#domain/queue/queue.ts'
import { MINUTE_MS, SECOND_MS } from '#domain/time.ts'
import type { Action, ServerState } from '../commands/command.ts'
import { effectOf } from '../commands/effect.ts'

export const REHEARSAL_MS = 10 * MINUTE_MS
const GRACE_MS = 20 * SECOND_MS
/** Listeners sit at the tables 1, 2 and 3, and every fourth at none (0). */
const TABLES = 4

export type SimulatedSong = Pick<
  OwnSong,
  'songId' | 'title' | 'artistName' | 'imageUrl' | 'seconds'
>

/** The state of a rehearsal's simulated server: the concert as the pad sees it, and the orders, tips and words of listeners. */
export type Simulation = {
  readonly server: ServerState
  readonly songs: readonly SimulatedSong[]
  readonly rules: EveningRules
  /** The number of the artist's own songs played in a row. */
  readonly ownRun: number
  /** The songs that have started and were not interrupted, the last one first (ms since 1970). */
  readonly startedSongs: readonly {
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
export function startSimulation(
  wish: Pick<Simulation, 'songs' | 'rules' | 'price' | 'seed'>,
  now: number,
): Simulation {
  const server = {
    queue: [],
    active: true,
    closed: wish.rules.lastCall === 'closed',
    byClock: wish.rules.byClock,
    endsAt: new Date(now + REHEARSAL_MS).toISOString(),
    breakUntil: null,
  }
  const nobody = { behind: {}, played: [], tips: [], thanks: [], watchers: 0, orders: 0, steps: 0 }
  return { ...wish, server, ...nobody, ownRun: 0, startedSongs: [] }
}

/** Applies an action of the pad by the rules of the queue. `why`: the reason where it is not possible. */
export function applyAction(
  simulation: Simulation,
  action: Action,
  now: number,
): { readonly simulation: Simulation; readonly why: string | null } {
  if (action.kind === 'undo' && !mayUndo(simulation, action.entry.id, now))
    return { simulation, why: 'Вернуть песню уже нельзя: прошло слишком много времени' }
  const effect = effectOf(simulation.server, action)
  if (effect.is === 'lost') return { simulation, why: effect.why }
  if (effect.is === 'done') return { simulation, why: null }
  const before = nowOf(simulation.server.queue)
  const ended = action.kind === 'next' && before !== null ? [playedOf(simulation, before, now)] : []
  const back = action.kind === 'undo' ? action.entry.id : null
  const played = [...ended, ...simulation.played.filter(({ id }) => id !== back)]
  const started = action.kind === 'next' ? action.started : null
  const ownRun =
    started === null ? simulation.ownRun : ownRunWith(simulation.ownRun, started.status)
  const startedSongs = startedSongsAfter(simulation, effect.after, action, now)
  return {
    simulation: withSortedQueue({
      ...simulation,
      server: effect.after,
      played,
      ownRun,
      startedSongs,
    }),
    why: null,
  }
}

/** After an undo the earlier song goes on, and the one after it counts as not started. */
function startedSongsAfter(
  { startedSongs, server }: Simulation,
  after: ServerState,
  action: Action,
  now: number,
): Simulation['startedSongs'] {
  const before = nowOf(server.queue)
  const playing = nowOf(after.queue)
  if (before?.id === playing?.id) return startedSongs
  const ended = startedSongs
    .filter(({ entryId }) => action.kind === 'next' || entryId !== before?.id)
    .map((one) => (one.entryId === before?.id ? { ...one, ended: now } : one))
  if (playing === null) return ended
  if (action.kind === 'undo')
    return ended.map((one) => (one.entryId === playing.id ? { ...one, ended: null } : one))
  return [{ entryId: playing.id, songId: playing.songId, began: now, ended: null }, ...ended]
}

/** Sorts the queue by the evening's rules of turn. */
export function withSortedQueue(simulation: Simulation): Simulation {
  const { rules, ownRun, server } = simulation
  const entries = server.queue.map((entry) => {
    const { people = [], amount = 0, arrivedAt = 0 } = simulation.behind[entry.id] ?? {}
    const seats = people.map((person) => seatOf(person, tableOf(person)))
    return { ...entry, behind: { people, seats, amount, arrivedAt } }
  })
  const queue = arrange(entries, { ...rules, ownRun }).map((one) => {
    const { behind: _, ...entry } = one
    return entry
  })
  return { ...simulation, server: { ...server, queue } }
}

const mayUndo = ({ played }: Simulation, id: string, now: number) =>
  played.some((song) => song.id === id && Date.parse(song.undoUntil) > now)

function playedOf(
  simulation: Simulation,
  entry: QueueEntry,
  now: number,
): EveningSoFar['played'][number] {
  return {
    ...paidEntry(simulation, entry),
    status: 'PLAYED',
    endedAt: new Date(now).toISOString(),
    undoUntil: new Date(now + GRACE_MS).toISOString(),
  }
}

/** An entry as its artist sees it. */
export function paidEntry({ behind, price, rules }: Simulation, entry: QueueEntry): PaidQueueEntry {
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
export const proposalOf = (simulation: Simulation, now: number) =>
  proposeLastCall(waiting(simulation.server.queue).length, {
    ...clockOf(simulation, now),
    breakUntil: breakOf(simulation),
  })

/** When the break ends that is going on; null where there is none. */
export const breakOf = ({ server: { breakUntil } }: Simulation) =>
  breakUntil === null ? null : new Date(breakUntil)

/** The data on the pace of this evening. */
export function clockOf({ server, songs, startedSongs }: Simulation, now: number): ClockOfEvening {
  const noted = new Map(songs.map(({ songId, seconds }) => [songId, seconds]))
  const lengthOf = ({ songId }: { readonly songId: string }) => {
    const seconds = noted.get(songId)
    return seconds === undefined ? null : seconds * SECOND_MS
  }
  const playing = startedSongs.find(({ ended }) => ended === null)
  const played = startedSongs.filter(({ ended }) => ended !== null)
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
export function lastPlayed({ played }: Simulation, now: number) {
  const [last] = played
  if (last === undefined) return null
  const undoSeconds = Math.ceil((Date.parse(last.undoUntil) - now) / SECOND_MS)
  return undoSeconds > 0 ? { ...last, undoSeconds } : null
}

/** The evening in the form of the pad's API. */
export function eveningOf({ played, tips, thanks }: Simulation): EveningSoFar {
  const sum = tips.reduce((all, { amount }) => all + amount, 0)
  return { played: [...played], tips: { sum, newest: [...tips] }, thanks: [...thanks] }
}

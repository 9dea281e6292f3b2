import type { QueueEntry } from '#contract/shapes.ts'
import { rublesToKopecks } from '#domain/money.ts'
import { supporter } from '#domain/queue/arrangement.ts'
import {
  admitOrderOfPerson,
  admitReception,
  admitRepeat,
  opensAfter,
} from '#domain/queue/admission.ts'
import { admitByClock } from '#domain/queue/last-call.ts'
import type { EveningRules } from '#domain/queue/evening-rules.ts'
import { placeIn, waiting } from '#domain/queue/queue.ts'
import { placeOrder } from '#domain/queue/queue-steps.ts'
import { shareMinimum } from '#domain/queue/price.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Simulation, SimulatedSong } from './simulation.ts'
import { breakOf, clockOf, withSortedQueue, numberOf } from './simulation.ts'

/** More songs would not be read on a pad. */
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

/** One step of the simulated listeners: the same result for the same seed. */
export function advanceSimulation(simulation: Simulation, now: number): Simulation {
  const random = seededRandom(simulation.seed + simulation.steps * 7919)
  let after: Simulation = { ...simulation, steps: simulation.steps + 1 }
  // The first steps add listeners and a song to play.
  const begins = simulation.steps < 2
  const fills = begins ? 1 : after.watchers < 8 ? 0.8 : 0.2
  if (random.under(fills)) after = { ...after, watchers: after.watchers + random.upTo(3) + 1 }
  if (after.watchers === 0 || after.songs.length === 0) return after
  const queued = waiting(after.server.queue)
  const mayOrder = queued.length < WAITING_ENOUGH
  if (mayOrder && random.under(begins ? 1 : queued.length < 3 ? 0.7 : 0.3))
    after = ordered(after, random.one(after.songs), random, now)
  else if (queued.length > 0 && random.under(0.25))
    after = after.rules.support
      ? supported(after, random.one(queued), random)
      : ordered(after, random.one(queued), random, now)
  const [song] = after.played
  if (song !== undefined && random.under(0.2)) after = thanked(after, song, random, now)
  if (random.under(0.06)) after = tipped(after, random, now)
  return after
}

type SeededRandom = ReturnType<typeof seededRandom>

const idOf = ({ steps }: Simulation, random: SeededRandom) =>
  `00000000-0000-7000-8000-${(steps * 1000 + random.upTo(1000)).toString(16).padStart(12, '0')}`

/** A listener orders the song, or joins its entry where it waits; nothing happens where the rules refuse the order. */
function ordered(
  simulation: Simulation,
  song: SimulatedSong,
  random: SeededRandom,
  now: number,
): Simulation {
  const { songId, title, artistName, imageUrl } = song
  const fresh = { id: idOf(simulation, random), songId, title, artistName, imageUrl, backers: 0 }
  const { queue, entry } = placeOrder(simulation.server.queue, {
    ...fresh,
    status: 'SCHEDULED' as const,
  })
  const price = simulation.price === null ? 0 : simulation.price * (random.upTo(3) + 1)
  const person = listenerOf(simulation, random)
  const placed = {
    ...simulation,
    server: { ...simulation.server, queue },
    orders: simulation.orders + 1,
  }
  const after = backed(placed, entry, { person, amount: price, arrivedAt: now }, random)
  if (after === null) return simulation
  try {
    admit(simulation, after, { entry, person, now })
    return after
  } catch (error) {
    if (error instanceof Refusal) return simulation
    throw error
  }
}

/** Checks an order against the limits in the rules, but not its sum or words; `after` is the hall with it. */
function admit(
  simulation: Simulation,
  after: Simulation,
  { entry, person, now }: { entry: QueueEntry; person: string; now: number },
): void {
  const { server, rules, price, played, startedSongs } = simulation
  admitReception({ lastCall: server.closed ? 'closed' : 'open' })
  const ofPerson = (entries: readonly { readonly id: string }[]) =>
    entries.filter(({ id }) => simulation.behind[id]?.people.includes(person)).length
  const waits = ofPerson(waiting(server.queue))
  const evening = ofPerson([...server.queue, ...played])
  const kind = price === null ? 'free' : 'paid'
  admitOrderOfPerson({ free: waits, paid: waits, evening }, rules, kind)
  const ago = startedSongs.findIndex(({ songId }) => songId === entry.songId)
  admitRepeat(opensAfter(ago < 0 ? null : ago, rules))
  if (!server.byClock) return
  const place = placeIn(after.server.queue, entry.id) ?? 1
  admitByClock(place, clockOf(after, Math.max(now, breakOf(after)?.getTime() ?? now)))
}

/** A listener joins a waiting song without an order of his own, once. */
function supported(simulation: Simulation, entry: QueueEntry, random: SeededRandom): Simulation {
  const { price } = simulation
  const amount = price === null ? 0 : rublesToKopecks(shareMinimum(price / 100))
  return (
    backed(
      simulation,
      entry,
      { person: supporter(listenerOf(simulation, random)), amount },
      random,
    ) ?? simulation
  )
}

const listenerOf = ({ watchers }: Simulation, random: SeededRandom) => String(random.upTo(watchers))

type Given = { person: string; amount: number; arrivedAt?: number }

/** Adds a listener behind an entry, with his words; null where he is there already. */
function backed(
  simulation: Simulation,
  entry: QueueEntry,
  { person, amount, arrivedAt = 0 }: Given,
  random: SeededRandom,
) {
  const there = simulation.behind[entry.id] ?? { amount: 0, asks: [], people: [], arrivedAt }
  const name = NAMES[numberOf(person) % NAMES.length] ?? ''
  const words = wordsIn(simulation.rules, random.one(WORDS))
  const wrote = { id: idOf(simulation, random), name, words, held: false, muted: false }
  const writes = random.under(0.6) && simulation.rules.words !== 'off'
  if (there.people.includes(person)) return null
  const people = [...there.people, person]
  const asks = writes ? [...there.asks, wrote] : there.asks
  const behind = {
    ...simulation.behind,
    [entry.id]: { ...there, amount: there.amount + amount, asks, people },
  }
  const queue = simulation.server.queue.map((one) =>
    one.id === entry.id ? { ...one, backers: people.length } : one,
  )
  return withSortedQueue({ ...simulation, server: { ...simulation.server, queue }, behind })
}

const wordsIn = ({ words }: EveningRules, written: string) =>
  words === 'name_and_words' ? written : ''

function thanked(
  simulation: Simulation,
  { title }: QueueEntry,
  random: SeededRandom,
  now: number,
): Simulation {
  const fields = {
    id: idOf(simulation, random),
    at: new Date(now).toISOString(),
    name: random.one(NAMES),
  }
  return {
    ...simulation,
    thanks: [{ ...fields, held: false, title, answered: false }, ...simulation.thanks],
  }
}

function tipped(simulation: Simulation, random: SeededRandom, now: number): Simulation {
  const fields = {
    id: idOf(simulation, random),
    at: new Date(now).toISOString(),
    amount: random.one(TIPS),
  }
  return {
    ...simulation,
    tips: [
      {
        ...fields,
        message: random.one(WORDS),
        name: random.one(NAMES),
        table: null,
        answered: false,
      },
      ...simulation.tips,
    ],
  }
}

/** Pseudo-random numbers, the same for the same seed (mulberry32). */
function seededRandom(seed: number) {
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

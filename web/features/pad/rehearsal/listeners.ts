import type { QueueEntry } from '#contract/shapes.ts'
import { supporter } from '#domain/queue/arrangement.ts'
import {
  admitByClock,
  admitOrderOfPerson,
  admitReception,
  admitRepeat,
  opensAfter,
} from '#domain/queue/evening-rules.ts'
import type { EveningRules } from '#domain/queue/evening-rules.ts'
import { waiting } from '#domain/queue/queue.ts'
import { placeOrder } from '#domain/queue/queue-steps.ts'
import { shareMinimum } from '#domain/queue/support.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Hall, HallSong } from './hall.ts'
import { clockOf, laid, numberOf } from './hall.ts'

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
export function advanceHall(hall: Hall, now: number): Hall {
  const dice = diceOf(hall.seed + hall.steps * 7919)
  let after: Hall = { ...hall, steps: hall.steps + 1 }
  // The first steps add listeners and a song to play.
  const begins = hall.steps < 2
  const fills = begins ? 1 : after.watchers < 8 ? 0.8 : 0.2
  if (dice.under(fills)) after = { ...after, watchers: after.watchers + dice.upTo(3) + 1 }
  if (after.watchers === 0 || after.songs.length === 0) return after
  const queued = waiting(after.server.queue)
  const mayOrder = queued.length < WAITING_ENOUGH
  if (mayOrder && dice.under(begins ? 1 : queued.length < 3 ? 0.7 : 0.3))
    after = ordered(after, dice.one(after.songs), dice, now)
  else if (queued.length > 0 && dice.under(0.25))
    after = after.rules.support
      ? supported(after, dice.one(queued), dice)
      : ordered(after, dice.one(queued), dice, now)
  const [song] = after.played
  if (song !== undefined && dice.under(0.2)) after = thanked(after, song, dice, now)
  if (dice.under(0.06)) after = tipped(after, dice, now)
  return after
}

type Dice = ReturnType<typeof diceOf>

const idOf = ({ steps }: Hall, dice: Dice) =>
  `00000000-0000-7000-8000-${(steps * 1000 + dice.upTo(1000)).toString(16).padStart(12, '0')}`

/** A listener orders the song, or joins its entry where it waits; nothing happens where the rules refuse the order. */
function ordered(hall: Hall, song: HallSong, dice: Dice, now: number): Hall {
  const { songId, title, artistName, imageUrl } = song
  const fresh = { id: idOf(hall, dice), songId, title, artistName, imageUrl, backers: 0 }
  const { queue, entry } = placeOrder(hall.server.queue, { ...fresh, status: 'SCHEDULED' as const })
  const price = hall.price === null ? 0 : hall.price * (dice.upTo(3) + 1)
  const person = listenerOf(hall, dice)
  const placed = { ...hall, server: { ...hall.server, queue }, orders: hall.orders + 1 }
  const after = backed(placed, entry, { person, amount: price, arrivedAt: now }, dice)
  if (after === null) return hall
  try {
    admit(hall, after, { entry, person, now })
    return after
  } catch (error) {
    if (error instanceof Refusal) return hall
    throw error
  }
}

/** Admits an order as the server does: `after` is the hall with it. */
function admit(
  hall: Hall,
  after: Hall,
  { entry, person, now }: { entry: QueueEntry; person: string; now: number },
): void {
  const { server, rules, price, played, sounded } = hall
  admitReception({ lastCall: server.closed ? 'closed' : 'open' })
  const ofPerson = (entries: readonly { readonly id: string }[]) =>
    entries.filter(({ id }) => hall.behind[id]?.people.includes(person)).length
  const waits = ofPerson(waiting(server.queue))
  const evening = ofPerson([...server.queue, ...played])
  const kind = price === null ? 'free' : 'paid'
  admitOrderOfPerson({ free: waits, paid: waits, evening }, rules, kind)
  const ago = sounded.findIndex(({ songId }) => songId === entry.songId)
  admitRepeat(opensAfter(ago < 0 ? null : ago, rules))
  if (!server.byClock) return
  const place = waiting(after.server.queue).findIndex(({ id }) => id === entry.id) + 1
  admitByClock(place, clockOf(after, now))
}

/** A listener joins a waiting song without an order of his own, once. */
function supported(hall: Hall, entry: QueueEntry, dice: Dice): Hall {
  const { price } = hall
  const amount = price === null ? 0 : shareMinimum(price / 100) * 100
  return backed(hall, entry, { person: supporter(listenerOf(hall, dice)), amount }, dice) ?? hall
}

const listenerOf = ({ watchers }: Hall, dice: Dice) => String(dice.upTo(watchers))

type Given = { person: string; amount: number; arrivedAt?: number }

/** Adds a listener behind an entry, with his words; null where he is there already. */
function backed(
  hall: Hall,
  entry: QueueEntry,
  { person, amount, arrivedAt = 0 }: Given,
  dice: Dice,
) {
  const there = hall.behind[entry.id] ?? { amount: 0, asks: [], people: [], arrivedAt }
  const name = NAMES[numberOf(person) % NAMES.length] ?? ''
  const words = wordsIn(hall.rules, dice.one(WORDS))
  const wrote = { id: idOf(hall, dice), name, words, held: false, muted: false }
  const writes = dice.under(0.6) && hall.rules.words !== 'off'
  if (there.people.includes(person)) return null
  const people = [...there.people, person]
  const asks = writes ? [...there.asks, wrote] : there.asks
  const behind = {
    ...hall.behind,
    [entry.id]: { ...there, amount: there.amount + amount, asks, people },
  }
  const queue = hall.server.queue.map((one) =>
    one.id === entry.id ? { ...one, backers: people.length } : one,
  )
  return laid({ ...hall, server: { ...hall.server, queue }, behind })
}

const wordsIn = ({ words }: EveningRules, written: string) =>
  words === 'name_and_words' ? written : ''

function thanked(hall: Hall, { title }: QueueEntry, dice: Dice, now: number): Hall {
  const newThanks = { id: idOf(hall, dice), at: new Date(now).toISOString(), name: dice.one(NAMES) }
  return {
    ...hall,
    thanks: [{ ...newThanks, held: false, title, answered: false }, ...hall.thanks],
  }
}

function tipped(hall: Hall, dice: Dice, now: number): Hall {
  const newThanks = {
    id: idOf(hall, dice),
    at: new Date(now).toISOString(),
    amount: dice.one(TIPS),
  }
  return { ...hall, tips: [{ ...newThanks, message: dice.one(WORDS) }, ...hall.tips] }
}

/** Pseudo-random numbers, the same for the same seed (mulberry32). */
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

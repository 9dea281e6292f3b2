import type { EveningRules } from './evening-rules.ts'
import { behindLocked, withoutPasses, withPasses } from './let-pass.ts'
import type { LetPass } from './let-pass.ts'
import { tableIn } from './own-song.ts'
import { waiting } from './queue.ts'
import type { Entry, Queue, SongStatus } from './queue.ts'

/** The persons and the money behind an entry. */
export type Behind = {
  /** Each person once, supporters as `supporter`; none behind a song that the artist listed himself. */
  readonly people: readonly string[]
  /** The same persons in the same order, each as its table where it sits at one, and after them the table that the artist added the song for; omitted where there is no table. */
  readonly seats?: readonly string[]
  /** Kopecks. */
  readonly amount: number
  /** When the entry arrived, in ms since 1970. */
  readonly arrivedAt: number
  readonly letPass?: LetPass | undefined
}

/** The key of a person who supports a song: counted apart from his own orders, so that «+1» costs him no turn. */
export const supporter = (person: string) => `+${person}`

export type Arrangeable = Entry & { readonly behind: Behind }
export type TurnRules = Pick<EveningRules, 'turn' | 'lock'> &
  Partial<Pick<EveningRules, 'byTable' | 'orderAfter'>> & {
    /** Own songs played in a row, the current one included; omitted: none. */
    readonly ownRun?: number
  }

/** A waiting entry at its place; `round` counts from 1 in a circle and is 1 otherwise. */
export type Placed<E> = { readonly entry: E; readonly locked: boolean; readonly round: number }

export const isOf = (person: string, device: string) =>
  person === device || person === supporter(device)

/** Returns the key of a person's table; a device without a table is its own key. */
export function seatOf(person: string, table: number | null | undefined): string {
  if (!table) return person
  return person.startsWith(supporter('')) ? supporter(`table ${table}`) : `table ${table}`
}

/** Adds the table that the artist noted for his own song, where he named one. */
export function withNotedTable(behind: Behind, forWhom: string): Behind {
  const table = tableIn(forWhom)
  if (table === null) return behind
  const { people, seats = people } = behind
  return { ...behind, seats: [...seats, seatOf('', table)] }
}

/** Returns the queue once a device has moved to another table, or to none. */
export function withTable<E extends Arrangeable>(
  queue: Queue<E>,
  device: string,
  table: number | null,
): Queue<E> {
  return queue.map((entry) => {
    const { people, seats = people } = entry.behind
    if (!people.some((person) => isOf(person, device))) return entry
    const moved = seats.map((seat, at) => {
      const person = people[at]
      return person !== undefined && isOf(person, device) ? seatOf(person, table) : seat
    })
    return { ...entry, behind: { ...entry.behind, seats: moved } }
  })
}

/** Whether the circle counts other persons now, or another turn applies: the queue is then rebuilt. */
export function restartsCircle(before: TurnRules, rules: TurnRules): boolean {
  const { turn, byTable = false } = rules
  return turn !== before.turn || (turn === 'circle' && byTable !== (before.byTable ?? false))
}

/** Whether the places of entries depend on the persons and the money behind them. */
export function looksBehind({ turn, orderAfter }: TurnRules): boolean {
  return turn !== 'arrival' || typeof orderAfter === 'number'
}

/** Returns the own songs in a row once a song of this status has begun: an own song is QUEUED before it begins. */
export function ownRunWith(before: number, statusBefore: SongStatus): number {
  return statusBefore === 'QUEUED' ? before + 1 : 0
}

/** Whether the new rules may change the order of the queue. */
export function changesArrangement(before: TurnRules, rules: TurnRules): boolean {
  const { lock, orderAfter = null } = rules
  return (
    restartsCircle(before, rules) ||
    lock !== before.lock ||
    orderAfter !== (before.orderAfter ?? null)
  )
}

/**
 * Arranges SCHEDULED by the turn, and puts one of them after every `orderAfter` own songs. NOW, the own songs among
 * themselves and the first `lock` waiting entries keep their places; an order may still move there before own songs
 * that no listener waits for. What won a battle and stands first stays. By arrival without orders in between everything stays. Arranging twice changes nothing
 * more.
 */
export function arrange<E extends Arrangeable>(queue: Queue<E>, rules: TurnRules): Queue<E> {
  if (!looksBehind(rules) && isParted(queue)) return queue
  const now = queue.filter(({ status }) => status === 'NOW')
  return [...now, ...placed(queue, rules).map(({ entry }) => entry)]
}

/** Returns the queue with one more order behind an entry. `amount` in kopecks; `table`: where its person sits. */
export function arrangeWith<E extends Arrangeable>(
  queue: Queue<E>,
  rules: TurnRules,
  order: {
    readonly entryId: string
    readonly person: string
    readonly table?: number | null | undefined
    readonly amount: number
  },
): Queue<E> {
  if (!looksBehind(rules)) return queue
  const backed = queue.map((entry) => {
    if (entry.id !== order.entryId) return entry
    const { people, seats = people } = entry.behind
    const amount = entry.behind.amount + order.amount
    if (people.includes(order.person)) return { ...entry, behind: { ...entry.behind, amount } }
    const seat = seatOf(order.person, order.table)
    const behind = {
      ...entry.behind,
      people: [...people, order.person],
      seats: seats.toSpliced(people.length, 0, seat),
      amount,
    }
    return { ...entry, behind }
  })
  return arrange(backed, rules)
}

/**
 * Returns the queue after the artist changed the rules: entries without a locked place are taken in the order of
 * arrival, or where the turn is unchanged, in their current order.
 */
export function rearrange<E extends Arrangeable>(
  queue: Queue<E>,
  rules: TurnRules,
  before?: TurnRules,
): Queue<E> {
  const { fixed, own, free } = parted(queue, rules)
  const now = queue.filter(({ status }) => status === 'NOW')
  const anew = before === undefined || restartsCircle(before, rules)
  const orders = anew ? withPasses(free.toSorted(byArrival)) : free
  return arrange([...now, ...fixed, ...own, ...orders], rules)
}

/** Returns the waiting entries in the order of the turn. */
export function placed<E extends Arrangeable>(
  queue: Queue<E>,
  rules: TurnRules,
): readonly Placed<E>[] {
  const { fixed, own, free } = parted(queue, rules)
  const ordersOf = new Map<string, number>()
  // A supporter of his own song, or of one of his table, does not count as another person behind it.
  const personsOf = ({ behind: { people, seats = people } }: E) => {
    const persons = new Set(rules.byTable ? seats : people)
    return [...persons].filter(
      (one) => !one.startsWith(supporter('')) || !persons.has(one.slice(1)),
    )
  }
  const roundOf = (entry: E) => {
    const had = personsOf(entry).map((person) => ordersOf.get(person) ?? 0)
    return had.length === 0 ? 1 : 1 + Math.min(...had)
  }
  const place = (entry: E, locked: boolean): Placed<E> => {
    const round = rules.turn === 'circle' ? roundOf(entry) : 1
    for (const person of personsOf(entry)) ordersOf.set(person, (ordersOf.get(person) ?? 0) + 1)
    return { entry, locked, round }
  }
  const first = fixed.map((entry) => place(entry, true))
  const ownSongs = own.map((entry) => place(entry, false))
  const run = fixed.reduce((before, { status }) => ownRunWith(before, status), rules.ownRun ?? 0)
  const merged = (orders: readonly Placed<E>[]) => [
    ...first,
    ...inBetween(ownSongs, orders, run, rules.orderAfter ?? null),
  ]
  // By arrival the orders stay as they stand: who let another pass stands behind it already.
  if (rules.turn === 'arrival') return merged(free.map((entry) => place(entry, false)))
  const { first: kept, rest } = behindLocked(withoutPasses(free), fixed)
  if (rules.turn === 'contribution') {
    const bySum = [...kept, ...withPasses(rest.toSorted(byContribution))]
    return merged(bySum.map((entry) => place(entry, false)))
  }
  const next = kept.map((entry) => place(entry, false))
  const rounds: Placed<E>[] = []
  let left = rest
  for (let round = 1; left.length > 0; round += 1) {
    const later: E[] = []
    // An entry is in the round of the person behind it with the fewest places so far.
    for (const entry of left) {
      if (roundOf(entry) <= round) rounds.push(place(entry, false))
      else later.push(entry)
    }
    left = later
  }
  const placeOf = new Map(rounds.map((one) => [one.entry, one]))
  const passed = withPasses(rounds.map(({ entry }) => entry))
  return merged([...next, ...passed.flatMap((entry) => placeOf.get(entry) ?? [])])
}

/** Whether every own song stands before every order. */
function isParted(queue: Queue<Entry>): boolean {
  const first = queue.findIndex(({ status }) => status === 'SCHEDULED')
  return first < 0 || queue.slice(first).every(({ status }) => status !== 'QUEUED')
}

/** Puts one order after every `orderAfter` own songs, `run` of which were played already; the rest of either comes last. */
function inBetween<T>(
  own: readonly T[],
  orders: readonly T[],
  run: number,
  orderAfter: number | null,
): readonly T[] {
  if (orderAfter === null) return [...own, ...orders]
  const left = [...orders]
  let inRow = run
  const merged = own.flatMap((song) => {
    const order = inRow >= orderAfter ? left.splice(0, 1) : []
    inRow = order.length > 0 ? 1 : inRow + 1
    return [...order, song]
  })
  return [...merged, ...left]
}

/** Returns how many future orders may still go before this own song: as many as the rule puts before it and no order takes. */
export function mayStepBefore<E extends Arrangeable>(
  queue: Queue<E>,
  rules: TurnRules,
  entryId: string,
): number {
  const { orderAfter = null, ownRun = 0 } = rules
  const { fixed, own } = parted(queue, rules)
  const ownBefore = own.findIndex(({ id }) => id === entryId)
  if (orderAfter === null || ownBefore < 0) return 0
  const run = fixed.reduce((before, { status }) => ownRunWith(before, status), ownRun)
  const due = Math.floor((Math.min(run, orderAfter) + ownBefore) / orderAfter)
  const at = waiting(queue).findIndex(({ id }) => id === entryId)
  return Math.max(0, due - (at - fixed.length - ownBefore))
}

/** How many winners of battles stand first. */
function wonPlaces(places: readonly Entry[]): number {
  const after = places.findIndex(({ status, won }) => status !== 'QUEUED' || won !== true)
  return after < 0 ? places.length : after
}

/** Divides the waiting entries: those with locked places, and of the others the artist's own songs and the orders. */
function parted<E extends Arrangeable>(
  queue: Queue<E>,
  { lock }: TurnRules,
): { fixed: readonly E[]; own: readonly E[]; free: readonly E[] } {
  const entries = waiting(queue)
  const isHeld = ({ status, behind }: E) => status !== 'QUEUED' || behind.people.length > 0
  const border = Math.max(entries.slice(0, lock).findLastIndex(isHeld) + 1, wonPlaces(entries))
  const rest = entries.slice(border)
  return {
    fixed: entries.slice(0, border),
    own: rest.filter(({ status }) => status === 'QUEUED'),
    free: rest.filter(({ status }) => status === 'SCHEDULED'),
  }
}

const byArrival = (a: Arrangeable, b: Arrangeable) => a.behind.arrivedAt - b.behind.arrivedAt

/** The larger sum first, the earlier one of equal ones. */
export const byContribution = (a: Arrangeable, b: Arrangeable) =>
  b.behind.amount - a.behind.amount || byArrival(a, b)

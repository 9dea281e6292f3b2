import * as fc from '#test/support/inputs/fast-check.ts'
import type { BackedSong, Turn } from './arrangement.fixture.ts'
import { arrange, changesArrangement, ownRunWith, rearrange } from './arrangement.ts'
import { ORDER_AFTER_MOST, TURNS } from './evening-rules.ts'
import { letPass } from './let-pass.ts'
import { nowOf, waiting } from './queue.ts'
import * as queues from './queue-steps.ts'
import type { Queue } from './queue.ts'
import { Refusal } from '../refusal.ts'

type Event =
  | {
      readonly kind: 'order'
      readonly songId: string
      readonly person: string
      readonly amount: number
    }
  | { readonly kind: 'cancel'; readonly person: string }
  | { readonly kind: 'press'; readonly name: string; readonly songId: string }
  | { readonly kind: 'rules'; readonly rules: Turn }
  | { readonly kind: 'pass'; readonly songId: string }

const anyPerson = fc.constantFrom('A', 'B', 'C', 'D')
const anySong = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h')
const PRESSES = {
  next: (queue: Queue<BackedSong>) => queues.playNext(queue, { songId: null }),
  play: (queue: Queue<BackedSong>, songId: string) => queues.playNext(queue, { songId }),
  enqueue: queues.enqueue<BackedSong>,
  skip: queues.skip<BackedSong>,
  top: queues.moveToTop<BackedSong>,
  up: queues.moveOneUp<BackedSong>,
} as const
export const anyEvent: fc.Arbitrary<Event> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('order' as const),
      songId: anySong,
      person: anyPerson,
      amount: fc.constantFrom(0, 10, 20, 500),
    }),
  },
  fc.record({ kind: fc.constant('cancel' as const), person: anyPerson }),
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('press' as const),
      name: fc.constantFrom(...Object.keys(PRESSES)),
      songId: anySong,
    }),
  },
  fc.record({
    kind: fc.constant('rules' as const),
    rules: fc.record({
      turn: fc.constantFrom(...TURNS),
      lock: fc.integer({ min: 0, max: 3 }),
      orderAfter: fc.option(fc.integer({ min: 1, max: ORDER_AFTER_MOST })),
    }),
  }),
)

/** The same with guests who let others pass. */
export const anyEventWithPasses: fc.Arbitrary<Event> = fc.oneof(
  { weight: 8, arbitrary: anyEvent },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('pass' as const), songId: anySong }) },
)

type AnyEvening = {
  readonly queue: Queue<BackedSong>
  readonly rules: Turn
  readonly closed: readonly BackedSong[]
}

/** Returns the evening after an event, before the turn rearranges it; null where the step is refused. */
function byHand(evening: AnyEvening, event: Event, at: number): AnyEvening | null {
  const { queue, closed } = evening
  if (event.kind === 'rules')
    return { ...evening, rules: { ...event.rules, ownRun: evening.rules.ownRun ?? 0 } }
  if (event.kind === 'cancel') {
    const left = queue.map((entry) =>
      entry.status === 'SCHEDULED'
        ? backedBy(
            entry,
            entry.behind.people.filter((one) => one !== event.person),
          )
        : entry,
    )
    const gone = left.filter(
      ({ status, behind }) => status === 'SCHEDULED' && behind.people.length === 0,
    )
    const kept = left.filter((entry) => !gone.includes(entry))
    return { ...evening, queue: kept, closed: [...closed, ...gone] }
  }
  try {
    if (event.kind === 'pass') {
      const entry = waiting(queue).find((one) => one.songId === event.songId)
      // Once an evening.
      if (entry?.behind.letPass !== undefined) return null
      const entryId = entry?.id ?? ''
      return { ...evening, queue: letPass(queue, entryId, { at, by: '' }).queue }
    }
    if (event.kind === 'press') {
      const press = PRESSES[event.name as keyof typeof PRESSES]
      const step = press(queue, event.songId)
      const stood = queue.find(({ id }) => id === nowOf(step.queue)?.id)?.status
      const { ownRun = 0 } = evening.rules
      const begins = stood !== undefined && stood !== 'NOW'
      const rules = { ...evening.rules, ownRun: begins ? ownRunWith(ownRun, stood) : ownRun }
      return { ...evening, rules, queue: step.queue, closed: [...closed, ...step.closed] }
    }
    const { songId, person, amount } = event
    const fresh: BackedSong = {
      id: `${songId}${at}`,
      songId,
      status: 'SCHEDULED',
      behind: { people: [], amount: 0, arrivedAt: at },
    }
    const { queue: with_, entry } = queues.placeOrder(queue, fresh)
    const behind = {
      people: [...new Set([...entry.behind.people, person])],
      amount: entry.behind.amount + amount,
      arrivedAt: entry.behind.arrivedAt,
    }
    return {
      ...evening,
      queue: with_.map((one) => (one.id === entry.id ? { ...one, behind } : one)),
    }
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}

const backedBy = (entry: BackedSong, people: readonly string[]): BackedSong => ({
  ...entry,
  behind: { ...entry.behind, people },
})

/** Plays many evenings and checks each step: the queue before the turn's arrangement, and after it. */
export function everyStep(
  look: (left: AnyEvening, arranged: Queue<BackedSong>, before: AnyEvening, event: Event) => void,
  turns?: readonly Turn['turn'][],
  someEvent = anyEvent,
): void {
  fc.assert(
    fc.property(fc.array(someEvent, { maxLength: 60, size: 'max' }), (events) => {
      let evening: AnyEvening = {
        queue: [],
        rules: { turn: turns?.[0] ?? 'arrival', lock: 2 },
        closed: [],
      }
      for (const [at, raw] of events.entries()) {
        const event: Event =
          raw.kind === 'rules' && turns !== undefined && !turns.includes(raw.rules.turn)
            ? { kind: 'rules', rules: { ...raw.rules, turn: turns[0] ?? 'arrival' } }
            : raw
        const left = byHand(evening, event, at)
        if (left === null) continue
        const queue = changesArrangement(evening.rules, left.rules)
          ? rearrange(left.queue, left.rules, evening.rules)
          : arrange(left.queue, left.rules)
        look(left, queue, evening, event)
        evening = { ...left, queue }
      }
    }),
    { numRuns: 300 },
  )
}

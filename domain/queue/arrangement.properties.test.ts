// Whatever happens in an evening: what each turn keeps.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from '#test/support/fast-check.ts'
import { ids } from './arrangement.fixture.ts'
import type { BackedSong, Turn } from './arrangement.fixture.ts'
import { arrange, explainPlace, rearrange } from './arrangement.ts'
import { TURNS } from './evening-rules.ts'
import * as queueEntries from './queue.ts'
import * as queueSteps from './queue-steps.ts'
import type { Queue } from './queue.ts'
import { Refusal } from '../refusal.ts'

const queues = { ...queueEntries, ...queueSteps }

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
const anyEvent: fc.Arbitrary<Event> = fc.oneof(
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
    rules: fc.record({ turn: fc.constantFrom(...TURNS), lock: fc.integer({ min: 0, max: 3 }) }),
  }),
)

type Evening = {
  readonly queue: Queue<BackedSong>
  readonly rules: Turn
  readonly closed: readonly BackedSong[]
}

/** The evening before the turn has its say, as the hands alone leave it; null where the step is refused. */
function byHand(evening: Evening, event: Event, at: number): Evening | null {
  const { queue, closed } = evening
  if (event.kind === 'rules') return { ...evening, rules: event.rules }
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
    if (event.kind === 'press') {
      const press = PRESSES[event.name as keyof typeof PRESSES]
      const step = press(queue, event.songId)
      return { ...evening, queue: step.queue, closed: [...closed, ...step.closed] }
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

/** Plays many evenings and looks at each step: what the hands left, and what the turn made of it. */
function everyStep(
  look: (left: Evening, arranged: Queue<BackedSong>, before: Evening, event: Event) => void,
  turns?: readonly Turn['turn'][],
): void {
  fc.assert(
    fc.property(fc.array(anyEvent, { maxLength: 60, size: 'max' }), (events) => {
      let evening: Evening = {
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
        const turned = left.rules.turn !== evening.rules.turn
        const queue = turned ? rearrange(left.queue, left.rules) : arrange(left.queue, left.rules)
        look(left, queue, evening, event)
        evening = { ...left, queue }
      }
    }),
    { numRuns: 300 },
  )
}

const waitingIds = (queue: Queue<BackedSong>) => queues.waiting(queue).map(({ id }) => id)

test('whatever happens, no turn loses an entry, doubles one or changes one', () => {
  everyStep(({ queue }, arranged) => {
    const byId = (one: Queue<BackedSong>) => one.toSorted((a, b) => (a.id < b.id ? -1 : 1))
    assert.deepEqual(byId(arranged), byId(queue))
  })
})

test("whatever happens, no turn touches the song that plays and the artist's own queue", () => {
  const own = (queue: Queue<BackedSong>) => queue.filter(({ status }) => status !== 'SCHEDULED')
  everyStep(({ queue }, arranged) => {
    assert.deepEqual(arranged.slice(0, own(queue).length), own(queue))
  })
})

test('whatever happens, a locked place is moved by the hands of people alone', () => {
  everyStep(({ queue, rules }, arranged) => {
    const locked = waitingIds(queue).slice(0, rules.lock)
    assert.deepEqual(waitingIds(arranged).slice(0, rules.lock), locked)
  })
})

test('whatever happens, an order, a cancellation or another turn never takes a locked place from a song that still waits', () => {
  everyStep((_, arranged, before, event) => {
    if (event.kind === 'press') return
    const still = new Set(waitingIds(arranged))
    const locked = waitingIds(before.queue)
      .slice(0, before.rules.lock)
      .filter((id) => still.has(id))
    const lock = event.kind === 'rules' ? Math.min(event.rules.lock, locked.length) : locked.length
    assert.deepEqual(waitingIds(arranged).slice(0, lock), locked.slice(0, lock))
  })
})

test("whatever happens in a circle, nobody's second order stands before somebody's first", () => {
  everyStep(
    ({ rules }, arranged) => {
      const entries = queues.waiting(arranged)
      const border = Math.max(
        rules.lock,
        entries.filter(({ status }) => status === 'QUEUED').length,
      )
      const seen = new Set(entries.slice(0, border).flatMap(({ behind }) => behind.people))
      let secondBefore: string | null = null
      for (const { id, behind } of entries.slice(border)) {
        const first = behind.people.length === 0 || behind.people.some((one) => !seen.has(one))
        if (first) assert.equal(secondBefore, null, `${secondBefore} stands before ${id}`)
        else secondBefore = id
        for (const person of behind.people) seen.add(person)
      }
    },
    ['circle'],
  )
})

test('whatever happens, by contribution no smaller sum stands before a larger one', () => {
  everyStep(
    ({ rules }, arranged) => {
      const entries = queues.waiting(arranged)
      const border = Math.max(
        rules.lock,
        entries.filter(({ status }) => status === 'QUEUED').length,
      )
      const sums = entries.slice(border).map(({ behind }) => behind.amount)
      assert.deepEqual(
        sums,
        sums.toSorted((a, b) => b - a),
      )
    },
    ['contribution'],
  )
})

test('whatever happens, arranging once more changes nothing', () => {
  everyStep(({ rules }, arranged) => {
    assert.equal(ids(arrange(arranged, rules)), ids(arranged))
  })
})

test('whatever happens by arrival, the queue is the one that the hands left', () => {
  everyStep(({ queue }, arranged) => assert.deepEqual(arranged, queue), ['arrival'])
})

test('whatever happens, every song that waits can say why, and the sentence counts what stands before it', () => {
  everyStep(({ rules }, arranged) => {
    for (const [at, { id }] of queues.waiting(arranged).entries()) {
      const words = explainPlace(arranged, rules, id)
      assert.ok(words !== null && !words.includes('undefined'), `nothing explains ${id}`)
      const count = /^Перед вами (\d+) песн/u.exec(words)?.[1]
      if (count !== undefined) assert.equal(Number(count), at)
    }
  })
})

// The invariants of each turn, whatever happens in an evening.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from '#test/support/inputs/fast-check.ts'
import { ids } from './arrangement.fixture.ts'
import type { BackedSong, Turn } from './arrangement.fixture.ts'
import { arrange, explainPlace, changesArrangement, ownRunWith, rearrange } from './arrangement.ts'
import { ORDER_AFTER_MOST, TURNS } from './evening-rules.ts'
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
    rules: fc.record({
      turn: fc.constantFrom(...TURNS),
      lock: fc.integer({ min: 0, max: 3 }),
      orderAfter: fc.option(fc.integer({ min: 1, max: ORDER_AFTER_MOST })),
    }),
  }),
)

type Evening = {
  readonly queue: Queue<BackedSong>
  readonly rules: Turn
  readonly closed: readonly BackedSong[]
}

/** Returns the evening after an event, before the turn rearranges it; null where the step is refused. */
function byHand(evening: Evening, event: Event, at: number): Evening | null {
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

const waitingIds = (queue: Queue<BackedSong>) => waiting(queue).map(({ id }) => id)

test('whatever happens, no turn loses an entry, doubles one or changes one', () => {
  everyStep(({ queue }, arranged) => {
    const byId = (one: Queue<BackedSong>) => one.toSorted((a, b) => (a.id < b.id ? -1 : 1))
    assert.deepEqual(byId(arranged), byId(queue))
  })
})

test("whatever happens, no turn touches the song that plays and the order of the artist's own queue", () => {
  const own = (queue: Queue<BackedSong>) => queue.filter(({ status }) => status !== 'SCHEDULED')
  everyStep(({ queue, rules }, arranged) => {
    assert.deepEqual(own(arranged), own(queue))
    const first = queue.slice(0, own(queue).length)
    if (typeof rules.orderAfter !== 'number' && own(first).length === first.length)
      assert.deepEqual(arranged.slice(0, first.length), first)
  })
})

/**
 * Returns the places that no rule takes away: up to the last one with an order or with a listener behind it; all of
 * them where no order comes in between.
 */
function lockedIn(queue: Queue<BackedSong>, { lock, orderAfter }: Turn): readonly string[] {
  const near = waiting(queue).slice(0, lock)
  const held = near.findLastIndex(
    ({ status, behind }) => status === 'SCHEDULED' || behind.people.length > 0,
  )
  const places = typeof orderAfter === 'number' ? held + 1 : lock
  return near.slice(0, places).map(({ id }) => id)
}

test('whatever happens, a locked place is moved by the hands of people alone', () => {
  everyStep(({ queue, rules }, arranged) => {
    const locked = lockedIn(queue, rules)
    assert.deepEqual(waitingIds(arranged).slice(0, locked.length), locked)
  })
})

test('whatever happens, an order, a cancellation or other rules never take a locked place from a song that still waits', () => {
  everyStep((_, arranged, before, event) => {
    if (event.kind === 'press') return
    const rules = event.kind === 'rules' ? event.rules : before.rules
    const lock = Math.min(rules.lock, before.rules.lock)
    const near = waiting(before.queue).slice(0, lock)
    const after = waitingIds(arranged)
    const locked = near.map(({ id }) => id).filter((id) => after.includes(id))
    if (typeof rules.orderAfter !== 'number') {
      assert.deepEqual(after.slice(0, locked.length), locked)
      return
    }
    for (const [at, { id, status, behind }] of near.entries())
      if (status === 'SCHEDULED' || behind.people.length > 0)
        assert.ok(after.indexOf(id) <= at, `${id} went back from ${at} to ${after.indexOf(id)}`)
  })
})

test('whatever happens with orders in between, one comes exactly after so many own songs, while there are both and no first place is in the way', () => {
  everyStep(({ queue, rules }, arranged) => {
    const { orderAfter } = rules
    if (typeof orderAfter !== 'number') return
    const fixed = lockedIn(queue, rules).length
    const entries = waiting(arranged)
    let run = rules.ownRun ?? 0
    for (const [at, { status, id }] of entries.entries()) {
      const left = new Set(entries.slice(at).map((one) => one.status))
      if (at >= fixed && left.size === 2)
        assert.equal(status === 'SCHEDULED', run >= orderAfter, `${id} after ${run}`)
      run = ownRunWith(run, status)
    }
  })
})

/** Divides the entries: those that no turn places (own songs, and the first places), and the others. */
function partedBy(queue: Queue<BackedSong>, { lock }: Turn) {
  const entries = [...waiting(queue).entries()]
  const isSettled = ([at, { status }]: (typeof entries)[number]) => status === 'QUEUED' || at < lock
  return {
    settled: entries.filter(isSettled).map(([, entry]) => entry),
    laid: entries.filter((one) => !isSettled(one)).map(([, entry]) => entry),
  }
}

test("whatever happens in a circle, nobody's second order stands before somebody's first", () => {
  everyStep(
    ({ rules }, arranged) => {
      const { settled, laid } = partedBy(arranged, rules)
      const seen = new Set(settled.flatMap(({ behind }) => behind.people))
      let secondBefore: string | null = null
      for (const { id, behind } of laid) {
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
      const sums = partedBy(arranged, rules).laid.map(({ behind }) => behind.amount)
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

test('whatever happens by arrival with no orders in between, the queue is the one that the hands left', () => {
  everyStep(
    ({ queue, rules }, arranged) => {
      const own = queue.filter(({ status }) => status !== 'SCHEDULED')
      const parted = queue.slice(0, own.length).every(({ status }) => status !== 'SCHEDULED')
      if (typeof rules.orderAfter !== 'number' && parted) assert.deepEqual(arranged, queue)
    },
    ['arrival'],
  )
})

test('whatever happens, every song that waits can say why, and the sentence counts what stands before it', () => {
  everyStep(({ rules }, arranged) => {
    for (const [at, { id }] of waiting(arranged).entries()) {
      const words = explainPlace(arranged, rules, id)
      assert.ok(words !== null && !words.includes('undefined'), `nothing explains ${id}`)
      const count = /^Перед вами (\d+) песн/u.exec(words)?.[1]
      if (count !== undefined) assert.equal(Number(count), at)
    }
  })
})

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as fc from '#test/support/fast-check.ts'
import { arrange, explainPlace, rearrange } from './arrangement.ts'
import type { Behind } from './arrangement.ts'
import { TURNS } from './evening-rules.ts'
import type { EveningRules } from './evening-rules.ts'
import * as queues from './queue.ts'
import type { Entry, Queue, SongStatus } from './queue.ts'
import { Refusal } from './refusal.ts'

type Song = Entry & { readonly behind: Behind }
type Turn = Pick<EveningRules, 'turn' | 'lock'>

let clock = 0
const song = (songId: string, people = '', amount = 0, status: SongStatus = 'SCHEDULED'): Song => ({
  id: songId,
  songId,
  status,
  behind: { people: people.split(''), amount, arrivedAt: ++clock },
})
const ids = (queue: Queue<Song>) => queue.map(({ id }) => id).join(' ')
const circle: Turn = { turn: 'circle', lock: 0 }
const contribution: Turn = { turn: 'contribution', lock: 0 }

describe('By arrival', () => {
  test('nothing is ever moved, however the artist laid it', () => {
    const queue = [song('b', 'B'), song('a', 'A', 900), song('c', 'B')].toReversed()
    assert.equal(arrange(queue, { turn: 'arrival', lock: 2 }), queue)
  })

  test('a queue that another turn arranged is laid in the order of its orders when the turn is switched', () => {
    const [a, b, c] = [song('a', 'A'), song('b', 'B'), song('c', 'C')]
    assert.equal(ids(rearrange([c, b, a], { turn: 'arrival', lock: 0 })), 'a b c')
    assert.equal(ids(rearrange([c, b, a], { turn: 'arrival', lock: 1 })), 'c a b')
  })
})

describe('In a circle', () => {
  test("everybody's first order stands before anybody's second", () => {
    const queue = [song('a1', 'A'), song('a2', 'A'), song('a3', 'A'), song('b1', 'B')]
    assert.equal(
      ids(arrange([...queue, song('c1', 'C'), song('b2', 'B')], circle)),
      'a1 b1 c1 a2 b2 a3',
    )
  })

  test('who has just been played stands behind those who wait for their first', () => {
    const rest = arrange([song('a1', 'A'), song('a2', 'A'), song('b1', 'B')], circle).slice(1)
    assert.equal(ids(arrange([...rest, song('c1', 'C')], circle)), 'b1 a2 c1')
  })

  test('an order of his that the artist has queued is the first of its listener', () => {
    const queue = [song('a1', 'A', 0, 'QUEUED'), song('a2', 'A'), song('b1', 'B')]
    assert.equal(ids(arrange(queue, circle)), 'a1 b1 a2')
  })

  test('a song that two ordered stands as the earlier of them would', () => {
    const queue = [song('a1', 'A'), song('x', 'AB'), song('c1', 'C')]
    assert.equal(ids(arrange(queue, circle)), 'a1 x c1')
  })

  test('a song of the artist himself is a first one', () => {
    assert.equal(ids(arrange([song('a1', 'A'), song('a2', 'A'), song('own')], circle)), 'a1 own a2')
  })
})

describe('By contribution', () => {
  test('the larger sum stands first, and of equal sums the earlier', () => {
    const [x, y, z] = [song('x', 'A', 100), song('y', 'B', 300), song('z', 'C', 100)]
    assert.equal(ids(arrange([z, x, y], contribution)), 'y x z')
  })
})

describe('What no turn moves', () => {
  const queue = [
    song('now', 'A', 0, 'NOW'),
    song('q1', 'A', 0, 'QUEUED'),
    song('q2', 'B', 0, 'QUEUED'),
    song('s1', 'A', 10),
    song('s2', 'B', 20),
    song('s3', 'C', 30),
  ]
  test("the artist's own queue", () => {
    assert.equal(ids(arrange(queue, contribution)), 'now q1 q2 s3 s2 s1')
  })

  test('the first places, of which his queue takes its part', () => {
    assert.equal(ids(arrange(queue, { ...contribution, lock: 3 })), 'now q1 q2 s1 s3 s2')
  })
})

describe('Why a song stands where it stands', () => {
  const why = (queue: Queue<Song>, rules: Turn, id: string) =>
    explainPlace(arrange(queue, rules), rules, id)
  const arrival: Turn = { turn: 'arrival', lock: 2 }

  test('names the artist and those who came earlier', () => {
    const queue = [
      song('q1', 'A', 0, 'QUEUED'),
      song('q2', '', 0, 'QUEUED'),
      song('s1', 'A'),
      song('s2', 'B'),
      song('s3', 'C'),
    ]
    assert.equal(
      why(queue, arrival, 's3'),
      'Перед вами 4 песни: две артист выбрал сам, две заказали раньше',
    )
  })

  test('tells the first places that they are next', () => {
    const queue = [song('a', 'A'), song('b', 'B'), song('c', 'C')]
    assert.equal(why(queue, arrival, 'a'), 'Вы следующие')
    assert.equal(why(queue, arrival, 'b'), 'Перед вами одна')
    assert.equal(why(queue, { ...arrival, lock: 3 }, 'c'), 'Перед вами две')
    assert.equal(why(queue, { ...arrival, lock: 0 }, 'a'), 'Пока вы следующие')
    assert.equal(why(queue, arrival, 'elsewhere'), null)
  })

  test('tells a second order of the circle', () => {
    const queue = [song('a1', 'A'), song('a2', 'A'), song('a3', 'A'), song('b1', 'B')]
    assert.equal(why(queue, circle, 'a2'), 'Вы закажете вторую: сначала по одной у всех')
    assert.equal(why(queue, circle, 'a3'), 'Вы закажете третью: сначала по две у всех')
  })

  test('names those whose turn in the circle came before', () => {
    const [z, w] = [song('z', 'Z'), song('w', 'W')]
    const own: Song = { ...song('y', 'Y'), behind: { people: ['Y'], amount: 0, arrivedAt: 0 } }
    assert.equal(why([z, w, own], circle, 'y'), 'Перед вами 2 песни: две пустили вперёд по кругу')
  })

  test('names those who paid more, and what is being prepared', () => {
    const queue = [song('a', 'A', 10), song('b', 'B', 90), song('c', 'C', 50)]
    assert.equal(why(queue, contribution, 'a'), 'Перед вами 2 песни: за две заплатили больше')
    const late: Song = {
      ...song('d', 'D', 50),
      behind: { people: ['D'], amount: 50, arrivedAt: 0 },
    }
    assert.equal(
      why([...queue, late], { ...contribution, lock: 1 }, 'd'),
      'Перед вами 2 песни: за одну заплатили больше, одну артист уже готовит',
    )
  })
})

// Whatever happens in an evening ------------------------------------------------------------------

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
  next: (queue: Queue<Song>) => queues.playNext(queue, { songId: null }),
  play: (queue: Queue<Song>, songId: string) => queues.playNext(queue, { songId }),
  enqueue: queues.enqueue<Song>,
  skip: queues.skip<Song>,
  top: queues.moveToTop<Song>,
  up: queues.moveOneUp<Song>,
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
  readonly queue: Queue<Song>
  readonly rules: Turn
  readonly closed: readonly Song[]
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
    const fresh: Song = {
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

const backedBy = (entry: Song, people: readonly string[]): Song => ({
  ...entry,
  behind: { ...entry.behind, people },
})

/** Plays many evenings and looks at each step: what the hands left, and what the turn made of it. */
function everyStep(
  look: (left: Evening, arranged: Queue<Song>, before: Evening, event: Event) => void,
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

const waitingIds = (queue: Queue<Song>) => queues.waiting(queue).map(({ id }) => id)

test('whatever happens, no turn loses an entry, doubles one or changes one', () => {
  everyStep(({ queue }, arranged) => {
    const byId = (one: Queue<Song>) => one.toSorted((a, b) => (a.id < b.id ? -1 : 1))
    assert.deepEqual(byId(arranged), byId(queue))
  })
})

test("whatever happens, no turn touches the song that plays and the artist's own queue", () => {
  const own = (queue: Queue<Song>) => queue.filter(({ status }) => status !== 'SCHEDULED')
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

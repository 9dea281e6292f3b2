import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from '#test/support/inputs/fast-check.ts'
import { nowOf, SONG_STATUSES, waiting } from './queue.ts'
import * as queues from './queue-steps.ts'
import type { Entry, Queue, SongStatus } from './queue.ts'
import type { QueueStep } from './queue-steps.ts'
import { Refusal } from '../refusal.ts'

type QueueAction = {
  readonly name: string
  readonly press: (queue: Queue<Entry>, newId: () => string) => QueueStep<Entry>
}

// Few songs, so that actions often hit the same one.
const song = fc.constantFrom('a', 'b', 'c', 'd', 'e')
const fresh = (newId: () => string) => (songId: string) =>
  ({ id: newId(), songId, status: 'SCHEDULED' }) as const

/** The actions of listeners, the artist, the artist's second phone and the clock. */
const action: fc.Arbitrary<QueueAction> = fc.oneof(
  {
    weight: 4,
    arbitrary: song.map((songId) => ({
      name: `order ${songId}`,
      press: (queue: Queue<Entry>, newId: () => string) =>
        queues.placeOrder(queue, fresh(newId)(songId)),
    })),
  },
  ...[queues.enqueue, queues.skip, queues.confirmPlayed, queues.moveToTop, queues.moveOneUp].map(
    (step) =>
      song.map((songId) => ({
        name: `${step.name} ${songId}`,
        press: (queue: Queue<Entry>) => step(queue, songId),
      })),
  ),
  fc
    .record({
      songId: fc.option(song),
      expects: fc.constantFrom('nothing', 'the truth', 'another'),
    })
    .map(({ songId, expects }) => ({
      name: `next ${songId} expecting ${expects}`,
      press: (queue: Queue<Entry>) => {
        if (expects === 'nothing') return queues.playNext(queue, { songId })
        const expectedNowId = expects === 'another' ? 'elsewhere' : (nowOf(queue)?.id ?? null)
        return queues.playNext(queue, { songId, expectedNowId })
      },
    })),
  fc.tuple(song, fc.constantFrom(...SONG_STATUSES)).map(([songId, status]) => ({
    name: `set ${songId} ${status}`,
    press: (queue: Queue<Entry>) => queues.changeStatus(queue, songId, status),
  })),
  fc.array(song, { maxLength: 4 }).map((songIds) => ({
    name: `list ${songIds.join()}`,
    press: (queue: Queue<Entry>, newId: () => string) =>
      queues.setScheduled(queue, songIds, fresh(newId)),
  })),
  fc
    .record({
      songIds: fc.uniqueArray(song, { maxLength: 4 }),
      knownIds: fc.array(song, { maxLength: 5 }),
    })
    .map(({ songIds, knownIds }) => ({
      name: `list ${songIds.join()} knowing ${knownIds.join()}`,
      press: (queue: Queue<Entry>, newId: () => string) =>
        queues.mergeScheduled(queue, songIds, knownIds, fresh(newId)),
    })),
  {
    weight: 1,
    arbitrary: fc.constant({ name: 'end', press: (queue: Queue<Entry>) => queues.endQueue(queue) }),
  },
)

type Evening = { queue: Queue<Entry>; closed: Map<string, SongStatus>; made: Set<string> }

const newEvening = (): Evening => ({ queue: [], closed: new Map(), made: new Set() })

/** Applies one action to a frozen queue; returns null where it was refused. */
function play(evening: Evening, { press }: QueueAction): QueueStep<Entry> | null {
  const { queue } = evening
  for (const entry of Object.freeze(queue)) Object.freeze(entry)
  const offered = new Set<string>()
  const newId = (): string => {
    const id = `e${evening.made.size + offered.size}`
    offered.add(id)
    return id
  }
  try {
    const step = press(queue, newId)
    // An order that joined an entry leaves the offered id unused.
    for (const entry of [...step.queue, ...step.closed]) {
      if (offered.has(entry.id)) evening.made.add(entry.id)
    }
    return step
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    assert.ok(error.code === 'ILLEGAL_STEP' || error.code === 'NOW_MOVED')
    return null
  }
}

/** Plays a whole evening and checks every accepted step. */
function everyStep(
  look: (before: Evening, step: QueueStep<Entry>, action: QueueAction) => void,
): void {
  fc.assert(
    fc.property(fc.array(action, { maxLength: 60, size: 'max' }), (actions) => {
      const evening = newEvening()
      for (const one of actions) {
        const step = play(evening, one)
        if (step === null) continue
        look(evening, step, one)
        for (const entry of step.closed) evening.closed.set(entry.id, entry.status)
        evening.queue = step.queue
      }
    }),
    { numRuns: 300 },
  )
}

test('whatever the hands do, at most one song is on, it stands first, and queued stand before ordered', () => {
  const rank = { NOW: 0, QUEUED: 1, SCHEDULED: 2, COLLECTING: NaN, PLAYED: NaN, SKIPPED: NaN }
  everyStep((_, { queue }) => {
    const ranks = queue.map((entry) => rank[entry.status])
    assert.deepEqual(
      ranks,
      ranks.toSorted((one, other) => one - other),
    )
    assert.ok(!ranks.includes(NaN))
    assert.ok(ranks.filter((one) => one === rank.NOW).length <= 1)
  })
})

test('whatever the hands do, a song waits in one entry only', () => {
  everyStep((_, { queue }) => {
    const songs = waiting(queue).map((entry) => entry.songId)
    assert.equal(new Set(songs).size, songs.length)
  })
})

test('whatever the hands do, nothing is lost: every entry is in the queue or was closed exactly once', () => {
  everyStep(({ made, closed }, step) => {
    const alive = step.queue.map((entry) => entry.id)
    const ended = [...closed.keys(), ...step.closed.map((entry) => entry.id)]
    assert.deepEqual([...alive, ...ended].toSorted(), [...made].toSorted())
  })
})

test('whatever the hands do, a status changes only as the table of moves says, and a new entry begins as ordered', () => {
  everyStep((before, step) => {
    for (const entry of [...step.queue, ...step.closed]) {
      const old = before.queue.find((one) => one.id === entry.id)
      if (old === undefined) assert.equal(entry.status, 'SCHEDULED')
      else if (old.status !== entry.status) {
        assert.ok(
          queues.TRANSITIONS[old.status].includes(entry.status),
          `${old.status}→${entry.status}`,
        )
      }
    }
    for (const entry of step.closed) assert.deepEqual(queues.TRANSITIONS[entry.status], [])
  })
})

test('whatever the hands do, songs that nobody touched keep their order, but where the artist reorders', () => {
  const reorders = ['moveToTop', 'moveOneUp', 'list']
  everyStep((before, step, { name }) => {
    if (reorders.some((one) => name.startsWith(one))) return
    const untouched = before.queue.filter((entry) => step.queue.includes(entry))
    assert.deepEqual(
      step.queue.filter((entry) => before.queue.includes(entry)),
      untouched,
    )
  })
})

/** A queue that results from some evening. */
const someQueue = fc.array(action, { maxLength: 30, size: 'max' }).map((actions) => {
  const evening = newEvening()
  for (const one of actions) evening.queue = play(evening, one)?.queue ?? evening.queue
  return evening.queue
})

const songsOf = (entries: Queue<Entry>, status: SongStatus) =>
  entries.filter((entry) => entry.status === status).map(({ songId }) => songId)

const edited = fc.uniqueArray(song, { maxLength: 5 }).map((songIds): string[] => songIds)
let added = 0
const addedSong = fresh(() => `added${(added += 1)}`)

test('a list saved by one who saw the queue as it is becomes exactly what he made of it', () => {
  fc.assert(
    fc.property(someQueue, edited, (queue, songIds) => {
      const knownIds = waiting(queue).map(({ songId }) => songId)
      const wanted = songIds.filter((id) => !songsOf(queue, 'QUEUED').includes(id))
      const step = queues.mergeScheduled(queue, wanted, knownIds, addedSong)
      assert.deepEqual(songsOf(step.queue, 'SCHEDULED'), wanted)
      assert.deepEqual(songsOf(step.queue, 'QUEUED'), songsOf(queue, 'QUEUED'))
    }),
  )
})

test('a list saved after any evening skips only what its editor knew and left out, and is never refused', () => {
  fc.assert(
    fc.property(someQueue, someQueue, edited, (begun, queue, songIds) => {
      const knownIds = waiting(begun).map(({ songId }) => songId)
      const step = queues.mergeScheduled(queue, songIds, knownIds, addedSong)
      const before = songsOf(queue, 'SCHEDULED')
      const after = songsOf(step.queue, 'SCHEDULED')
      const isOut = (id: string) => knownIds.includes(id) && !songIds.includes(id)
      assert.deepEqual(songsOf(step.closed, 'SKIPPED'), before.filter(isOut))
      const came = before.filter((id) => !songIds.includes(id) && !isOut(id))
      const mine = after.slice(0, after.length - came.length)
      assert.deepEqual(after.slice(mine.length), came)
      assert.deepEqual(
        mine,
        songIds.filter((id) => mine.includes(id)),
      )
      const fromNowhere = mine.filter((id) => !before.includes(id))
      assert.ok(fromNowhere.every((id) => !knownIds.includes(id)))
      const lost = songIds.filter((id) => !mine.includes(id))
      const queued = songsOf(queue, 'QUEUED')
      assert.ok(lost.every((id) => knownIds.includes(id) || queued.includes(id)))
      assert.deepEqual([songsOf(step.queue, 'QUEUED'), nowOf(step.queue)], [queued, nowOf(queue)])
    }),
    { numRuns: 300 },
  )
})

test('a refused step changes nothing, and the queue goes on from where it was', () => {
  fc.assert(
    fc.property(fc.array(action, { maxLength: 40, size: 'max' }), action, (actions, last) => {
      const evening = newEvening()
      for (const one of actions) evening.queue = play(evening, one)?.queue ?? evening.queue
      const before = structuredClone(evening.queue)
      fc.pre(play(evening, last) === null)
      assert.deepEqual(evening.queue, before)
    }),
  )
})

test('the evenings that these tests play hold songs of every fate and refusals too', () => {
  const outcomes = new Set<string>()
  fc.assert(
    fc.property(fc.array(action, { maxLength: 60, size: 'max' }), (actions) => {
      const evening = newEvening()
      for (const one of actions) {
        const step = play(evening, one)
        outcomes.add(step === null ? 'refused' : `accepted ${one.name.split(' ')[0]}`)
        for (const entry of step?.closed ?? []) outcomes.add(entry.status)
        evening.queue = step?.queue ?? evening.queue
      }
    }),
    { seed: 7, numRuns: 100 },
  )
  const steps = ['order', 'enqueue', 'skip', 'confirmPlayed', 'moveToTop', 'moveOneUp']
  for (const step of [...steps, 'next', 'set', 'list', 'end']) {
    assert.ok(outcomes.has(`accepted ${step}`), step)
  }
  for (const outcome of ['PLAYED', 'SKIPPED', 'refused']) assert.ok(outcomes.has(outcome), outcome)
})

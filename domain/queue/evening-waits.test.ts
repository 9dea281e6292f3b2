// The waits promised to listeners, against simulated evenings: sets with breaks, and orders between their songs.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { songsOfSet } from '../songs/song-set.ts'
import type { SetItem } from '../songs/song-set.ts'
import { MINUTE_MS, SECOND_MS } from '../time.ts'
import type { Behind } from './arrangement.ts'
import { arrange, ownRunWith } from './arrangement.ts'
import { waitRange } from './forecast.ts'
import { nowOf, waiting } from './queue.ts'
import * as queues from './queue-steps.ts'
import type { Entry, Queue } from './queue.ts'

/** A small seeded generator, so that every run plays the same evenings (mulberry32). */
function dice(seed: number) {
  let state = seed
  const roll = () => {
    state = (state + 0x6d_2b_79_f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (least: number, most: number) => least + roll() * (most - least)
  /** A value around `mean`, as a sum of random numbers. */
  const around = (mean: number, spread: number) =>
    mean + ((roll() + roll() + roll() + roll() - 2) / Math.sqrt(1 / 3)) * spread
  return { roll, between, around }
}

type Song = Entry & {
  readonly behind: Behind
  /** The length that its artist noted, and how long it lasts (ms). */
  readonly noted: number | null
  readonly lasts: number
  readonly breakMinutes: number
}

type Habits = {
  /** The share of the songs with a noted length. */
  readonly noted: number
  /** By what share of its length a song is played longer or shorter. */
  readonly drift: number
  /** Talk and tuning between songs (ms). */
  readonly talk: readonly [number, number]
  /** Minutes by which a break ends early or late. */
  readonly late: readonly [number, number]
}

const PART = 8
const BREAKS = [15, 10]
const RULES = { turn: 'arrival', lock: 2, orderAfter: 2 } as const

/** Plays an evening of three parts and returns, for every order with a promised wait, whether it began within that wait, and whether the evening had shown its pace by then. */
function play(seed: number, habits: Habits): { held: boolean; early: boolean }[] {
  const chance = dice(seed)
  const songOf = (songId: string, breakMinutes: number, people: readonly string[]): Song => {
    const written = chance.between(150, 330) * SECOND_MS
    const played = written * chance.around(1, habits.drift) + chance.between(...habits.talk)
    return {
      id: songId,
      songId,
      status: people.length > 0 ? 'SCHEDULED' : 'QUEUED',
      behind: { people, amount: 0, arrivedAt: 0 },
      noted: chance.roll() < habits.noted ? written : null,
      lasts: Math.max(MINUTE_MS, played),
      breakMinutes,
    }
  }
  const items = Array.from({ length: 3 * PART }, (_, at): SetItem[] => [
    ...(at > 0 && at % PART === 0
      ? [{ kind: 'break' as const, minutes: BREAKS[at / PART - 1] ?? 0 }]
      : []),
    { kind: 'song', songId: `set ${at}` },
  ]).flat()
  let queue: Queue<Song> = songsOfSet(items).map(({ songId, before }) =>
    songOf(songId, before.breakMinutes, []),
  )
  let now = 0
  let ownRun = 0
  let began = 0
  const lengths: number[] = []
  const played: (number | null)[] = []
  const predictions: {
    readonly id: string
    readonly at: number
    readonly from: number
    readonly to: number
    readonly early: boolean
  }[] = []
  const begins = new Map<string, number>()
  let ordered = 0
  let nextOrder = chance.between(0, 8) * MINUTE_MS

  const order = (at: number) => {
    ordered += 1
    const fresh = songOf(`order ${ordered}`, 0, [`guest ${ordered}`])
    queue = arrange(queues.placeOrder(queue, fresh).queue, { ...RULES, ownRun })
    const waits = waiting(queue)
    const range = waitRange({
      place: waits.findIndex(({ id }) => id === fresh.id) + 1,
      running: true,
      lengths,
      playingFor: nowOf(queue) === null ? null : at - began,
      noted: {
        playing: nowOf(queue)?.noted ?? null,
        waiting: waits.map(({ noted }) => noted),
        played,
      },
      breaks: waits.map(({ breakMinutes }) => breakMinutes * MINUTE_MS),
    })
    assert.ok(range !== null)
    predictions.push({ id: fresh.id, at, ...range, early: lengths.length < 3 })
  }
  /** Lets time pass; orders are made meanwhile, but none in the last part. */
  const pass = (until: number, isBreak: boolean) => {
    while (nextOrder < until) {
      const last = !waiting(queue).some(({ breakMinutes }) => breakMinutes > 0)
      // No wait is promised in a break.
      if (!isBreak && !last) order(nextOrder)
      nextOrder += -Math.log(1 - chance.roll()) * 7 * MINUTE_MS
    }
    now = until
  }

  for (;;) {
    const [next] = waiting(queue)
    if (next === undefined) break
    if (next.breakMinutes > 0) {
      const minutes = Math.max(1, next.breakMinutes + chance.between(...habits.late))
      // A break that has begun no longer counts as a wait.
      queue = queue.map((one) => (one.id === next.id ? { ...one, breakMinutes: 0 } : one))
      pass(now + minutes * MINUTE_MS, true)
    }
    const [first] = waiting(queue)
    assert.ok(first !== undefined)
    ownRun = ownRunWith(ownRun, first.status)
    queue = arrange(queues.playNext(queue, { songId: null }).queue, { ...RULES, ownRun })
    began = now
    begins.set(first.id, now)
    pass(now + first.lasts, false)
    lengths.unshift(now - began)
    played.unshift(first.noted)
  }
  return predictions.map(({ id, at, from, to, early }) => {
    const waited = ((begins.get(id) ?? Infinity) - at) / MINUTE_MS
    return { held: waited >= from && waited <= to, early }
  })
}

const MANNERS: readonly (readonly [string, Habits])[] = [
  ['who noted every song', { noted: 1, drift: 0.06, talk: [5_000, 40_000], late: [-1, 3] }],
  ['who noted most songs', { noted: 0.7, drift: 0.08, talk: [5_000, 40_000], late: [-1, 4] }],
  ['who noted none', { noted: 0, drift: 0.06, talk: [5_000, 40_000], late: [-1, 4] }],
  ['who talks much', { noted: 0.8, drift: 0.08, talk: [20_000, 90_000], late: [0, 5] }],
]

describe('Over evenings of three parts with two breaks and an order after every second song', () => {
  for (const [who, habits] of MANNERS)
    test(`nine of ten orders begin when they were told, the first ones too, with an artist ${who}`, () => {
      const orders = Array.from({ length: 60 }, (_, seed) => play(seed + 1, habits)).flat()
      const first = orders.filter(({ early }) => early)
      assert.ok(orders.length > 400 && first.length > 100, `${first.length} of ${orders.length}`)
      for (const some of [orders, first]) {
        const held = some.filter((order) => order.held).length
        assert.ok(held >= 0.9 * some.length, `${held} of ${some.length}`)
      }
    })
})

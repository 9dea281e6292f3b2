// The invariants of each turn, whatever happens in an evening.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { anyEvent, anyEventWithPasses, everyStep } from './any-evening.fixture.ts'
import { ids } from './arrangement.fixture.ts'
import type { BackedSong, Turn } from './arrangement.fixture.ts'
import { arrange, ownRunWith } from './arrangement.ts'
import { explainPlace } from './explain-place.ts'
import { waiting } from './queue.ts'
import type { Queue } from './queue.ts'

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
  for (const someEvent of [anyEvent, anyEventWithPasses])
    everyStep(
      ({ rules }, arranged) => {
        assert.equal(ids(arrange(arranged, rules)), ids(arranged))
      },
      undefined,
      someEvent,
    )
})

test('whatever happens, who lets an order pass changes places with it, and no other order moves', () => {
  everyStep(
    (_, arranged, before, event) => {
      if (event.kind !== 'pass') return
      const orders = (queue: Queue<BackedSong>) =>
        waiting(queue).filter(({ status }) => status === 'SCHEDULED')
      const [was, is] = [orders(before.queue), orders(arranged)]
      const at = was.findIndex(({ songId }) => songId === event.songId)
      const [own, passed] = was.slice(at)
      assert.ok(own !== undefined && passed !== undefined)
      const swapped = was.toSpliced(at, 2, passed, own).map(({ id }) => id)
      assert.deepEqual(
        is.map(({ id }) => id),
        swapped,
      )
      // The songs of the artist keep their places among them.
      assert.deepEqual(
        waiting(arranged).map(({ status }) => status),
        waiting(before.queue).map(({ status }) => status),
      )
    },
    undefined,
    anyEventWithPasses,
  )
})

test('whatever happens, an order stands at most one place later for letting one pass, and only while that one waits', () => {
  everyStep(
    ({ queue, rules }, arranged) => {
      const places = waitingIds(arranged)
      for (const entry of waiting(queue)) {
        const { letPass: passed } = entry.behind
        if (passed === undefined || entry.status !== 'SCHEDULED') continue
        const { letPass: _, ...behind } = entry.behind
        const others = queue.map((one) => (one === entry ? { ...entry, behind } : one))
        const without = waitingIds(arrange(others, rules))
        const later = places.indexOf(entry.id) - without.indexOf(entry.id)
        assert.ok(later <= 1, `${entry.id} stands ${later} places later`)
        if (later === 1) assert.ok(places.includes(passed.entryId))
      }
    },
    undefined,
    anyEventWithPasses,
  )
})

test('whatever happens, letting others pass loses no entry, moves no locked place by itself, and can be explained', () => {
  everyStep(
    ({ queue, rules }, arranged) => {
      assert.deepEqual(waitingIds(arranged).toSorted(), waitingIds(queue).toSorted())
      const locked = lockedIn(queue, rules)
      assert.deepEqual(waitingIds(arranged).slice(0, locked.length), locked)
      for (const { id } of waiting(arranged)) assert.ok(explainPlace(arranged, rules, id) !== null)
    },
    undefined,
    anyEventWithPasses,
  )
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

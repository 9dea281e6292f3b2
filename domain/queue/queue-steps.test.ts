import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ordered, queueOf, refuses, seen } from './queue.fixture.ts'
import { unplayedCount } from './queue.ts'
import * as queues from './queue-steps.ts'

describe('an order', () => {
  test('of a new song is refused where more wait than anybody can play; a waiting one takes it', () => {
    const lines = Array.from({ length: queues.WAITING_MOST }, (_, n) => `SCHEDULED s${n}` as const)
    const full = queueOf('NOW a', ...lines)
    refuses(() => queues.placeOrder(full, ordered('b')), 'SONG_NOT_ACCEPTED')
    assert.ok(queues.placeOrder(full, ordered('s7', 's7#2')).joined)
    const room = queueOf('NOW a', ...lines.slice(1))
    assert.equal(queues.placeOrder(room, ordered('b')).joined, false)
  })

  test('goes to the end of the queue as SCHEDULED', () => {
    const step = queues.placeOrder(queueOf('NOW a', 'QUEUED b', 'SCHEDULED c'), ordered('d'))
    assert.deepEqual(seen(step.queue), ['NOW a', 'QUEUED b', 'SCHEDULED c', 'SCHEDULED d'])
    assert.equal(step.joined, false)
    assert.equal(step.entry.id, 'd#1')
  })

  test('of a waiting song joins its entry and leaves the queue as it was', () => {
    for (const status of ['QUEUED', 'SCHEDULED'] as const) {
      const queue = queueOf('NOW a', `${status} b`)
      const step = queues.placeOrder(queue, ordered('b', 'b#2'))
      assert.deepEqual(step.queue, queue)
      assert.equal(step.joined, true)
      assert.equal(step.entry.id, 'b#1')
    }
  })

  test('of the song being played waits as a new entry', () => {
    const step = queues.placeOrder(queueOf('NOW a'), ordered('a', 'a#2'))
    assert.deepEqual(
      step.queue.map((entry) => entry.id),
      ['a#1', 'a#2'],
    )
    assert.deepEqual(seen(step.queue), ['NOW a', 'SCHEDULED a'])
  })

  test('of a song that was played or skipped is a new entry', () => {
    for (const gone of [
      queues.confirmPlayed(queueOf('NOW a'), 'a'),
      queues.skip(queueOf('SCHEDULED a'), 'a'),
    ]) {
      const step = queues.placeOrder(gone.queue, ordered('a', 'a#2'))
      assert.equal(step.joined, false)
      assert.deepEqual(seen(step.queue), ['SCHEDULED a'])
    }
  })
})

describe('«Вернуть»', () => {
  test('gives the place of a winner only where it still stands first among the artist’s own', () => {
    const played = { ...ordered('p'), status: 'PLAYED' } as const
    for (const [waits, won] of [
      ['QUEUED b', true],
      ['SCHEDULED b', undefined],
    ] as const) {
      const [now, first] = queueOf('NOW a', waits)
      assert.ok(now !== undefined && first !== undefined)
      const { queue } = queues.undoPlayed([now, { ...first, won: true }], played)
      assert.deepEqual([seen(queue), queue[1]?.won], [['NOW p', 'QUEUED a', waits], won])
    }
  })
})

describe('next', () => {
  test('plays the first QUEUED before any SCHEDULED and closes the song that was on', () => {
    const step = queues.playNext(queueOf('NOW a', 'QUEUED b', 'QUEUED c', 'SCHEDULED d'), {
      songId: null,
    })
    assert.deepEqual(seen(step.queue), ['NOW b', 'QUEUED c', 'SCHEDULED d'])
    assert.deepEqual(seen(step.closed), ['PLAYED a'])
  })

  test('plays the first SCHEDULED where nothing is QUEUED', () => {
    const step = queues.playNext(queueOf('SCHEDULED a', 'SCHEDULED b'), { songId: null })
    assert.deepEqual(seen(step.queue), ['NOW a', 'SCHEDULED b'])
    assert.deepEqual(step.closed, [])
  })

  test('plays the chosen waiting song, wherever it waits', () => {
    const queue = queueOf('NOW a', 'QUEUED b', 'SCHEDULED c')
    assert.deepEqual(seen(queues.playNext(queue, { songId: 'c' }).queue), ['NOW c', 'QUEUED b'])
    assert.deepEqual(seen(queues.playNext(queue, { songId: 'b' }).queue), ['NOW b', 'SCHEDULED c'])
  })

  test('leaves nothing NOW when nothing waits, and is harmless when nothing is on either', () => {
    const last = queues.playNext(queueOf('NOW a'), { songId: null })
    assert.deepEqual([last.queue, seen(last.closed)], [[], ['PLAYED a']])
    assert.deepEqual(queues.playNext(queueOf(), { songId: null }), { queue: [], closed: [] })
  })

  test('refuses a song that does not wait', () => {
    refuses(
      () => queues.playNext(queueOf('NOW a', 'QUEUED b'), { songId: 'x' }),
      'ILLEGAL_STEP',
      /уже нет в очереди/u,
    )
    refuses(
      () => queues.playNext(queueOf('NOW a', 'QUEUED b'), { songId: 'a' }),
      'ILLEGAL_STEP',
      /уже играет/u,
    )
  })

  test('means the waiting entry of a song that is also being played', () => {
    const { queue } = queues.placeOrder(queueOf('NOW a'), ordered('a', 'a#2'))
    const step = queues.playNext(queue, { songId: 'a' })
    assert.deepEqual(
      [step.queue, step.closed].map((part) => part.map((entry) => `${entry.status} ${entry.id}`)),
      [['NOW a#2'], ['PLAYED a#1']],
    )
  })

  test('pressed twice by mistake does not play a song through', () => {
    const queue = queueOf('NOW a', 'QUEUED b', 'QUEUED c')
    const press = { songId: null, expectedNowId: 'a#1' }
    const once = queues.playNext(queue, press)
    assert.deepEqual(seen(once.queue), ['NOW b', 'QUEUED c'])
    refuses(() => queues.playNext(once.queue, press), 'NOW_MOVED')
  })

  test('that believes nothing is on is refused once something is, and the other way round', () => {
    const first = { songId: null, expectedNowId: null }
    const begun = queues.playNext(queueOf('QUEUED a', 'QUEUED b'), first)
    assert.deepEqual(seen(begun.queue), ['NOW a', 'QUEUED b'])
    refuses(() => queues.playNext(begun.queue, first), 'NOW_MOVED')
    refuses(
      () => queues.playNext(queueOf('QUEUED a'), { songId: null, expectedNowId: 'x#1' }),
      'NOW_MOVED',
    )
  })

  test('that only ends leaves all that waits where it is', () => {
    const step = queues.playNext(queueOf('NOW a', 'SCHEDULED b'), { songId: null, onlyEnds: true })
    assert.deepEqual([seen(step.queue), seen(step.closed)], [['SCHEDULED b'], ['PLAYED a']])
  })

  test('says that the pad is behind rather than that its song is gone', () => {
    refuses(
      () => queues.playNext(queueOf('NOW b'), { songId: 'b', expectedNowId: 'a#1' }),
      'NOW_MOVED',
    )
  })
})

test('confirming closes the song that is on and starts no other', () => {
  const step = queues.confirmPlayed(queueOf('NOW a', 'QUEUED b'), 'a')
  assert.deepEqual([seen(step.queue), seen(step.closed)], [['QUEUED b'], ['PLAYED a']])
  refuses(() => queues.confirmPlayed(step.queue, 'b'), 'ILLEGAL_STEP', /сейчас не играет/u)
})

test('the end of the concert skips all that is left, the song being played too', () => {
  const queue = queueOf('NOW a', 'QUEUED b', 'SCHEDULED c')
  assert.equal(unplayedCount(queue), 3)
  const step = queues.endQueue(queue)
  assert.deepEqual(step.queue, [])
  assert.deepEqual(seen(step.closed), ['SKIPPED a', 'SKIPPED b', 'SKIPPED c'])
  assert.equal(unplayedCount(step.queue), 0)
})

test('the end of the concert plays the song out that the artist named, where it is on or closed', () => {
  const queue = queueOf('NOW a', 'QUEUED b')
  const ended = (id: string) => seen(queues.endQueue(queue, id).closed)
  assert.deepEqual(ended('a#1'), ['PLAYED a', 'SKIPPED b'])
  assert.deepEqual(ended('x#1'), ['SKIPPED a', 'SKIPPED b'])
  refuses(() => ended('b#1'), 'ILLEGAL_STEP')
})

test('what the caller keeps on an entry travels with it through every step', () => {
  const queue = [{ ...ordered('a'), title: 'Кукушка' }]
  const queued = queues.enqueue(queue, 'a').queue
  const playing = queues.playNext(queued, { songId: null }).queue
  assert.equal(queues.confirmPlayed(playing, 'a').closed[0]?.title, 'Кукушка')
})

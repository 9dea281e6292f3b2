import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as queues from './queue.ts'
import type { Entry, Queue, SongStatus } from './queue.ts'
import { Refusal } from './refusal.ts'

/** `queueOf('NOW a', 'QUEUED b')`: entries whose id is the song's name with «#1». */
function queueOf(...lines: `${SongStatus} ${string}`[]): Queue<Entry> {
  return lines.map((line) => {
    const status = queues.SONG_STATUSES.find((one) => line.startsWith(`${one} `))
    assert.ok(status)
    const songId = line.slice(status.length + 1)
    return { id: `${songId}#1`, songId, status }
  })
}

const seen = (queue: Queue<Entry>): string[] =>
  queue.map((entry) => `${entry.status} ${entry.songId}`)

const ordered = (songId: string, id = `${songId}#1`): Entry => ({
  id,
  songId,
  status: 'SCHEDULED',
})

const fresh = (songId: string): Entry => ordered(songId, `${songId}#new`)

function refuses(step: () => unknown, code: string, sentence?: RegExp): void {
  assert.throws(step, (error) => {
    assert.ok(error instanceof Refusal)
    assert.equal(error.code, code)
    assert.match(error.message, sentence ?? /[а-яё]{4}/u)
    return true
  })
}

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

describe('by hand', () => {
  test('an ordered song becomes the last of the queued', () => {
    const step = queues.enqueue(queueOf('NOW a', 'QUEUED b', 'SCHEDULED c', 'SCHEDULED d'), 'd')
    assert.deepEqual(seen(step.queue), ['NOW a', 'QUEUED b', 'QUEUED d', 'SCHEDULED c'])
    assert.deepEqual(step.closed, [])
  })

  test('a song that is queued, on, or gone cannot be queued', () => {
    const queue = queueOf('NOW a', 'QUEUED b')
    refuses(() => queues.enqueue(queue, 'b'), 'ILLEGAL_STEP', /уже стоит в очереди/u)
    refuses(() => queues.enqueue(queue, 'a'), 'ILLEGAL_STEP', /уже играет/u)
    refuses(() => queues.enqueue(queue, 'x'), 'ILLEGAL_STEP', /уже нет/u)
  })

  test('a waiting song and the one that is on can be skipped', () => {
    const queue = queueOf('NOW a', 'QUEUED b', 'SCHEDULED c')
    for (const song of ['a', 'b', 'c']) {
      const step = queues.skip(queue, song)
      assert.equal(step.queue.length, 2)
      assert.deepEqual(seen(step.closed), [`SKIPPED ${song}`])
      refuses(() => queues.skip(step.queue, song), 'ILLEGAL_STEP')
    }
  })

  test('skipping a song that is on and ordered again drops the order, not the playing', () => {
    const { queue } = queues.placeOrder(queueOf('NOW a'), ordered('a', 'a#2'))
    const step = queues.skip(queue, 'a')
    assert.deepEqual(seen(step.queue), ['NOW a'])
    assert.equal(step.closed[0]?.id, 'a#2')
  })

  test('the playing of a song that is ordered again is interrupted by its entry, and the order stays', () => {
    const { queue } = queues.placeOrder(queueOf('NOW a', 'QUEUED b'), ordered('a', 'a#2'))
    const step = queues.changeStatus(queue, 'a', 'SKIPPED', { entryId: 'a#1' })
    assert.deepEqual(seen(step.queue), ['QUEUED b', 'SCHEDULED a'])
    assert.equal(step.closed[0]?.id, 'a#1')
    refuses(
      () => queues.changeStatus(step.queue, 'a', 'SKIPPED', { entryId: 'a#1' }),
      'ILLEGAL_STEP',
      /уже нет/u,
    )
    refuses(
      () => queues.changeStatus(queue, 'b', 'SKIPPED', { entryId: 'a#1' }),
      'ILLEGAL_STEP',
      /уже нет/u,
    )
  })

  test("the artist's own song becomes the last of the queue, and one that waits already stays one", () => {
    const queue = queueOf('NOW a', 'QUEUED b', 'SCHEDULED c', 'SCHEDULED d')
    const add = (song: string) => queues.addOwn(queue, ordered(song, `${song}#2`))
    const last = ['NOW a', 'QUEUED b', 'QUEUED e', 'SCHEDULED c', 'SCHEDULED d']
    assert.deepEqual(seen(add('e').queue), last)
    assert.deepEqual(seen(add('d').queue), ['NOW a', 'QUEUED b', 'QUEUED d', 'SCHEDULED c'])
    assert.equal(add('d').entry.id, 'd#1')
    assert.deepEqual(add('b').queue, queue)
    assert.deepEqual(seen(add('a').queue).slice(0, 3), ['NOW a', 'QUEUED b', 'QUEUED a'])
  })

  test('a song that began while it was deleted is not interrupted, and one that ended is not deleted in its stead', () => {
    const queue = queueOf('NOW a', 'QUEUED b')
    const skip = (song: string, interrupts: boolean) => () =>
      queues.changeStatus(queue, song, 'SKIPPED', { interrupts })
    refuses(skip('a', false), 'ILLEGAL_STEP', /уже играет/u)
    refuses(skip('b', true), 'ILLEGAL_STEP', /сейчас не играет/u)
    assert.deepEqual(seen(skip('a', true)().queue), ['QUEUED b'])
    assert.deepEqual(seen(skip('b', false)().queue), ['NOW a'])
  })

  test('a QUEUED song goes back before the orders, and no other song does', () => {
    const queue = queueOf('NOW a', 'QUEUED b', 'QUEUED c', 'SCHEDULED d')
    const step = queues.backToOrders(queue, 'b')
    assert.deepEqual(seen(step.queue), ['NOW a', 'QUEUED c', 'SCHEDULED b', 'SCHEDULED d'])
    assert.deepEqual(step.closed, [])
    refuses(() => queues.backToOrders(queue, 'a'), 'ILLEGAL_STEP', /уже играет/u)
    refuses(() => queues.backToOrders(queue, 'd'), 'ILLEGAL_STEP', /пока только в заказах/u)
    refuses(() => queues.backToOrders(queue, 'x'), 'ILLEGAL_STEP', /уже нет/u)
  })

  test('the status can be set to QUEUED and SKIPPED and to nothing else', () => {
    const queue = queueOf('NOW a', 'SCHEDULED b')
    const queued = queues.changeStatus(queue, 'b', 'QUEUED')
    assert.deepEqual(queued.queue, queues.enqueue(queue, 'b').queue)
    assert.equal(queued.entry.status, 'QUEUED')
    const skipped = queues.changeStatus(queue, 'a', 'SKIPPED')
    assert.deepEqual(skipped.closed, queues.skip(queue, 'a').closed)
    assert.deepEqual(skipped.entry, skipped.closed[0])
    for (const status of ['SCHEDULED', 'NOW', 'PLAYED'] as const) {
      for (const song of ['a', 'b', 'x']) {
        refuses(() => queues.changeStatus(queue, song, status), 'ILLEGAL_STEP')
        refuses(() => queues.changeStatus(queued.queue, song, status), 'ILLEGAL_STEP')
      }
    }
  })
})

describe('moving', () => {
  const queue = queueOf('NOW a', 'QUEUED b', 'QUEUED c', 'QUEUED d', 'SCHEDULED e')

  test('to the top puts a queued song before the other queued', () => {
    assert.deepEqual(seen(queues.moveToTop(queue, 'd').queue), [
      'NOW a',
      'QUEUED d',
      'QUEUED b',
      'QUEUED c',
      'SCHEDULED e',
    ])
  })

  test('one up swaps a queued song with the one before it', () => {
    assert.deepEqual(seen(queues.moveOneUp(queue, 'd').queue), [
      'NOW a',
      'QUEUED b',
      'QUEUED d',
      'QUEUED c',
      'SCHEDULED e',
    ])
  })

  test('the first of the queued stays where it is', () => {
    assert.deepEqual(queues.moveToTop(queue, 'b').queue, queue)
    assert.deepEqual(queues.moveOneUp(queue, 'b').queue, queue)
  })

  test('is refused for a song that is only ordered, that is on, or that is gone', () => {
    for (const move of [queues.moveToTop, queues.moveOneUp]) {
      refuses(() => move(queue, 'e'), 'ILLEGAL_STEP', /только в заказах/u)
      refuses(() => move(queue, 'a'), 'ILLEGAL_STEP', /уже играет/u)
      refuses(() => move(queue, 'x'), 'ILLEGAL_STEP', /уже нет/u)
    }
  })
})

describe('setting the list of orders', () => {
  const queue = queueOf('NOW a', 'QUEUED b', 'SCHEDULED c', 'SCHEDULED d')

  test('gives exactly these songs in this order, keeps known entries and makes the others', () => {
    const step = queues.setScheduled(queue, ['e', 'd', 'a'], fresh)
    assert.deepEqual(
      step.queue.map((entry) => `${entry.status} ${entry.id}`),
      ['NOW a#1', 'QUEUED b#1', 'SCHEDULED e#new', 'SCHEDULED d#1', 'SCHEDULED a#new'],
    )
    assert.deepEqual(seen(step.closed), ['SKIPPED c'])
  })

  test('to nothing skips every order and leaves what is on and what is queued', () => {
    const step = queues.setScheduled(queue, [], fresh)
    assert.deepEqual(seen(step.queue), ['NOW a', 'QUEUED b'])
    assert.deepEqual(seen(step.closed), ['SKIPPED c', 'SKIPPED d'])
  })

  test('refuses a song named twice and a song that is queued already', () => {
    refuses(() => queues.setScheduled(queue, ['c', 'c'], fresh), 'ILLEGAL_STEP', /дважды/u)
    refuses(() => queues.setScheduled(queue, ['c', 'b'], fresh), 'ILLEGAL_STEP', /в очереди/u)
  })
})

describe('saving a list that was edited while the concert went on', () => {
  const began = ['b', 'c', 'd']

  test('keeps the songs that were ordered meanwhile, in their order, after the list', () => {
    const queue = queueOf('QUEUED b', 'SCHEDULED c', 'SCHEDULED n', 'SCHEDULED d', 'SCHEDULED m')
    const step = queues.mergeScheduled(queue, ['d', 'e', 'c'], began, fresh)
    assert.deepEqual(
      step.queue.map((entry) => `${entry.status} ${entry.id}`),
      [
        'QUEUED b#1',
        'SCHEDULED d#1',
        'SCHEDULED e#new',
        'SCHEDULED c#1',
        'SCHEDULED n#1',
        'SCHEDULED m#1',
      ],
    )
    assert.deepEqual(step.closed, [])
  })

  test('takes out the songs that the editor knew and left out, and no others', () => {
    const queue = queueOf('SCHEDULED c', 'SCHEDULED d', 'SCHEDULED n')
    const step = queues.mergeScheduled(queue, [], began, fresh)
    assert.deepEqual(seen(step.queue), ['SCHEDULED n'])
    assert.deepEqual(seen(step.closed), ['SKIPPED c', 'SKIPPED d'])
  })

  test('neither refuses nor brings back known songs that were queued, are on, or are gone', () => {
    const queue = queueOf('NOW b', 'QUEUED c')
    const step = queues.mergeScheduled(queue, ['d', 'c', 'b'], began, fresh)
    assert.deepEqual(seen(step.queue), ['NOW b', 'QUEUED c'])
    assert.deepEqual(step.closed, [])
  })

  test('leaves a song in the queue that the editor added and somebody queued meanwhile', () => {
    const step = queues.mergeScheduled(queueOf('QUEUED n', 'SCHEDULED c'), ['n', 'c'], ['c'], fresh)
    assert.deepEqual(seen(step.queue), ['QUEUED n', 'SCHEDULED c'])
  })

  test('orders a song once more that is on and did not wait when the editor began', () => {
    const step = queues.mergeScheduled(queueOf('NOW a'), ['a'], began, fresh)
    assert.deepEqual(seen(step.queue), ['NOW a', 'SCHEDULED a'])
  })

  test('refuses a song named twice', () => {
    refuses(() => queues.mergeScheduled([], ['e', 'e'], began, fresh), 'ILLEGAL_STEP', /дважды/u)
  })
})

test('the end of the concert skips all that is left, the song being played too', () => {
  const queue = queueOf('NOW a', 'QUEUED b', 'SCHEDULED c')
  assert.equal(queues.unplayedCount(queue), 3)
  const step = queues.endQueue(queue)
  assert.deepEqual(step.queue, [])
  assert.deepEqual(seen(step.closed), ['SKIPPED a', 'SKIPPED b', 'SKIPPED c'])
  assert.equal(queues.unplayedCount(step.queue), 0)
})

test('what waits is listed queued first, without the song that is on', () => {
  const queue = queueOf('NOW a', 'QUEUED b', 'SCHEDULED c')
  assert.deepEqual(seen(queues.waiting(queue)), ['QUEUED b', 'SCHEDULED c'])
  assert.equal(queues.nowOf(queue)?.songId, 'a')
  assert.equal(queues.nowOf(queueOf('QUEUED b')), null)
})

test('what the caller keeps on an entry travels with it through every step', () => {
  const queue = [{ ...ordered('a'), title: 'Кукушка' }]
  const queued = queues.enqueue(queue, 'a').queue
  const playing = queues.playNext(queued, { songId: null }).queue
  assert.equal(queues.confirmPlayed(playing, 'a').closed[0]?.title, 'Кукушка')
})

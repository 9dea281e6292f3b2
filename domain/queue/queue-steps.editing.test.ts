import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { fresh, ordered, queueOf, refuses, seen } from './queue.fixture.ts'
import * as queues from './queue-steps.ts'

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

  test('a waiting song goes before another one of either list, or to the end of it', () => {
    const queue = queueOf('NOW a', 'QUEUED b', 'QUEUED c', 'SCHEDULED d', 'SCHEDULED e')
    const idOf = (songId: string) => queue.find((entry) => entry.songId === songId)?.id ?? null
    const put = (songId: string, list: 'QUEUED' | 'SCHEDULED', before: string | null) =>
      queues.moveBefore(queue, songId, { list, beforeId: before && idOf(before) })
    const after = (...given: Parameters<typeof put>) => seen(put(...given).queue).slice(1)
    assert.deepEqual(after('c', 'QUEUED', 'b'), [
      'QUEUED c',
      'QUEUED b',
      'SCHEDULED d',
      'SCHEDULED e',
    ])
    assert.deepEqual(after('b', 'QUEUED', null), after('c', 'QUEUED', 'b'))
    assert.deepEqual(after('e', 'QUEUED', 'c'), ['QUEUED b', 'QUEUED e', 'QUEUED c', 'SCHEDULED d'])
    assert.deepEqual(after('b', 'SCHEDULED', 'e'), [
      'QUEUED c',
      'SCHEDULED d',
      'SCHEDULED b',
      'SCHEDULED e',
    ])
    assert.deepEqual(after('d', 'SCHEDULED', null).slice(2), ['SCHEDULED e', 'SCHEDULED d'])
    refuses(() => put('a', 'QUEUED', 'b'), 'ILLEGAL_STEP', /уже играет/u)
    refuses(() => put('x', 'QUEUED', 'b'), 'ILLEGAL_STEP', /уже нет/u)
    for (const gone of ['d', 'a', 'b'])
      refuses(() => put('b', 'QUEUED', gone), 'ILLEGAL_STEP', /Список уже изменился/u)
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

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { QueueEntry } from '#contract/shapes.ts'
import type { MyOrder } from '#contract/songs.ts'
import type { OrderSources } from './merge-orders.ts'
import {
  comingOrders,
  countLimited,
  countWaiting,
  mergeOrders,
  ON_ITS_WAY_MS,
  ownEntries,
  tidied,
} from './merge-orders.ts'
import type { OrderCommand } from './order-outbox.ts'

const NOW = 60_000

function entry(songId: string, status: QueueEntry['status'] = 'SCHEDULED'): QueueEntry {
  return {
    id: `entry of ${songId}`,
    songId,
    title: songId,
    artistName: 'Кино',
    imageUrl: '',
    status,
    backers: 1,
  }
}

function listed(songId: string, change: Partial<MyOrder> = {}): MyOrder {
  return {
    orderId: `o-${songId}`,
    entryId: `entry of ${songId}`,
    songId,
    title: songId,
    artistName: 'Кино',
    amount: null,
    state: 'SCHEDULED',
    place: 1,
    waitMinutes: { from: 2, to: 5 },
    mayCancel: true,
    ...change,
  }
}

function sent(
  songId: string,
  orderId: string | null,
  change: Partial<OrderCommand> = {},
): OrderCommand {
  const wish = { songId, title: songId, artistName: 'Кино', imageUrl: '' }
  const state = orderId === null ? 'waiting' : 'done'
  return { key: `k-${songId}`, wish, at: 0, state, orderId, answeredAt: null, ...change }
}

const shown = (known: Partial<OrderSources>) =>
  mergeOrders({ listed: [], sent: [], queue: [], dismissed: new Set(), paused: null, ...known })

test('an order is there from the press on, once, under the same key', () => {
  const [before] = shown({ sent: [sent('a', null)] })
  assert.equal(before?.state, 'SENDING')
  const answered = shown({ sent: [sent('a', 'o-a')], queue: [entry('b'), entry('a')] })
  assert.deepEqual(
    answered.map(({ key, state, place }) => [key, state, place]),
    [['k-a', 'SCHEDULED', 2]],
  )
  const placed = (answeredAt: number | null) =>
    shown({ sent: [sent('a', 'o-a', { place: 7, answeredAt })], queue: [entry('b')] })[0]?.place
  assert.equal(placed(1), 7)
  assert.equal(placed(null), null, 'the queue has shown it, and shows it no more')
  const known = shown({ sent: [sent('a', 'o-a')], listed: [listed('a')] })
  assert.deepEqual(
    known.map(({ key, orderId }) => [key, orderId]),
    [['k-a', 'o-a']],
  )
})

test('the reason of a place is told while it is that place, and the first is told that he is next', () => {
  const why = 'Перед вами одна'
  const [stays] = shown({
    listed: [listed('a', { place: 2, why })],
    queue: [entry('b'), entry('a')],
  })
  assert.equal(stays?.why, why)
  const moved = [entry('b'), entry('c'), entry('a')]
  assert.equal(shown({ listed: [listed('a', { place: 2, why })], queue: moved })[0]?.why, undefined)
  const [first] = shown({ listed: [listed('a', { place: 2, why })], queue: [entry('a')] })
  assert.equal(first?.why, 'Ваша песня следующая')
  const [cancelled] = shown({ listed: [listed('a', { state: 'CANCELLED', place: 2, why })] })
  assert.equal(cancelled?.why, undefined)
})

test('the queue on the screen says where an order stands, sooner than the list', () => {
  const queue = [entry('b'), entry('c'), entry('a')]
  const waitOf = (place: number) => ({ from: place, to: 10 })
  const [waits] = shown({ listed: [listed('a')], queue, waitOf })
  assert.equal(waits?.place, 3)
  assert.deepEqual(waits?.waitMinutes, { from: 3, to: 10 })
  assert.equal(shown({ listed: [listed('a')], queue })[0]?.waitMinutes, null)
  const [plays] = shown({ listed: [listed('a')], queue: [entry('a', 'NOW')] })
  assert.equal(plays?.state, 'NOW')
  assert.equal(plays?.mayCancel, false)
})

test('a song that others have ordered too stays without this order', () => {
  const stays = (more: Partial<QueueEntry>) =>
    shown({ listed: [listed('a')], queue: [{ ...entry('a'), ...more }] })[0]?.stays
  assert.equal(stays({}), undefined)
  assert.equal(stays({ backers: 2 }), true)
  assert.equal(stays({ backers: 2, collected: 20_000 }), undefined, 'a part may be too little')
})

test('a song that plays and waits once more is told apart', () => {
  const anothers = { ...entry('a', 'NOW'), id: 'another’s' }
  const queue = [anothers, entry('b'), entry('a')]
  const [waits] = shown({ listed: [listed('a', { place: 2 })], queue })
  assert.deepEqual([waits?.state, waits?.place], ['SCHEDULED', 2])
  const state = { state: 'NOW', place: null, entryId: 'another’s' } as const
  const [plays] = shown({ listed: [listed('a', state)], queue })
  assert.equal(plays?.state, 'NOW')
  // The queue does not show the new one yet.
  for (const known of [
    { listed: [listed('a', { place: 10 })] },
    { sent: [sent('a', 'o-a', { place: 10, answeredAt: 1 })] },
  ]) {
    const coming = shown({ ...known, queue: [anothers, entry('b')] })
    assert.deepEqual(
      coming.map((order) => [order.state, order.place]),
      [['SCHEDULED', 10]],
    )
    assert.equal(ownEntries(coming, queue).has('another’s'), false)
  }
})

test('what is over stays as the server said, whoever ordered the song again', () => {
  const over = listed('a', { state: 'SKIPPED', place: null, mayCancel: false })
  const [order] = shown({ listed: [over], queue: [entry('a')] })
  assert.equal(order?.state, 'SKIPPED')
})

test('nobody is told to wait for minutes while the concert pauses', () => {
  const [order] = shown({ listed: [listed('a')], paused: 'Перерыв, продолжим в 21:45' })
  assert.equal(order?.waitMinutes, null)
  assert.equal(order?.paused, 'Перерыв, продолжим в 21:45')
})

test('an order that was put away is not shown', () => {
  assert.deepEqual(shown({ listed: [listed('a')], dismissed: new Set(['o-a']) }), [])
})

test('an order that was not paid for gives way to the next one of its song in the same way', () => {
  const lapsed = { state: 'CANCELLED', amount: 12_000, lapsed: true } as const
  const failed = listed('a', { orderId: 'first', ...lapsed })
  const shownOf = (newer: readonly MyOrder[], order = failed, more: Partial<OrderSources> = {}) =>
    shown({ listed: [...newer, order], ...more }).map(({ orderId }) => orderId)
  const paid = listed('a', { amount: 12_000 })
  assert.deepEqual(shownOf([paid]), ['o-a'])
  assert.deepEqual(shownOf([{ ...paid, ...lapsed }]), ['o-a'], 'both failed')
  assert.deepEqual(shownOf([], failed, { sent: [sent('a', null)] }), [null])
  assert.deepEqual(shownOf([paid], failed, { dismissed: new Set(['o-a']) }), [])
  const sings = { with: '', keyShift: 0 }
  for (const other of [{ share: true }, { sings }, { share: true, vote: true }] as const) {
    assert.deepEqual(shownOf([{ ...paid, ...other }]), ['o-a', 'first'])
    assert.deepEqual(shownOf([paid], { ...failed, ...other }), ['o-a', 'first'])
    assert.deepEqual(shownOf([{ ...paid, ...other }], { ...failed, ...other }), ['o-a'])
  }
  assert.deepEqual(shownOf([listed('b')]), ['o-b', 'first'])
  const { lapsed: _, ...cancelled } = failed
  assert.deepEqual(shownOf([paid], cancelled), ['o-a', 'first'], 'its money may be coming back')
  assert.deepEqual(shown({ listed: [failed, paid] }).length, 2, 'the failed one is the newer')
})

test('an entry is one’s own while one’s order stands behind it', () => {
  const queue = [entry('a'), entry('b'), entry('c', 'NOW')]
  const orders = shown({
    listed: [listed('a'), listed('b', { state: 'CANCELLED' })],
    sent: [sent('c', 'o-c')],
    queue,
  })
  const own = ownEntries(orders, queue)
  assert.deepEqual(
    queue.map(({ id }) => own.has(id)),
    [true, false, true],
  )
})

test('an order counts while its song waits or plays, and no longer', () => {
  const queue = [entry('a', 'NOW'), entry('b')]
  const orders = shown({ sent: ['a', 'b', 'c'].map((song) => sent(song, `o-${song}`)), queue })
  assert.equal(countWaiting(orders, queue, NOW), 2)
})

test('an order that is not sent yet counts, and a paid or a cancelled one does not', () => {
  const paid = listed('b', { amount: 20_000 })
  const cancelled = listed('c', { state: 'CANCELLED' })
  const queue = [entry('b'), entry('c')]
  const orders = shown({ sent: [sent('a', null)], listed: [paid, cancelled], queue })
  assert.equal(countWaiting(orders, queue, NOW), 1)
})

test('a paid order counts against its limit until it plays or its payment lapses, and no share does', () => {
  const amount = 20_000
  const states = [
    'PAYING',
    'COLLECTING',
    'SCHEDULED',
    'QUEUED',
    'NOW',
    'PLAYED',
    'RETURNED',
  ] as const
  const own = [...states, 'CANCELLED' as const].map((state) => listed(state, { state, amount }))
  const share = { amount, share: true } as const
  const others = [listed('a', share), listed('b', { ...share, vote: true }), listed('c')]
  const orders = shown({ listed: [...own, ...others], sent: [sent('d', null)] })
  assert.equal(countLimited(orders, true), 4)
  assert.equal(countLimited(orders, false), 2)
})

test('an order of a moment ago counts although the queue does not show it yet', () => {
  const answered = (ago: number) =>
    countWaiting(shown({ sent: [sent('a', 'o-a', { answeredAt: NOW - ago })] }), [], NOW)
  assert.equal(answered(1000), 1)
  assert.equal(answered(ON_ITS_WAY_MS + 1000), 0)
})

test('an order is on its way from its answer until the queue shows it, listed or not', () => {
  const answered = sent('a', 'o-a', { answeredAt: NOW })
  const coming = (sources: Partial<OrderSources>, since = 0) =>
    comingOrders(shown(sources), sources.queue ?? [], since).map(({ key }) => key)
  assert.deepEqual(coming({ sent: [answered] }), ['k-a'])
  assert.deepEqual(coming({ sent: [answered], listed: [listed('a')] }), ['k-a'])
  assert.deepEqual(coming({ sent: [answered], queue: [entry('a')] }), [])
  assert.deepEqual(coming({ sent: [answered] }, NOW + 1), [])
})

test('an order that the queue has shown and lost was played or skipped, however new it is', () => {
  const seen = sent('a', 'o-a', { at: NOW - 1000, answeredAt: null })
  const orders = shown({ sent: [seen], listed: [listed('a')] })
  assert.equal(countWaiting(orders, [], NOW), 0)
  assert.deepEqual(comingOrders(orders, [], 0), [])
})

test('a suggestion is found in the queue by its words, however they are spelt', () => {
  const named = (songId: string, title: string) => ({ ...entry(songId), title })
  const queue = [named('a', 'Звезда по имени Солнце'), named('b', 'Ёлка')]
  const placeOf = (title: string) => {
    const order = sent('', 'o-b')
    const wish = { ...order.wish, songId: null, title }
    return shown({ sent: [{ ...order, wish }], queue })[0]?.place
  }
  assert.equal(placeOf('елка!'), 2)
  assert.equal(placeOf('Кукушка'), null)
})

const tidy = (orders: readonly OrderCommand[], known: Partial<Parameters<typeof tidied>[1]> = {}) =>
  tidied(orders, { listed: [], queue: [], live: true, now: NOW, ...known })

test('an order leaves the outbox once the server says that it is over, and not before', () => {
  const orders = [sent('a', null), sent('b', 'o-b'), sent('c', 'o-c')]
  const list = [listed('b', { state: 'PLAYED' }), listed('c')]
  assert.deepEqual(tidy(orders, { listed: list, queue: [entry('c')] }), [orders[0], orders[2]])
  const alive = orders.slice(0, 1)
  assert.equal(tidy(alive, { listed: list }), alive)
})

test('an order that neither the list nor the queue has is forgotten after a while', () => {
  const lost = [sent('a', 'o-a')]
  assert.deepEqual(tidy(lost), [])
  assert.equal(tidy(lost, { now: 1000 }), lost)
  assert.equal(tidy(lost, { live: false }), lost)
  assert.equal(tidy(lost, { queue: [entry('a')] }), lost)
})

test('the outbox notes which orders the queue has shown', () => {
  const answered = sent('a', 'o-a', { answeredAt: NOW })
  assert.deepEqual(tidy([answered], { listed: [listed('a')], queue: [entry('a')] }), [
    { ...answered, answeredAt: null },
  ])
})

test('a share waits with what is collected, and then with its song, and is none of the free orders', () => {
  const order = listed('a', { state: 'COLLECTING', place: null, share: true })
  const collecting = { ...entry('a', 'COLLECTING'), goal: 100_000, collected: 40_000 }
  const [waits] = shown({ listed: [order], queue: [collecting] })
  assert.deepEqual(
    [waits?.state, waits?.place, waits?.together?.replaceAll('\u00A0', ' ')],
    ['COLLECTING', null, 'Собираем 1 000 ₽: 1 человек, 400 ₽'],
  )
  const there = { ...entry('a'), collected: 100_000 }
  const [stands] = shown({ listed: [order], queue: [there] })
  assert.deepEqual([stands?.state, stands?.place], ['SCHEDULED', 1])
})

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  admitHost,
  admitHostSongs,
  checkMoment,
  DEDICATION_MAX,
  dropHostSongs,
  HOST_SONGS_MOST,
  putHostSongs,
  mergeHostSongs,
  MOMENTS_MOST,
  withoutDoubles,
} from './host-songs.ts'
import { fresh, ordered, queueOf, refuses, seen } from './queue.fixture.ts'
import { WAITING_MOST } from './queue-steps.ts'

const want = (songId: string, entryId: string | null = null) => ({ songId, entryId })
const laid = (...args: Parameters<typeof putHostSongs>) => seen(putHostSongs(...args).queue)

describe('what the host wants to hear', () => {
  test('stands first in «Очередь», in his order, before the artist’s own songs and the orders', () => {
    const queue = queueOf('NOW n', 'QUEUED a', 'SCHEDULED o')
    const step = putHostSongs(queue, [want('x'), want('y')], fresh)
    assert.deepEqual(seen(step.queue), ['NOW n', 'QUEUED x', 'QUEUED y', 'QUEUED a', 'SCHEDULED o'])
    assert.deepEqual(step.entryIds, ['x#new', 'y#new'])
  })

  test('comes from the orders, with who ordered it, and from where the artist had it', () => {
    const queue = queueOf('QUEUED a', 'QUEUED x', 'SCHEDULED y')
    const step = putHostSongs(queue, [want('x'), want('y')], fresh)
    assert.deepEqual(seen(step.queue), ['QUEUED x', 'QUEUED y', 'QUEUED a'])
    assert.deepEqual(step.entryIds, ['x#1', 'y#1'])
  })

  test('is not played twice where it sounds just now', () => {
    const step = putHostSongs(queueOf('NOW x'), [want('x')], fresh)
    assert.deepEqual([seen(step.queue), step.entryIds], [['NOW x'], ['x#1']])
  })

  test('joins behind his song before it, and leaves alone what the artist moved, played or took out', () => {
    const queue = queueOf('QUEUED a', 'QUEUED x', 'QUEUED b')
    const wanted = [want('gone', 'gone#1'), want('x', 'x#1'), want('y')]
    assert.deepEqual(laid(queue, wanted, fresh), ['QUEUED a', 'QUEUED x', 'QUEUED y', 'QUEUED b'])
  })

  test('changes places among itself alone when the host reorders it', () => {
    const queue = queueOf('QUEUED x', 'QUEUED a', 'QUEUED y', 'SCHEDULED o')
    const wanted = [want('y', 'y#1'), want('x', 'x#1')]
    assert.deepEqual(laid(queue, wanted, fresh), seen(queue))
    assert.deepEqual(laid(queue, wanted, fresh, { reorder: true }), [
      'QUEUED y',
      'QUEUED a',
      'QUEUED x',
      'SCHEDULED o',
    ])
  })

  test('is not laid while the artist does not play it', () => {
    const step = putHostSongs(
      queueOf('QUEUED a'),
      [{ ...want('x'), barred: true }, want('y')],
      fresh,
    )
    assert.deepEqual(
      [seen(step.queue), step.entryIds],
      [
        ['QUEUED y', 'QUEUED a'],
        [null, 'y#new'],
      ],
    )
  })

  test('never keeps a concert from starting: what has no room waits for some', () => {
    const full = Array.from({ length: WAITING_MOST }, (_, at) => ordered(`s${at}`))
    const step = putHostSongs(full, [want('x')], fresh)
    assert.equal(step.queue.length, WAITING_MOST)
    assert.deepEqual(step.entryIds, [null])
  })
})

describe('what the host takes out', () => {
  const gone = (song: string, more: object = {}) => [
    { entryId: `${song}#1`, brought: true, ordered: false, ...more },
  ]

  test('leaves the queue while it waits', () => {
    const step = dropHostSongs(queueOf('NOW n', 'QUEUED x', 'QUEUED a'), gone('x'))
    assert.deepEqual(seen(step.queue), ['NOW n', 'QUEUED a'])
    assert.deepEqual(seen(step.closed), ['SKIPPED x'])
  })

  test('goes back to the orders where listeners want it too', () => {
    const step = dropHostSongs(queueOf('QUEUED x', 'QUEUED a'), gone('x', { ordered: true }))
    assert.deepEqual(seen(step.queue), ['QUEUED a', 'SCHEDULED x'])
    const ordersStay = dropHostSongs(queueOf('SCHEDULED x'), gone('x', { ordered: true }))
    assert.deepEqual(seen(ordersStay.queue), ['SCHEDULED x'])
  })

  test('stays where the artist had it before, and while it sounds', () => {
    const before = queueOf('NOW n', 'QUEUED x')
    assert.deepEqual(dropHostSongs(before, gone('x', { brought: false })).queue, before)
    assert.deepEqual(dropHostSongs(before, gone('n')).queue, before)
  })
})

describe('the lists of two phones', () => {
  const ids = (names: string) => Array.from(names, (id) => ({ id }))
  const merged = (stored: string, typed: string, known: string) =>
    mergeHostSongs(ids(stored), ids(typed), Array.from(known))
      .map(({ id }) => id)
      .join('')

  test('keep what the other added, after the own ones, and do not bring back what it took out', () => {
    assert.equal(merged('abz', 'bac', 'ab'), 'bacz')
    assert.equal(merged('a', 'abc', 'ab'), 'ac')
  })

  test('are the same once more where an answer was lost', () => {
    assert.equal(merged('ba', 'ba', 'b'), 'ba')
  })

  test('have a song once that both wrote, and mistakes as they were', () => {
    const listed = (id: string, songId: string, moment: string | null = null) => ({
      id,
      songId,
      title: songId,
      moment,
    })
    const stored = [listed('a', 'x'), listed('b', 'y', 'Торт')]
    const left = (typed: typeof stored, known: string[]) =>
      withoutDoubles(stored, typed, known).map(({ id }) => id)
    assert.deepEqual(left([listed('c', 'x'), listed('d', 'z')], []), ['d'])
    assert.deepEqual(left([listed('c', 'x', 'Танец'), listed('d', 'y')], []), ['c', 'd'])
    assert.deepEqual(left([listed('c', 'x')], ['a']), ['c'])
    assert.deepEqual(left([listed('a', 'x'), listed('c', 'x')], []), ['a', 'c'])
  })
})

describe('the lists of a host', () => {
  const song = (songId: string, moment: string | null = null) => ({
    id: `of ${songId} ${moment}`,
    songId,
    title: songId,
    moment,
  })
  const many = (most: number, moment: string | null) =>
    Array.from({ length: most + 1 }, (_, at) => song(`s${at}`, moment))
  const none = new Set<string>()

  test('have a song once, and none that is not to be played', () => {
    const twice = [song('Вальс'), song('Вальс', 'Первый танец')]
    refuses(() => admitHostSongs(twice, none), 'ILLEGAL_STEP', /«Вальс» уже есть в ваших списках/u)
    const oneId = [song('Вальс'), { ...song('Полька'), id: song('Вальс').id }]
    refuses(() => admitHostSongs(oneId, none), 'ILLEGAL_STEP', /стоит в списке дважды/u)
    refuses(
      () => admitHostSongs([song('Владимирский централ')], new Set(['Владимирский централ'])),
      'ILLEGAL_STEP',
      /стоит в «Не играть»/u,
    )
    admitHostSongs([song('Вальс', 'Первый танец'), song('Полька')], new Set(['Другая']))
  })

  test('end where nobody could play more', () => {
    refuses(() => admitHostSongs(many(HOST_SONGS_MOST, null), none), 'ILLEGAL_STEP', /50/u)
    refuses(() => admitHostSongs(many(MOMENTS_MOST, 'Тост'), none), 'ILLEGAL_STEP', /20/u)
  })

  test('are open before the concert and during it, until the artist closes them', () => {
    admitHost({ status: 'SCHEDULED', closed: false })
    admitHost({ status: 'NOW', closed: false })
    refuses(() => admitHost({ status: 'NOW', closed: true }), 'ILLEGAL_STEP', /Артист закрыл/u)
    refuses(() => admitHost({ status: 'PLAYED', closed: true }), 'ILLEGAL_STEP', /завершён/u)
  })
})

test('a moment has a name that the pad can show, and at most 140 characters of dedication', () => {
  const texts = { moment: ' Первый  танец ', words: 'Маше и Пете' }
  assert.deepEqual(checkMoment(texts), { moment: 'Первый танец', words: 'Маше и Пете' })
  assert.deepEqual(checkMoment({ moment: 'Торт', words: '' }), { moment: 'Торт', words: '' })
  const piled = (marks: number) => `Торт${'\u0301'.repeat(marks)}`
  const covers = { moment: piled(30), words: piled(30) }
  assert.deepEqual(checkMoment(covers), { moment: piled(3), words: piled(3) })
  refuses(() => checkMoment({ moment: ' ', words: '' }), 'VALIDATION', /Напишите/u)
  refuses(() => checkMoment({ moment: 'я'.repeat(41), words: '' }), 'VALIDATION', /40/u)
  const long = { moment: 'Торт', words: 'я'.repeat(DEDICATION_MAX + 1) }
  refuses(() => checkMoment(long), 'VALIDATION', /140/u)
})

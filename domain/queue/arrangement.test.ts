import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { circle, contribution, ids, song } from './arrangement.fixture.ts'
import type { BackedSong, Turn } from './arrangement.fixture.ts'
import {
  arrange,
  arrangeWith,
  changesArrangement,
  mayStepBefore,
  rearrange,
  withTable,
  seatOf,
  restartsCircle,
  withNotedTable,
} from './arrangement.ts'
import { explainPlace } from './explain-place.ts'
import type { Queue } from './queue.ts'

const backed = (id: string, ...people: string[]): BackedSong => {
  const one = song(id)
  return { ...one, behind: { ...one.behind, people } }
}

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

  test('who supports a song of his own stands behind it once', () => {
    const [a1, b1, c1, b2, c2] = ['a1', 'b1', 'c1', 'b2', 'c2'].map((id) =>
      song(id, id.slice(0, 1).toUpperCase()),
    )
    const rest = [a1, b1, c1, b2, c2].filter((one) => one !== undefined)
    const laid = (...people: string[]) => ids(arrange([...rest, backed('a2', ...people)], circle))
    assert.equal(laid('A', '+A'), 'a1 b1 c1 b2 c2 a2')
    assert.equal(laid('+A', 'A'), 'a1 b1 c1 b2 c2 a2')
    assert.equal(laid('A', '+D'), 'a1 b1 c1 a2 b2 c2')
  })

  test('a song of the artist himself is a first one', () => {
    assert.equal(ids(arrange([song('a1', 'A'), song('a2', 'A'), song('own')], circle)), 'a1 own a2')
  })
})

describe('In a circle by tables', () => {
  const rules: Turn = { ...circle, byTable: true }
  const at = (id: string, device: string, table: number | null) => {
    const one = song(id, device)
    return { ...one, behind: { ...one.behind, seats: [seatOf(device, table)] } }
  }

  test('everybody at one table is one person, and who sits at none is one alone', () => {
    const queue = [at('a1', 'A', 7), at('b1', 'B', 7), at('c1', 'C', 8), at('d1', 'D', null)]
    assert.equal(ids(arrange(queue, rules)), 'a1 c1 d1 b1')
    assert.equal(ids(arrange(queue, circle)), 'a1 b1 c1 d1')
    const laid = arrange(queue, rules)
    const why = (device: string) => explainPlace(laid, rules, 'b1', device)
    assert.equal(why('B'), 'Песня вашего стола — вторая: сначала по одной у каждого стола')
    const alone = arrange([...queue, at('d2', 'D', null)], rules)
    assert.equal(
      explainPlace(alone, rules, 'd2', 'D'),
      'Вы закажете вторую: сначала по одной у всех',
    )
  })

  test('who supports a song of his own table lifts it no further', () => {
    const seated = (one: BackedSong, ...seats: string[]) => ({
      ...one,
      behind: { ...one.behind, seats },
    })
    const queue = [
      at('a1', 'A', 7),
      at('c1', 'C', 8),
      at('c2', 'C', 8),
      seated(backed('a2', 'A', '+B'), seatOf('A', 7), seatOf('+B', 7)),
    ]
    assert.equal(ids(arrange(queue, rules)), 'a1 c1 c2 a2')
    assert.equal(ids(arrange(queue, circle)), 'a1 c1 a2 c2')
  })

  test('a device that sits elsewhere takes all its songs along', () => {
    const queue = [at('a1', 'A', 1), at('c1', 'C', 9), at('d1', 'D', 3), at('a2', 'A', 2)]
    assert.equal(ids(arrange(queue, rules)), 'a1 c1 d1 a2')
    const [a1, c1, d1, a2] = queue
    const late = [a1, c1, a2, d1].filter((one) => one !== undefined)
    assert.equal(ids(arrange(withTable(late, 'A', 2), rules)), 'a1 c1 d1 a2')
    assert.equal(ids(arrange(withTable(late, 'C', null), rules)), 'a1 c1 a2 d1')
  })

  test("a song that the artist added for a table is that table's", () => {
    const own = song('own', '', 0, 'QUEUED')
    const queue = [
      { ...own, behind: withNotedTable(own.behind, 'Аня, стол 7') },
      at('a1', 'A', 7),
      at('c1', 'C', 8),
    ]
    assert.equal(ids(arrange(queue, rules)), 'own c1 a1')
    assert.equal(ids(arrange(queue, circle)), 'own a1 c1')
  })

  test('an order is counted for the table that it came from', () => {
    const queue = [at('a1', 'A', 7), song('x'), at('c1', 'C', 8)]
    const order = { entryId: 'x', person: 'B', table: 7, amount: 0 }
    assert.equal(ids(arrangeWith(queue, rules, order)), 'a1 c1 x')
  })

  test('the queue is laid anew where the circle goes round other persons', () => {
    assert.equal(restartsCircle(circle, rules), true)
    assert.equal(restartsCircle(circle, { ...circle, lock: 3 }), false)
    assert.equal(restartsCircle(contribution, { ...contribution, byTable: true }), false)
  })
})

describe('Orders between own songs', () => {
  const own = (id: string, people = '') => song(id, people, 0, 'QUEUED')
  const every = (orderAfter: number, more: Partial<Turn> = {}): Turn => ({
    turn: 'arrival',
    lock: 2,
    orderAfter,
    ...more,
  })
  const six = () => ['q1', 'q2', 'q3', 'q4', 'q5', 'q6'].map((id) => own(id))

  test('one comes after every second own song, and the rest of either after the other', () => {
    const laid = arrange([...six(), song('a', 'A'), song('b', 'B')], every(2))
    assert.equal(ids(laid), 'q1 q2 a q3 q4 b q5 q6')
    const more = [own('q1'), song('a', 'A'), song('b', 'B'), song('c', 'C')]
    assert.equal(ids(arrange(more, every(1))), 'q1 a b c')
  })

  test('own songs that have sounded count, and where enough have, an order is next', () => {
    const queue = [own('q4'), own('q5'), own('q6'), song('a', 'A'), song('b', 'B')]
    assert.equal(ids(arrange(queue, every(2, { ownRun: 1 }))), 'q4 a q5 q6 b')
    assert.equal(ids(arrange(queue, every(2, { ownRun: 3 }))), 'a q4 q5 b q6')
  })

  test('none steps before a first place that a listener waits in', () => {
    const queue = [own('q1'), own('q2', 'C'), own('q3'), song('a', 'A')]
    assert.equal(ids(arrange(queue, every(1, { ownRun: 1 }))), 'q1 q2 a q3')
    assert.equal(ids(arrange(queue, every(1, { ownRun: 1, lock: 1 }))), 'a q1 q2 q3')
  })

  test('the turn says which of them', () => {
    const queue = [...six(), song('a1', 'A'), song('a2', 'A'), song('b1', 'B')]
    assert.equal(ids(arrange(queue, every(3, { turn: 'circle' }))), 'q1 q2 q3 a1 q4 q5 q6 b1 a2')
  })

  test('switched off, they wait for all own songs, as they stood among themselves', () => {
    const laid = arrange([...six(), song('a', 'A'), song('b', 'B')], every(2, { lock: 0 }))
    const off: Turn = { turn: 'arrival', lock: 0, orderAfter: null }
    assert.equal(ids(rearrange(laid, off, every(2, { lock: 0 }))), 'q1 q2 q3 q4 q5 q6 a b')
    assert.equal(changesArrangement(every(2), every(2, { ownRun: 9 })), false)
    assert.equal(changesArrangement(every(2), every(3)), true)
  })

  test('an own song that a listener waits for may see as many pass as the rule still lets', () => {
    const queue = [...six(), own('q7', 'C')]
    const may = (rules: Turn, at: BackedSong[] = queue) => mayStepBefore(at, rules, 'q7')
    assert.equal(may(every(2)), 3)
    assert.equal(may(every(2), arrange([...queue, song('a', 'A')], every(2)) as BackedSong[]), 2)
    assert.equal(may(every(1, { ownRun: 9 })), 7)
    assert.equal(may({ turn: 'arrival', lock: 2 }), 0)
    assert.equal(may(every(1, { ownRun: 1 }), [own('q7', 'C')]), 0)
  })

  test('a place says why, with the own songs before it', () => {
    const laid = arrange([...six(), song('a', 'A'), song('b', 'B')], every(2))
    assert.equal(
      explainPlace(laid, every(2), 'b'),
      'Перед вами 5 песен: четыре артист выбрал сам, одну заказали раньше',
    )
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
  const why = (queue: Queue<BackedSong>, rules: Turn, id: string) =>
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
    assert.equal(why(queue, arrival, 'a'), 'Ваша песня следующая')
    assert.equal(why(queue, arrival, 'b'), 'Перед вами одна')
    assert.equal(why(queue, { ...arrival, lock: 3 }, 'c'), 'Перед вами две')
    assert.equal(why(queue, { ...arrival, lock: 0 }, 'a'), 'Пока ваша песня следующая')
    assert.equal(why(queue, arrival, 'elsewhere'), null)
  })

  test('tells a second order of the circle', () => {
    const queue = [song('a1', 'A'), song('a2', 'A'), song('a3', 'A'), song('b1', 'B')]
    assert.equal(why(queue, circle, 'a2'), 'Вы закажете вторую: сначала по одной у всех')
    assert.equal(why(queue, circle, 'a3'), 'Вы закажете третью: сначала по две у всех')
  })

  test('names those whose turn in the circle came before', () => {
    const [z, w] = [song('z', 'Z'), song('w', 'W')]
    const own: BackedSong = {
      ...song('y', 'Y'),
      behind: { people: ['Y'], amount: 0, arrivedAt: 0 },
    }
    assert.equal(why([z, w, own], circle, 'y'), 'Перед вами 2 песни: две пустили вперёд по кругу')
  })

  test('names those who paid more, and what is being prepared', () => {
    const queue = [song('a', 'A', 10), song('b', 'B', 90), song('c', 'C', 50)]
    assert.equal(why(queue, contribution, 'a'), 'Перед вами 2 песни: за две заплатили больше')
    const late: BackedSong = {
      ...song('d', 'D', 50),
      behind: { people: ['D'], amount: 50, arrivedAt: 0 },
    }
    assert.equal(
      why([...queue, late], { ...contribution, lock: 1 }, 'd'),
      'Перед вами 2 песни: за одну заплатили больше, одну артист уже готовит',
    )
  })
})

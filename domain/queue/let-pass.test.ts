import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { circle, contribution, ids, song } from './arrangement.fixture.ts'
import type { BackedSong, Turn } from './arrangement.fixture.ts'
import { arrange, rearrange } from './arrangement.ts'
import { explainPlace } from './explain-place.ts'
import { letPass, mayLetPass } from './let-pass.ts'
import type { Queue } from './queue.ts'

const A = { at: 1, by: 'A' }
const passing = (queue: Queue<BackedSong>, entryId: string, rules: Turn, by = A) =>
  arrange(letPass(queue, entryId, by).queue, rules)

describe('an order that lets the next one pass', () => {
  const arrival: Turn = { turn: 'arrival', lock: 2 }

  test('stands one place later, and nothing else moves', () => {
    const queue = [song('a', 'A'), song('b', 'B'), song('c', 'C'), song('d', 'D')]
    assert.equal(ids(passing(queue, 'c', arrival)), 'a b d c')
  })

  test('does so among the first places too: the hands of people move those, no rule does', () => {
    const queue = [song('a', 'A'), song('b', 'B'), song('c', 'C')]
    assert.equal(ids(passing(queue, 'a', arrival)), 'b a c')
    assert.equal(ids(passing(queue, 'b', arrival)), 'a c b')
  })

  test('changes places with an order, not with a song of the artist between them', () => {
    const queue = [song('a', 'A'), song('x', '', 0, 'QUEUED'), song('b', 'B')]
    assert.equal(ids(passing(queue, 'a', { ...arrival, lock: 0, orderAfter: 1 })), 'x b a')
    assert.equal(ids(passing(queue, 'a', { ...arrival, orderAfter: 1 })), 'b x a')
  })

  test('keeps his round in a circle, also before somebody’s second song', () => {
    const queue = [song('a', 'A'), song('b', 'B'), song('b2', 'B')]
    const passed = passing(queue, 'b', { ...circle }, { at: 1, by: 'B' })
    assert.equal(ids(passed), 'a b2 b')
    // A newcomer's first song stands before B's second one, and nobody is let pass any more.
    assert.equal(ids(arrange([...passed, song('n', 'N')], circle)), 'a b n b2')
  })

  test('is not judged by the turn as if the other had come first', () => {
    const queue = [song('a', 'A'), song('b', 'AB'), song('c', 'C')]
    assert.equal(ids(arrange(queue, circle)), 'a b c')
    assert.equal(ids(passing(queue, 'a', circle)), 'b a c')
  })

  test('stands where its sum puts it once the other one waits no more, or another sum stands between', () => {
    const queue = [song('a', 'A', 500), song('b', 'B', 300), song('c', 'C', 100)]
    const passed = passing(queue, 'a', contribution)
    assert.equal(ids(passed), 'b a c')
    const gone = passed.filter(({ id }) => id !== 'b')
    assert.equal(ids(arrange(gone, contribution)), 'a c')
    assert.equal(ids(arrange([...passed, song('n', 'N', 400)], contribution)), 'a n b c')
    assert.equal(ids(arrange([...passed, song('n', 'N', 600)], contribution)), 'n b a c')
  })

  test('stays right behind the other one that has a first place', () => {
    const locked: Turn = { turn: 'contribution', lock: 2 }
    const queue = [song('x', 'X', 10), song('a', 'A', 20), song('b', 'B', 300), song('c', 'C', 90)]
    const passed = passing(queue, 'a', locked)
    assert.equal(ids(passed), 'x b a c')
    assert.equal(ids(arrange([...passed, song('n', 'N', 999)], locked)), 'x b a n c')
  })

  test('stays behind it when the artist takes another turn', () => {
    const queue = passing([song('a', 'A', 500), song('b', 'B', 300)], 'a', contribution)
    assert.equal(ids(rearrange(queue, { turn: 'arrival', lock: 0 }, contribution)), 'b a')
    assert.equal(ids(rearrange(queue, circle, contribution)), 'b a')
  })

  test('is told so to its listener, and to nobody else', () => {
    const rules: Turn = { turn: 'arrival', lock: 0 }
    const queue = [song('a', 'A'), song('b', 'B'), song('c', 'C')]
    const passed = passing(queue, 'b', rules, { at: 1, by: 'B' })
    assert.equal(ids(passed), 'a c b')
    const why = (device: string) => explainPlace(passed, rules, 'b', device)
    assert.equal(why('B'), 'Перед вами 2 песни: одну вы пропустили вперёд, одну заказали раньше')
    assert.equal(why('C'), 'Перед вами 2 песни: одну артист выбрал сам, одну заказали раньше')
    assert.equal(
      explainPlace(passed, { ...rules, lock: 3 }, 'b', 'B'),
      'Перед вами две, одну вы пропустили вперёд',
    )
  })
})

describe('nobody is let pass', () => {
  const refusal = (queue: Queue<BackedSong>, id: string) => {
    assert.equal(mayLetPass(queue, id), false)
    return assert.throws(() => letPass(queue, id, A), { code: 'ILLEGAL_STEP' })
  }

  test('by the last order, by one that the artist took himself, and by one that is gone', () => {
    const queue = [song('x', 'X', 0, 'QUEUED'), song('a', 'A')]
    refusal(queue, 'a')
    refusal(queue, 'x')
    refusal(queue, 'b')
  })

  test('by one that another listener ordered too; who only supports it does not count', () => {
    const last = song('z', 'Z')
    refusal([song('a', 'AB'), last], 'a')
    const supported = song('a', 'A')
    const behind = { ...supported.behind, people: ['A', '+B'] }
    assert.equal(mayLetPass([{ ...supported, behind }, last], 'a'), true)
  })
})

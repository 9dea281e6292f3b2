import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkDays, lengthToTell, worksTogether } from './performed-works.ts'

test('the days are calendar days in their order, or left open', () => {
  assert.deepEqual(checkDays({}), { from: null, till: null })
  assert.deepEqual(checkDays({ from: '2026-11-01', till: '2026-11-01' }), {
    from: '2026-11-01',
    till: '2026-11-01',
  })
  for (const from of ['2026-02-30', '2026-11', '2026', '0000-01-01', '+275760-09'])
    assert.throws(() => checkDays({ from }), { code: 'VALIDATION' }, from)
  const wrong = { from: '2026-11-02', till: '2026-11-01' }
  assert.throws(() => checkDays(wrong), { code: 'VALIDATION' })
})

test('a length is the noted one, else the measured one where a song can last so long', () => {
  assert.equal(lengthToTell(200, 250), 200)
  assert.equal(lengthToTell(null, 250), 250)
  assert.equal(lengthToTell(null, 3), null)
  assert.equal(lengthToTell(null, 7200), null)
})

test('over several evenings each work stands once, with how often it was played', () => {
  const work = (songId: string, title: string, times: number, seconds: number | null = null) => ({
    songId,
    title,
    artistName: '',
    musicBy: '',
    wordsBy: '',
    seconds,
    times,
  })
  const together = worksTogether([
    { works: [work('1', 'Осень', 1), work('2', 'Весна', 2, 180)] },
    { works: [work('1', 'Осень', 3, 200)] },
  ])
  assert.deepEqual(
    together.map(({ title, times, seconds }) => [title, times, seconds]),
    [
      ['Весна', 2, 180],
      ['Осень', 4, 200],
    ],
  )
})

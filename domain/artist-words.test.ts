import assert from 'node:assert/strict'
import { test } from 'node:test'
import { admitWord, checkWord, nextWordAt, WORDS_SPAN_MS } from './artist-words.ts'
import { DAY_MS } from './time.ts'

const NOW = new Date('2026-11-21T18:00:00Z')
const ago = (days: number) => new Date(NOW.getTime() - days * DAY_MS)

test('an artist speaks to his followers twice in seven days', () => {
  assert.equal(nextWordAt([], NOW), null)
  assert.equal(nextWordAt([ago(1)], NOW), null)
  assert.deepEqual(nextWordAt([ago(5), ago(1)], NOW), new Date(ago(5).getTime() + WORDS_SPAN_MS))
  assert.equal(nextWordAt([ago(7), ago(1)], NOW), null)
  assert.throws(() => admitWord([ago(5), ago(1)], NOW), { code: 'TOO_MANY', message: /23 нояб/u })
})

test('a word has three hundred letters at most, and says how many there are', () => {
  assert.equal(checkWord('  В пятницу\r\nиграем новое '), 'В пятницу\nиграем новое')
  assert.equal(checkWord('я'.repeat(300)).length, 300)
  assert.throws(() => checkWord('я'.repeat(301)), { code: 'VALIDATION' })
  assert.throws(() => checkWord(' \n '), { code: 'VALIDATION' })
})

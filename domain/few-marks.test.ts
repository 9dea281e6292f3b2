import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkEmail } from './account.ts'
import { checkLine, tidyText } from './fields.ts'
import { foldSong, songKey, withFewMarks, wordsOf } from '#packages/song-search/song-text.ts'
import { Refusal } from './refusal.ts'
import { headerOf } from './song-table.ts'

// Each pair is the wrong way round: composing as they stand would take a minute.
const PAIRS = 100_000
const accents = 'а' + '\u0301\u0316'.repeat(PAIRS)
const points = 'א' + '\u05B1\u05B0'.repeat(PAIRS)
/** The same with something between the marks that a search does not see. */
const parted = 'א' + '\u05B1\u05B0\u200D'.repeat(PAIRS)
const FEW = 31

test('a letter under a mountain of marks keeps thirty of them, wherever a text is tidied or folded', () => {
  const rule = { field: 'title', max: 120, blank: null, tooLong: 'Длинно' }
  for (const text of [accents, points]) {
    assert.ok(checkLine(text, rule).length <= FEW)
    assert.ok(tidyText(text).length <= FEW)
    assert.throws(() => checkEmail(`${text}@example.ru`), Refusal)
  }
  for (const text of [points, parted]) {
    assert.ok(foldSong(text).length <= FEW)
    assert.ok(songKey(text, text).length <= 2 * FEW + 1)
    assert.ok((wordsOf(text)[0] ?? '').length <= FEW)
  }
  assert.equal(foldSong(accents), 'а')
  assert.equal(headerOf(`title,${accents}`), null)
  // Without a letter to fold it is a name of signs.
  assert.ok(songKey('!' + '\u0316\u0301'.repeat(PAIRS), '').length <= FEW + 1)
})

test('a text of any language stays as it is', () => {
  const psalm = 'בְּרֵאשִׁ֖ית בָּרָ֣א אֱלֹהִ֑ים '.repeat(50)
  assert.equal(withFewMarks(psalm), psalm)
  assert.equal(withFewMarks('e\u0301'.repeat(200)), 'e\u0301'.repeat(200))
})

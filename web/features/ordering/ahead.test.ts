import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limitText } from './ahead.ts'
import { endText, limitInSheetText } from './sheets/before-texts.ts'

const told = { place: 6, waitMinutes: { from: 18, to: 30 } }

test('the end is told with what it means for the song', () => {
  const ends = { ...told, endsAt: '2026-11-21T20:00:00Z' }
  assert.equal(endText(ends, 'Europe/Moscow'), 'концерт до 23:00')
  assert.equal(
    endText({ ...ends, mayMiss: true }, 'Europe/Moscow'),
    'концерт до 23:00, может не успеть',
  )
  assert.equal(endText(told, 'Europe/Moscow'), null)
})

test('what is left of the limit is told before it is reached and where it is', () => {
  assert.equal(limitText({ ordered: 1, most: 2 }), null)
  assert.equal(limitText({ ordered: 2, most: 2 }), '2 из 2 заказано. Третью можно после первой')
  assert.equal(
    limitInSheetText({ ordered: 0, most: 2 }),
    'Это первая песня из двух, потом можно ещё одну',
  )
  assert.equal(
    limitInSheetText({ ordered: 1, most: 2 }),
    'Это вторая песня из двух. Третью можно, когда сыграют первую',
  )
  assert.equal(limitInSheetText({ ordered: 2, most: 2 }), null)
})

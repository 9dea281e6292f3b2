import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pageTitle, plainText } from './page-words.ts'

test('a description for search engines is the text without its tags', () => {
  assert.equal(
    plainText('<p>Рок &amp; ролл</p>\n<ul><li>&lt;громко&gt;</li></ul>'),
    'Рок & ролл <громко>',
  )
})

test('the title of the page names the tab and the artist', () => {
  assert.equal(pageTitle('profile', 'Третья парадная'), 'Третья парадная — Бис')
  assert.equal(pageTitle('order', 'Третья парадная'), 'Заказ песни — Третья парадная — Бис')
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { messageParts } from './call-failed.ts'

test('a message shows what it marks as bold or as a link', () => {
  assert.deepEqual(
    messageParts('**Песня** уже <b>в очереди</b>.\nПравила [здесь](https://example.org/rules).'),
    [
      { at: 0, text: 'Песня', bold: true },
      { at: 9, text: ' уже ' },
      { at: 14, text: 'в очереди', bold: true },
      { at: 30, text: '.\nПравила ' },
      { at: 40, text: 'здесь', href: 'https://example.org/rules' },
      { at: 74, text: '.' },
    ],
  )
})

test('a message without marks, and marks that are not closed, stay as they are', () => {
  for (const text of ['Концерт завершён', 'Песня «2 * 2 ** 3» уже в очереди', '<b>Песня'])
    assert.deepEqual(messageParts(text), [{ at: 0, text }])
})

test('a message links to the web alone', () => {
  const text = '[Нажмите](javascript:alert(1))'
  assert.deepEqual(messageParts(text), [{ at: 0, text }])
})

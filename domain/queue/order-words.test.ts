import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ORDER_NAME_MAX, ORDER_WORDS_MAX, checkOrderWords } from './order-words.ts'
import { Refusal } from '../refusal.ts'

const refusedAt = (typed: { name?: string; words?: string }) => {
  try {
    checkOrderWords(typed, 'name_and_words')
    return []
  } catch (error) {
    return error instanceof Refusal ? Object.keys(error.fields ?? {}) : [String(error)]
  }
}

describe('What a listener writes with an order', () => {
  test('is tidied, and nothing where nothing was written', () => {
    const typed = { name: ' Аня\n', words: 'С  днём\tрождения! ' }
    assert.deepEqual(checkOrderWords(typed, 'name_and_words'), {
      name: 'Аня',
      words: 'С днём рождения!',
    })
    assert.deepEqual(checkOrderWords({ words: 'Привет' }, 'name_and_words'), {
      name: '',
      words: 'Привет',
    })
    assert.equal(checkOrderWords({}, 'name_and_words'), null)
    assert.equal(checkOrderWords({ name: ' \n', words: '\u200B' }, 'name_and_words'), null)
  })

  test('is nothing where nothing of it can be seen', () => {
    for (const unseen of ['\u3164', '\u115F', '\u1160', '\uFFA0', '\u2800', ' \u3164 \u2800 '])
      assert.equal(checkOrderWords({ name: unseen, words: unseen }, 'name_and_words'), null)
  })

  test('is dropped unread where the concert does not ask for it', () => {
    const hostile = { name: 'Ы'.repeat(ORDER_NAME_MAX + 1), words: '\u202E' }
    assert.equal(checkOrderWords(hostile, 'off'), null)
    assert.deepEqual(checkOrderWords({ name: 'Аня', words: '\u202E' }, 'name'), {
      name: 'Аня',
      words: '',
    })
  })

  test('is counted in code points, and refused at each field', () => {
    const most = { name: '😀'.repeat(ORDER_NAME_MAX), words: '😀'.repeat(ORDER_WORDS_MAX) }
    assert.deepEqual(checkOrderWords(most, 'name_and_words'), most)
    const more = { name: `${most.name}😀`, words: `${most.words}😀` }
    assert.deepEqual(refusedAt(more), ['name', 'words'])
    assert.deepEqual(refusedAt({ name: 'А\u202Eня' }), ['name'])
    assert.deepEqual(refusedAt({ words: 'при\u0007вет' }), ['words'])
  })

  test('has its marks thinned', () => {
    const piled = `а${'\u0336'.repeat(50)}`
    const { words = '' } = checkOrderWords({ words: piled.repeat(20) }, 'name_and_words') ?? {}
    assert.ok(words.length <= 100, words)
  })
})

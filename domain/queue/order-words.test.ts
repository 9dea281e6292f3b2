import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { EveningRules } from './evening-rules.ts'
import { ORDER_NAME_MAX, ORDER_WORDS_MAX, checkOrderWords } from './order-words.ts'
import { Refusal } from '../refusal.ts'

const rules = (words: EveningRules['words'], singing = false) => ({ words, singing })

const refusedAt = (typed: { name?: string; words?: string }) => {
  try {
    checkOrderWords(typed, rules('name_and_words'))
    return []
  } catch (error) {
    return error instanceof Refusal ? Object.keys(error.fields ?? {}) : [String(error)]
  }
}

describe('What a listener writes with an order', () => {
  test('is tidied, and nothing where nothing was written', () => {
    const typed = { name: ' Аня\n', words: 'С  днём\tрождения! ' }
    assert.deepEqual(checkOrderWords(typed, rules('name_and_words')), {
      name: 'Аня',
      words: 'С днём рождения!',
    })
    assert.deepEqual(checkOrderWords({ words: 'Привет' }, rules('name_and_words')), {
      name: '',
      words: 'Привет',
    })
    assert.equal(checkOrderWords({}, rules('name_and_words')), null)
    assert.equal(checkOrderWords({ name: ' \n', words: '\u200B' }, rules('name_and_words')), null)
  })

  test('is nothing where nothing of it can be seen', () => {
    for (const unseen of ['\u3164', '\u115F', '\u1160', '\uFFA0', '\u2800', ' \u3164 \u2800 '])
      assert.equal(checkOrderWords({ name: unseen, words: unseen }, rules('name_and_words')), null)
  })

  test('is dropped unread where the concert does not ask for it', () => {
    const hostile = { name: 'Ы'.repeat(ORDER_NAME_MAX + 1), words: '\u202E' }
    assert.equal(checkOrderWords(hostile, rules('off')), null)
    assert.deepEqual(checkOrderWords({ name: 'Аня', words: '\u202E' }, rules('name')), {
      name: 'Аня',
      words: '',
    })
  })

  test('is counted in code points, and refused at each field', () => {
    const most = { name: '😀'.repeat(ORDER_NAME_MAX), words: '😀'.repeat(ORDER_WORDS_MAX) }
    assert.deepEqual(checkOrderWords(most, rules('name_and_words')), most)
    const more = { name: `${most.name}😀`, words: `${most.words}😀` }
    assert.deepEqual(refusedAt(more), ['name', 'words'])
    assert.deepEqual(refusedAt({ name: 'А\u202Eня' }), ['name'])
    assert.deepEqual(refusedAt({ words: 'при\u0007вет' }), ['words'])
  })

  test('has its marks thinned', () => {
    const piled = `а${'\u0336'.repeat(50)}`
    const { words = '' } =
      checkOrderWords({ words: piled.repeat(20) }, rules('name_and_words')) ?? {}
    assert.ok(words.length <= 100, words)
  })

  test('names a singer, with whom and in which key, whatever the evening asks, and only where one may sing', () => {
    const sings = { with: ' Олег ', keyShift: -2 }
    const typed = { name: 'Аня', words: 'Маме', sings }
    const told = { name: 'Аня', words: '', sings: { with: 'Олег', keyShift: -2 } }
    assert.deepEqual(checkOrderWords(typed, rules('off', true)), told)
    assert.deepEqual(checkOrderWords(typed, rules('name_and_words', true)), {
      ...told,
      words: 'Маме',
    })
    assert.equal(checkOrderWords(typed, rules('off')), null)
    const wrong = { name: ' ', sings: { with: 'ы'.repeat(ORDER_NAME_MAX + 1), keyShift: 0 } }
    assert.throws(
      () => checkOrderWords(wrong, rules('name', true)),
      (error) =>
        error instanceof Refusal &&
        error.fields?.['name'] === 'Напишите имя: по нему вас позовут на сцену' &&
        error.fields['singsWith'] === 'Имя — не длиннее 40 символов',
    )
  })
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Active, Over } from '@dnd-kit/core'
import { reorderAnnouncements } from './reorder-rows.ts'

const words = reorderAnnouncements(['a', 'b', 'c'], (key) => `Песня ${key}`)
const at = (id: string) => ({ id }) as Active & Over

test('a row that moves says its name and its place among the others', () => {
  const active = at('c')
  assert.equal(words.onDragStart({ active }), 'Взяли: Песня c. Место 3 из 3.')
  assert.equal(words.onDragOver({ active, over: at('a') }), 'Песня c. Место 1 из 3.')
  assert.equal(words.onDragEnd({ active, over: at('a') }), 'Поставили: Песня c. Место 1 из 3.')
  assert.equal(words.onDragCancel({ active, over: null }), 'Вернули: Песня c. Место 3 из 3.')
})

test('a row over its own place, or over none, says nothing new', () => {
  const active = at('b')
  const taken = words.onDragStart({ active })
  assert.equal(words.onDragOver({ active, over: active }), taken)
  assert.equal(words.onDragOver({ active, over: null }), undefined)
  assert.equal(words.onDragEnd({ active, over: null }), 'Поставили: Песня b. Место 2 из 3.')
})

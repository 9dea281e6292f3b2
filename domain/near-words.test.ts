import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nearWords } from './near-words.ts'

const words = (title: string, artistName: string) =>
  nearWords({ title, artistName }).map(({ rare, other }) => `${rare} ${other}`)

test('songs near to a line are looked for by its longest words, in pairs and alone', () => {
  assert.deepEqual(words('Звезда по имени Солнце', 'Группа Кино'), [
    'звезда солнце',
    'группа звезда',
    'группа солнце',
    'звезда звезда',
    'солнце солнце',
    'группа группа',
  ])
})

test('a title alone is looked for by its own words, and one of no words by none', () => {
  assert.deepEqual(words('Лето', ''), ['лето лето'])
  assert.deepEqual(words('???', ''), [])
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { offeredSongs } from './offered-songs.ts'

const song = (title: string, artistName = 'Кино') => ({ songId: title, title, artistName })
const entry = (title: string, status: 'NOW' | 'SCHEDULED') => ({ ...song(title), status })

test('what the hall has asked for stands first, once, and what is played not at all', () => {
  const queue = [entry('Апрель', 'NOW'), entry('Печаль', 'SCHEDULED'), entry('Звезда', 'SCHEDULED')]
  const found = [song('Группа крови'), song('Звезда', 'из репертуара'), song('Перемен')]
  assert.deepEqual(
    offeredSongs(queue, found, '').map(({ title, artistName }) => `${title}, ${artistName}`),
    ['Печаль, Кино', 'Звезда, Кино', 'Группа крови, Кино', 'Перемен, Кино'],
  )
  assert.deepEqual(
    offeredSongs(queue, [], 'ЗВЕЗ').map(({ title }) => title),
    ['Звезда'],
  )
})

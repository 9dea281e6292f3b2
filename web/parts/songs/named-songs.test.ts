import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keyOf, rebased } from './named-songs.ts'

test('a list that was changed while it was sent keeps what others put in it, and out of it, meanwhile', () => {
  const song = (title: string, songId: string | null = title) => ({
    songId,
    title,
    artistName: 'Кино',
  })
  const sent = [song('А'), song('Б'), song('В', null)]
  const list = [song('Б'), song('В', null), song('Г', null)]
  // Meanwhile «Ж» came and «Б» left.
  const answered = [song('А'), song('В'), song('Ж')]
  assert.deepEqual(rebased(list, sent, answered, keyOf), [song('В'), song('Г', null), song('Ж')])
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withChanges } from '#web/features/pad/load.ts'
import { textsToStore } from './song-texts.ts'

const NONE = { texts: {}, cursor: null }
const text = (songId: string, updatedAt: string, length = 10) => ({
  songId,
  text: 'я'.repeat(length),
  transpose: 0,
  updatedAt,
  key: '',
  capo: null,
  tempo: null,
})

test('a change comes in the place of what was known, and is where the next look begins', () => {
  const known = withChanges(NONE, [text('a', '1'), text('b', '2')])
  const after = withChanges(known, [text('a', '3', 4)])
  assert.deepEqual(
    Object.values(after.texts).map((one) => one.text.length),
    [4, 10],
  )
  assert.deepEqual(after.cursor, { since: '3', after: 'a' })
  assert.equal(withChanges(after, []), after)
})

test('the device keeps everything, or the queue and what has room, and then asks for all again', () => {
  const known = withChanges(NONE, [text('a', '1'), text('b', '2'), text('c', '3')])
  assert.deepEqual(textsToStore(known, ['c'], 30), known)
  const { texts, cursor } = textsToStore(known, ['c'], 20)
  assert.deepEqual([Object.keys(texts).toSorted(), cursor], [['a', 'c'], null])
})

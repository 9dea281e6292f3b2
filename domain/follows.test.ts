import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkFollowed, knownZone } from './follows.ts'
import { Refusal } from './refusal.ts'

test('an artist is followed, a town, or a song in a town', () => {
  const id = '0190b8f0-0000-7000-8000-000000000000'
  assert.deepEqual(checkFollowed({ artistUsername: 'anya' }), { artistUsername: 'anya' })
  assert.deepEqual(checkFollowed({ songId: id, town: 'Казань' }), { songId: id, town: 'Казань' })
  assert.deepEqual(checkFollowed({ town: 'Казань' }), { town: 'Казань' })
  for (const wrong of [{}, { songId: id }, { artistUsername: 'anya', songId: id }])
    assert.throws(() => checkFollowed(wrong), Refusal)
})

test('a zone that nobody has is as if the device had not said it', () => {
  assert.equal(knownZone('Europe/Moscow'), 'Europe/Moscow')
  assert.equal(knownZone('Mars/Olympus'), null)
  assert.equal(knownZone(undefined), null)
})

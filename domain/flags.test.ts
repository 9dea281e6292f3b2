import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FLAGS, flagValue, isFlag } from './flags.ts'

test('there are eleven flags, and four of them are on', () => {
  const names = Object.keys(FLAGS)
  assert.equal(names.length, 11)
  assert.deepEqual(names.filter((name) => flagValue({}, name)).toSorted(), [
    'active-session-pad-v2',
    'donation-new-ui-v1',
    'favorite-songs-at-user-profile',
    'new-support-button',
  ])
  assert.ok(names.every(isFlag))
})

test("the artist's own setting wins over everybody's, and that over the default", () => {
  const name = 'social-media-color'
  assert.equal(flagValue({}, name), false)
  assert.equal(flagValue({ forAll: true }, name), true)
  assert.equal(flagValue({ forAll: true, forArtist: false }, name), false)
  assert.equal(flagValue({ forAll: false, forArtist: true }, name), true)
  assert.equal(flagValue({}, 'new-support-button'), true)
  assert.equal(flagValue({ forAll: false }, 'new-support-button'), false)
  assert.equal(flagValue({ forAll: null, forArtist: null }, 'new-support-button'), true)
})

test('an unknown name is off, whatever was set for it', () => {
  for (const name of ['no-such-flag', '', 'constructor', '__proto__', 'toString']) {
    assert.equal(isFlag(name), false)
    assert.equal(flagValue({}, name), false)
    assert.equal(flagValue({ forAll: true, forArtist: true }, name), false)
  }
})

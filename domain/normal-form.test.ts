import assert from 'node:assert/strict'
import { test } from 'node:test'
import { foldSong } from '#packages/song-search/song-text.ts'
import { usernameKey } from './accounts/account.ts'
import { loginKey, normalForm } from './normal-form.ts'
import { foldedText } from './russian.ts'

test('texts are the same however they are typed', () => {
  assert.equal(normalForm('й'.normalize('NFD')), 'й')
  assert.equal(normalForm('ＡＢｃ１'), 'ABc1')
  assert.equal(foldedText('Ёлка'.normalize('NFD')), 'елка')
  assert.equal(foldSong('Ｋｉｎｏ'), foldSong('kino'))
  assert.equal(usernameKey('Ｋino'), 'kino')
  assert.equal(usernameKey('кино'), null)
})

test('a login is a nickname, with an @ before it too, or an address', () => {
  for (const typed of [' kino', '@Kino', 'ＫＩＮＯ']) assert.equal(loginKey(typed), 'kino')
  assert.equal(loginKey(' ﬁ@Example.org '), 'ﬁ@example.org')
})

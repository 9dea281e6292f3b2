import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { MOST_WISHED, readWished, wishedCookie, withSong } from './wished-songs.ts'

const ids = (count: number) => Array.from({ length: count }, () => randomUUID())

test('songs written into the cookie are read in the same order', () => {
  const [first, second] = ids(2) as [string, string]
  const written = wishedCookie([first, second], false).split(';')[0] ?? ''
  assert.equal(written, `wishedSongs=${first},${second}`)
  assert.deepEqual(readWished(`theme=1; ${written}; other=2`), [first, second])
})

test('a cookie that somebody spoilt names no songs but those that are ids, each once', () => {
  const [song = ''] = ids(1)
  for (const [cookies, expected] of [
    [null, []],
    ['', []],
    ['wishedSongs=', []],
    ['wishedSongs=%', []],
    [`wishedSongs=x,${song},' or 1=1,${song.toUpperCase()}`, [song]],
  ] as const)
    assert.deepEqual(readWished(cookies), expected, String(cookies))
})

test('no more songs are read or added than the cookie has room for', () => {
  const many = ids(MOST_WISHED + 5)
  assert.deepEqual(readWished(`wishedSongs=${many.join(',')}`), many.slice(0, MOST_WISHED))
  const full = many.slice(0, MOST_WISHED)
  assert.equal(withSong(full, randomUUID()), null)
  assert.deepEqual(withSong(full, full[3] ?? ''), full)
  assert.equal(withSong(full.slice(1), 'new')?.length, MOST_WISHED)
})

test('the cookie lives for a year, and an empty list forgets it at once', () => {
  assert.match(wishedCookie(ids(1), true), /; Path=\/; Max-Age=31536000; SameSite=Lax; Secure$/u)
  assert.equal(wishedCookie([], false), 'wishedSongs=; Path=/; Max-Age=0; SameSite=Lax')
})

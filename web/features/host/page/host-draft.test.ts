import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  afterAnswer,
  barredToSend,
  callsToSend,
  isUnfinished,
  placeOf,
  readDraft,
  readHalf,
  songsToSend,
  withChange,
} from './host-draft.ts'
import type { HostLists, SongOfHost } from './host-draft.ts'

const song = (title: string, songId: string | null = title): SongOfHost => ({
  id: `id ${title}`,
  songId,
  title,
  artistName: '',
})
const barred = (title: string, songId: string | null = title) => ({
  songId,
  title,
  artistName: '',
})
const lists = (...titles: string[]): HostLists => ({
  songs: titles.map((title) => song(title)),
  moments: [],
  barred: [],
})

describe('what the host changed', () => {
  test('is sent with what his lists began with, so that another phone’s songs stay', () => {
    const draft = withChange(null, lists('А', 'Б'), { songs: [song('Б'), song('В', null)] })
    assert.ok(draft)
    const body = songsToSend(draft)
    assert.deepEqual(body?.knownIds, ['id А', 'id Б'])
    assert.deepEqual(
      body?.songs.map(({ title }) => title),
      ['Б', 'В'],
    )
    assert.equal(barredToSend(draft), null)
  })

  test('is nothing once it is taken back', () => {
    const base = lists('А')
    const draft = withChange(null, base, { songs: [] })
    assert.equal(withChange(draft, base, { songs: base.songs }), null)
  })

  test('says of «Не играть» only what is new and what goes', () => {
    const base = { ...lists(), barred: [barred('А'), barred('Б')] }
    const draft = withChange(null, base, { barred: [barred('Б'), barred('В', null)] })
    assert.ok(draft)
    assert.deepEqual(barredToSend(draft), { add: [barred('В', null)], remove: ['А'] })
    assert.equal(songsToSend(draft), null)
  })

  test('goes in an order in which songs may change places between the lists', () => {
    const base = { ...lists('А'), barred: [barred('Б')] }
    const draft = withChange(null, base, { songs: [song('Б')], barred: [barred('А')] })
    assert.ok(draft)
    assert.deepEqual(callsToSend(draft), [
      { barred: { add: [], remove: ['Б'] } },
      { songs: { songs: [song('Б')], moments: [], knownIds: ['id А'] } },
      { barred: { add: [barred('А')], remove: [] } },
    ])
    const one = withChange(null, base, { songs: [] })
    assert.ok(one)
    assert.deepEqual(callsToSend(one), [{ songs: songsToSend(one) }])
  })
})

describe('what is left after an answer', () => {
  test('is nothing where the host changed nothing meanwhile', () => {
    const draft = { lists: lists('А', 'Б'), base: lists('А') }
    assert.equal(afterAnswer(draft, draft.lists, lists('А', 'Б')), null)
  })

  test('is what he changed meanwhile, with the other phone’s changes', () => {
    const sent = { ...lists('А', 'Б'), songs: [song('А'), song('Б', null)] }
    const now = { lists: { ...sent, songs: [...sent.songs, song('В')] }, base: lists('А') }
    const answer = lists('Б', 'Ж')
    const left = afterAnswer(now, sent, answer)
    assert.deepEqual(left?.lists.songs, [song('Б'), song('В'), song('Ж')])
    assert.deepEqual(left?.base, answer)
  })

  test('leaves in «Не играть» what the artist barred meanwhile, and out of it what he allowed', () => {
    const after = (...titles: string[]) => {
      const not = (...songs: string[]) => ({ ...lists(), barred: songs.map((one) => barred(one)) })
      const now = { lists: not('А', 'В'), base: not() }
      return afterAnswer(now, not('А'), not(...titles))
    }
    const left = after('А', 'Б')
    assert.ok(left)
    assert.deepEqual(left.lists.barred, [barred('А'), barred('В'), barred('Б')])
    assert.deepEqual(barredToSend(left), { add: [barred('В')], remove: [] })
    assert.deepEqual(after()?.lists.barred, [barred('В')])
    assert.equal(after('А', 'В'), null, 'the artist barred the same song')
  })
})

test('a song is known in each list, however it is spelt', () => {
  const all = { ...lists('Вальс'), barred: [barred('Владимирский централ')] }
  assert.equal(placeOf(all, barred('вальс!', null)), 'В обязательных')
  assert.equal(placeOf(all, barred('Владимирский Централ')), 'В «Не играть»')
  assert.equal(placeOf(all, barred('Полька')), null)
})

test('a draft comes back from the device, and nothing else does', () => {
  const draft = { lists: lists('А'), base: lists() }
  assert.deepEqual(readDraft(JSON.stringify(draft)), draft)
  for (const text of [null, '', '{', '{}', '[]']) assert.equal(readDraft(text), null)
})

describe('a moment in its form', () => {
  const dance = { ...song('А'), moment: 'Первый танец', words: 'Горько!' }
  const evening: HostLists = { ...lists(), moments: [dance] }
  const half = { id: 'new', moment: '', words: '', song: null }

  test('is unfinished while it has what the lists have not', () => {
    assert.equal(isUnfinished(null, evening), false)
    assert.equal(isUnfinished(half, evening), false)
    assert.equal(isUnfinished({ ...half, words: 'Маше и Пете' }, evening), true)
    assert.equal(isUnfinished({ ...half, song: song('Б') }, evening), true)
    assert.equal(isUnfinished({ ...dance, song: dance }, evening), false)
    assert.equal(isUnfinished({ ...dance, song: null }, evening), true)
    assert.equal(isUnfinished({ ...dance, song: dance, moment: 'Торт' }, evening), true)
  })

  test('is read as it was stored, and never from anything else', () => {
    assert.deepEqual(readHalf(JSON.stringify(half)), half)
    for (const text of [null, '', '{', '7', '{}']) assert.equal(readHalf(text), null)
  })
})

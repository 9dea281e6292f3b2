import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Refusal } from '../refusal.ts'
import { admitToRepertoire, checkTags, offerOf, spelled, tagsOf } from './repertoire.ts'

test('a repertoire takes five thousand songs, and says so at the next', () => {
  admitToRepertoire(0)
  admitToRepertoire(4999)
  assert.throws(
    () => admitToRepertoire(5000),
    (error) => {
      assert.ok(error instanceof Refusal)
      assert.equal(error.code, 'ILLEGAL_STEP')
      assert.match(error.message, /5 000 песен/u)
      return true
    },
  )
})

test('many songs are taken together or not at all, and the refusal tells the places that are left', () => {
  admitToRepertoire(4000, 1000)
  admitToRepertoire(5000, 0)
  assert.throws(() => admitToRepertoire(4998, 3), /Поместится ещё 2 песни, а вы добавляете 3\./u)
})

test('tags are tidied, each stands once, and five are the most', () => {
  assert.deepEqual(checkTags([' рок ', 'Рок', '', 'для  мам']), ['рок', 'для мам'])
  assert.throws(() => checkTags(['а', 'б', 'в', 'г', 'д', 'е']), /5 меток/u)
  assert.throws(() => checkTags(['я'.repeat(25)]), /не длиннее 24/u)
  assert.throws(() => checkTags(['рок\u202E']), /невидимые/u)
})

test('tags come by the number of their songs, in the spelling of the first', () => {
  const songs = [{ tags: ['Вальс'] }, { tags: ['Рок', 'вальс'] }, { tags: ['вальс'] }]
  assert.deepEqual(tagsOf(songs), ['Вальс', 'Рок'])
})

test('what may be ordered comes before what may not, and what is asked most before the others', () => {
  const song = (songId: string, tags: string[] = [], heard?: string) => ({
    songId,
    tags,
    ...(heard !== undefined && { heard }),
  })
  const songs = [song('а'), song('б', ['рок'], 'уже звучала'), song('в', ['Рок']), song('г')]
  const asked = new Map([
    ['б', 9],
    ['г', 2],
  ])
  const ids = (tag: string | null) => offerOf(songs, { tag, asked }).map(({ songId }) => songId)
  assert.deepEqual(ids(null), ['г', 'а', 'в', 'б'])
  assert.deepEqual(ids('РОК'), ['в', 'б'])
  assert.deepEqual(ids('джаз'), [])
})

test('a tag is spelled as it is spelled already', () => {
  assert.deepEqual(spelled(['РОК', 'новое'], ['Рок', 'рок']), ['Рок', 'новое'])
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from '#test/support/inputs/fast-check.ts'
import { likeness, makeMostAlike, nearWords } from './song-likeness.ts'

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

const song = (artistName: string, title: string) => ({ artistName, title })

test('likeness is whole for equal texts, nothing for strangers, and the same from either side', () => {
  assert.equal(likeness('кукушка', 'кукушка'), 1)
  assert.equal(likeness('кукушка', 'метель'), 0)
  assert.ok(likeness('кукушка', 'кукшка') > likeness('кукушка', 'кукла'))
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (one, other) => {
      const alike = likeness(one, other)
      assert.ok(alike >= 0 && alike <= 1)
      assert.equal(likeness(other, one), alike)
    }),
  )
})

test('the likeliest stands first, and no more than three are given', () => {
  const songs = [
    song('Хор', 'Метель'),
    song('Кино', 'Кукушка'),
    song('Полина Гагарина', 'Кукушка'),
    song('Кино', 'Кукушки'),
    song('Кино', 'Кукушка (акустика)'),
  ]
  const found = makeMostAlike()([song('Кино', 'Кукшка')], 'Кино — Кукшка', songs)
  assert.equal(found.length, 3)
  assert.deepEqual(found[0], song('Кино', 'Кукушка'))
  assert.ok(!found.includes(songs[0] ?? song('', '')))
})

test('a title alone finds the song of just that title, whoever sings it', () => {
  const songs = [song('Кино', 'Лето'), song('Хор', 'Летом и зимой')]
  assert.deepEqual(makeMostAlike()([song('', 'Лето')], 'Лето', songs), [song('Кино', 'Лето')])
})

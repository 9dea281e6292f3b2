import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makePerformerNames } from './performer-names.ts'
import { line, worldOf } from './song-search.fixture.ts'

const NAMES = makePerformerNames([
  ['Кино', 'Виктор Цой'],
  ['Аквариум', 'Борис Гребенщиков', 'БГ'],
  ['Наутилус Помпилиус', 'Вячеслав Бутусов'],
  ['Ю-Питер', 'Вячеслав Бутусов'],
  ['Алиса', 'Константин Кинчев'],
])

const KINO = ['Группа крови — Кино', 'Пачка сигарет — Кино']

test('a performer is found by its leader: by surname, by name in any order, and together with words of a song', () => {
  const world = worldOf([...KINO, 'Осень — ДДТ'], NAMES)
  for (const input of ['цой', 'Виктор Цой', 'цой виктор', 'ЦОЙ!'])
    assert.deepEqual(world.found(input), KINO, input)
  for (const input of ['цой группа крови', 'группа кр цой', 'виктор цой групп', 'кино цой крови'])
    assert.deepEqual(world.found(input), KINO.slice(0, 1), input)
  assert.deepEqual(world.found('цой осень'), [], 'which is not his')
  assert.deepEqual(world.found('виктор'), [], 'by a first name alone nobody is known')
})

test('short names are taken as they are, and every name on the other layout too', () => {
  const world = worldOf(['Город золотой — Аквариум', 'Боги — Другой', ...KINO], NAMES)
  assert.deepEqual(world.found('бг'), ['Город золотой — Аквариум'])
  assert.deepEqual(world.found('wjq'), KINO)
})

test('a name begins to be one after three letters, and only where nothing else begins so', () => {
  const world = worldOf(['Город золотой — Аквариум', ...KINO, 'Трасса Е-95 — Алиса'], NAMES)
  assert.deepEqual(world.found('гребенщ'), ['Город золотой — Аквариум'])
  assert.deepEqual(world.found('борис гр'), ['Город золотой — Аквариум'])
  assert.deepEqual(world.found('кин'), KINO, 'not Кинчев')
  assert.deepEqual(world.found('кинч'), ['Трасса Е-95 — Алиса'])
  assert.deepEqual(world.found('цо'), [])
})

test('a last word of a letter or two is no name, and a last word may go on as another name', () => {
  const names = makePerformerNames([
    ['Chris Rea', 'Крис Ри'],
    ['George Michael', 'Джордж Майкл'],
    ['Michael Jackson', 'Майкл Джексон'],
  ])
  const songs = ['Josephine — Chris Rea', 'Рио — Другой', 'Faith — George Michael']
  const world = worldOf([...songs, 'Thriller — Michael Jackson'], names)
  assert.deepEqual(world.found('крис ри'), ['Josephine — Chris Rea'])
  assert.deepEqual(world.found('ри'), ['Рио — Другой'])
  assert.deepEqual(world.found('майкл'), ['Faith — George Michael'])
  assert.deepEqual(world.found('майкл джек'), ['Thriller — Michael Jackson'])
})

test('what stands beside a name may be in the other alphabet, by ear', () => {
  const names = makePerformerNames([['The Beatles', 'Битлз']])
  const songs = ['Yesterday — The Beatles', 'Help! — The Beatles', 'Yesterday — Boyz II Men']
  const world = worldOf(songs, names)
  assert.deepEqual(world.found('битлз йестердей'), ['Yesterday — The Beatles'])
  assert.deepEqual(world.found('хелп битлз'), ['Help! — The Beatles'])
})

test('what has the word itself comes before what it stands for, and mere resemblance is not shown behind it', () => {
  const world = worldOf(
    { [KINO[0]!]: 90, 'Цой жив — Народ': 0, 'Последний герой — Цой': 1, 'Той ночью — Другой': 99 },
    NAMES,
  )
  assert.deepEqual(world.found('цой'), ['Последний герой — Цой', 'Цой жив — Народ', KINO[0]])
  assert.deepEqual(world.found('виктор цой'), [KINO[0]])
})

test('a name stands for the performer, not for the word in a title', () => {
  const world = worldOf(
    ['Алиса — Секрет', 'Кино — Тату', 'Моей душе — Алиса Ф', 'Всё это рок-н-ролл — Алиса'],
    NAMES,
  )
  assert.deepEqual(world.found('кинчев'), ['Всё это рок-н-ролл — Алиса'])
  assert.deepEqual(world.found('цой'), [])
})

test('somebody of several groups stands for all of them, in the order of the names', () => {
  const songs = ['Песня идущего домой — Ю-Питер', 'Крылья — Наутилус Помпилиус']
  const world = worldOf({ [songs[0]!]: 9, [songs[1]!]: 0 }, NAMES)
  assert.deepEqual(world.found('бутусов'), songs.toReversed())
})

test('a repertoire comes first by these names too, and songs that came later are found', () => {
  const world = worldOf([...KINO, 'Цой жив — Народ'], NAMES)
  const first = world.ids(KINO[1]!)
  assert.deepEqual(world.found('цой', { first }), [KINO[1], 'Цой жив — Народ', KINO[0]])
  assert.deepEqual(world.found('цой', { first, onlyFirst: true }), [KINO[1]])
  const came = line('Апрель — Кино')
  world.search.add([came])
  assert.ok(world.found('виктор цой').includes(came.id))
})

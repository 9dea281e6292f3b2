import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ImportLine } from '#contract/repertoire.ts'
import type { Song } from '#contract/shapes.ts'
import {
  asSong,
  countStates,
  withTaken,
  withSimilarTaken,
  countLikeSongs,
  linesOf,
  withLine,
  textsOf,
  updatesOf,
  songsToImport,
  skippedWords,
  withText,
} from './preview-lines.ts'

const song = (title: string, isFavorite = false): Song => ({
  songId: `id of ${title}`,
  title,
  artistName: 'Кино',
  imageUrl: '',
  isFavorite,
})

const line = (number: number, title: string, more: Partial<ImportLine> = {}): ImportLine => ({
  number,
  text: title,
  title,
  artistName: 'Кино',
  state: 'new',
  song: null,
  similar: [],
  fields: {},
  why: null,
  ...more,
})

const known = (number: number, title: string) =>
  line(number, title, { state: 'known', song: song(title) })

const titles = (lines: readonly ImportLine[]) =>
  songsToImport(linesOf(lines)).map(({ title }) => title)

describe('what a list adds', () => {
  test('is what is new and what the catalogue has, by its id', () => {
    const lines = linesOf([
      known(1, 'Печаль'),
      line(2, 'Наша'),
      line(3, 'Лето', { state: 'mine', song: song('Лето', true) }),
      line(4, '', { state: 'unclear', why: 'Здесь нет названия песни' }),
    ])
    assert.deepEqual(songsToImport(lines), [
      { songId: 'id of Печаль', title: 'Печаль', artistName: 'Кино' },
      { songId: null, title: 'Наша', artistName: 'Кино' },
    ])
    assert.deepEqual(countStates(lines), { known: 1, new: 1, mine: 1, repeat: 0, unclear: 1 })
  })

  test('is less what was crossed out', () => {
    const lines = withTaken(linesOf([known(1, 'Печаль'), line(2, 'Наша')]), 1, false)
    assert.deepEqual(
      songsToImport(lines).map(({ title }) => title),
      ['Наша'],
    )
    assert.equal(songsToImport(withTaken(lines, 1, true)).length, 2)
  })

  test('comes with what its line says of playing it', () => {
    const lines = linesOf([line(1, 'Наша', { fields: { key: 'Am', capo: 2 } })])
    const [only] = songsToImport(lines)
    assert.deepEqual([only?.title, only?.key, only?.capo], ['Наша', 'Am', 2])
  })

  test('holds a song once, however it is spelt', () => {
    assert.deepEqual(titles([line(1, 'Наша'), line(4, 'наша!')]), ['Наша'])
  })
})

describe('a mended line', () => {
  test('may repeat another one, and no longer does when that one changes', () => {
    const lines = linesOf([line(1, 'Первая'), line(2, 'Вторая')])
    const same = withLine(lines, 2, line(2, 'Первая'))
    assert.deepEqual([same[1]?.state, same[1]?.why], ['repeat', 'Как в строке 1'])
    const apart = withLine(same, 1, asSong(song('Печаль')))
    assert.deepEqual(
      apart.map(({ state, why }) => [state, why]),
      [
        ['known', null],
        ['new', null],
      ],
    )
  })

  test('stays as it is when the list is read the other way round, and so does a cross', () => {
    const lines = linesOf([line(1, 'Первая'), line(2, 'Вторая'), line(3, 'Третья')])
    const before = withTaken(withLine(lines, 1, asSong(song('Печаль'))), 2, false)
    const turned = linesOf([line(1, 'Кино'), line(2, 'Хор'), line(3, 'Мы')], before)
    assert.deepEqual(
      songsToImport(turned).map(({ title }) => title),
      ['Печаль', 'Мы'],
    )
  })
})

describe('what stands beside a song in its list', () => {
  const listed = (number: number, more: object = {}) => ({
    number,
    title: '',
    artistName: '',
    fields: { key: 'Am' },
    text: '[Am]Да',
    wrong: [],
    ...more,
  })
  const mine = line(2, 'Лето', { state: 'mine', song: song('Лето', true) })
  const lines = linesOf([line(1, 'Наша'), mine], [], [listed(7), listed(9)])

  test('comes with it, under the number of its row', () => {
    assert.deepEqual(songsToImport(lines), [
      { songId: null, title: 'Наша', artistName: 'Кино', key: 'Am', tags: undefined },
    ])
    assert.deepEqual(
      lines.map(({ number }) => number),
      [7, 9],
    )
    const added = [{ ...song('Наша'), songId: 'new' }]
    assert.deepEqual(textsOf(withText(lines, false), added), [
      { songId: 'new', text: '[Am]Да', transpose: 0 },
    ])
  })

  test('changes a song that is there already only where the artist says so', () => {
    assert.deepEqual(
      songsToImport(lines, true).map(({ songId }) => songId),
      [null, 'id of Лето'],
    )
    assert.equal(updatesOf(lines).length, 1)
    assert.equal(withText(lines, true).length, 2)
    assert.deepEqual(updatesOf(linesOf([mine], [], [listed(2, { fields: {}, text: '' })])), [])
  })

  test('is read anew for a line that was mended when columns change', () => {
    const edited = withLine(lines, 7, asSong(song('Печаль')))
    const again = linesOf([line(1, 'Другая'), mine], edited, [listed(7, { text: '' }), listed(9)])
    assert.deepEqual([again[0]?.title, again[0]?.listed?.text], ['Печаль', ''])
  })
})

test('what is alike is taken at once for every line of the same performer, or of none', () => {
  const similar = [song('Печаль'), song('Лето')]
  const lines = withTaken(
    linesOf([
      line(1, 'Печял', { similar }),
      line(2, 'Летто', { similar }),
      line(3, 'Наша'),
      line(4, 'Печаль', { artistName: 'Хор', similar }),
      line(5, 'Лета', { artistName: '', similar: similar.toReversed() }),
    ]),
    2,
    false,
  )
  assert.equal(countLikeSongs(lines), 2)
  const taken = withSimilarTaken(lines)
  assert.equal(countLikeSongs(taken), 0)
  assert.deepEqual(
    songsToImport(taken).map(({ songId }) => songId),
    ['id of Печаль', null, null, 'id of Лето'],
  )
})

test('a performer with or without «The», a first name or a group is the same one where the titles agree', () => {
  const alike = (typed: string, artistName: string, title = 'Печаль') =>
    countLikeSongs(
      linesOf([
        line(1, 'Печаль', { artistName: typed, similar: [{ ...song(title), artistName }] }),
      ]),
    ) === 1
  assert.ok(alike('Cranberries', 'The Cranberries'))
  assert.ok(alike('Владимир Высоцкий', 'Высоцкий'))
  assert.ok(!alike('Кино', 'Сплин'))
  assert.ok(!alike('Высоцкий', 'Владимир Высоцкий', 'Печаль моя'))
})

test('a line the other way round means the song whose title and performer it swaps', () => {
  const similar = [{ ...song('Zombie'), artistName: 'The Cranberries' }]
  const turned = linesOf([line(1, 'Cranberries', { artistName: 'Zombie', similar })])
  assert.equal(countLikeSongs(turned), 1)
  const other = linesOf([line(1, 'Кино', { artistName: 'Zombie', similar })])
  assert.equal(countLikeSongs(other), 0)
})

test('what is left out is said in words', () => {
  const mine = (number: number) => line(number, `Песня ${number}`, { state: 'mine' })
  const unclear = (number: number, text: string) => line(number, text, { state: 'unclear' })
  const words = (...read: ImportLine[]) => skippedWords(linesOf(read)).replaceAll('\u00A0', ' ')
  assert.equal(
    words(mine(1), unclear(2, '???'), line(3, 'Печаль')),
    'Одна уже есть в репертуаре, её пропустим. Строку «???» не берём.',
  )
  assert.equal(
    words(mine(1), mine(2), unclear(3, '?'), unclear(4, '!')),
    '2 уже есть в репертуаре, их пропустим. Не берём: 2 строки.',
  )
  assert.equal(words(line(1, 'Печаль')), '')
})

test('a song of the repertoire that is crossed out keeps its fields and its text', () => {
  const listed = (number: number) => ({
    number,
    title: `Песня ${number}`,
    artistName: 'Кино',
    fields: { key: 'Am' },
    text: '[Am]Раз',
    wrong: [],
  })
  const mine = (number: number) =>
    line(number, `Песня ${number}`, { state: 'mine', song: song(`Песня ${number}`, true) })
  const read = [mine(1), mine(2)]
  const lines = withTaken(linesOf(read, [], [listed(1), listed(2)]), 1, false)
  assert.equal(updatesOf(lines).length, 1)
  assert.deepEqual(titlesOf(songsToImport(lines, true)), ['Песня 2'])
  assert.deepEqual(titlesOf(withText(lines, true)), ['Песня 2'])
  // It stays so when the columns are read again.
  assert.equal(updatesOf(linesOf(read, lines, [listed(1), listed(2)])).length, 1)
})

const titlesOf = (songs: readonly { title: string }[]) => songs.map(({ title }) => title)

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as fc from '#test/support/inputs/fast-check.ts'
import { Refusal } from '../refusal.ts'
import { isTitleFirst, classifyLines, keysOf, readLine } from './song-import.ts'
import type { CatalogueSong } from './song-import.ts'
import { readSongLines } from './song-lines.ts'
import { songKey } from '#packages/song-search/song-text.ts'

/** A catalogue of «performer — song», whose ids are just that. */
function catalogueOf(...names: string[]): Map<string, CatalogueSong> {
  const songs = names.map((id) => {
    const [artistName = '', title = ''] = id.split(' — ')
    return { id, title, artistName, verified: !id.endsWith('?') }
  })
  return new Map(songs.map((song) => [songKey(song.title, song.artistName), song]))
}

type World = { songs?: Map<string, CatalogueSong>; mine?: string[]; titleFirst?: boolean }

function judge(text: string, { songs = new Map(), mine = [], titleFirst }: World = {}) {
  const lines = readSongLines(text)
  const order = isTitleFirst(lines, songs, titleFirst)
  const read = lines.map((line) => readLine(line, order))
  const near = new Map(lines.map(({ number }) => [number, [...songs.values()]]))
  return classifyLines(read, { songs, mine: new Set(mine) }, near)
}

const statesOf = (text: string, world: World = {}) =>
  judge(text, world).map(({ artistName, title, state }) => `${artistName} — ${title}: ${state}`)

describe('a line that the catalogue knows', () => {
  test('is that song, in any spelling and either way round', () => {
    const songs = catalogueOf('ДДТ — Это всё')
    for (const line of [
      'ддт — ЭТО ВСЕ!',
      'Это всё - ДДТ',
      'Это всё, ДДТ',
      'Это всё (ДДТ)',
      'ДДТ: Это всё',
    ])
      assert.deepEqual(statesOf(line, { songs }), ['ДДТ — Это всё: known'], line)
  })

  test('is that song where its own name holds a dash', () => {
    const songs = catalogueOf('Ленинград — В Питере пить')
    assert.deepEqual(statesOf('В Питере — пить — Ленинград', { songs }), [
      'Ленинград — В Питере пить: known',
    ])
  })

  test('is known to be in the repertoire, and to be said before', () => {
    const songs = catalogueOf('Кино — Печаль', 'Кино — Лето')
    const lines = 'Кино — Печаль\nКино — Лето\nПечаль — Кино\nкино — лето'
    assert.deepEqual(statesOf(lines, { songs, mine: ['Кино — Лето'] }), [
      'Кино — Печаль: known',
      'Кино — Лето: mine',
      'Кино — Печаль: repeat',
      'Кино — Лето: repeat',
    ])
    assert.equal(judge(lines, { songs })[3]?.why, 'Как в строке 2')
  })
})

describe('the way round of a list', () => {
  test('is «performer — song» where nothing says otherwise', () => {
    assert.deepEqual(statesOf('Мы — Наша'), ['Мы — Наша: new'])
  })

  test('is what more of its lines are known by', () => {
    const songs = catalogueOf('Кино — Печаль', 'Кино — Лето', 'ДДТ — Метель')
    const lines = 'Печаль — Кино\nЛето — Кино\nДДТ — Метель\nНаша — Мы'
    assert.deepEqual(statesOf(lines, { songs }), [
      'Кино — Печаль: known',
      'Кино — Лето: known',
      'ДДТ — Метель: known',
      'Мы — Наша: new',
    ])
  })

  test('is as the artist says, for every line that does not say it by itself', () => {
    const lines = 'Наша — Мы\nМы «Другая»\nОдна'
    assert.deepEqual(statesOf(lines, { titleFirst: true }), [
      'Мы — Наша: new',
      'Мы — Другая: new',
      ' — Одна: new',
    ])
  })
})

describe('a line that the catalogue does not know', () => {
  test('is new, and offers what it may have meant', () => {
    const songs = catalogueOf('Кино — Группа крови', 'Кино — Лето', 'ДДТ — Метель')
    const [misspelt, cover, alone, other] = judge(
      'Кино — Група крови\nХор — Метель\nГруппа крови\nМы — Наша',
      { songs },
    )
    const offered = (line: typeof misspelt) => line?.similar.map(({ id }) => id)
    assert.deepEqual(offered(misspelt), ['Кино — Группа крови'])
    assert.deepEqual(offered(cover), ['ДДТ — Метель'])
    assert.deepEqual(offered(alone), ['Кино — Группа крови'])
    assert.deepEqual(offered(other), [])
    for (const line of [misspelt, cover, alone, other]) assert.equal(line?.state, 'new')
  })

  test('and that somebody typed by hand before is known, and still offers what it may have meant', () => {
    const songs = catalogueOf('Кино — Кукшка?', 'Кино — Кукушка')
    const [line] = judge('Кино — Кукшка?', { songs })
    assert.deepEqual(
      [line?.state, line?.song?.id, line?.similar.map(({ id }) => id)],
      ['known', 'Кино — Кукшка?', ['Кино — Кукушка']],
    )
    assert.deepEqual(judge('Кино — Кукшка?', { songs, mine: ['Кино — Кукшка?'] })[0]?.similar, [])
  })

  test('and is too long, or unreadable, is said so, whatever else it could be read as', () => {
    const long = 'о'.repeat(100)
    const [line] = judge(`Хор — ${long} — ${long}`)
    assert.deepEqual(
      [line?.state, line?.why],
      ['unclear', 'Название песни — не длиннее 120 символов'],
    )
    assert.equal(judge('***\nПесня')[0]?.why, 'Здесь нет названия песни')
    assert.equal(judge('???\nПесня')[0]?.why, 'Здесь нет названия песни')
  })
})

test('whatever the text and the catalogue, each line is told once, and a song is taken once', () => {
  const name = fc.constantFrom(
    'Кино',
    'Печаль',
    'ДДТ',
    'Лето',
    'Мы',
    '«Мы»',
    '1. Мы',
    '',
    '--',
    'о'.repeat(130),
  )
  const line = fc
    .tuple(name, fc.constantFrom(' — ', ';', ', ', ' '), name)
    .map((parts) => parts.join(''))
  const songs = catalogueOf('Кино — Печаль', 'ДДТ — Лето', ' — Мы')
  fc.assert(
    fc.property(fc.array(line, { maxLength: 12 }), fc.option(fc.boolean()), (lines, order) => {
      const text = lines.join('\n')
      const world = {
        songs,
        mine: ['ДДТ — Лето'],
        ...(order === null ? {} : { titleFirst: order }),
      }
      let judged
      try {
        judged = judge(text, world)
      } catch (error) {
        assert.ok(error instanceof Refusal)
        return
      }
      assert.deepEqual(
        judged.map(({ number }) => number),
        readSongLines(text).map(({ number }) => number),
      )
      const taken = judged.filter(({ state }) => ['known', 'new', 'mine'].includes(state))
      const keys = taken.map(({ title, artistName }) => songKey(title, artistName))
      assert.equal(new Set(keys).size, keys.length)
      for (const { state, song, why, title } of judged) {
        assert.equal(
          song !== null,
          ['known', 'mine'].includes(state) || (state === 'repeat' && song !== null),
        )
        assert.equal(why !== null, state === 'repeat' || state === 'unclear')
        assert.equal(title === '', state === 'unclear')
      }
    }),
  )
})

test('a catalogue is asked for both ways round of a line, and once for what stands twice', () => {
  const keys = keysOf(readSongLines('Кино — Печаль\nПечаль — Кино\nЛето'))
  assert.deepEqual(
    keys.toSorted(),
    [songKey('Кино', 'Печаль'), songKey('Лето', ''), songKey('Печаль', 'Кино')].toSorted(),
  )
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeSongSearch } from './song-search.ts'
import { indexOf, line } from './song-search.fixture.ts'

const found = (search: ReturnType<typeof makeSongSearch>, input: string) =>
  search.search(input, { limit: 30 }).map(({ id }) => id)

test('a search is ready once an index was built, and finds what is new before and after that', () => {
  const search = makeSongSearch()
  const song = line('Кукушка — Кино')
  assert.equal(search.ready, false)
  assert.deepEqual(found(search, 'кукушка'), [])
  search.add([song])
  assert.deepEqual(found(search, 'кукушка'), [song.id])
  search.replace(indexOf([]))
  assert.equal(search.ready, true)
  assert.deepEqual(found(search, 'кукушка'), [song.id])
  assert.deepEqual([search.size, search.fresh], [1, 1])
})

test('new songs and old ones are answered as one, by their rank', () => {
  const search = makeSongSearch()
  const old = [line('Ночь — Первый', 5), line('Ночь вторая — Кто', 1)]
  const fresh = [line('Ночь — Третий', 9), line('Ночь — Второй', 5), line('Ночь вторая — Хор', 3)]
  search.replace(indexOf(old))
  for (const one of fresh) search.add([one])
  assert.deepEqual(
    found(search, 'ночь'),
    [fresh[0], fresh[1], old[0], fresh[2], old[1]].map((song) => song?.id),
  )
})

test('a song that is known stays as it is, and is found once', () => {
  const search = makeSongSearch()
  const song = line('Кукушка — Кино', 3)
  search.replace(indexOf([song]))
  search.add([{ ...song, orders: 9 }, line('Новая — Кто'), line('Новая — Кто')])
  const fresh = line('Свежая — Кто')
  search.add([fresh, fresh])
  search.add([fresh])
  assert.deepEqual(found(search, 'кукушка'), [song.id])
  assert.deepEqual(found(search, 'свежая'), [fresh.id])
  assert.equal(search.fresh, 3)
})

test('a rebuild loses nothing that came while it was built, and forgets what it has', () => {
  const search = makeSongSearch()
  const [before, during, twice, gone] = [
    line('До чтения — Кто'),
    line('Во время — Кто'),
    line('Дважды — Кто'),
    line('Удалена — Кто'),
  ] as const
  search.add([before, gone])
  const mark = search.mark()
  const read = [before, twice]
  search.add([during, twice])
  search.replace(indexOf(read), mark)
  for (const song of [before, during, twice])
    assert.equal(
      found(search, song.key.split('\n')[0] ?? '').filter((id) => id === song.id).length,
      1,
      song.key,
    )
  assert.deepEqual(
    found(search, 'удалена'),
    [],
    'it came before the reading and was not there any more',
  )
  assert.deepEqual([search.size, search.fresh], [3, 1])
})

test('a song that is hidden or shown while a rebuild reads stays so, in the old index or a fresh one', () => {
  const search = makeSongSearch()
  const [old, fresh] = [line('Старая — Кто'), line('Свежая — Кто')]
  search.replace(indexOf([old]))
  search.add([fresh])
  const mark = search.mark()
  const read = indexOf([old, fresh])
  search.add([
    { ...old, hidden: true },
    { ...fresh, hidden: true },
  ])
  search.replace(read, mark)
  assert.deepEqual([found(search, 'старая'), found(search, 'свежая')], [[], []])
  const later = search.mark()
  search.replace(indexOf([old, fresh]), later)
  assert.deepEqual(found(search, 'старая'), [old.id], 'as it was read since')
})

test('without a mark nothing is forgotten but what the new index has', () => {
  const search = makeSongSearch()
  const [kept, read] = [line('Первая — Кто'), line('Вторая — Кто')]
  search.add([kept, read])
  search.replace(indexOf([read]))
  assert.deepEqual([search.size, search.fresh], [2, 1])
  assert.deepEqual(found(search, 'первая'), [kept.id])
})

test('hundreds of new songs, one by one, are all found', () => {
  const search = makeSongSearch()
  const songs = Array.from({ length: 300 }, (_, at) => line(`Песня ${at} — Хор`, at))
  for (const song of songs) search.add([song])
  assert.equal(search.fresh, 300)
  for (const song of songs) assert.equal(found(search, song.key.replace('\n', ' '))[0], song.id)
  assert.deepEqual(
    found(search, 'песн'),
    songs
      .toReversed()
      .slice(0, 30)
      .map(({ id }) => id),
  )
})

test('a repertoire counts in new songs, too', () => {
  const search = makeSongSearch()
  const [old, fresh] = [line('Мост — Кто', 9), line('Мосты — Кто')]
  search.replace(indexOf([old]))
  search.add([fresh])
  assert.deepEqual(search.search('мост', { limit: 9, first: [fresh.id] }), [
    { id: fresh.id, match: 'prefix', first: true },
    { id: old.id, match: 'exact', first: false },
  ])
})

test('a hidden song is found only among the first ones, until it is shown, and again when it is hidden', () => {
  const search = makeSongSearch()
  const [old, fresh] = [
    { ...line('Тайна — Первый'), hidden: true },
    { ...line('Тайна — Второй'), hidden: true },
  ]
  search.replace(indexOf([old]))
  search.add([fresh])
  assert.deepEqual(found(search, 'тайна'), [])
  const own = search.search('тайна', { limit: 30, first: [old.id, fresh.id] })
  assert.deepEqual(new Set(own.map(({ id }) => id)), new Set([old.id, fresh.id]))
  search.add([
    { ...old, hidden: false },
    { ...fresh, hidden: false },
  ])
  assert.equal(found(search, 'тайна').length, 2)
  search.add([old])
  assert.deepEqual(found(search, 'тайна'), [fresh.id])
  // A small index that is packed anew knows what was hidden in it.
  search.add([fresh])
  search.add(Array.from({ length: 50 }, (_, at) => line(`Другая ${at} — Кто`)))
  assert.deepEqual(found(search, 'тайна'), [])
})

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { parse } from 'csv-parse/sync'
import { api } from '#contract/index.ts'
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#domain/time.ts'
import { makeStage } from '#test/support/steps/stage.ts'
import type { TestStage, Title } from '#test/support/steps/stage.ts'
import { makeWorld } from '#test/support/world.ts'
import type { World } from '#test/support/world.ts'

let world: World
before(async () => {
  world = await makeWorld()
})
after(() => world.close())

/** Plays these songs in a row, each for that many seconds. */
async function played(stage: TestStage, seconds: number, ...titles: Title[]) {
  for (const title of titles) {
    await stage.scheduled(title)
    await stage.next()
    world.advance(seconds * SECOND_MS)
  }
  await stage.next()
}

const lists = (
  stage: TestStage,
  query: { sessionId?: string; from?: string; till?: string } = {},
) => world.ok(api.works.performed, { query }, stage.as)

test('a concert’s list names each song that was played, its authors, its length and how often', async () => {
  world.setNow(new Date('2026-11-21T18:00:00Z'))
  const stage = await makeStage(world, { concert: { placeName: 'Подвал', city: 'Казань' } })
  await world.sql
    .updateTable('songs')
    .set({ musicBy: 'В. Цой', wordsBy: 'В. Цой' })
    .where('id', '=', stage.ids.А)
    .execute()
  for (const [songId, about] of [
    [stage.ids.А, { wordsBy: 'Народные' }],
    [stage.ids.Б, { musicBy: '=Р. Горобец', seconds: 225 }],
  ] as const) {
    const body = { songId, title: '', artistName: '', imageUrl: '' }
    await world.ok(api.artist.addFavorite, { body }, stage.as)
    await world.ok(api.artist.tagSong, { body: { songId, tags: [], ...about } }, stage.as)
  }
  await stage.scheduled('Д')
  await stage.skip('Д')
  await played(stage, 180, 'А', 'Б', 'А')
  await played(stage, 4, 'В')
  const [evening, ...others] = await lists(stage, { sessionId: stage.concertId })
  assert.deepEqual(others, [])
  assert.deepEqual([evening?.venue, evening?.town], ['Подвал', 'Казань'])
  assert.deepEqual(
    evening?.works.map((work) => [
      work.title,
      work.musicBy,
      work.wordsBy,
      work.seconds,
      work.times,
    ]),
    [
      ['А', 'В. Цой', 'Народные', 180, 2],
      ['Б', '=Р. Горобец', '', 225, 1],
      ['В', '', '', null, 1],
    ],
  )
  const { data } = await world.call(
    api.works.performedCsv,
    { query: { sessionId: stage.concertId, organiser: 'ООО «Подвал»' } },
    stage.as,
  )
  const rows: string[][] = parse(data, { bom: true, delimiter: ';' })
  assert.deepEqual(rows[1]?.slice(1), [
    'Europe/Moscow',
    evening?.title,
    'ООО «Подвал»',
    'Подвал',
    'Казань',
    'А',
    stage.artist.username,
    'В. Цой',
    'Народные',
    '3:00',
    '2',
  ])
  assert.equal(rows[2]?.[8], "'=Р. Горобец")
  assert.equal(rows[0]?.length, rows[1]?.length)
})

test('a span takes the evenings of its days by the venue’s clock, and only one’s own', async () => {
  world.setNow(new Date('2026-11-21T21:30:00Z'))
  const stage = await makeStage(world, { concert: { startsIn: -1 } })
  await played(stage, 60, 'А')
  const days = async (from?: string, till?: string) =>
    (await lists(stage, { ...(from && { from }), ...(till && { till }) })).map(
      ({ sessionId }) => sessionId,
    )
  // In Moscow it is half past midnight.
  assert.deepEqual(await days('2026-11-22', '2026-11-22'), [stage.concertId])
  assert.deepEqual(await days('2026-11-23'), [])
  assert.deepEqual(await days(undefined, '2026-11-21'), [])
  assert.deepEqual(await days(), [stage.concertId])
  const stranger = await world.artist()
  await world.refused(
    'NOT_YOURS',
    api.works.performed,
    { query: { sessionId: stage.concertId } },
    stranger,
  )
  assert.deepEqual(await world.ok(api.works.performed, { query: {} }, stranger), [])
  for (const query of [{ from: '+275760-09' }, { from: '2026-11-22', till: '2026-11-21' }])
    await world.refused('VALIDATION', api.works.performed, { query }, stage.as)
  world.advance(DAY_MS + MINUTE_MS)
})

test('an evening belongs to the day on which it really began, as in all evenings together', async () => {
  world.setNow(new Date('2026-11-30T21:05:00Z'))
  const stage = await makeStage(world, { concert: { startsIn: -10 } })
  await played(stage, 60, 'А')
  // In Moscow it began five minutes past midnight, and was announced for five minutes before.
  assert.deepEqual(await lists(stage, { till: '2026-11-30' }), [])
  const [evening] = await lists(stage, { from: '2026-12-01' })
  assert.equal(evening?.dateTimeStart, '2026-11-30T21:05:00.000Z')
})

test('authors are the catalogue’s until the artist writes others, and can be none', async () => {
  const stage = await makeStage(world)
  const songId = stage.ids.А
  const body = { songId, title: '', artistName: '', imageUrl: '' }
  await world.ok(api.artist.addFavorite, { body }, stage.as)
  const catalogue = (musicBy: string) =>
    world.sql.updateTable('songs').set({ musicBy }).where('id', '=', songId).execute()
  const note = async (musicBy: string) =>
    (await world.ok(api.artist.tagSong, { body: { songId, tags: [], musicBy } }, stage.as)).musicBy
  const shown = async () =>
    (await world.ok(api.artist.repertoire, { query: {} }, stage.as))[0]?.musicBy
  await catalogue('В. Цой')
  assert.equal(await shown(), 'В. Цой')
  // Saved unchanged it stays the catalogue's, which may learn more.
  assert.equal(await note('В. Цой'), 'В. Цой')
  await catalogue('Виктор Цой')
  assert.equal(await shown(), 'Виктор Цой')
  assert.equal(await note('Кино'), 'Кино')
  await catalogue('Цой')
  assert.equal(await shown(), 'Кино')
  assert.equal(await note(''), undefined)
  const query = { artistUsername: stage.artist.username }
  const [seen] = await world.ok(api.songs.getFavoriteSongs, { query })
  assert.equal('musicBy' in (seen ?? {}), false)
})

test('a song keeps its authors and length in the list after it is corrected or removed', async () => {
  const stage = await makeStage(world)
  const { А: corrected, Б: removed } = stage.ids
  const about = { musicBy: 'В. Цой', wordsBy: 'Народные', seconds: 225 }
  const add = (songId: string) => {
    const body = { songId, title: '', artistName: '', imageUrl: '' }
    return world.ok(api.artist.addFavorite, { body }, stage.as)
  }
  const note = (songId: string, noted: Partial<typeof about> & { title?: string }) =>
    world.ok(api.artist.tagSong, { body: { songId, tags: [], ...noted } }, stage.as)
  for (const songId of [corrected, removed]) {
    await add(songId)
    await note(songId, about)
  }
  await played(stage, 60, 'А', 'Б')
  await note(corrected, { title: 'А без опечатки' })
  await world.ok(api.artist.removeFavorites, { body: { songIds: [removed] } }, stage.as)
  const listed = async () => {
    const [evening] = await lists(stage, { sessionId: stage.concertId })
    return evening?.works.map((work) => [work.title, work.musicBy, work.wordsBy, work.seconds])
  }
  const kept = [
    ['А', 'В. Цой', 'Народные', 225],
    ['Б', 'В. Цой', 'Народные', 225],
  ]
  assert.deepEqual(await listed(), kept)
  await add(removed)
  assert.deepEqual(await listed(), kept)
  // What is noted of it anew counts, even where that is nothing.
  await note(removed, { musicBy: '', wordsBy: '' })
  assert.deepEqual((await listed())?.[1]?.slice(1, 3), ['', ''])
})

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { api } from '#contract/index.ts'
import { songKey, wordsOf } from '#packages/song-search/song-text.ts'
import { judgeSongs } from '#server/modules/songs/songs.service.ts'
import { searchSongs } from '#server/modules/songs/songs.store.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { makeStage } from '#test/support/steps/stage.ts'
import { makeWorld } from '#test/support/world.ts'
import type { World } from '#test/support/world.ts'

const MIGRATION = '0093-what-may-be-shown.sql'
/** The tables as the version before left them. */
const BACK = `
  drop index songs_not_judged;
  alter table songs drop column held;
  alter table queue_entries drop column title_opened_at;
  delete from migrations where name = '${MIGRATION}'`

let world: World
before(async () => {
  world = await makeWorld()
})
after(() => world.close())

/** A song as a listener's suggestion was stored: in the catalogue, with the words it is found by. */
const suggested = (nth: number, title: string) => {
  const id = `00000000-0000-7000-8000-${String(nth).padStart(12, '0')}`
  const words = wordsOf(title)
    .map((word) => `('${word}', '${id}')`)
    .join(', ')
  return {
    id,
    rows: `insert into songs (id, title, artist_name, song_key, source, verified, created_at)
        values ('${id}', '${title}', '', '${songKey(title, '')}', 'listener', false, now());
      insert into song_words (word, song_id) values ${words};`,
  }
}

const found = async (input: string, username?: string) =>
  (
    await world.ok(api.songs.findSong, {
      query: username === undefined ? { input } : { input, username },
    })
  ).map(({ title }) => title)

test('what strangers suggested before is taken back from everybody, and stays with its evening', async () => {
  const [stage, other] = [await makeStage(world), await world.artist()]
  const [rude, fair, taken] = [
    suggested(1, 'Иди нахуй кабан'),
    suggested(2, 'Кабан идёт домой'),
    suggested(3, 'Ночной кабан'),
  ]
  const device = '00000000-0000-7000-8000-00000000d00d'
  await world.database.script(`${BACK};
    ${rude.rows} ${fair.rows} ${taken.rows}
    insert into queue_entries (id, concert_id, song_id, status, position, created_at) values
      (gen_random_uuid(), '${stage.concertId}', '${rude.id}', 'SCHEDULED', 1, now()),
      (gen_random_uuid(), '${stage.concertId}', '${fair.id}', 'SCHEDULED', 2, now());
    insert into repertoire (artist_id, song_id, added_at)
      values ('${stage.artist.id}', '${taken.id}', now());
    insert into town_wishes (town, song_id, device_id, wished_at)
      values ('Казань', '${rude.id}', '${device}', now()), ('Казань', '${taken.id}', '${device}', now());`)
  assert.deepEqual(await migrate(world.database), [MIGRATION])
  await world.app.ctx.songIndex.rebuild()
  for (const name of [undefined, other.username]) assert.deepEqual(await found('кабан', name), [])
  assert.deepEqual(await found('кабан', stage.artist.username), ['Ночной кабан'])
  const hall = async () =>
    (await world.ok(api.session.songs, { query: { sessionId: stage.concertId } })).map(
      ({ title }) => title,
    )
  // Not judged yet.
  assert.deepEqual(await hall(), ['скрыто', 'скрыто'])
  await judgeSongs(world.app.ctx)
  assert.deepEqual(await hall(), ['скрыто', 'Кабан идёт домой'])
  const wished = await world.sql.selectFrom('townWishes').select('songId').execute()
  assert.deepEqual(wished, [{ songId: taken.id }])
})

test('by the database alone it is not found either', async () => {
  const terms = {
    phrase: 'кабан',
    words: ['кабан'],
    artistId: null,
    onlyRepertoire: false,
    withoutClosed: true,
    among: null,
    limit: 30,
  }
  assert.deepEqual(await searchSongs(world.sql, terms), [])
})

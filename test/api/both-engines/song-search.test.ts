import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { after, before, beforeEach, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { TestContext } from 'node:test'
import { sql as raw } from 'kysely'
import { pino } from 'pino'
import { api } from '#contract/index.ts'
import { Refusal } from '#domain/refusal.ts'
import { DAY_MS, MINUTE_MS } from '#domain/time.ts'
import { uuidOf } from '#domain/uuid.ts'
import { songKey, wordsOf } from '#packages/song-search/song-text.ts'
import { findSongs } from '#server/modules/songs/song-lookup.ts'
import { makeLiveSongIndex, publishSongs } from '#server/modules/songs/live-song-index.ts'
import { makeIndexSync } from '#server/modules/songs/song-index-sync.ts'
import { addCatalogueSongs, addOwnSong } from '#server/modules/songs/songs.service.ts'
import { openPostgres } from '#server/platform/db/open.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import { localLimits } from '#server/platform/http/limits.ts'
import type { Bus } from '#packages/live-broadcast/bus.ts'
import { localBus } from '#packages/live-broadcast/bus.ts'
import { postgresBus } from '#server/platform/live/bus.postgres.ts'
import { SERVER_URL } from '#test/support/database/database.ts'
import { eventually } from '#test/support/eventually.ts'
import type { TestArtist, World } from '#test/support/world.ts'
import { webBuild } from '#test/support/browsers/web-build.ts'
import { makeWorld } from '#test/support/world.ts'

const silent = pino({ level: 'silent' })
const NOWHERE = 'postgres://nobody@127.0.0.1:1/nothing'

let world: World
before(async () => {
  world = await makeWorld()
})
after(() => world.close())

beforeEach(async () => {
  await world.database.script('truncate songs cascade')
  await world.app.ctx.songIndex.rebuild()
})

async function titles(input: string, username?: string, of = world): Promise<string[]> {
  const query = username === undefined ? { input } : { input, username }
  return (await of.ok(api.songs.findSong, { query })).map((song) => song.title)
}

async function play(artist: TestArtist, songId: string): Promise<void> {
  const body = { songId, title: '', artistName: '', imageUrl: '' }
  await world.ok(api.artist.addFavorite, { body }, { token: artist.token })
}

/** As a process would have made it at that time. */
const idOf = (at: number) =>
  uuidOf(`${at.toString(16).padStart(12, '0')}${randomUUIDv7().replaceAll('-', '').slice(12)}`)

/** Inserts a song without a notification; returns its id. */
async function slipIn(title: string, artistName: string, made?: string): Promise<string> {
  // Ids of one millisecond have no order.
  await sleep(2)
  const id = made ?? randomUUIDv7()
  await world.sql
    .insertInto('songs')
    .values({
      id,
      title,
      artistName,
      source: 'catalogue',
      verified: true,
      songKey: songKey(title, artistName),
      createdAt: world.now(),
    })
    .execute()
  await world.sql
    .insertInto('songWords')
    .values(wordsOf(`${title} ${artistName}`).map((word) => ({ word, songId: id })))
    .execute()
  return id
}

/** A context for one test, which chooses where its index of songs is built. */
function ownSongs(
  t: TestContext,
  changes: { url?: string | null; bus?: Bus; inProcessMax?: number } = {},
) {
  const errors: string[] = []
  const log = { warn: () => {}, error: (_: object, sentence: string) => errors.push(sentence) }
  const { sql, database } = world
  const index = makeLiveSongIndex({ sql, url: database.url, bus: localBus(), log, ...changes })
  t.after(() => index.close())
  const ctx = { ...world.app.ctx, songIndex: index }
  const found = async (input: string) => (await findSongs(ctx, input)).map((song) => song.title)
  return { index, ctx, found, errors }
}

describe('a search forgives', () => {
  for (const [input, what] of [
    ['красно', 'the beginning of a word'],
    ['кросно-желтые', 'a wrong letter'],
    ['красо-желтые', 'a letter left out'],
    ['krasno zheltye dni', 'Latin letters'],
    ['rhfcyj', 'the other keyboard layout'],
    ['дни красно', 'another order'],
    ['виктор цой', 'the performer’s leader'],
  ] as const)
    test(`${what}: «${input}»`, async () => {
      await world.song('Красно-жёлтые дни', 'Кино')
      await world.song('Город', 'Танцы Минус')
      assert.deepEqual(await titles(input), ['Красно-жёлтые дни'])
    })

  test('and shows what is alike only where nothing is what was meant', async () => {
    await world.song('Метель', 'Хор')
    await world.song('Мятель', 'Бэнд')
    assert.deepEqual(await titles('метель'), ['Метель'])
    assert.deepEqual(await titles('митель'), ['Метель', 'Мятель'])
  })
})

describe('the repertoire of the named artist', () => {
  test('comes first even before the exact title, from the moment that a song is in it', async () => {
    await world.song('Звезда', 'Кино')
    const begun = await world.song('Звезда упала', 'Хор')
    const artist = await world.artist()
    assert.equal((await titles('звезда', artist.username))[0], 'Звезда')
    await play(artist, begun)
    assert.deepEqual(await titles('звезда', artist.username), ['Звезда упала', 'Звезда'])
    const query = { songId: begun }
    await world.ok(api.artist.removeFavorite, { query }, { token: artist.token })
    assert.equal((await titles('звезда', artist.username))[0], 'Звезда')
  })

  test('alone is found where the hall may ask for nothing else, with a wrong letter too', async () => {
    const artist = await world.artist({ requestFavoritesOnly: true })
    await play(artist, await world.song('Калинка', 'Хор'))
    await world.song('Калитка', 'Соло')
    assert.deepEqual(await titles('калитка', artist.username), ['Калинка'])
  })
})

describe('a new song', () => {
  test('that an artist types is found by his listeners with the next letter', async () => {
    const artist = await world.artist()
    assert.deepEqual(await titles('трамвай', artist.username), [])
    const body = { songId: null, title: 'Песня про трамвай', artistName: 'Сосед', imageUrl: '' }
    await world.ok(api.artist.addFavorite, { body }, { token: artist.token })
    assert.deepEqual(await titles('тромвай', artist.username), ['Песня про трамвай'])
    assert.deepEqual(await titles('тромвай'), [])
  })

  test('is not found where its transaction failed', async () => {
    const artist = await world.artist()
    const failing = inTransaction(world.sql, async (sql) => {
      const inside = { ...world.app.ctx, sql }
      await addOwnSong(inside, artist.id, { title: 'Черновик', artistName: 'Никто' })
      throw new Error('after all')
    })
    await assert.rejects(failing, /after all/u)
    assert.deepEqual(await titles('черновик'), [])
    assert.deepEqual(world.app.ctx.songIndex.search('черновик', { limit: 1 }), [])
  })

  test('of another process is found by what it tells: one, or a batch by its ends', async (t) => {
    const bus = localBus()
    const { found } = ownSongs(t, { bus })
    assert.deepEqual(await found('вальс'), [])
    const ids = [await slipIn('Вальс первый', 'Хор')]
    await slipIn('Вальс второй', 'Хор')
    ids.push(await slipIn('Вальс третий', 'Хор'))
    await slipIn('Вальс четвёртый', 'Хор')
    publishSongs(bus, ids)
    await eventually(
      async () => new Set(await found('вальс')),
      new Set(['Вальс первый', 'Вальс второй', 'Вальс третий']),
    )
  })

  test('that is told of with an old one makes nobody read what came between them', async (t) => {
    const bus = localBus()
    const { found } = ownSongs(t, { bus })
    assert.deepEqual(await found('вальс'), [])
    const ids = []
    for (const [nth, title] of ['Вальс первый', 'Вальс второй', 'Вальс третий'].entries()) {
      const id = idOf(Date.now() - (3 - nth) * 2 * MINUTE_MS)
      await slipIn(title, 'Хор', id)
      ids.push(id)
    }
    publishSongs(bus, [ids[2] ?? '', ids[0] ?? ''])
    await eventually(
      async () => new Set(await found('вальс')),
      new Set(['Вальс первый', 'Вальс третий']),
    )
  })

  test('of another process is read again with all others where too many are told of at once', async () => {
    await raw`insert into songs (id, title, artist_name, source, verified, song_key, created_at)
        select gen_random_uuid(), 'Марш ' || n, 'Хор', 'list', true, 'марш ' || n, now()
        from generate_series(1, 21000) n`.execute(world.sql)
    let taken = 0
    let asked = 0
    const sync = makeIndexSync({
      sql: world.sql,
      log: { warn: () => {}, error: () => {} },
      take: (lines) => {
        taken += lines.length
      },
      tooMany: () => {
        asked += 1
      },
    })
    const [first, last] = ['0', 'f'].map((digit) => uuidOf(digit.repeat(32)))
    sync.read({ first: first ?? '', last: last ?? '' })
    await eventually(() => Promise.resolve(asked), 1)
    await sync.close()
    assert.ok(taken < 21_000, `${taken} songs were read`)
  })

  test('that nobody told of is found after the index has looked itself', async (t) => {
    const { index, found } = ownSongs(t)
    assert.deepEqual(await found('полька'), [])
    await slipIn('Полька', 'Хор')
    await index.maintain()
    assert.deepEqual(await found('пелька'), ['Полька'])
  })

  test('that was verified while nobody could tell of it is found soon after', async (t) => {
    const id = await slipIn('Мазурка', 'Хор', idOf(Date.now() - DAY_MS))
    const verify = (verified: boolean) =>
      world.sql.updateTable('songs').set({ verified }).where('id', '=', id).execute()
    await verify(false)
    let gap = () => {}
    const onGap = (handler: () => void) => {
      gap = handler
      return () => {}
    }
    const { index, found } = ownSongs(t, { bus: { ...localBus(), onGap } })
    assert.deepEqual(await found('мазурка'), [])
    await verify(true)
    gap()
    await index.maintain()
    await eventually(() => found('мазурка'), ['Мазурка'])
  })

  test('that the database has lost keeps no place from others', async (t) => {
    const { ctx } = ownSongs(t)
    for (let number = 1; number <= 31; number++) await slipIn(`Марш ${number}`, 'Оркестр')
    const all = await findSongs(ctx, 'марш')
    await world.sql
      .deleteFrom('songs')
      .where('id', '=', all[0]?.id ?? '')
      .execute()
    const left = await findSongs(ctx, 'марш')
    assert.equal(left.length, 30)
    assert.ok(left.every(({ id }) => id !== all[0]?.id))
  })
})

describe('an index of many songs', () => {
  test('is built beside, and the database finds exact beginnings until it is there', async (t) => {
    for (const title of ['Белые розы', 'Розы']) await slipIn(title, 'Ласковый май')
    const { index, found } = ownSongs(t, { inProcessMax: 0 })
    assert.equal(await index.answers(), false)
    assert.deepEqual(await found('роз бел'), ['Белые розы'])
    assert.deepEqual(await found('роз'), ['Розы', 'Белые розы'])
    assert.deepEqual(await found('шатунов бел'), ['Белые розы'])
    assert.deepEqual(await found('юра шат'), [])
    assert.deepEqual(await found('юрий шат'), ['Белые розы', 'Розы'])
    await eventually(() => found('рзоы'), ['Розы', 'Белые розы'])
  })

  test('knows what came while it was built', async (t) => {
    await slipIn('Белые розы', 'Ласковый май')
    const { index, ctx, found } = ownSongs(t, { inProcessMax: 0 })
    await index.answers()
    const titlesOf = Array.from({ length: 20 }, (_, number) => `Розы ${number}`)
    for (const title of titlesOf)
      await addCatalogueSongs(ctx, [{ title, artistName: 'Хор' }], 'list')
    await eventually(() => index.answers(), true)
    await index.rebuild()
    assert.equal((await found('розы')).length, 21)
  })

  test('whose builder dies leaves the search to the database, is told of once, and is not asked for in a hurry', async (t) => {
    await slipIn('Белые розы', 'Ласковый май')
    const { index, found, errors } = ownSongs(t, { inProcessMax: 0, url: NOWHERE })
    await index.answers()
    await index.rebuild()
    await index.rebuild()
    await index.maintain()
    assert.deepEqual(errors, ['the index of songs could not be built'])
    assert.deepEqual(await found('роз бел'), ['Белые розы'])
  })

  test('is given up with the process that wanted it', async (t) => {
    await slipIn('Белые розы', 'Ласковый май')
    const { index, errors } = ownSongs(t, { inProcessMax: 0 })
    await index.answers()
    await index.close()
    assert.deepEqual([await index.answers(), errors], [false, []])
  })
})

test(
  'a song that one process takes is found by the other',
  { skip: SERVER_URL === undefined && 'the embedded database serves one process' },
  async (t) => {
    const url = world.database.url ?? ''
    const database = await openPostgres(url, 5)
    const bus = postgresBus({ connectionString: url, log: silent })
    const second = await makeWorld({ database, bus })
    t.after(async () => {
      await second.close()
      await bus.close()
      await database.close()
    })
    await eventually(async () => bus.healthy(), true)
    assert.deepEqual(await titles('паровоз', undefined, second), [])
    const title = 'Весёлый паровоз'
    await addCatalogueSongs(world.app.ctx, [{ title, artistName: 'Сосед' }], 'list')
    await eventually(() => titles('поровоз', undefined, second), [title])
    const rows = Array.from({ length: 700 }, (_, number) => ({
      title: `Рапсодия ${number}`,
      artistName: 'Хор',
    }))
    await addCatalogueSongs(second.app.ctx, rows, 'list')
    await eventually(async () => (await titles('рапсодия')).length, 30)
    await eventually(async () => (await titles('рапсодия 699'))[0], 'Рапсодия 699')
  },
)

test('a search that failed is not told as a song that nobody has on a page without scripts', async (t) => {
  let failing = false
  const { spend } = localLimits()
  const own = await makeWorld({
    web: await webBuild(),
    limits: {
      async spend(name, key) {
        if (failing && name === 'searchOfAddress') throw new Refusal('OVERLOADED', 'Поиск стоит')
        return spend(name, key)
      },
    },
  })
  t.after(() => own.close())
  const artist = await own.artist()
  await own.concert(artist, { status: 'NOW', startsIn: -10 })
  const coming = await own.concert(artist, { startsIn: 600 })
  const UNKNOWN = /Такой песни у нас нет|Предложить свою песню/u
  const pages = [`/user/${artist.username}?tab=order`, `/user/${artist.username}/${coming}/songs?`]
  const open = async (page: string) => (await own.app.http.inject(`${page}&q=nebylo`)).body
  for (const page of pages) assert.match(await open(page), UNKNOWN, page)
  failing = true
  for (const page of pages) {
    const html = await open(page)
    assert.doesNotMatch(html, UNKNOWN, page)
    assert.match(html, /role="alert"[^>]*><p[^>]*>Поиск стоит/u, page)
    assert.match(html, /<a [^>]*q=nebylo[^>]*>(?:<[^>]*>)*Искать ещё раз/u, page)
  }
})

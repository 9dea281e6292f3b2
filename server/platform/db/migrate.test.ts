import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { sql as raw } from 'kysely'
import { ownPostgres, SERVER_URL } from '#test/support/database/database.ts'
import { eventually } from '#test/support/eventually.ts'
import { aloneOf, migrate } from './migrate.ts'
import type { Database } from './open.ts'
import { openEmbedded, openPostgres } from './open.ts'

const FILES = readdirSync(new URL('./migrations/', import.meta.url))
  .filter((name) => name.endsWith('.sql'))
  .toSorted()

function id(nth: number): string {
  return `00000000-0000-7000-8000-${String(nth).padStart(12, '0')}`
}

async function applied({ sql }: Database): Promise<string[]> {
  const { rows } = await raw<{ name: string }>`select name from migrations`.execute(sql)
  return rows.map(({ name }) => name).toSorted()
}

async function canKeepSongs({ sql }: Database) {
  const songs = await sql.selectFrom('songs').selectAll().execute()
  assert.deepEqual(songs, [])
}

test('every file has a number of its own, so that there is one order', () => {
  assert.ok(FILES.length > 0)
  const numbers = FILES.map((name) => /^(\d{4})-[a-z\d-]+\.sql$/.exec(name)?.[1])
  assert.ok(
    numbers.every((number) => number !== undefined),
    FILES.join(', '),
  )
  assert.equal(new Set(numbers).size, FILES.length)
})

test('an empty database gets every file in order, and a second time nothing', async (t) => {
  const database = await emptyDatabase(t)
  assert.deepEqual(await migrate(database), FILES)
  assert.deepEqual(await applied(database), FILES)
  await canKeepSongs(database)
  await database.sql
    .insertInto('instanceSecrets')
    .values({ name: 'kept', value: 'over the second time' })
    .execute()
  assert.deepEqual(await migrate(database), [])
  assert.deepEqual(await applied(database), FILES)
  const kept = await database.sql.selectFrom('instanceSecrets').select('name').execute()
  assert.deepEqual(kept, [{ name: 'kept' }])
})

/** Creates the tables as an older version left them, with the rows written then. */
async function olderThan(name: string, database: Database, written: string): Promise<void> {
  await database.script('create table migrations (name text primary key, applied_at timestamptz)')
  for (const file of FILES.filter((one) => one < name))
    await database.script(
      `${readFileSync(new URL(`./migrations/${file}`, import.meta.url), 'utf8')};
       insert into migrations values ('${file}', now())`,
    )
  await database.script(written)
}

const EVENING = `
  insert into artists (id, username, username_key, email, password_hash, account_type, name, created_at)
    values ('${id(1)}', 'lada', 'lada', 'lada@bis.example', '', 'ARTIST', 'Лада', now());
  insert into songs (id, title, artist_name, source, verified, song_key, created_at)
    values ('${id(2)}', 'А', 'Лада', 'own', true, 'a', now()), ('${id(3)}', 'Б', 'Лада', 'own', true, 'b', now());
  insert into concerts (id, artist_id, title, starts_at, ends_at, place_name, time_zone, created_at)
    values ('${id(4)}', '${id(1)}', 'Вечер', now(), now() + interval '1 hour', 'Бар', 'UTC', now());
  insert into queue_entries (id, concert_id, song_id, status, position, created_at) values
    ('${id(5)}', '${id(4)}', '${id(2)}', 'SCHEDULED', 1, '2026-11-01 18:00Z'),
    ('${id(6)}', '${id(4)}', '${id(3)}', 'SCHEDULED', 2, '2026-11-01 18:00Z');
  insert into orders (id, concert_id, entry_id, device_id, kind, created_at) values
    ('${id(7)}', '${id(4)}', '${id(5)}', '${id(10)}', 'free', '2026-11-01 18:00Z'),
    ('${id(8)}', '${id(4)}', '${id(5)}', '${id(11)}', 'free', '2026-11-01 18:05Z'),
    ('${id(9)}', '${id(4)}', '${id(6)}', '${id(10)}', 'free', '2026-11-01 18:05Z');`

/** Asserts which order brought its song into the concert, and which found it there. */
async function knowsWhoBroughtSongs(database: Database): Promise<void> {
  await olderThan('0006', database, EVENING)
  assert.deepEqual(
    await migrate(database),
    FILES.filter((name) => name >= '0006'),
  )
  const orders = await database.sql
    .selectFrom('orders')
    .select(['id', 'joined', 'takenOff'])
    .orderBy('id')
    .execute()
  assert.deepEqual(
    orders.map((order) => [order.id, order.joined, order.takenOff]),
    [
      [id(7), false, false],
      [id(8), true, false],
      [id(9), true, false],
    ],
  )
  const { sequence, changedAt } = await database.sql
    .selectFrom('concerts')
    .select(['sequence', 'changedAt'])
    .executeTakeFirstOrThrow()
  assert.deepEqual([sequence, changedAt], [0, null])
}

/** An empty database: on a server where there is one, which is made in a tenth of the time. */
async function emptyDatabase(t: TestContext): Promise<Database> {
  const own = SERVER_URL === undefined ? null : await ownPostgres(SERVER_URL)
  const database = await (own === null ? openEmbedded() : openPostgres(own.url, 2))
  t.after(async () => {
    await database.close()
    await own?.drop()
  })
  return database
}

test('orders of an older version learn whether they brought their songs', async (t) =>
  knowsWhoBroughtSongs(await emptyDatabase(t)))

if (SERVER_URL !== undefined)
  test('five processes that start at once on an empty server do not get in each other’s way', async (t) => {
    const own = await ownPostgres(SERVER_URL ?? '')
    const processes = await Promise.all(Array.from({ length: 5 }, () => openPostgres(own.url, 2)))
    t.after(async () => {
      await Promise.all(processes.map((database) => database.close()))
      await own.drop()
    })
    await Promise.all(processes.map(migrate))
    for (const database of processes) {
      assert.deepEqual(await applied(database), FILES)
      await canKeepSongs(database)
      assert.deepEqual(await migrate(database), [])
    }
  })

if (SERVER_URL !== undefined)
  test('a change of two tables gives way to a transaction that reads them in the other order', async (t) => {
    const database = await emptyDatabase(t)
    await database.script('create table one (); create table two ()')
    const changing = await database.sql.transaction().execute(async (sql) => {
      await raw`select from two`.execute(sql)
      const changed = aloneOf(database)(
        'alter table one add column new int; alter table two add column new int',
      )
      const waits = raw<{ table: string }>`
        select relation::regclass::text as table from pg_locks where relation is not null and not granted
      `
      await eventually(async () => (await waits.execute(sql)).rows, [{ table: 'two' }])
      await raw`select from one`.execute(sql)
      return { changed }
    })
    await changing.changed
    await raw`select one.new, two.new from one, two`.execute(database.sql)
  })

for (const [who, email, demo] of [
  ['the artist of the demo', 'mark-luzhin@example.org', [{ demo: true }]],
  ['musicians of its own', 'mark@bis.example', [{ demo: false }]],
  ['nobody yet', null, []],
] as const)
  test(`an installation of before with ${who} is known for what it was`, async (t) => {
    const database = await emptyDatabase(t)
    await olderThan(
      '0016',
      database,
      email === null
        ? ''
        : `insert into artists
            (id, username, username_key, email, password_hash, account_type, name, created_at)
            values ('${id(1)}', 'Mark-Luzhin', 'mark-luzhin', '${email}', '', 'ARTIST', 'Марк', now())`,
    )
    await migrate(database)
    const rows = await database.sql.selectFrom('installation').select('demo').execute()
    assert.deepEqual(rows, demo)
  })

const WAITING = `${EVENING}
  insert into push_messages (order_id, about, made_at, due_at) values
    ('${id(7)}', 'next', now(), null), ('${id(7)}', 'playing', now(), now()), ('${id(8)}', 'moved', now(), now());
  insert into followers (id, email, since) values ('${id(12)}', 'anya@bis.example', now());
  insert into follows (id, follower_id, artist_id, asked_at, confirmed_at)
    values ('${id(13)}', '${id(12)}', '${id(1)}', now(), now());
  insert into follow_notices (follower_id, artist_id, subject_id, about, follow_id, made_at, due_at, told_at, tries, message_id)
    values ('${id(12)}', '${id(1)}', '${id(4)}', 'moved', '${id(13)}', now(), now(), null, 2, '${id(14)}'),
      ('${id(12)}', '${id(1)}', '${id(4)}', 'new', '${id(13)}', now(), null, now(), 1, null);`

test('what waited to be told, and what was told, is in the one outbox', async (t) => {
  const database = await emptyDatabase(t)
  await olderThan('0082', database, WAITING)
  await migrate(database)
  const rows = async () =>
    (
      await database.sql
        .selectFrom('notifications')
        .selectAll()
        .orderBy('recipientId')
        .orderBy('kind')
        .execute()
    ).map((row) => [row.recipientId, row.kind, row.subjectId, row.dueAt !== null])
  const moved = [
    [id(7), 'next', id(7), false],
    [id(7), 'playing', id(7), true],
    [id(8), 'corrected', id(4), true],
    [id(12), 'moved', id(4), true],
    [id(12), 'new', id(4), false],
  ]
  assert.deepEqual(await rows(), moved)
  const begun = await database.sql
    .selectFrom('notifications')
    .select(['tries', 'messageId', 'toldAt', 'followId'])
    .where('recipientId', '=', id(12))
    .orderBy('kind')
    .execute()
  assert.deepEqual(
    begun.map((row) => [row.tries, row.messageId, row.toldAt !== null, row.followId]),
    [
      [2, id(14), false, id(13)],
      [1, null, true, id(13)],
    ],
  )
})

test('a song has a place in the queue while it waits there, and at no other time', async (t) => {
  const database = await emptyDatabase(t)
  await olderThan('0006', database, EVENING)
  await migrate(database)
  const becomes = (change: string) =>
    database.script(`update queue_entries set ${change} where id = '${id(5)}'`)
  for (const wrong of [
    'position = null',
    `status = 'COLLECTING'`,
    `status = 'NOW', now_at = now()`,
    `status = 'SKIPPED', closed_at = now()`,
    'goal = 0',
  ])
    await assert.rejects(becomes(wrong), /violates check constraint/u, wrong)
  // What a battle decides about has no goal.
  await becomes(`status = 'COLLECTING', position = null, goal = null`)
  await becomes(`status = 'QUEUED', position = 1`)
})

test('wishes of both tables are in the one', async (t) => {
  const database = await emptyDatabase(t)
  const wished = (town: string, device: number) =>
    `insert into town_wishes (town, song_id, device_id, wished_at)
      values ('${town}', '${id(2)}', '${id(device)}', now());`
  await olderThan(
    '0105',
    database,
    `${EVENING} ${wished('Пермь', 10)} ${wished('Пермь', 11)}
    insert into song_wishes (artist_id, song_id, device_id, wished_at)
      values ('${id(1)}', '${id(3)}', '${id(10)}', now());`,
  )
  await migrate(database)
  const rows = await database.sql
    .selectFrom('wishes')
    .select(['artistId', 'town', 'deviceId'])
    .orderBy('town')
    .orderBy('deviceId')
    .execute()
  assert.deepEqual(
    rows.map((row) => [row.artistId ?? row.town, row.deviceId]),
    [
      ['Пермь', id(10)],
      ['Пермь', id(11)],
      [id(1), id(10)],
    ],
  )
})

import { randomUUIDv7 } from 'node:crypto'
import { sql as raw } from 'kysely'
import { startPostgres } from '../scripts/test-postgres.ts'
import type { Context } from '../server/context.ts'
import { fanOutNews } from '../server/modules/notifications/news.service.ts'
import { awaitedSongs } from '../server/modules/notifications/wishes.service.ts'
import { findCities } from '../server/modules/places/places.service.ts'
import { migrate } from '../server/platform/db/migrate.ts'
import { openPostgres } from '../server/platform/db/open.ts'
import type { Sql } from '../server/platform/db/open.ts'
import { makeWorld } from '../test/support/world.ts'
import { percentilesOf } from './percentiles.ts'
import { SHORT } from './short.ts'

const FOLLOWERS = Number(process.env['FOLLOWERS'] ?? (SHORT ? 20_000 : 1_000_000))
const WISHES = Number(process.env['WISHES'] ?? (SHORT ? 200_000 : 10_000_000))
const SONGS = 20_000
const REPERTOIRE = 300
const CHUNK = 2000
const LOOKS = 400

const PART = 100_000

/** Splits the work, so that no single statement runs too long. */
const partsOf = (count: number) =>
  Array.from({ length: Math.ceil(count / PART) }, (_, at) => [
    at * PART + 1,
    Math.min(count, (at + 1) * PART),
  ])

/** Fills a table as a restore does: the indexes are built after all rows are inserted. */
async function withoutIndexes(sql: Sql, table: string, fill: () => Promise<void>): Promise<void> {
  const { rows } = await raw<{ name: string; definition: string; primary: boolean }>`
    select c.relname as name, pg_get_indexdef(i.indexrelid) as definition, i.indisprimary as primary
    from pg_index i join pg_class c on c.oid = i.indexrelid where i.indrelid = ${table}::regclass`.execute(
    sql,
  )
  for (const { name, primary } of rows)
    await raw
      .raw(primary ? `alter table ${table} drop constraint ${name}` : `drop index ${name}`)
      .execute(sql)
  await fill()
  for (const { definition } of rows) await raw.raw(definition).execute(sql)
}

/** Inserts one artist with all the followers, and wishes that favour popular songs and towns. */
async function lay(
  sql: Sql,
  towns: readonly string[],
): Promise<{ artistId: string; concertId: string }> {
  const [artistId, concertId] = [randomUUIDv7(), randomUUIDv7()]
  await raw`insert into artists (id, username, username_key, email, password_hash, account_type, name, created_at)
    values (${artistId}::uuid, 'anya', 'anya', 'anya@example.org', '', 'ARTIST', 'Аня', now())`.execute(
    sql,
  )
  await raw`insert into concerts (id, artist_id, title, starts_at, ends_at, place_name, city, time_zone, created_at)
    values (${concertId}::uuid, ${artistId}::uuid, 'Вечер', now() + interval '3 days',
      now() + interval '74 hours', 'Подвал', 'Москва', 'Europe/Moscow', now())`.execute(sql)
  await raw`insert into songs (id, title, artist_name, source, verified, song_key, created_at)
    select gen_random_uuid(), 'Песня ' || n, 'Кино', 'bench', true, 'песня ' || n, now()
    from generate_series(1, ${raw.lit(SONGS)}) n`.execute(sql)
  await raw`insert into repertoire (artist_id, song_id, added_at)
    select ${artistId}::uuid, id, now() from songs order by random() limit ${raw.lit(REPERTOIRE)}`.execute(
    sql,
  )
  for (const [from = 0, to = 0] of partsOf(FOLLOWERS))
    await raw`insert into followers (id, email, time_zone, since)
      select gen_random_uuid(), 'f' || n || '@example.org', 'Europe/Moscow', now()
      from generate_series(${raw.lit(from)}, ${raw.lit(to)}) n`.execute(sql)
  for (const first of '0123456789abcdef')
    await raw`insert into follows (id, follower_id, artist_id, asked_at, confirmed_at)
      select gen_random_uuid(), id, ${artistId}::uuid, now(), now() from followers
      where left(id::text, 1) = ${first}`.execute(sql)
  // Otherwise each foreign key of these millions would be checked.
  await raw`set session_replication_role = replica`.execute(sql)
  await withoutIndexes(sql, 'wishes', () => insertWishes(sql, towns))
  await withoutIndexes(sql, 'town_wish_counts', () => countWishes(sql))
  await raw`set session_replication_role = origin`.execute(sql)
  await raw`vacuum analyze`.execute(sql)
  return { artistId, concertId }
}

async function insertWishes(sql: Sql, towns: readonly string[]): Promise<void> {
  for (const [from = 0, to = 0] of partsOf(WISHES))
    await raw`
      with drawn as materialized (
        select 1 + floor(power(random(), 3) * ${raw.lit(towns.length)})::int as town,
          1 + floor(power(random(), 2) * ${raw.lit(SONGS - 1)})::int as song
        from generate_series(${raw.lit(from)}, ${raw.lit(to)}))
      insert into wishes (town, song_id, device_id, wished_at)
      select (${towns}::text[])[d.town], s.id, gen_random_uuid(), now()
      from drawn d join (select id, row_number() over () as at from songs) s on s.at = d.song`.execute(
      sql,
    )
}

async function countWishes(sql: Sql): Promise<void> {
  await raw`insert into town_wish_counts (town, song_id, persons)
    select town, song_id, count(*) from wishes group by town, song_id`.execute(sql)
}

export const secondsOf = async (work: () => Promise<unknown>) => {
  const began = performance.now()
  await work()
  return (performance.now() - began) / 1000
}

/** The same rows, in batches of the same size, with plain inserts only. */
async function insertBare(sql: Sql): Promise<void> {
  await raw`create table bare_notifications (like notifications including all)`.execute(sql)
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const { rows } = await raw<{ id: string; followerId: string }>`
      select id, follower_id from follows where id > ${after}::uuid
      order by id limit ${raw.lit(CHUNK)}`.execute(sql)
    const last = rows.at(-1)
    if (last === undefined) return
    after = last.id
    await raw`insert into bare_notifications (recipient_id, artist_id, subject_id, kind, follow_id, made_at, due_at)
      select f, ${last.id}::uuid, ${last.id}::uuid, 'new', i, now(), now()
      from unnest(${rows.map(({ followerId }) => followerId)}::uuid[], ${rows.map(({ id }) => id)}::uuid[]) as n (f, i)`.execute(
      sql,
    )
  }
}

/**
 * Followers and wishes at the size of a whole country, on PostgreSQL: how fast notifications are made beside bare inserts,
 * and how long the page of the towns' wishes takes.
 */
export async function bench(): Promise<void> {
  const postgres = await startPostgres()
  const database = await openPostgres(postgres.url, 4)
  const product = await makeWorld()
  try {
    await migrate(database)
    const { sql } = database
    const towns = findCities('').map(({ name, region }) =>
      region === '' ? name : `${name}, ${region}`,
    )
    const world = await sql.connection().execute(async (one) => {
      await raw`set statement_timeout = 0`.execute(one)
      await raw`set maintenance_work_mem = '512MB'`.execute(one)
      return lay(one, towns)
    })
    const ctx: Context = { ...product.app.ctx, sql, now: () => new Date() }
    await sql
      .insertInto('followNews')
      .values({
        artistId: world.artistId,
        concertId: world.concertId,
        songId: null,
        about: 'new',
        madeAt: new Date(),
        dueAt: new Date(),
        afterId: null,
      })
      .execute()
    const made = await secondsOf(() => fanOutNews(ctx))
    const bare = await secondsOf(() => insertBare(sql))
    const { notifications } = await sql
      .selectFrom('notifications')
      .select((of) => of.fn.countAll<number>().as('notifications'))
      .executeTakeFirstOrThrow()
    const times: number[] = []
    let after = null
    for (let at = 0; at < LOOKS; at += 1) {
      const town = at % 2 === 0 ? undefined : towns[at % towns.length]
      const ownOnly = at % 4 >= 2
      const began = performance.now()
      const { songs } = await awaitedSongs(ctx, world.artistId, {
        town,
        ownOnly,
        after: at % 3 === 0 ? after : null,
      })
      times.push(performance.now() - began)
      after = songs.at(-1) ?? null
    }
    const page = percentilesOf(times)
    console.table({
      followers: FOLLOWERS,
      wishes: WISHES,
      'notifications made': notifications,
      'notifications a second': Math.round(notifications / made),
      'bare inserts a second': Math.round(FOLLOWERS / bare),
      'ratio to bare': (made / bare).toFixed(2),
      'page p50, ms': page.p50,
      'page p95, ms': page.p95,
      'page p99, ms': page.p99,
    })
  } finally {
    await product.close()
    await database.close()
    await postgres.stop()
  }
}

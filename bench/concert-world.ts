import { sql as raw } from 'kysely'
import { readCities } from '../server/modules/places/cities.ts'
import type { Sql } from '../server/platform/db/open.ts'

export type WorldSize = {
  readonly artists: number
  readonly songs: number
  /** Rows of all repertoires together. */
  readonly lines: number
  /** All concerts, past ones included. */
  readonly concerts: number
  /** Of these, the concerts within the next ninety days. */
  readonly ahead: number
}

/** Ids grow with time, as the product's do; `kind` separates songs from artists. */
const idOf = (kind: number, number: string) =>
  `('0192${kind}000-0000-7000-8000-' || lpad(to_hex(${number}), 12, '0'))::uuid`
const ARTIST = 1
const SONG = 2
const CONCERT = 3
const ENTRY = 4

/** Skew of song popularity: the first of 200 000 songs is in half of all repertoires of 200. */
const SONG_SKEW = 2.2

/** Towns, each repeated in proportion to its population. */
function townSlots(): string {
  const cities = readCities()
  const people = cities.reduce((sum, { population }) => sum + population, 0)
  const slots = cities.flatMap((city) =>
    Array.from({ length: Math.ceil((1000 * city.population) / people) }, () => city),
  )
  const rows = slots.map(
    ({ name, latitude, longitude, timeZone, population }, slot) =>
      `(${slot}, '${name}', ${latitude}, ${longitude}, '${timeZone}', ${0.004 + 0.04 * Math.cbrt(population / 13e6)})`,
  )
  return rows.join(',')
}

/** Drops indexes of the table while `work` inserts rows, then creates them again as the migrations defined them. */
async function withoutLaws(sql: Sql, table: string, work: () => Promise<unknown>): Promise<void> {
  const { rows } = await raw<{ name: string; law: string; isConstraint: boolean }>`
    select i.relname as name, c.conname is not null as is_constraint,
      coalesce(pg_get_constraintdef(c.oid), pg_get_indexdef(i.oid)) as law
    from pg_index x join pg_class i on i.oid = x.indexrelid
      left join pg_constraint c on c.conindid = i.oid and c.conrelid = x.indrelid
    where x.indrelid = ${table}::regclass`.execute(sql)
  const laws = rows.filter(({ isConstraint }) => table === 'repertoire' || !isConstraint)
  const run = (text: string) => raw.raw(text).execute(sql)
  for (const { name, isConstraint } of laws)
    await run(isConstraint ? `alter table ${table} drop constraint ${name}` : `drop index ${name}`)
  await work()
  for (const { name, law, isConstraint } of laws)
    await run(isConstraint ? `alter table ${table} add constraint ${name} ${law}` : law)
}

/**
 * Fills an empty database with a country of musicians at `now`, the same at every run: large towns, songs that half of
 * all artists play beside songs that a few do, three years of past concerts. Only for a database without other users:
 * constraints are off meanwhile.
 */
export function fillConcertWorld(sql: Sql, size: WorldSize, now: Date): Promise<void> {
  // Settings and temporary tables belong to one connection.
  return sql.connection().execute((one) => fill(one, size, now))
}

async function fill(sql: Sql, size: WorldSize, now: Date): Promise<void> {
  const { artists, songs, lines, concerts, ahead } = size
  const at = `'${now.toISOString()}'::timestamptz`
  const run = async (text: string) => {
    await raw.raw(text).execute(sql)
  }
  await run(`set session_replication_role = replica`)
  await run(`set statement_timeout = 0`)
  await run(`set maintenance_work_mem = '512MB'`)
  await run(`set timezone = 'UTC'`)
  await run(`select setseed(0.5)`)
  await run(`create temp table towns (slot int primary key, name text, latitude float8,
    longitude float8, zone text, spread float8)`)
  await run(`insert into towns values ${townSlots()}`)
  await run(`insert into artists (id, username, username_key, email, password_hash, account_type,
      name, created_at)
    select ${idOf(ARTIST, 'n')}, 'musician-' || n, 'musician-' || n, n || '@example.org', '',
      'ARTIST', 'Музыкант ' || n, ${at} - interval '3 years'
    from generate_series(1, ${artists}) n`)
  await run(`insert into songs (id, title, artist_name, source, verified, song_key, created_at)
    select ${idOf(SONG, 'n')}, 'Песня ' || n, 'Группа ' || n % 5000, 'catalogue', true,
      'песня ' || n || E'\\n' || 'группа ' || n % 5000, ${at} - interval '3 years'
    from generate_series(1, ${songs}) n`)
  await withoutLaws(sql, 'repertoire', () =>
    run(`insert into repertoire (artist_id, song_id, added_at)
      select ${idOf(ARTIST, 'a.n')}, ${idOf(SONG, 's.n')}, ${at} - interval '1 year'
      from generate_series(1, ${artists}) as a(n) cross join lateral (
        select distinct 1 + floor(${songs} * random() ^ ${SONG_SKEW})::int as n
        from generate_series(1, ${Math.round((1.02 * lines) / artists)} + 0 * a.n)) s`),
  )
  // A few artists play every week, most now and then, and four of five times in their own town.
  await withoutLaws(sql, 'concerts', () =>
    run(`insert into concerts (id, artist_id, title, starts_at, ends_at, status, closed_session,
        place_name, address, city, country, latitude, longitude, time_zone, created_at)
      select ${idOf(CONCERT, 'n')}, ${idOf(ARTIST, 'artist')}, 'Концерт ' || n, starts,
        starts + interval '2 hours', case when n > ${concerts - ahead} then 'SCHEDULED' else 'PLAYED' end,
        closed, 'Площадка ' || n % 9000, 'улица ' || n % 300, name, 'Россия',
        case when placed then latitude + spread * gauss1 end,
        case when placed then longitude + 1.8 * spread * gauss2 end, zone, starts - interval '20 days'
      from (select n, artist,
          date_trunc('hour', ${at}) + interval '30 minutes' + floor(24 * case when n > ${concerts - ahead}
            then 90 * random() ^ 1.5 else -1100.0 * (${concerts - ahead} - n) / ${concerts} - 1 end)
            * interval '1 hour' as starts,
          random() < 0.04 as closed, random() < 0.95 as placed,
          sqrt(-2 * ln(1 - random())) * cos(6.283 * random()) as gauss1,
          sqrt(-2 * ln(1 - random())) * cos(6.283 * random()) as gauss2,
          case when random() < 0.8 then artist * 7919 % 1000 else floor(1000 * random())::int end as slot
        from (select n, 1 + floor(${artists} * random() ^ 1.4)::int as artist
          from generate_series(1, ${concerts}) n) drawn) c
      join towns on towns.slot = c.slot`),
  )
  await run(`update concerts set status = 'NOW', active = true, starts_at = ${at} - interval '1 hour',
      ends_at = ${at} + interval '1 hour'
    where id in (select distinct on (artist_id) id from concerts where status = 'SCHEDULED'
      and starts_at < ${at} + interval '14 hours')`)
  await run(`insert into queue_entries (id, concert_id, song_id, status, position, created_at)
    select ${idOf(ENTRY, '(row_number() over ())::int')}, q.concert_id, q.song_id, 'QUEUED', q.place, ${at}
    from (select concert_id, song_id, row_number() over (partition by concert_id) as place
      from (select distinct c.id as concert_id,
          ${idOf(SONG, `1 + floor(${songs} * random() ^ ${SONG_SKEW})::int`)} as song_id
        from concerts c cross join generate_series(1, 3) where c.status <> 'PLAYED') drawn) q
    where get_byte(uuid_send(q.concert_id), 15) < 100`)
  await run(`drop table towns`)
  await run(`set session_replication_role = origin`)
  for (const table of ['artists', 'songs', 'repertoire', 'concerts', 'queue_entries'])
    await run(`vacuum analyze ${table}`)
  for (const setting of ['statement_timeout', 'maintenance_work_mem', 'timezone'])
    await run(`reset ${setting}`)
}

/** Id of the `number`th song by popularity, from 1. */
export const songNumber = (number: number) =>
  `0192${SONG}000-0000-7000-8000-${Math.floor(number).toString(16).padStart(12, '0')}`

/** From 1, for anything from 0. */
export const artistNumber = (number: number) => 1 + Math.floor(number)

/** Id of the `number`th concert; the upcoming ones are the last. */
export const concertNumber = (number: number) =>
  `0192${CONCERT}000-0000-7000-8000-${Math.floor(number).toString(16).padStart(12, '0')}`

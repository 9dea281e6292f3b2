import { sql as raw } from 'kysely'
import { wordsOf } from '../packages/song-search/song-text.ts'
import type { Sql } from '../server/platform/db/open.ts'
import type { ApiDataset } from './api-dataset.ts'
import { fillConcertWorld, songNumber } from './concert-world.ts'
import { songWorld } from './song-world.ts'
import type { WorldSong } from './song-world.ts'

/** The amount of data in the tables, and the number of running concerts. */
export type GrowthSize = {
  readonly times: number
  readonly songs: number
  readonly artists: number
  readonly concerts: number
  readonly runningConcerts: number
}

/** A running concert with queued songs. */
export type GrowthConcert = ApiDataset & { readonly entryIds: readonly string[] }
export type GrowthDataset = {
  readonly runningConcerts: readonly GrowthConcert[]
  /** The same number of concerts, for the reference alone. */
  readonly bare: readonly GrowthConcert[]
}

const LINES_OF_ARTIST = 20
/** For past concerts: the number of played songs, and of orders of each song. */
const PLAYED = 8
const ORDERS = 2
/** One of so many songs was paid for. */
const PAID = 8
const PAYMENTS_A_PAYOUT = 4
const AHEAD_PART = 0.1
const QUEUE = 20
const BATCH = 5000
const TYPED = 120

/** A numbered id of one kind of this file's rows. */
const idOf = (kind: string, number: string) =>
  `('0193${kind}-0000-7000-8000-' || lpad(to_hex(${number}), 12, '0'))::uuid`
const textId = (kind: string, number: number) =>
  `0193${kind}-0000-7000-8000-${number.toString(16).padStart(12, '0')}`

/**
 * Gives the songs of `fillConcertWorld` the titles of real ones, and their search words: a search has to find what it
 * would find in reality.
 */
async function nameSongs(sql: Sql, songs: number): Promise<string[]> {
  const typed: string[] = []
  let from = 1
  async function write(batch: readonly WorldSong[]) {
    const ids = batch.map((_, at) => songNumber(from + at))
    const column = (of: (song: WorldSong) => string | number) => batch.map(of)
    await raw`update songs s
      set title = n.title, artist_name = n.artist, song_key = n.key, order_count = n.orders
      from unnest(${ids}::uuid[], ${column(({ title }) => title)}::text[],
        ${column(({ artistName }) => artistName)}::text[], ${column(({ key }) => key)}::text[],
        ${column(({ orders }) => orders)}::int[]) as n(id, title, artist, key, orders)
      where s.id = n.id`.execute(sql)
    const words = batch.flatMap(({ title, artistName }, at) =>
      wordsOf(`${title} ${artistName}`).map((word) => ({ word, id: ids[at] ?? '' })),
    )
    await raw`insert into song_words (word, song_id)
      select distinct word, id from unnest(${words.map(({ word }) => word)}::text[],
        ${words.map(({ id }) => id)}::uuid[]) as w(word, id)`.execute(sql)
    from += batch.length
  }
  let batch: WorldSong[] = []
  for await (const song of songWorld(songs)) {
    if (typed.length < TYPED) typed.push(song.title.slice(0, 1 + (typed.length % 6)).trim())
    batch.push(song)
    if (batch.length < BATCH) continue
    await write(batch)
    batch = []
  }
  await write(batch)
  return [...new Set(typed)].filter((text) => text !== '')
}

/** The rows of past concerts: played songs, their orders, and the payments of some. */
async function insertHistory(run: (text: string) => Promise<void>, size: GrowthSize, at: string) {
  await run(`create temp table played as
    select row_number() over ()::int as n, c.id as concert_id, c.artist_id, c.starts_at,
      ('01922000-0000-7000-8000-' || lpad(to_hex(1 + floor(${size.songs} * random() ^ 2.2)::int),
        12, '0'))::uuid as song_id
    from concerts c cross join generate_series(1, ${PLAYED}) where c.status = 'PLAYED'`)
  await run(`insert into queue_entries (id, concert_id, song_id, status, created_at, now_at, closed_at)
    select ${idOf('e000', 'n')}, concert_id, song_id, 'PLAYED', starts_at, starts_at, starts_at
    from played`)
  await run(`insert into payments (id, kind, artist_id, amount, commission_bps, state, funds, mode,
      bank_payment_id, bank_state, expires_at, release_at, concert_id, song_id, device_id,
      created_at, secured_at, closed_at)
    select ${idOf('a000', 'n')}, 'song', artist_id, 20000, 1000, 'released', 'charged', 'hold',
      'bank-' || n, 'charged', starts_at, starts_at, concert_id, song_id, gen_random_uuid(),
      starts_at, starts_at, starts_at
    from played where n % ${PAID} = 0`)
  await run(`insert into orders (id, concert_id, entry_id, device_id, kind, payment_id, amount,
      created_at)
    select ${idOf('d000', `n * ${ORDERS} + k`)}, concert_id, ${idOf('e000', 'n')},
      gen_random_uuid(), case when paid then 'paid' else 'free' end,
      case when paid then ${idOf('a000', 'n')} end, case when paid then 20000 else 0 end, starts_at
    from (select *, k = 1 and n % ${PAID} = 0 as paid
      from played cross join generate_series(1, ${ORDERS}) k) o`)
  await run(`insert into bank_operations (id, payment_id, kind, state, not_before, created_at, closed_at)
    select ${idOf('b000', 'n * 2 + k')}, ${idOf('a000', 'n')},
      case k when 0 then 'open' else 'capture' end, 'done', starts_at, starts_at, starts_at
    from played cross join generate_series(0, 1) k where n % ${PAID} = 0`)
  await run(`insert into bank_notices (dedupe_key, payment_id, verified, word, body, received_at)
    select 'bank-' || n || ':CONFIRMED', ${idOf('a000', 'n')}, true, 'CONFIRMED', '{}', starts_at
    from played where n % ${PAID} = 0`)
  await run(`insert into payouts (id, artist_id, amount, phone, sbp_bank_id, state, created_at, closed_at)
    select ${idOf('c000', 'n')}, artist_id, 18000, '+79000000000', '1', 'completed', starts_at, starts_at
    from played where n % ${PAID * PAYMENTS_A_PAYOUT} = 0`)
  await run(`insert into ledger_transactions (id, key, layer, cause, lines, payment_id, at)
    select ${idOf('f000', 'n')}, 'released:' || n, 'posted', 'released', 2, ${idOf('a000', 'n')}, starts_at
    from played where n % ${PAID} = 0`)
  await run(`insert into ledger_lines (transaction_id, layer, account, kind, amount)
    select ${idOf('f000', 'n')}, 'posted',
      case k when 0 then 'bank' else 'artist_payable:' || artist_id end,
      case k when 0 then 'asset' else 'liability' end, case k when 0 then 20000 else -20000 end
    from played cross join generate_series(0, 1) k where n % ${PAID} = 0`)
  await run(`insert into ledger_balances (account, layer, kind, amount)
    select account, 'posted', 'liability', -sum(amount) from ledger_lines
    where kind = 'liability' group by account`)
  await run(`insert into idempotency_keys (call, key, body_hash, answer, created_at)
    select 'old', 'old-' || n, 'old', '{}', ${at} - interval '1 day' from played where n % 10 = 0`)
  await run(`drop table played`)
}

/** Running concerts; `kind` separates their ids from those of the others. */
async function insertConcerts(
  run: (text: string) => Promise<void>,
  runningConcerts: number,
  { kind, name, at, typed }: { kind: string; name: string; at: string; typed: readonly string[] },
): Promise<GrowthConcert[]> {
  const rows = `generate_series(1, ${runningConcerts}) n`
  await run(`insert into artists (id, username, username_key, email, password_hash, account_type, name,
      created_at)
    select ${idOf(`${kind}1`, 'n')}, '${name}-' || n, '${name}-' || n, '${name}-' || n || '@example.org',
      '', 'ARTIST', 'Артист зала ' || n, ${at} from ${rows}`)
  await run(`insert into repertoire (artist_id, song_id, added_at)
    select ${idOf(`${kind}1`, 'n')}, s.id, ${at} from ${rows}
      cross join (select id from songs order by id limit 100) s`)
  await run(`insert into concerts (id, artist_id, title, starts_at, ends_at, status, active,
      place_name, city, country, latitude, longitude, time_zone, created_at, started_at)
    select ${idOf(`${kind}2`, 'n')}, ${idOf(`${kind}1`, 'n')}, 'Концерт замера ' || n, ${at},
      ${at} + interval '3 hours', 'NOW', true, 'Подвал', 'Москва', 'Россия', 55.75, 37.62,
      'Europe/Moscow', ${at}, ${at} from ${rows}`)
  await run(`insert into queue_entries (id, concert_id, song_id, status, position, created_at)
    select ${idOf(`${kind}3`, `n * ${QUEUE} + s.place`)}, ${idOf(`${kind}2`, 'n')}, s.id, 'SCHEDULED',
      s.place, ${at}
    from ${rows} cross join (select id, row_number() over (order by id)::int as place
      from songs order by id limit ${QUEUE}) s`)
  return Array.from({ length: runningConcerts }, (_hall, nth) => ({
    username: `${name}-${nth + 1}`,
    concertId: textId(`${kind}2`, nth + 1),
    songIds: Array.from({ length: QUEUE }, (_, place) => songNumber(place + 1)),
    entryIds: Array.from({ length: QUEUE }, (_, place) =>
      textId(`${kind}3`, (nth + 1) * QUEUE + place + 1),
    ),
    typed,
  }))
}

/** Fills a database that has nothing but songs with a site of this size at `now`; the database must have no other users meanwhile. */
export async function insertGrowth(sql: Sql, size: GrowthSize, now: Date): Promise<GrowthDataset> {
  const { songs, artists, concerts } = size
  const ahead = Math.round(concerts * AHEAD_PART)
  const lines = artists * LINES_OF_ARTIST
  for (const table of ['song_words', 'songs']) await raw.raw(`delete from ${table}`).execute(sql)
  await fillConcertWorld(sql, { artists, songs, lines, concerts, ahead }, now)
  return sql.connection().execute(async (one) => {
    const at = `'${now.toISOString()}'::timestamptz`
    const run = async (text: string) => {
      await raw.raw(text).execute(one)
    }
    await run(`set session_replication_role = replica`)
    await run(`set statement_timeout = 0`)
    const typed = await nameSongs(one, songs)
    await insertHistory(run, size, at)
    const runningConcerts = await insertConcerts(run, size.runningConcerts, {
      kind: '111',
      name: 'hall',
      at,
      typed,
    })
    const bare = await insertConcerts(run, size.runningConcerts, {
      kind: '222',
      name: 'bare',
      at,
      typed,
    })
    await run(`set session_replication_role = origin`)
    await run(`reset statement_timeout`)
    await run(`vacuum analyze`)
    return { runningConcerts, bare }
  })
}

import { randomUUIDv7 } from 'node:crypto'
import { sql as raw } from 'kysely'
import { startPostgres } from '../scripts/test-postgres.ts'
import type { Context } from '../server/context.ts'
import { sayWord } from '../server/modules/artist-words/artist-words.service.ts'
import { notifyFollowers } from '../server/modules/notifications/news.service.ts'
import { migrate } from '../server/platform/db/migrate.ts'
import { openPostgres } from '../server/platform/db/open.ts'
import type { Sql } from '../server/platform/db/open.ts'
import { makeWorld } from '../test/support/world.ts'
import { secondsOf } from './growth-followers.ts'
import { SHORT } from './short.ts'

const FOLLOWERS = Number(process.env['FOLLOWERS'] ?? (SHORT ? 2000 : 100_000))
const ZONES = ['Europe/Moscow', 'Europe/Kaliningrad', 'Asia/Yekaterinburg', 'Asia/Vladivostok']
const CHUNK = 2000
/** What two processes send at once. */
const AT_ONCE = 32
/** By Moscow's clock 15:40, in Vladivostok 22:40: its night has begun. */
const DAY = new Date('2026-11-21T12:24:00Z')
const RESTED = new Date('2026-11-21T12:40:00Z')
/** In Vladivostok 9:01. */
const MORNING = new Date('2026-11-21T23:01:00Z')

async function lay(sql: Sql): Promise<string> {
  const artistId = randomUUIDv7()
  await raw`insert into artists (id, username, username_key, email, password_hash, account_type, name, created_at)
    values (${artistId}::uuid, 'anya', 'anya', 'anya@example.org', '', 'ARTIST', 'Аня', now())`.execute(
    sql,
  )
  await raw`insert into followers (id, email, time_zone, since)
    select gen_random_uuid(), 'f' || n || '@example.org', (${ZONES}::text[])[1 + n % ${raw.lit(ZONES.length)}], now()
    from generate_series(1, ${raw.lit(FOLLOWERS)}) n`.execute(sql)
  await raw`insert into follows (id, follower_id, artist_id, asked_at, confirmed_at)
    select gen_random_uuid(), id, ${artistId}::uuid, now(), now() from followers`.execute(sql)
  await raw`vacuum analyze`.execute(sql)
  return artistId
}

/** The same rows in the same batches, and for each the two transactions of one row without which none is sent once. */
async function sendBare(sql: Sql): Promise<void> {
  await raw`create table bare_word (like notifications including all)`.execute(sql)
  const ids: string[] = []
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const { rows } = await raw<{ id: string; followerId: string }>`
      select id, follower_id from follows where id > ${after}::uuid
      order by id limit ${raw.lit(CHUNK)}`.execute(sql)
    const last = rows.at(-1)
    if (last === undefined) break
    after = last.id
    const people = rows.map(({ followerId }) => followerId)
    ids.push(...people)
    await raw`insert into bare_word (recipient_id, artist_id, subject_id, kind, follow_id, made_at, due_at)
      select f, f, f, 'word', i, now(), now()
      from unnest(${people}::uuid[], ${rows.map(({ id }) => id)}::uuid[]) as n (f, i)`.execute(sql)
  }
  const worker = async () => {
    for (let id = ids.pop(); id !== undefined; id = ids.pop()) {
      await raw`update bare_word set tries = 1 where recipient_id = ${id}::uuid`.execute(sql)
      await raw`update bare_word set due_at = null where recipient_id = ${id}::uuid`.execute(sql)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}

/** One word to very many followers on PostgreSQL, sent by two processes: how fast, none at night by his own clock, each once. */
export async function bench(): Promise<void> {
  const postgres = await startPostgres()
  const database = await openPostgres(postgres.url, AT_ONCE)
  const product = await makeWorld()
  try {
    await migrate(database)
    const { sql } = database
    const artistId = await lay(sql)
    let now = DAY
    const got = new Map<string, number>()
    const ctx: Context = {
      ...product.app.ctx,
      sql,
      now: () => now,
      mail: {
        async send({ to }) {
          got.set(to, (got.get(to) ?? 0) + 1)
        },
        async ready() {},
      },
    }
    await sayWord(ctx, artistId, { text: 'Спасибо за вечер', sessionId: null })
    now = RESTED
    const both = () => Promise.all([notifyFollowers(ctx), notifyFollowers(ctx)])
    const day = await secondsOf(both)
    const atDay = got.size
    now = MORNING
    const morning = await secondsOf(both)
    const twice = [...got.values()].filter((times) => times > 1).length
    const bare = await secondsOf(() => sendBare(sql))
    console.table({
      followers: FOLLOWERS,
      'told at day': atDay,
      'asleep by their clock, told in the morning': got.size - atDay,
      'told twice': twice,
      'messages a second': Math.round(FOLLOWERS / (day + morning)),
      'bare rows a second': Math.round(FOLLOWERS / bare),
      'ratio to bare': ((day + morning) / bare).toFixed(2),
    })
    if (
      got.size !== FOLLOWERS ||
      twice > 0 ||
      atDay !== FOLLOWERS - Math.floor((FOLLOWERS + 1) / 4)
    )
      throw new Error('a follower was left out, told twice or woken')
  } finally {
    await product.close()
    await database.close()
    await postgres.stop()
  }
}

import { randomUUIDv7 } from 'node:crypto'
import { join } from 'node:path'
import { songKey } from '#domain/song-text.ts'
import { migrate } from '#server/db/migrate.ts'
import { openEmbedded, openPostgres } from '#server/db/open.ts'
import type { Database, Sql } from '#server/db/open.ts'
import { castOf } from '#test/support/deadly/cast.ts'
import type { Stage } from '../scenario.ts'

const FREE_SONGS = ['Пять', 'Шесть', 'Семь', 'Восемь', 'Девять', 'Десять']

/** Opens the database of a scenario, which nobody else has open where it is embedded. */
export function openGround({
  engine,
  environment,
}: Pick<Stage, 'engine' | 'environment'>): Promise<Database> {
  return engine === 'embedded'
    ? openEmbedded(join(environment['DATA_DIR'] ?? '', 'database'))
    : openPostgres(environment['DATABASE_URL'] ?? '', 4)
}

/** Looks inside, or changes something, while the product is not there. */
export async function inside<T>(
  stage: Pick<Stage, 'engine' | 'environment'>,
  work: (sql: Sql) => Promise<T>,
): Promise<T> {
  const database = await openGround(stage)
  try {
    await migrate(database)
    return await work(database.sql)
  } finally {
    await database.close()
  }
}

/** So many musicians who play for money, songs for all of them, and two who play for nothing: one for the load, one to try telephones at. */
export async function layGround(sql: Sql, paid: number) {
  const { musicians, songs } = await castOf(sql, paid + 2)
  const free = musicians.slice(paid)
  await sql
    .updateTable('artists')
    .set({ paid_songs_enabled: false })
    .where(
      'id',
      'in',
      free.map(({ id }) => id),
    )
    .execute()
  const artist = 'Вечерний хор'
  const more = FREE_SONGS.map((title) => ({ id: randomUUIDv7(), title }))
  await sql
    .insertInto('songs')
    .values(
      more.map(({ id, title }) => ({
        id,
        title,
        artist_name: artist,
        source: 'catalogue' as const,
        verified: true,
        song_key: songKey(title, artist),
        created_at: new Date(),
      })),
    )
    .execute()
  const [stage, trial] = free
  if (stage === undefined || trial === undefined) throw new Error('two play for nothing')
  return {
    cast: { musicians: musicians.slice(0, paid), songs },
    /** Plays for nothing. */
    stage,
    trial,
    songIds: [...songs, ...more].map(({ id }) => id),
  }
}

export type Ground = Awaited<ReturnType<typeof layGround>>

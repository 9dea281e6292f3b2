import { join } from 'node:path'
import { openEmbedded, openPostgres } from '#server/platform/db/open.ts'
import type { Database, Sql } from '#server/platform/db/open.ts'
import { insertAccounts, insertTestSongs, newSong } from '#test/support/crash/accounts.ts'
import { withOfflineDatabase } from '#test/support/crash/offline-database.ts'
import type { ScenarioContext } from '../scenario.ts'

const FREE_SONGS = ['Пять', 'Шесть', 'Семь', 'Восемь', 'Девять', 'Десять']

/** The database of a scenario, which nobody else has open where it is embedded. */
function openGround({
  engine,
  environment,
}: Pick<ScenarioContext, 'engine' | 'environment'>): Promise<Database> {
  return engine === 'embedded'
    ? openEmbedded(join(environment['DATA_DIR'] ?? '', 'database'))
    : openPostgres(environment['DATABASE_URL'] ?? '', 4)
}

/** Looks inside, or changes something, while the product is not there. */
export function inDatabase<T>(
  context: Pick<ScenarioContext, 'engine' | 'environment'>,
  work: (sql: Sql) => Promise<T>,
): Promise<T> {
  return withOfflineDatabase(() => openGround(context), work)
}

/** So many musicians who play for money, songs for all of them, and two who play for nothing: one for the load, one to try phones at. */
export async function insertDataset(sql: Sql, paid: number) {
  const { musicians, songs } = await insertAccounts(sql, paid + 2)
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
  const more = FREE_SONGS.map(newSong)
  await insertTestSongs(sql, more, new Date())
  const [artist, trial] = free
  if (artist === undefined || trial === undefined) throw new Error('two play for nothing')
  return {
    accounts: { musicians: musicians.slice(0, paid), songs },
    /** Plays for nothing. */
    artist,
    trial,
    songIds: [...songs, ...more].map(({ id }) => id),
  }
}

export type TestDataset = Awaited<ReturnType<typeof insertDataset>>

import { join } from 'node:path'
import { openEmbedded, openPostgres } from '#server/platform/db/open.ts'
import type { Database, Sql } from '#server/platform/db/open.ts'
import { insertAccounts, insertTestSongs, newSong } from '#test/support/crash/accounts.ts'
import { withOfflineDatabase } from '#test/support/crash/offline-database.ts'
import type { ScenarioContext } from '../scenario.ts'

const FREE_SONGS = ['Пять', 'Шесть', 'Семь', 'Восемь', 'Девять', 'Десять']

/** Opens the scenario's database; an embedded one must not be open anywhere else. */
function openDatabase({
  engine,
  environment,
}: Pick<ScenarioContext, 'engine' | 'environment'>): Promise<Database> {
  return engine === 'embedded'
    ? openEmbedded(join(environment['DATA_DIR'] ?? '', 'database'))
    : openPostgres(environment['DATABASE_URL'] ?? '', 4)
}

/** Reads or changes the database while the product is not running. */
export function inDatabase<T>(
  context: Pick<ScenarioContext, 'engine' | 'environment'>,
  work: (sql: Sql) => Promise<T>,
): Promise<T> {
  return withOfflineDatabase(() => openDatabase(context), work)
}

/**
 * Inserts `paid` musicians with paid songs, songs for all of them, and two musicians without paid songs: one for the
 * load, one to try phones at.
 */
export async function insertDataset(sql: Sql, paid: number) {
  const { musicians, songs } = await insertAccounts(sql, paid + 2)
  const free = musicians.slice(paid)
  await sql
    .updateTable('artists')
    .set({ paidSongsEnabled: false })
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
    /** Paid songs are disabled. */
    artist,
    trial,
    songIds: [...songs, ...more].map(({ id }) => id),
  }
}

export type TestDataset = Awaited<ReturnType<typeof insertDataset>>

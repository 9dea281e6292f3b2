import { join } from 'node:path'
import { openEmbedded, openPostgres } from '#server/platform/db/open.ts'
import type { Database, Sql } from '#server/platform/db/open.ts'
import { castOf, laySongs, newSong } from '#test/support/deadly/cast.ts'
import { lookInside } from '#test/support/deadly/look-inside.ts'
import type { ScenarioStage } from '../scenario.ts'

const FREE_SONGS = ['Пять', 'Шесть', 'Семь', 'Восемь', 'Девять', 'Десять']

/** The database of a scenario, which nobody else has open where it is embedded. */
function openGround({
  engine,
  environment,
}: Pick<ScenarioStage, 'engine' | 'environment'>): Promise<Database> {
  return engine === 'embedded'
    ? openEmbedded(join(environment['DATA_DIR'] ?? '', 'database'))
    : openPostgres(environment['DATABASE_URL'] ?? '', 4)
}

/** Looks inside, or changes something, while the product is not there. */
export function inside<T>(
  stage: Pick<ScenarioStage, 'engine' | 'environment'>,
  work: (sql: Sql) => Promise<T>,
): Promise<T> {
  return lookInside(() => openGround(stage), work)
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
  const more = FREE_SONGS.map(newSong)
  await laySongs(sql, more, new Date())
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

export type TestGround = Awaited<ReturnType<typeof layGround>>

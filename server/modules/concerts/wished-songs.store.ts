import { sql as raw } from 'kysely'
import type { Sql } from '../../platform/db/open.ts'
import type { ReadAtOnce, WishedSongs } from '../../platform/db/wished-songs.ts'

/** Those of the ids that the catalogue knows, each once. */
export async function wishedSongs(
  sql: Sql,
  ids: readonly string[],
  most: ReadAtOnce,
): Promise<WishedSongs> {
  if (ids.length === 0) return { few: [], many: [], everywhere: false }
  // One song is counted no farther than to half of many: with what it has more it is everywhere anyway.
  const counted = Math.max(most.few, most.many / 2) + 1
  const { rows } = await raw<{ id: string; lines: number }>`
    select s.id,
      (select count(*) from (select from repertoire r where r.song_id = s.id limit ${counted}) r)
      + (select count(*) from (select from queue_entries q
          where q.song_id = s.id and q.status in ('SCHEDULED', 'QUEUED', 'NOW')
          limit ${counted}) q) as lines
    from songs s where s.id = any(${ids}::uuid[]) order by lines, s.id`.execute(sql)
  let read = 0
  const few = rows.filter(({ lines }) => (read += lines) <= most.few).map(({ id }) => id)
  const many = rows.slice(few.length)
  const everywhere = read > most.many || many.some(({ lines }) => lines >= counted)
  return { few, many: many.map(({ id }) => id), everywhere }
}

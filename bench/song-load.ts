import { sql as raw } from 'kysely'
import type { Database, Sql } from '../server/platform/db/open.ts'
import { idAt, readSongs } from './song-lines.ts'
import type { WorldSong } from './song-world.ts'

const BATCH = 10_000

/**
 * Stores the songs of a file with their search words, in one transaction. Foreign keys are not checked: all of them are
 * valid, and a million songs are stored in half the time.
 */
export async function loadSongs({ sql, script }: Database, file: string): Promise<number> {
  let stored = 0
  await sql.transaction().execute(async (tx) => {
    await raw`set local session_replication_role = replica`.execute(tx)
    await raw`set local statement_timeout = 0`.execute(tx)
    let batch: WorldSong[] = []
    const flush = async () => {
      await store(tx, batch, stored)
      stored += batch.length
      batch = []
    }
    for await (const song of readSongs(file)) if (batch.push(song) === BATCH) await flush()
    await flush()
  })
  await script('set statement_timeout = 0; analyze songs; analyze song_words;')
  return stored
}

async function store(sql: Sql, songs: readonly WorldSong[], start: number): Promise<void> {
  const ids = songs.map((_, at) => idAt(start + at))
  const keys = songs.map(({ key }) => key)
  await raw`
    insert into songs (id, title, artist_name, song_key, order_count, source, verified, created_at)
    select fresh.*, 'bench', true, now()
    from unnest(${ids}::uuid[], ${songs.map(({ title }) => title)}::text[],
      ${songs.map(({ artistName }) => artistName)}::text[], ${keys}::text[],
      ${songs.map(({ orders }) => orders)}::integer[]) as fresh
  `.execute(sql)
  await raw`
    insert into song_words (word, song_id)
    select distinct word, fresh.id
    from unnest(${ids}::uuid[], ${keys}::text[]) as fresh (id, key)
    cross join lateral regexp_split_to_table(fresh.key, '[ \n]') as word
    where word <> ''
  `.execute(sql)
}

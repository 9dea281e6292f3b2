import { sql as raw } from 'kysely'
import { holdingDefaults, rulesChanged, rulesFrom } from '#domain/queue/evening-rules.ts'
import type { AccountRules, EveningRules } from '#domain/queue/evening-rules.ts'
import type { Sql } from '#server/platform/db/open.ts'

export async function saveRules(
  sql: Sql,
  concertId: string,
  changed: Partial<EveningRules>,
): Promise<void> {
  await sql
    .updateTable('concerts')
    .set({ rules: JSON.stringify(changed) })
    .set('revision', raw`revision + 1`)
    .where('id', '=', concertId)
    .execute()
}

/** Closes a concert with a code word; the same word keeps its pass. Null: its link alone admits. */
export async function saveCodeWord(
  sql: Sql,
  concertId: string,
  word: string | null,
): Promise<void> {
  await raw`
    update concerts set code_word = ${word}::text,
      pass = case when ${word}::text is null then null
        when code_word = ${word}::text then pass else gen_random_uuid() end,
      wrong_words = case when code_word = ${word}::text then wrong_words else 0 end,
      closed_session = closed_session or ${word}::text is not null
    where id = ${concertId}::uuid
  `.execute(sql)
}

/** The rules that this artist's next concerts start with. */
export async function saveDefaultRules(
  sql: Sql,
  artistId: string,
  changed: Partial<EveningRules>,
): Promise<void> {
  const rules = JSON.stringify(changed)
  await sql
    .insertInto('defaultRules')
    .values({ artistId, rules })
    .onConflict((on) => on.column('artistId').doUpdateSet({ rules }))
    .execute()
}

/** Returns the rules that this artist's next concert starts with, those that differ from the default. */
export async function defaultRulesOf(sql: Sql, artistId: string): Promise<Partial<EveningRules>> {
  const row = await sql
    .selectFrom('defaultRules')
    .select('rules')
    .where('artistId', '=', artistId)
    .executeTakeFirst()
  if (row === undefined) return {}
  // The account may have changed since, and a process of an older version stored what belongs to one evening.
  return rulesChanged(holdingDefaults(rulesFrom(row.rules), await accountRulesOf(sql, artistId)))
}

export async function accountRulesOf(
  sql: Sql,
  artistId: string,
): Promise<AccountRules & { payable: boolean }> {
  const { phone, bank, ...account } = await sql
    .selectFrom('artists')
    .select([
      'paidSongsEnabled',
      'minSongRubles as minSongAmount',
      'requestFavoritesOnly as requestFavoriteSongsOnly',
      'phoneNumber as phone',
      'sbpNumberId as bank',
    ])
    .where('id', '=', artistId)
    .executeTakeFirstOrThrow()
  return { ...account, payable: phone !== null && bank !== null }
}

export async function openSongsOf(sql: Sql, concertId: string): Promise<string[]> {
  const rows = await sql
    .selectFrom('openSongs')
    .select('songId')
    .where('concertId', '=', concertId)
    .execute()
  return rows.map(({ songId }) => songId)
}

/** Replaces the open songs; songs that are not in the catalogue are left out. */
export async function saveOpenSongs(
  sql: Sql,
  concertId: string,
  songIds: readonly string[],
): Promise<void> {
  await sql.deleteFrom('openSongs').where('concertId', '=', concertId).execute()
  await raw`
    insert into open_songs (concert_id, song_id)
    select ${concertId}::uuid, id from songs where id = any(${songIds}::uuid[])
  `.execute(sql)
}

/** Puts another song into the place of an artist's song. */
export async function moveRuledSong(
  sql: Sql,
  { artistId, songId, to }: { artistId: string; songId: string; to: string },
): Promise<void> {
  for (const table of [raw.table('open_songs'), raw.table('barred_songs')])
    await raw`
      update ${table} t set song_id = ${to}::uuid from concerts c
      where c.id = t.concert_id and c.artist_id = ${artistId}::uuid and t.song_id = ${songId}::uuid
        and not exists (select from ${table} o where o.concert_id = c.id and o.song_id = ${to}::uuid)
    `.execute(sql)
}

export type BarredSong = {
  readonly songId: string
  readonly title: string
  readonly artistName: string
}

/** The songs that are not played this evening, by title. */
export function barredSongsOf(sql: Sql, concertId: string): Promise<BarredSong[]> {
  return sql
    .selectFrom('barredSongs as b')
    .innerJoin('songs as s', 's.id', 'b.songId')
    .select(['s.id as songId', 's.title', 's.artistName'])
    .where('b.concertId', '=', concertId)
    .orderBy('s.title')
    .orderBy('s.id')
    .execute()
}

/** Replaces them; returns the ids of those that were not among them before. Songs that are not in the catalogue are left out. */
export async function saveBarredSongs(
  sql: Sql,
  concertId: string,
  songIds: readonly string[],
): Promise<string[]> {
  await sql
    .deleteFrom('barredSongs')
    .where('concertId', '=', concertId)
    .where(raw<boolean>`song_id <> all(${songIds}::uuid[])`)
    .execute()
  const { rows } = await raw<{ songId: string }>`
    insert into barred_songs (concert_id, song_id)
    select ${concertId}::uuid, id from songs where id = any(${songIds}::uuid[])
    on conflict do nothing returning song_id
  `.execute(sql)
  return rows.map(({ songId }) => songId)
}

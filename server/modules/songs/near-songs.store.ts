import { sql as raw } from 'kysely'
import type { NearWords } from '#domain/song-likeness.ts'
import type { Sql } from '../../platform/db/open.ts'

/** A pair of words of a line; one word alone stands twice. */
export type WordPair = NearWords & { line: number }

type Near = { line: number; songId: string }

/** How many songs with the rarer word are looked through. */
const LOOKED_THROUGH = 300
const SAME_BEGINNING = 3

/**
 * For all lines at once: checked songs that have both words of a pair, at most as many as it asks for, with
 * those whose title is or begins like the line's before the others. Each song once a line.
 */
export async function songsWithWords(sql: Sql, pairs: readonly WordPair[]): Promise<Near[]> {
  const { rows } = await raw<Near>`
    with near as (
      select distinct asked.line, found.song_id
      from unnest(
        ${pairs.map(({ line }) => line)}::integer[],
        ${pairs.map(({ rare }) => rare)}::text[],
        ${pairs.map(({ other }) => other)}::text[],
        ${pairs.map(({ title }) => title)}::text[],
        ${pairs.map(({ most }) => most)}::integer[]) as asked (line, rare, other, title, most)
      cross join lateral (
        select w.song_id
        from (
          select song_id from song_words where word = asked.rare limit ${LOOKED_THROUGH}
        ) w
        join songs s on s.id = w.song_id
        where s.verified
          and (asked.other = asked.rare
            or exists (select from song_words o where o.word = asked.other and o.song_id = w.song_id))
        order by split_part(s.song_key, chr(10), 1) = asked.title desc,
          left(s.song_key, ${SAME_BEGINNING}::integer) = left(asked.title, ${SAME_BEGINNING}::integer) desc,
          s.order_count desc,
          s.song_key collate "C"
        limit asked.most
      ) found
    )
    select near.line, near.song_id as "songId"
    from near
    join songs s on s.id = near.song_id
    order by near.line, s.order_count desc, s.song_key collate "C"
  `.execute(sql)
  return rows
}

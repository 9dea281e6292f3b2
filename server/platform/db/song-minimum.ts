import { sql as raw } from 'kysely'
import type { RawBuilder } from 'kysely'

/** Rubles that a song costs at least, of a row `r` of the repertoire: its own, or the highest of its tags; null: what the concert says. */
export const SONG_MINIMUM: RawBuilder<number | null> = raw`coalesce(r.min_rubles, (
  select max(m.rubles) from tag_minimums m
  where m.artist_id = r.artist_id and m.tag = any(r.tags)))`

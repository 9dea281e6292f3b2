import type { RawBuilder } from 'kysely'
import { sql as raw } from 'kysely'
import { HELD_TITLE } from '#domain/queue/held-texts.ts'

// Spelled out, since lower() folds Russian capitals only in a database with such a locale.
const CAPITALS = 'АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЁё'
const SMALL = 'абвгдежзийклмнопрстуфхцчшщъыьэюяее'

/** The text of an expression in its normal form, in lower case, е for ё, and a space for each of the characters `spaced`. */
export function folded(text: RawBuilder<unknown>, spaced = ''): RawBuilder<string> {
  const from = CAPITALS + spaced
  const to = SMALL + ' '.repeat(spaced.length)
  return raw`translate(lower(normalize(${text}, NFKC)), ${from}::text, ${to}::text)`
}

/** The minimum in rubles of a song, for a row `r` of the repertoire: its own, or the highest of its tags; null: the concert's minimum. */
export const SONG_MINIMUM: RawBuilder<number | null> = raw`coalesce(r.min_rubles, (
  select max(m.rubles) from tag_minimums m
  where m.artist_id = r.artist_id and m.tag = any(r.tags)))`

/** When a concert `c` began, which may be another day than was announced. */
export const BEGAN: RawBuilder<Date> = raw`coalesce(c.started_at, c.starts_at)`

/**
 * The month in which a concert `c` was played, by the clock of its venue, YYYY-MM; money of no concert belongs to the
 * month of its own moment, in Moscow.
 */
export const eveningMonth = (otherwise: RawBuilder<Date | null>): RawBuilder<string> =>
  raw`to_char(coalesce(${BEGAN}, ${otherwise})
    at time zone coalesce(c.time_zone, 'Europe/Moscow'), 'YYYY-MM')`

/** Whether the concert `c` is hidden from everybody but its artist; one that ran by then goes on. */
export const CONCERT_HIDDEN: RawBuilder<boolean> = raw`(c.hidden_at is not null
  and (c.status <> 'NOW' or c.started_at >= c.hidden_at))`

/** The song `s` of the entry `e` in the repertoire `mine` of its artist. */
const MINE = raw`from repertoire mine join concerts here on here.artist_id = mine.artist_id
  where here.id = e.concert_id and mine.song_id = s.id`

/**
 * Whether an operator hid the entry `e` with its song `s`, in the queue or in the artist's repertoire. For an «exists» of
 * the few hidden songs the planner would read all repertoires at once.
 */
export const TITLE_HIDDEN: RawBuilder<boolean> = raw`(e.hidden_at is not null
  or coalesce((select mine.hidden_at is not null ${MINE}), false))`

/**
 * Whether everybody but the artist sees the title of the entry `e` with its song `s` as «скрыто»: an operator hid it, or
 * the word filter holds it, nobody verified it, and the artist neither opened nor plays it.
 */
export const TITLE_HELD: RawBuilder<boolean> = raw`(${TITLE_HIDDEN}
  or not s.verified and s.held is not false and e.title_opened_at is null and not exists (select ${MINE}))`

/** The title and the performer of the entry `e` with its song `s`, as everybody but the artist sees them. */
export const HALL_TITLE: RawBuilder<string> = raw`case when ${TITLE_HELD} then ${raw.lit(HELD_TITLE)} else s.title end`
export const HALL_PERFORMER: RawBuilder<string> = raw`case when ${TITLE_HELD} then '' else s.artist_name end`

/** Whether the words `w` of the order `o`, if any, are shown to nobody: by the filter until its artist opens them, or by an operator. */
export const HELD: RawBuilder<boolean> = raw`coalesce(w.held and w.opened_at is null
  or w.id is not null and exists (select from queue_entries hidden
    where hidden.id = o.entry_id and hidden.hidden_at is not null), false)`

/** `commissionOf` of domain/money.ts in SQL: whole kopecks, rounded down. `payment`: the table's name in the statement. */
export const commissionOf = (payment: 'payments' | 'p'): RawBuilder<number> =>
  raw`${raw.ref(`${payment}.amount`)} * ${raw.ref(`${payment}.commission_bps`)} / 10000`

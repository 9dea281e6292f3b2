import { sql as raw } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { OrderWords } from '#domain/queue/order-words.ts'
import type { Singers } from '#domain/queue/singing.ts'
import { STAGE_PLACES } from '#domain/queue/singing.ts'
import type { Sql } from '#server/platform/db/open.ts'
import { bumpRevision } from '#server/platform/db/order-effects.ts'
import { HELD, TITLE_HIDDEN } from '#server/platform/db/sql-expressions.ts'

/** What a listener wrote with an order; `held`: the word filter found an abusive word in it. */
type StoredWords = OrderWords & { readonly orderId: string; readonly held: boolean }

/** The same as its artist sees it: without the texts while they are held back. */
export type AskView = Omit<OrderWords, 'sings'> & {
  readonly id: string
  readonly held: boolean
  readonly muted: boolean
}

export async function saveOrderWords(
  sql: Sql,
  concertId: string,
  { orderId, sings, ...texts }: StoredWords,
): Promise<void> {
  await sql
    .insertInto('orderWords')
    .values({
      orderId,
      concertId,
      ...texts,
      sings: sings !== undefined,
      singsWith: sings?.with ?? '',
      keyShift: sings?.keyShift ?? 0,
    })
    .execute()
}

/** The most texts of an entry that are shown in a queue. */
export const ASKS_MOST = 5

const MUTED = raw`exists (select from muted_devices m
    where m.concert_id = w.concert_id and m.device_id = o.device_id)`
const ASK = raw`json_build_object('id', w.id,
  'name', case when ${HELD} then '' else w.name end,
  'words', case when ${HELD} then '' else w.words end,
  'held', ${HELD},
  'muted', ${MUTED})`
const WRITTEN = raw`orders o join order_words w on w.order_id = o.id
  where o.entry_id = e.id and o.dropped_at is null`

/** The texts behind the entry `e`, the newest last: the newest `limit`, or all of them; null where there are none. */
export function asksOf(limit: number | null): RawBuilder<AskView[] | null> {
  return raw`(select json_agg(a.ask order by a.created_at, a.id) from (
    select ${ASK} as ask, o.created_at, o.id from ${WRITTEN} and (w.name <> '' or w.words <> '')
    order by o.created_at desc, o.id desc limit ${raw.lit(limit)}) a)`
}

/** The number of orders whose texts are still stored. */
export function askCountOf(): RawBuilder<number | null> {
  return raw`(select count(*) from ${WRITTEN} and (w.name <> '' or w.words <> ''))::integer`
}

/** The ask id of an order without texts: it does not reveal the order's own id, with which anybody may read its sum. */
const SILENT_ID = raw`md5('ask ' || o.id::text)::uuid`
/** The ask id of the order `o` with the texts `w`, if any, and the name in it. */
export const ASK_ID = raw<string>`coalesce(w.id, ${SILENT_ID})`
export const ASK_NAME = raw<string>`case when ${HELD} then '' else coalesce(w.name, '') end`

/** Returns all orders of an entry with their texts, the newest last; undefined where the concert has no such entry. */
export async function allAsks(
  sql: Sql,
  concertId: string,
  entryId: string,
): Promise<AskView[] | undefined> {
  const entry = await sql
    .selectFrom('queueEntries as e')
    .select(
      raw<AskView[] | null>`(
        select json_agg(json_build_object('id', ${ASK_ID}, 'name', ${ASK_NAME},
          'words', case when ${HELD} then '' else coalesce(w.words, '') end,
          'held', ${HELD},
          'muted', exists (select from muted_devices m
            where m.concert_id = o.concert_id and m.device_id = o.device_id))
          order by o.created_at, o.id)
        from orders o left join order_words w on w.order_id = o.id
        where o.entry_id = e.id and o.dropped_at is null)`.as('asks'),
    )
    .where('e.id', '=', entryId)
    .where('e.concertId', '=', concertId)
    .executeTakeFirst()
  return entry && (entry.asks ?? [])
}

/**
 * The names behind the entry `e` of the concert `c`, the newest last; null where its rules hide them from listeners,
 * and where no listener left one. Names held back by the word filter and those of muted listeners are left out.
 */
export function publicNames(): RawBuilder<string[] | null> {
  return raw`(
    case when c.rules ->> 'namesShown' = 'true' and coalesce(c.rules ->> 'words', '') <> 'off'
    then (select json_agg(n.name order by n.created_at, n.id) from (
      select w.name, o.created_at, o.id from ${WRITTEN} and w.name <> '' and not w.held and e.hidden_at is null and not ${MUTED}
      order by o.created_at desc, o.id desc limit ${raw.lit(ASKS_MOST)}) n)
    end)`
}

/** Who sings the entry `e`, the first one first; null where nobody does. `hidden`: names that are left out. */
function singersOf(hidden: RawBuilder<unknown>): RawBuilder<StoredSingers | null> {
  const each = raw`o.created_at, o.id`
  return raw`(
    select json_build_object(
      'names', coalesce(json_agg(n.name order by ${each}, n.at)
        filter (where n.name <> '' and not ${hidden}), '[]'),
      'keyShift', coalesce((array_agg(w.key_shift order by ${each})
        filter (where w.key_shift <> 0))[1], 0),
      'held', bool_or(${HELD}))
    from orders o join order_words w on w.order_id = o.id
      cross join lateral unnest(array[w.name, w.sings_with]) with ordinality n (name, at)
    where o.entry_id = e.id and o.dropped_at is null and w.sings having count(*) > 0)`
}

export type StoredSingers = { names: string[]; keyShift: number; held: boolean }

/** Who sings the entry `e`, as its artist sees it. */
export const ownSingers = (): RawBuilder<StoredSingers | null> => singersOf(HELD)

/**
 * The same for everybody, of the concert `c`: where names are shown, and else of what sounds and of those who are called
 * to the stage. Held-back names and those of muted listeners are left out.
 */
export function hallSingers(): RawBuilder<StoredSingers | null> {
  return raw`(
    case when e.status = 'NOW' or (e.status in ('SCHEDULED', 'QUEUED') and e.position <= ${raw.lit(STAGE_PLACES)})
      or (c.rules ->> 'namesShown' = 'true' and coalesce(c.rules ->> 'words', '') <> 'off')
    then ${singersOf(raw`(w.held or e.hidden_at is not null or ${MUTED})`)} end)`
}

/** The part of an entry's view; `toArtist`: with a word that a name is held back. */
export function singersShown(
  stored: StoredSingers | null | undefined,
  toArtist = false,
): { singers?: Singers } {
  if (stored == null) return {}
  // Of two who order for each other, each is named twice.
  const names = [...new Set(stored.names)].slice(0, ASKS_MOST)
  const held = toArtist && stored.held ? { held: true as const } : {}
  return { singers: { names, keyShift: stored.keyShift, ...held } }
}

/** The tables of those who ordered the entry `e`; null where none was named. */
export function tablesOf() {
  return raw<number[] | null>`(
    select json_agg(distinct t.number) from orders o
      join seats t on t.concert_id = o.concert_id and t.device_id = o.device_id
    where o.entry_id = e.id and o.dropped_at is null)`
}

type AskOfConcert = { readonly concertId: string; readonly askId: string }

/** Opens held-back texts for the artist; those that an operator hid stay so. Undefined where this concert has no such ask. */
export async function openWords(
  sql: Sql,
  { concertId, askId, at }: AskOfConcert & { at: Date },
): Promise<AskView | undefined> {
  await sql
    .updateTable('orderWords')
    .set({ openedAt: at })
    .where('id', '=', askId)
    .where('concertId', '=', concertId)
    .where('openedAt', 'is', null)
    .execute()
  const { rows } = await raw<{ ask: AskView }>`
    select ${ASK} as ask from orders o join order_words w on w.order_id = o.id
    where w.id = ${askId}::uuid and w.concert_id = ${concertId}::uuid
  `.execute(sql)
  return rows[0]?.ask
}

/** Mutes a device in a concert, or unmutes it, and bumps the concert's revision. */
export async function muteDevice(
  sql: Sql,
  { concertId, deviceId, muted }: { concertId: string; deviceId: string; muted: boolean },
): Promise<void> {
  await (muted
    ? sql
        .insertInto('mutedDevices')
        .values({ concertId, deviceId })
        .onConflict((on) => on.doNothing())
        .execute()
    : sql
        .deleteFrom('mutedDevices')
        .where('concertId', '=', concertId)
        .where('deviceId', '=', deviceId)
        .execute())
  await bumpRevision(concertId).execute(sql)
}

/** Whether the artist has muted this device in this concert, as a value. */
export function mutedIn(concertId: string, deviceId: string): RawBuilder<boolean> {
  return raw`exists (select from muted_devices m
    where m.concert_id = ${concertId}::uuid and m.device_id = ${deviceId}::uuid)`
}

/** Whether the artist has muted this device in his running concert. */
export async function isMutedBy(sql: Sql, artistId: string, deviceId: string): Promise<boolean> {
  const row = await sql
    .selectFrom('mutedDevices as m')
    .innerJoin('concerts as c', 'c.id', 'm.concertId')
    .select('m.deviceId')
    .where('c.artistId', '=', artistId)
    .where('c.status', '=', 'NOW')
    .where('m.deviceId', '=', deviceId)
    .executeTakeFirst()
  return row !== undefined
}

/** Erases the texts of orders of concerts that ended before this. */
export async function eraseWords(sql: Sql, endedBefore: Date): Promise<void> {
  await raw`
    update order_words w set name = '', words = '', sings_with = '' from concerts c
    where c.id = w.concert_id and (w.name <> '' or w.words <> '')
      and coalesce(c.finished_at, c.ends_at) < ${endedBefore}::timestamptz
  `.execute(sql)
}

/** Gives the orders of concerts that ended before this another device, one for each listener of a concert: their number stays. */
export async function eraseDevices(sql: Sql, endedBefore: Date): Promise<void> {
  await raw`
    with over as (
      select distinct o.concert_id, o.device_id from orders o join concerts c on c.id = o.concert_id
      where not o.device_erased and coalesce(c.finished_at, c.ends_at) < ${endedBefore}::timestamptz
    ), other as materialized (
      select concert_id, device_id, gen_random_uuid() as device from over
    ), muted as (
      delete from muted_devices m using over
      where m.concert_id = over.concert_id and m.device_id = over.device_id
    ), seated as (
      delete from seats s using over
      where s.concert_id = over.concert_id and s.device_id = over.device_id
    )
    update orders o set device_id = other.device, device_erased = true from other
    where o.concert_id = other.concert_id and o.device_id = other.device_id
      and not o.device_erased`.execute(sql)
}

export type HiddenEntry = {
  readonly title: string
  readonly artistId: string
  readonly concertTitle: string
}

/** Hides the title of an entry from everybody but its artist, or shows it, and bumps the concert's revision; undefined where the concert has no such entry. */
export async function markEntryHidden(
  sql: Sql,
  { concertId, entryId }: { concertId: string; entryId: string },
  at: Date | null,
): Promise<HiddenEntry | undefined> {
  const { rows } = await raw<HiddenEntry>`
    update queue_entries e set hidden_at = ${at}::timestamptz from songs s, concerts c
    where e.id = ${entryId}::uuid and e.concert_id = ${concertId}::uuid
      and s.id = e.song_id and c.id = e.concert_id
    returning s.title, c.artist_id, c.title as concert_title
  `.execute(sql)
  if (rows[0] !== undefined) await bumpRevision(concertId).execute(sql)
  return rows[0]
}

/** Whether an operator hid this entry; undefined where this concert has no such entry. */
export async function isTitleHidden(
  sql: Sql,
  { concertId, entryId }: { concertId: string; entryId: string },
): Promise<boolean | undefined> {
  const found = await sql
    .selectFrom('queueEntries as e')
    .innerJoin('songs as s', 's.id', 'e.songId')
    .select(TITLE_HIDDEN.as('hidden'))
    .where('e.id', '=', entryId)
    .where('e.concertId', '=', concertId)
    .executeTakeFirst()
  return found?.hidden
}

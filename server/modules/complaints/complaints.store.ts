import { sql as raw } from 'kysely'
import type { ComplaintKind, ComplaintReason } from '#domain/complaints.ts'
import type { Sql } from '#server/platform/db/open.ts'
import { VEILED_TITLE } from '#domain/concerts/code-word.ts'
import { HALL_TITLE } from '#server/platform/db/sql-expressions.ts'

type StoredComplaint = {
  readonly id: string
  readonly kind: ComplaintKind
  readonly about: string
  readonly link: string
  readonly photo: string | null
  readonly entryId: string | null
  readonly reason: ComplaintReason
  readonly words: string
  readonly email: string
  readonly createdAt: Date
}

/** What a complaint names, as strangers see it. */
export type NamedSubject = {
  readonly artistId: string
  readonly username: string
  readonly name: string
  readonly imageUrls: readonly string[]
  /** Null where no concert was named, or none of this artist. */
  readonly concertId: string | null
  readonly concertTitle: string | null
  /** A song in the queue, or that it is a tip: never what a listener wrote, which is erased before the complaint. */
  readonly entryText: string | null
}

export async function subjectOf(
  sql: Sql,
  named: { usernameKey: string; concertId: string | null; entryId: string | null },
): Promise<NamedSubject | undefined> {
  const { rows } = await raw<NamedSubject>`
    select a.id as artist_id, a.username, a.name, a.image_urls, c.id as concert_id,
      case when c.pass is null then c.title else ${VEILED_TITLE} end as concert_title,
      coalesce((select concat_ws(', ', ${HALL_TITLE}, nullif(s.artist_name, ''))
        from queue_entries e join songs s on s.id = e.song_id
        where e.id = ${named.entryId}::uuid and e.concert_id = c.id),
      (select 'благодарность' from thanks t join tip_names n on n.payment_id = t.payment_id
        where t.id = ${named.entryId}::uuid and t.concert_id = c.id and not n.held
          and n.hidden_at is null)) as entry_text
    from artists a left join concerts c on c.id = ${named.concertId}::uuid and c.artist_id = a.id
      and c.publish_at is null
    where a.username_key = ${named.usernameKey}
  `.execute(sql)
  return rows[0]
}

/** Locks the device: no other complaint of it is counted before the commit. */
export async function lockComplaints(sql: Sql, deviceId: string): Promise<void> {
  await raw`select pg_advisory_xact_lock(hashtextextended(${`complaints ${deviceId}`}, 0))`.execute(
    sql,
  )
}

/** How many complaints came from this device since then, and how many wait altogether. */
export async function countComplaints(
  sql: Sql,
  deviceId: string,
  since: Date,
): Promise<{ ofDevice: number; open: number }> {
  const { rows } = await raw<{ ofDevice: number; open: number }>`
    select
      (select count(*)::integer from complaints
        where device_id = ${deviceId}::uuid and created_at > ${since}::timestamptz) as of_device,
      (select count(*)::integer from complaints where done_at is null) as open
  `.execute(sql)
  return rows[0] ?? { ofDevice: 0, open: 0 }
}

export async function addComplaint(
  sql: Sql,
  row: StoredComplaint & { artistId: string; concertId: string | null; deviceId: string },
): Promise<void> {
  await sql.insertInto('complaints').values(row).execute()
}

type ShownComplaint = StoredComplaint & {
  readonly username: string
  readonly sessionId: string | null
  readonly hidden: boolean
  readonly written: string[]
  readonly doneAt: Date | null
  readonly doneBy: string | null
}

/** Whether what the complaint `c` about the account `a` is about is hidden by now. */
const HIDDEN = raw<boolean>`case c.kind
  when 'photo' then exists (select from hidden_photos h where h.artist_id = a.id and h.url = c.photo)
  when 'concert' then exists (
    select from concerts n where n.id = c.concert_id and n.hidden_at is not null)
  when 'text' then exists (
    select from queue_entries e where e.id = c.entry_id and e.hidden_at is not null
    union all select from thanks t join tip_names n on n.payment_id = t.payment_id
    where t.id = c.entry_id and n.hidden_at is not null)
  else a.hidden_at is not null end`

const WRITTEN_SHOWN = 40

/** What listeners wrote with the song or tip that the complaint `c` is about, the newest first: «Аня: для мамы». */
const WRITTEN = raw<string[]>`array(
  (select concat_ws(': ', nullif(concat_ws(', ', nullif(w.name, ''), nullif(w.sings_with, '')), ''),
    nullif(w.words, ''))
  from orders o join order_words w on w.order_id = o.id
  where o.entry_id = c.entry_id and o.dropped_at is null
    and (w.name <> '' or w.words <> '' or w.sings_with <> '')
  order by o.created_at desc, o.id desc limit ${raw.lit(WRITTEN_SHOWN)})
  union all select n.name from thanks t join tip_names n on n.payment_id = t.payment_id
  where t.id = c.entry_id)`

/** Those that wait, the oldest first, or the settled ones, the newest first. */
export async function complaintsPart(
  sql: Sql,
  { cursor, limit, done }: { cursor: string | undefined; limit: number; done: boolean },
): Promise<ShownComplaint[]> {
  return sql
    .selectFrom('complaints as c')
    .innerJoin('artists as a', 'a.id', 'c.artistId')
    .leftJoin('artists as operator', 'operator.id', 'c.doneBy')
    .select(['c.id', 'c.kind', 'c.about', 'c.link', 'c.photo', 'c.reason', 'c.words', 'c.email'])
    .select(['c.createdAt', 'c.doneAt', 'a.username', 'operator.username as doneBy'])
    .select(['c.concertId as sessionId', 'c.entryId', HIDDEN.as('hidden')])
    .select(WRITTEN.as('written'))
    .where('c.doneAt', done ? 'is not' : 'is', null)
    .$if(cursor !== undefined, (rows) => rows.where('c.id', done ? '<' : '>', cursor ?? ''))
    .orderBy('c.id', done ? 'desc' : 'asc')
    .limit(limit)
    .execute()
}

/** The first operator to settle it stays; null opens it again. Undefined where there is none. */
export async function settleComplaint(
  sql: Sql,
  id: string,
  done: { at: Date; by: string | null } | null,
): Promise<{ about: string; artistId: string } | undefined> {
  return sql
    .updateTable('complaints')
    .set((row) => ({
      doneAt: done === null ? null : row.fn.coalesce('doneAt', row.val(done.at)),
      doneBy: done === null ? null : row.fn.coalesce('doneBy', row.val(done.by)),
    }))
    .where('id', '=', id)
    .returning(['about', 'artistId'])
    .executeTakeFirst()
}

/** Erases old complaints, and from older ones the device. */
export async function eraseComplaints(
  sql: Sql,
  { settledBefore, devicesBefore }: { settledBefore: Date; devicesBefore: Date },
): Promise<void> {
  await sql
    .deleteFrom('complaints')
    .where(raw<boolean>`coalesce(done_at, created_at) < ${settledBefore}::timestamptz`)
    .execute()
  await sql
    .updateTable('complaints')
    .set({ deviceId: null })
    .where('createdAt', '<', devicesBefore)
    .where('deviceId', 'is not', null)
    .execute()
}

type AnsweredComplaint = {
  readonly email: string
  readonly about: string
  readonly artistId: string
}

export function complaintById(sql: Sql, id: string): Promise<AnsweredComplaint | undefined> {
  return sql
    .selectFrom('complaints')
    .select(['email', 'about', 'artistId'])
    .where('id', '=', id)
    .executeTakeFirst()
}

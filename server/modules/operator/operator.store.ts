import { sql as raw } from 'kysely'
import type { AccountType } from '#domain/accounts/account.ts'
import type { Role } from '#domain/accounts/operators.ts'
import type { CAUSES, LedgerAccount } from '#domain/payments/ledger.ts'
import type { OperationKind } from '#domain/payments/payment-watch.ts'
import type { PaymentState } from '#domain/payments/payment.ts'
import type { SongStatus } from '#domain/queue/queue.ts'
import type { Sql } from '#server/platform/db/open.ts'
import { folded } from '#server/platform/db/sql-expressions.ts'

export type AccountRow = {
  readonly id: string
  readonly username: string
  readonly name: string
  readonly formerNames: readonly string[] | null
  readonly email: string
  readonly phoneNumber: string | null
  readonly accountType: AccountType
  readonly role: Role
  readonly createdAt: Date
  readonly hidden: boolean
  readonly closingAt: Date | null
  readonly erased: boolean
  readonly blocked: boolean
  readonly payoutsFrozen: boolean
  readonly imageUrls: readonly string[]
  readonly hiddenPhotos: readonly string[] | null
  readonly logins: number
  readonly concertsAhead: number
  readonly running: { readonly sessionId: string; readonly title: string } | null
  readonly waitingOrders: number
  readonly waitingAmount: number
  readonly complaints: number
}

/** Paid orders of an artist `a` that wait for their songs. */
const WAITING = raw`from payments p join orders o on o.payment_id = p.id
    join queue_entries e on e.id = o.entry_id
  where p.artist_id = a.id and p.state = 'secured' and o.dropped_at is null
    and e.status in ('COLLECTING', 'SCHEDULED', 'QUEUED', 'NOW')`

/** The account with this nickname, at this moment or formerly; `locked` until the commit. */
export async function accountRow(sql: Sql, key: string, read: { at: Date; locked: boolean }) {
  const { rows } = await raw<AccountRow>`
    select a.id, a.username, a.name, a.email, a.phone_number, a.account_type, a.role, a.created_at,
      a.hidden_at is not null as hidden, a.closing_at, a.erased_at is not null as erased,
      a.blocked_at is not null as blocked,
      a.payouts_frozen_at is not null as payouts_frozen, a.image_urls,
      (select json_agg(u.username_key order by u.left_at) from old_usernames u
        where u.artist_id = a.id) as former_names,
      (select json_agg(h.url order by h.hidden_at) from hidden_photos h
        where h.artist_id = a.id) as hidden_photos,
      (select count(*) from login_tokens t where t.artist_id = a.id
        and t.expires_at > ${read.at}::timestamptz)::integer as logins,
      (select count(*) from concerts c where c.artist_id = a.id and c.status = 'SCHEDULED')::integer
        as concerts_ahead,
      (select json_build_object('sessionId', c.id, 'title', c.title) from concerts c
        where c.artist_id = a.id and c.status = 'NOW' limit 1) as running,
      (select count(*) ${WAITING})::integer as waiting_orders,
      (select coalesce(sum(p.amount), 0) ${WAITING})::bigint as waiting_amount,
      (select count(*) from complaints k where k.artist_id = a.id)::integer as complaints
    from artists a
    where a.id = coalesce((select id from artists where username_key = ${key}),
      (select artist_id from old_usernames where username_key = ${key}
        order by left_at desc limit 1))
    ${read.locked ? raw`for no key update of a` : raw``}
  `.execute(sql)
  return rows[0]
}

const CONCERTS_SHOWN = 50

type ConcertLine = { id: string; title: string; startsAt: Date; hidden: boolean }

export function concertLines(sql: Sql, artistId: string): Promise<ConcertLine[]> {
  return sql
    .selectFrom('concerts')
    .select(['id', 'title', 'startsAt', raw<boolean>`hidden_at is not null`.as('hidden')])
    .where('artistId', '=', artistId)
    .orderBy('startsAt', 'desc')
    .limit(CONCERTS_SHOWN)
    .execute()
}

type SongLine = { songId: string; title: string; artistName: string; hidden: boolean }

/** The songs of a repertoire that nobody verified, or that are hidden, the newest first. */
export function songLines(sql: Sql, artistId: string): Promise<SongLine[]> {
  return sql
    .selectFrom('repertoire as r')
    .innerJoin('songs as s', 's.id', 'r.songId')
    .select(['r.songId', 's.title', 's.artistName'])
    .select(raw<boolean>`r.hidden_at is not null`.as('hidden'))
    .where('r.artistId', '=', artistId)
    .where(raw<boolean>`(not s.verified or r.hidden_at is not null)`)
    .orderBy('s.createdAt', 'desc')
    .limit(SONGS_SHOWN)
    .execute()
}

const SONGS_SHOWN = 50

/** Null: taken back. */
type Marks = {
  readonly hiddenAt?: Date | null
  readonly payoutsFrozenAt?: Date | null
  readonly role?: Role
}

/** A page whose owner is deleting it stays hidden by him. */
const SHOWN = {
  hiddenAt: raw<Date | null>`closing_at`,
  hiddenByLeaving: raw<boolean>`closing_at is not null`,
}

export async function markAccount(sql: Sql, id: string, marks: Marks): Promise<void> {
  const hiding = marks.hiddenAt === null ? SHOWN : marks.hiddenAt && { hiddenByLeaving: false }
  await sql
    .updateTable('artists')
    .set({ ...marks, ...hiding })
    .where('id', '=', id)
    .execute()
}

/** What a block itself hides and freezes carries its moment: that alone goes with it. */
export async function markBlocked(sql: Sql, artistId: string, at: Date): Promise<void> {
  await raw`
    update artists set blocked_at = coalesce(blocked_at, ${at}::timestamptz),
      payouts_frozen_at = coalesce(payouts_frozen_at, blocked_at, ${at}::timestamptz),
      hidden_at = coalesce(case when not hidden_by_leaving then hidden_at end, blocked_at,
        ${at}::timestamptz),
      hidden_by_leaving = false
    where id = ${artistId}::uuid`.execute(sql)
}

/** False where an operator hid the page apart from the block. */
export async function markUnblocked(sql: Sql, artistId: string): Promise<boolean> {
  const { rows } = await raw<{ shown: boolean }>`
    update artists set blocked_at = null,
      payouts_frozen_at = nullif(payouts_frozen_at, blocked_at),
      hidden_at = case when hidden_at is distinct from blocked_at then hidden_at
        else closing_at end,
      hidden_by_leaving = hidden_by_leaving
        or hidden_at is not distinct from blocked_at and closing_at is not null
    where id = ${artistId}::uuid
    returning hidden_at is null or hidden_by_leaving as shown`.execute(sql)
  return rows[0]?.shown === true
}

/** Hides all concerts of an account that are not over, or shows those that were hidden with it. */
export async function hideConcerts(sql: Sql, artistId: string, at: Date | null): Promise<void> {
  const concerts = sql.updateTable('concerts').where('artistId', '=', artistId)
  await (
    at === null
      ? concerts
          .set({ hiddenAt: null, hiddenWithAccount: false })
          .where('hiddenWithAccount', '=', true)
      : concerts
          .set({ hiddenAt: at, hiddenWithAccount: true })
          .where('hiddenAt', 'is', null)
          .where('status', '<>', 'PLAYED')
  ).execute()
}

type HiddenConcert = { id: string; title: string; artistId: string }

export function hideConcert(
  sql: Sql,
  concertId: string,
  at: Date | null,
): Promise<HiddenConcert | undefined> {
  return sql
    .updateTable('concerts')
    .set({ hiddenAt: at, hiddenWithAccount: false })
    .where('id', '=', concertId)
    .returning(['id', 'title', 'artistId'])
    .executeTakeFirst()
}

/** Takes a photo off the page; false where the page has none such. */
export async function hidePhoto(
  sql: Sql,
  photo: { artistId: string; url: string },
  at: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await sql
    .updateTable('artists')
    .set({ imageUrls: raw<string[]>`array_remove(image_urls, ${photo.url}::text)` })
    .where('id', '=', photo.artistId)
    .where(raw<boolean>`${photo.url}::text = any(image_urls)`)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await sql
    .insertInto('hiddenPhotos')
    .values({ ...photo, hiddenAt: at })
    .onConflict((on) => on.doNothing())
    .execute()
  return true
}

/** Puts a hidden photo back as the last one; false where none such was hidden. */
export async function restorePhoto(
  sql: Sql,
  { artistId, url }: { artistId: string; url: string },
): Promise<boolean> {
  const hidden = await sql
    .deleteFrom('hiddenPhotos')
    .where('artistId', '=', artistId)
    .where('url', '=', url)
    .returning('url')
    .executeTakeFirst()
  if (hidden === undefined) return false
  await sql
    .updateTable('artists')
    .set({ imageUrls: raw<string[]>`array_append(image_urls, ${url}::text)` })
    .where('id', '=', artistId)
    .execute()
  return true
}

/** What waits in the concerts of an artist that are not over. */
export function waitingEntries(
  sql: Sql,
  artistId: string,
): Promise<{ concertId: string; songId: string; status: SongStatus }[]> {
  return sql
    .selectFrom('queueEntries as e')
    .innerJoin('concerts as c', 'c.id', 'e.concertId')
    .select(['e.concertId', 'e.songId', 'e.status'])
    .where('c.artistId', '=', artistId)
    .where('c.status', '=', 'SCHEDULED')
    .where('e.status', 'in', ['COLLECTING', 'SCHEDULED', 'QUEUED'])
    .execute()
}

type Found = {
  readonly accounts: readonly { username: string; name: string; why: string }[]
  readonly payments: readonly {
    id: string
    amount: number
    state: PaymentState
    songTitle: string
    artistUsername: string
  }[]
  readonly concerts: readonly { sessionId: string; title: string; artistUsername: string }[]
  /** How many there are of those that may be more than are shown. */
  readonly all: { readonly accounts: number; readonly concerts: number }
}

const FOUND_MOST = 20
const HAY = folded(raw`a.username || ' ' || a.email || ' ' || a.name`)

/** Everything that the input names. `id`: it has a whole number of ours; `phone`, `inn`: it could be one. */
export async function findAll(
  sql: Sql,
  asked: { text: string; id: string | null; phone: string; inn: string },
): Promise<Found> {
  const { text, id, phone, inn } = asked
  const { rows: accounts } = await raw<Found['accounts'][number] & { total: number }>`
    with payout as (
      select artist_id, amount, created_at from payouts
      where id = ${id}::uuid or order_id = ${id}::uuid
        or ${text} <> '' and bank_payout_id = ${text} limit 1)
    select a.username, a.name, count(*) over ()::integer as total, case
        when a.id = ${id}::uuid then 'номер аккаунта'
        when ${phone} <> '' and a.phone_number = ${phone} then 'телефон'
        when ${inn} <> '' and a.tax_inn = ${inn} then 'ИНН'
        when u.username_key is not null then 'прежний ник ' || u.username_key || ', до ' || to_char(u.left_at at time zone 'Europe/Moscow', 'DD.MM.YYYY')
        when o.artist_id is not null then 'выплата '
          || replace(to_char(o.amount / 100.0, 'FM999999990.00'), '.', ',')
          || ' ₽ от ' || to_char(o.created_at at time zone 'Europe/Moscow', 'DD.MM.YYYY')
        else '' end as why
    from artists a left join lateral (
      select username_key, left_at from old_usernames
      where artist_id = a.id and username_key = ${text} order by left_at desc limit 1) u on true
      left join payout o on o.artist_id = a.id
    where ${text} <> '' and (position(${text} in ${HAY}) > 0 or u.username_key is not null)
      or a.id = ${id}::uuid or ${phone} <> '' and a.phone_number = ${phone}
      or ${inn} <> '' and a.tax_inn = ${inn}
      or o.artist_id is not null
    order by a.username_key = ${text} desc, a.id desc limit ${FOUND_MOST}::integer
  `.execute(sql)
  const { rows: payments } = await raw<Found['payments'][number]>`
    select p.id, p.amount, p.state, p.song_title, a.username as artist_username
    from payments p join artists a on a.id = p.artist_id
    where p.id = ${id}::uuid or ${text} <> '' and p.bank_payment_id = ${text}
      or p.id = (select check_payment_id from payouts where id = ${id}::uuid)
    limit ${FOUND_MOST}::integer
  `.execute(sql)
  // A paid order is found as its payment.
  const { rows: concerts } = await raw<Found['concerts'][number] & { total: number }>`
    select c.id as session_id, c.title, a.username as artist_username, count(*) over ()::integer as total
    from concerts c join artists a on a.id = c.artist_id
    where c.id = ${id}::uuid or ${text} <> '' and position(${text} in ${folded(raw`c.title`)}) > 0
      or c.id = (select concert_id from orders where id = ${id}::uuid and payment_id is null)
    order by c.starts_at desc limit ${FOUND_MOST}::integer
  `.execute(sql)
  const totalOf = (rows: readonly { total: number }[]) => rows[0]?.total ?? 0
  return {
    accounts: accounts.map(({ username, name, why }) => ({ username, name, why })),
    payments,
    concerts: concerts.map(({ sessionId, title, artistUsername }) => ({
      sessionId,
      title,
      artistUsername,
    })),
    all: { accounts: totalOf(accounts), concerts: totalOf(concerts) },
  }
}

/** One step in the life of a payment: a request to the bank, a line of the ledger, or what became of its song. */
export type LifeStep = { readonly at: Date; readonly amount: number | null } & (
  | {
      readonly of: 'bank'
      readonly kind: OperationKind
      readonly state: 'planned' | 'sent' | 'done' | 'declined' | 'withdrawn'
    }
  | {
      readonly of: 'ledger'
      readonly cause: (typeof CAUSES)[number]
      readonly account: LedgerAccount
    }
  | { readonly of: 'song'; readonly what: 'now' | 'played' | 'away' }
)

/** What the bank was asked about a payment, and what the ledger has of it, in order. */
export async function stepsOf(sql: Sql, paymentId: string): Promise<LifeStep[]> {
  const { rows } = await raw<LifeStep>`
    select at, amount, "of", kind, state, cause, account, what from (
      select b.created_at as at, null::bigint as amount, 'bank' as "of", b.kind, b.state,
          null as cause, null as account, null as what
        from bank_operations b where b.payment_id = ${paymentId}::uuid
      union all
      select t.at, l.amount, 'ledger', null, null, t.cause, l.account, null
        from ledger_transactions t join ledger_lines l on l.transaction_id = t.id
        where t.payment_id = ${paymentId}::uuid
      union all
      select e.now_at, null, 'song', null, null, null, null, 'now'
        from orders o join queue_entries e on e.id = o.entry_id
        where o.payment_id = ${paymentId}::uuid and e.now_at is not null
      union all
      select e.closed_at, null, 'song', null, null, null, null,
          case e.status when 'PLAYED' then 'played' else 'away' end
        from orders o join queue_entries e on e.id = o.entry_id
        where o.payment_id = ${paymentId}::uuid and e.closed_at is not null) steps
    order by at, "of", kind, cause, account, what
  `.execute(sql)
  return rows
}

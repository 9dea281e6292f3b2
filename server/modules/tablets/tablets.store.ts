import { sql as raw } from 'kysely'
import type { ConcertStatus } from '#domain/concerts/concert.ts'
import type { Sql } from '#server/platform/db/open.ts'

type TabletRow = { id: string; table: number; pairedAt: Date }

/** A tablet with what decides what it shows. */
type PairedTablet = {
  id: string
  table: number
  concertId: string
  status: ConcertStatus
  startsAt: Date
  timeZone: string
  open: boolean
  pass: string | null
  username: string
}

/** Replaces the code of a concert. */
export async function saveCode(
  sql: Sql,
  code: { concertId: string; codeHash: string; validUntil: Date },
): Promise<void> {
  const { codeHash, validUntil } = code
  await sql
    .insertInto('tabletCodes')
    .values(code)
    .onConflict((on) => on.column('concertId').doUpdateSet({ codeHash, validUntil }))
    .execute()
}

/** Returns the concert of an artist that is not over and has this valid code, and locks the code. */
export async function lockConcertOfCode(
  sql: Sql,
  { usernameKey, codeHash, at }: { usernameKey: string; codeHash: string; at: Date },
): Promise<string | undefined> {
  const found = await sql
    .selectFrom('tabletCodes as code')
    .innerJoin('concerts as concert', 'concert.id', 'code.concertId')
    .innerJoin('artists as artist', 'artist.id', 'concert.artistId')
    .select('code.concertId')
    .where('artist.usernameKey', '=', usernameKey)
    .where('code.codeHash', '=', codeHash)
    .where('code.validUntil', '>', at)
    .where('concert.status', '!=', 'PLAYED')
    .forUpdate(['code'])
    .executeTakeFirst()
  return found?.concertId
}

export async function addTablet(
  sql: Sql,
  tablet: {
    id: string
    concertId: string
    tokenHash: string
    tableNumber: number
    pairedAt: Date
  },
): Promise<void> {
  await sql.insertInto('tablets').values(tablet).execute()
}

export async function tabletsOf(sql: Sql, concertId: string): Promise<TabletRow[]> {
  return sql
    .selectFrom('tablets')
    .select(['id', 'tableNumber as table', 'pairedAt'])
    .where('concertId', '=', concertId)
    .orderBy('tableNumber')
    .orderBy('id')
    .execute()
}

/** False where the concert has no such tablet. */
export async function removeTablet(sql: Sql, concertId: string, id: string): Promise<boolean> {
  const removed = await sql
    .deleteFrom('tablets')
    .where('concertId', '=', concertId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return removed !== undefined
}

export async function tabletOf(sql: Sql, tokenHash: string): Promise<PairedTablet | undefined> {
  return sql
    .selectFrom('tablets as tablet')
    .innerJoin('concerts as concert', 'concert.id', 'tablet.concertId')
    .innerJoin('artists as artist', 'artist.id', 'concert.artistId')
    .select([
      'tablet.id',
      'tablet.tableNumber as table',
      'tablet.concertId',
      'concert.status',
      'concert.startsAt',
      'concert.timeZone',
      raw<boolean>`concert.able_get_songs`.as('open'),
      'concert.pass',
      'artist.username',
    ])
    .where('tablet.tokenHash', '=', tokenHash)
    .executeTakeFirst()
}

export async function moveTablet(sql: Sql, id: string, tableNumber: number): Promise<void> {
  await sql.updateTable('tablets').set({ tableNumber }).where('id', '=', id).execute()
}

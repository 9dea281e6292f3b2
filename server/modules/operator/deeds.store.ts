import type { DeedKind } from '#domain/accounts/operators.ts'
import type { Sql } from '#server/platform/db/open.ts'

type StoredDeed = {
  readonly id: string
  readonly at: Date
  readonly byName: string
  readonly role: string
  readonly kind: DeedKind
  readonly subject: string
  readonly reason: string
  readonly words: string
}

export async function addDeed(
  sql: Sql,
  deed: StoredDeed & { byId: string | null; artistId: string | null },
): Promise<void> {
  await sql.insertInto('deeds').values(deed).execute()
}

/** The newest first. */
export function deedsPart(
  sql: Sql,
  part: { artistId: string | null; cursor: string | undefined; limit: number },
): Promise<StoredDeed[]> {
  return sql
    .selectFrom('deeds')
    .select(['id', 'at', 'byName', 'role', 'kind', 'subject', 'reason', 'words'])
    .$if(part.artistId !== null, (rows) => rows.where('artistId', '=', part.artistId))
    .$if(part.cursor !== undefined, (rows) => rows.where('id', '<', part.cursor ?? ''))
    .orderBy('id', 'desc')
    .limit(part.limit)
    .execute()
}

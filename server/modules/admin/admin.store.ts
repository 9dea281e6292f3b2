import type { Role } from '#domain/accounts/operators.ts'
import { sql as raw } from 'kysely'
import type { AccountType } from '#domain/accounts/account.ts'
import type { Sql } from '#server/platform/db/open.ts'
import { folded } from '#server/platform/db/sql-expressions.ts'

export type AdminAccount = {
  id: string
  username: string
  name: string
  email: string
  accountType: AccountType
  role: Role
  createdAt: Date
  concerts: number
  numberChecked: boolean
}

const HAY = folded(raw`artist.username || ' ' || artist.email || ' ' || artist.name`)

/** Accounts whose nickname, e-mail or name contain every one of `words` (lower case, е for ё), newest first. */
export async function findAccounts(
  sql: Sql,
  { words, cursor, limit }: { words: readonly string[]; cursor: string | undefined; limit: number },
): Promise<AdminAccount[]> {
  return sql
    .selectFrom('artists as artist')
    .select((row) => [
      'artist.id',
      'artist.username',
      'artist.name',
      'artist.email',
      'artist.accountType',
      'artist.role',
      'artist.createdAt',
      row
        .selectFrom('concerts as concert')
        .whereRef('concert.artistId', '=', 'artist.id')
        .select(raw<number>`count(*)::int`.as('concerts'))
        .$asScalar()
        .$notNull()
        .as('concerts'),
      raw<boolean>`artist.number_checked_at is not null`.as('numberChecked'),
    ])
    .where(
      raw<boolean>`not exists (
        select from unnest(${words}::text[]) as word where position(word in ${HAY}) = 0)`,
    )
    .$if(cursor !== undefined, (rows) => rows.where('artist.id', '<', cursor ?? ''))
    .orderBy('artist.id', 'desc')
    .limit(limit)
    .execute()
}

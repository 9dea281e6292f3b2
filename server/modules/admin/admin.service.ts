import { foldedText } from '#domain/russian.ts'
import type { Sql } from '#server/platform/db/open.ts'
import type { AdminAccount } from './admin.store.ts'
import { findAccounts } from './admin.store.ts'

/** What admins see of the accounts. */
export function makeAdmin({ sql }: { sql: Sql }) {
  return {
    /** Accounts with every word of `input` in their nickname, e-mail or name; all accounts for a blank input. Newest first. */
    async accounts(part: {
      input: string
      cursor: string | undefined
      limit: number
    }): Promise<{ accounts: AdminAccount[]; cursor: string | null }> {
      const { input, cursor, limit } = part
      const words = foldedText(input)
        .split(/\s+/u)
        .filter((word) => word !== '')
      const found = await findAccounts(sql, { words, cursor, limit: limit + 1 })
      const accounts = found.slice(0, limit)
      return { accounts, cursor: found.length > limit ? (accounts.at(-1)?.id ?? null) : null }
    },
  }
}

export type Admin = ReturnType<typeof makeAdmin>

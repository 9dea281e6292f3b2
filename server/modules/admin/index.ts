import { api } from '#contract/index.ts'
import { foldedText } from '#domain/russian.ts'
import type { Context } from '#server/context.ts'
import type { Module } from '#server/module.ts'
import { on } from '#server/platform/http/route.ts'
import type { AdminAccount } from './admin.store.ts'
import { findAccounts } from './admin.store.ts'

/** What admins see of the accounts. */
export const admin: Module = {
  routes: (ctx) => [
    on(api.admin.accounts, async ({ query: { input = '', cursor, limit = 40 } }) => {
      const part = await accountsPart(ctx, { input, cursor, limit })
      const accounts = part.accounts.map(({ createdAt, ...account }) => ({
        ...account,
        createdAt: createdAt.toISOString(),
      }))
      return { accounts, cursor: part.cursor }
    }),
  ],
}

/** Accounts with every word of `input` in their nickname, e-mail or name; all accounts for a blank input. Newest first. */
async function accountsPart(
  { sql }: Context,
  { input, cursor, limit }: { input: string; cursor: string | undefined; limit: number },
): Promise<{ accounts: AdminAccount[]; cursor: string | null }> {
  const words = foldedText(input)
    .split(/\s+/u)
    .filter((word) => word !== '')
  const found = await findAccounts(sql, { words, cursor, limit: limit + 1 })
  const accounts = found.slice(0, limit)
  return { accounts, cursor: found.length > limit ? (accounts.at(-1)?.id ?? null) : null }
}

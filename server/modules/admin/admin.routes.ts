import { api } from '#contract/index.ts'
import { on } from '#server/platform/http/route.ts'
import type { Route } from '#server/platform/http/route.ts'
import type { Admin } from './admin.service.ts'

export function adminRoutes(admin: Admin): Route[] {
  return [
    on(api.admin.accounts, async ({ query: { input = '', cursor, limit = 40 } }) => {
      const part = await admin.accounts({ input, cursor, limit })
      const accounts = part.accounts.map(({ createdAt, ...account }) => ({
        ...account,
        createdAt: createdAt.toISOString(),
      }))
      return { accounts, cursor: part.cursor }
    }),
  ]
}

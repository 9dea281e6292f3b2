import type { Context } from '#server/context.ts'
import { endWebhooksOf } from './webhooks.store.ts'

/** Ends all webhooks of an artist, with his logins; he can begin his own anew. */
export const endWebhooks = ({ sql, now }: Pick<Context, 'sql' | 'now'>, artistId: string) =>
  endWebhooksOf(sql, artistId, now())

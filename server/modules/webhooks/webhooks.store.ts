import { sql as raw } from 'kysely'
import type { Sql } from '#server/platform/db/open.ts'

type WebhookRow = {
  readonly id: string
  readonly url: string
  readonly createdAt: Date
  readonly failingSince: Date | null
  readonly endedAt: Date | null
  readonly waiting: number
}

/** The webhooks of an artist, the newest first. */
export function webhooksOf(sql: Sql, artistId: string): Promise<WebhookRow[]> {
  return sql
    .selectFrom('webhooks as w')
    .select(['w.id', 'w.url', 'w.createdAt', 'w.failingSince', 'w.endedAt'])
    .select(
      raw<number>`(select count(*)::integer from webhook_events e
        where e.webhook_id = w.id and e.due_at is not null and w.ended_at is null)`.as('waiting'),
    )
    .where('w.artistId', '=', artistId)
    .orderBy('w.id', 'desc')
    .execute()
}

export async function addWebhook(
  sql: Sql,
  webhook: { id: string; artistId: string; url: string; secret: string; createdAt: Date },
): Promise<void> {
  await sql.insertInto('webhooks').values(webhook).execute()
}

/** False where the artist has no such webhook. */
export async function removeWebhook(sql: Sql, artistId: string, id: string): Promise<boolean> {
  const removed = await sql
    .deleteFrom('webhooks')
    .where('artistId', '=', artistId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return removed !== undefined
}

/** Begins anew; what waited when it ended is not sent. False where the artist has no such webhook. */
export async function resumeWebhook(sql: Sql, artistId: string, id: string): Promise<boolean> {
  const resumed = await sql
    .updateTable('webhooks')
    .set({ failingSince: null, endedAt: null })
    .where('artistId', '=', artistId)
    .where('id', '=', id)
    .where('endedAt', 'is not', null)
    .returning('id')
    .executeTakeFirst()
  if (resumed === undefined) return false
  await sql
    .updateTable('webhookEvents')
    .set({ dueAt: null })
    .where('webhookId', '=', id)
    .where('dueAt', 'is not', null)
    .execute()
  return true
}

export async function noteAccepted(sql: Sql, id: string): Promise<void> {
  await sql
    .updateTable('webhooks')
    .set({ failingSince: null })
    .where('id', '=', id)
    .where('failingSince', 'is not', null)
    .where('endedAt', 'is', null)
    .execute()
}

/** Returns since when nothing was accepted, and whose it is; undefined where it is gone or has ended. */
export function noteFailed(sql: Sql, id: string, at: Date) {
  return sql
    .updateTable('webhooks')
    .set({ failingSince: raw<Date>`coalesce(failing_since, ${at}::timestamptz)` })
    .where('id', '=', id)
    .where('endedAt', 'is', null)
    .returning(['failingSince', 'artistId', 'url'])
    .executeTakeFirst()
}

export async function endWebhook(sql: Sql, id: string, at: Date): Promise<void> {
  await sql.updateTable('webhooks').set({ endedAt: at }).where('id', '=', id).execute()
}

/** Ends the webhooks of an artist that still run. One without `failingSince` is known to have ended so. */
export async function endWebhooksOf(sql: Sql, artistId: string, at: Date): Promise<void> {
  await sql
    .updateTable('webhooks')
    .set({ endedAt: at, failingSince: null })
    .where('artistId', '=', artistId)
    .where('endedAt', 'is', null)
    .execute()
}

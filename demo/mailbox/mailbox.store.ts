import { randomUUIDv7 } from 'node:crypto'
import type { Sql } from '#server/platform/db/open.ts'

export type StoredMail = { to: string; subject: string; text: string; sentAt: Date }

/** The number of e-mails that the mailbox stores; older ones are deleted. */
export const MAILBOX_SIZE = 500

export async function addMail(sql: Sql, message: StoredMail): Promise<void> {
  await sql
    .insertInto('mailbox_letters')
    .values({
      id: randomUUIDv7(),
      recipient: message.to,
      subject: message.subject,
      body: message.text,
      sent_at: message.sentAt,
    })
    .execute()
  await sql
    .deleteFrom('mailbox_letters')
    .where('id', 'in', (old) =>
      old
        .selectFrom('mailbox_letters')
        .select('id')
        .orderBy('sent_at', 'desc')
        .orderBy('id', 'desc')
        .offset(MAILBOX_SIZE),
    )
    .execute()
}

/** Newest first; `to` filters by one address. */
export async function newestMail(
  sql: Sql,
  asked: { limit: number; to?: string | undefined },
): Promise<StoredMail[]> {
  const all = sql
    .selectFrom('mailbox_letters')
    .select(['recipient as to', 'subject', 'body as text', 'sent_at as sentAt'])
    .orderBy('sent_at', 'desc')
    .orderBy('id', 'desc')
    .limit(asked.limit)
  return (asked.to === undefined ? all : all.where('recipient', '=', asked.to)).execute()
}

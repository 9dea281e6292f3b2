import { randomUUIDv7 } from 'node:crypto'
import type { Sql } from '#server/platform/db/open.ts'

export type StoredMail = { to: string; subject: string; text: string; sentAt: Date }

/** The number of e-mails that the mailbox stores; older ones are deleted. */
export const MAILBOX_SIZE = 500

export async function addMail(sql: Sql, message: StoredMail): Promise<void> {
  await sql
    .insertInto('mailboxLetters')
    .values({
      id: randomUUIDv7(),
      recipient: message.to,
      subject: message.subject,
      body: message.text,
      sentAt: message.sentAt,
    })
    .execute()
  await sql
    .deleteFrom('mailboxLetters')
    .where('id', 'in', (old) =>
      old
        .selectFrom('mailboxLetters')
        .select('id')
        .orderBy('sentAt', 'desc')
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
    .selectFrom('mailboxLetters')
    .select(['recipient as to', 'subject', 'body as text', 'sentAt'])
    .orderBy('sentAt', 'desc')
    .orderBy('id', 'desc')
    .limit(asked.limit)
  return (asked.to === undefined ? all : all.where('recipient', '=', asked.to)).execute()
}

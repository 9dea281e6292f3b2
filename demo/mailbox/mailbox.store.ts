import { randomUUIDv7 } from 'node:crypto'
import type { Sql } from '#server/platform/db/open.ts'

export type StoredLetter = { to: string; subject: string; text: string; sentAt: Date }

/** The mailbox holds so many letters; older ones fall out. */
export const MAILBOX_SIZE = 500

export async function addLetter(sql: Sql, letter: StoredLetter): Promise<void> {
  await sql
    .insertInto('mailbox_letters')
    .values({
      id: randomUUIDv7(),
      recipient: letter.to,
      subject: letter.subject,
      body: letter.text,
      sent_at: letter.sentAt,
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

/** Newest first; `to` narrows them to one address. */
export async function newestLetters(
  sql: Sql,
  asked: { limit: number; to?: string | undefined },
): Promise<StoredLetter[]> {
  const all = sql
    .selectFrom('mailbox_letters')
    .select(['recipient as to', 'subject', 'body as text', 'sent_at as sentAt'])
    .orderBy('sent_at', 'desc')
    .orderBy('id', 'desc')
    .limit(asked.limit)
  return (asked.to === undefined ? all : all.where('recipient', '=', asked.to)).execute()
}

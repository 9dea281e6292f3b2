import type { Sql } from '#server/platform/db/open.ts'
import { addLetter } from './mailbox.store.ts'
import type { Mail } from '#server/integrations/mail/mail.ts'

/** Letters that stay on this server, to be read on its page /mailbox. */
export function mailboxMail({ sql, now }: { sql: Sql; now: () => Date }): Mail {
  return {
    send: ({ to, subject, text }) => addLetter(sql, { to, subject, text, sentAt: now() }),
    ready: async () => {},
  }
}

import { setTimeout as sleep } from 'node:timers/promises'
import { createTransport } from 'nodemailer'
import type { Mail } from './mail.ts'
import { mailDown } from './mail.ts'

export type SmtpDeps = {
  /** smtp://user:password@host:587 or smtps://… */
  url: string
  /** «Бис <no-reply@bis.example>» */
  from: string
  log: { error(fields: object, sentence: string): void }
  /** How long a letter may take. */
  limitMs?: number
}

// A mail server repeats the address in its sentence, and no address may stand in the log.
function reasonOf(error: unknown): object {
  if (!(error instanceof Error)) return {}
  const told = new Map(Object.entries(error))
  return {
    code: told.get('code'),
    answer: told.get('responseCode'),
    command: told.get('command'),
  }
}

class TookTooLong extends Error {
  readonly code = 'ETIMEDOUT'
}

/** Letters through a mail server. What it answers is for the log, never for people. */
export function smtpMail({ url, from, log, limitMs = 10_000 }: SmtpDeps): Mail {
  const transport = createTransport({
    url,
    from,
    dnsTimeout: limitMs,
    connectionTimeout: limitMs,
    greetingTimeout: limitMs,
    socketTimeout: limitMs,
    // A letter is text of ours: nothing in it may make this server read files or fetch addresses.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send(letter) {
      const done = new AbortController()
      // Each step of the conversation has its own limit, and a slow server may use all of them.
      const limit = sleep(limitMs, undefined, { signal: done.signal }).then(() => {
        throw new TookTooLong()
      })
      try {
        await Promise.race([transport.sendMail(letter), limit])
      } catch (error) {
        log.error({ reason: reasonOf(error) }, 'a letter could not be sent')
        throw mailDown()
      } finally {
        done.abort()
        limit.catch(() => {})
      }
    },
  }
}

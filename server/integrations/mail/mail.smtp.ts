import { setTimeout as wait } from 'node:timers/promises'
import { createTransport } from 'nodemailer'
import type { Mail } from './mail.ts'
import { MailDown } from './mail.ts'

type SmtpDeps = {
  /** smtp://user:password@host:587 or smtps://… */
  url: string
  /** «Бис <no-reply@bis.example>» */
  from: string
  /** Who reads the answers; null: nobody. */
  replyTo?: string | null
  log: { error(fields: object, sentence: string): void }
  /** Time limit of one e-mail. */
  limitMs?: number
}

// A mail server repeats the address in its message, and no address may be logged.
function reasonOf(error: unknown): object {
  if (!(error instanceof Error)) return {}
  const fields = new Map<string, unknown>(Object.entries(error))
  return {
    kind: error.name,
    code: fields.get('code'),
    answer: fields.get('responseCode'),
    command: fields.get('command'),
  }
}

/** There is no such mailbox: some servers say so under a policy's code. */
const OF_MAILBOX =
  /\b5\.(?:1\.[01236]|2\.\d)\b|no such (?:user|mailbox)|unknown (?:user|recipient)|user (?:unknown|not found)/iu
/** «Log in first», a policy, a sender it does not take or does not relay for: whatever the mailbox. */
const OF_EVERYBODY = /^(?:530|\d+[ -]5\.(?:7\.|1\.[78]\b)|.*\brelay)/iu

/** Where the reply to the text of an e-mail was lost, the e-mail may have been sent. */
function answerOf(error: unknown): MailDown['answer'] {
  const { code, response, responseCode, command } = Object.fromEntries(Object.entries(error ?? {}))
  if (typeof responseCode === 'number') {
    // Any other reply says nothing of this e-mail, and an operator may mend what it complains of.
    const words = String(response).replaceAll(/\S*@\S*/gu, '')
    const isOfMailbox =
      command === 'RCPT TO' &&
      !/\bsender\b/iu.test(words) &&
      (OF_MAILBOX.test(words) || !OF_EVERYBODY.test(words))
    return responseCode >= 500 && isOfMailbox ? 'refused' : 'unreached'
  }
  const unreached = ['EAUTH', 'EDNS', 'ECONNECTION'].includes(code) || command === 'CONN'
  return unreached ? 'unreached' : 'silent'
}

/** Sends e-mails through a mail server. Its replies are for the log, never for users. */
export function smtpMail({ url, from, replyTo = null, log, limitMs = 10_000 }: SmtpDeps): Mail {
  const transport = createTransport(
    {
      url,
      dnsTimeout: limitMs,
      connectionTimeout: limitMs,
      greetingTimeout: limitMs,
      socketTimeout: limitMs,
    },
    // An e-mail is our own text: nothing in it may make this server read files or fetch URLs.
    { from, ...(replyTo !== null && { replyTo }), disableFileAccess: true, disableUrlAccess: true },
  )
  const domain = /@([^@>]+)>?$/u.exec(from)?.[1] ?? 'localhost'
  return {
    async send({ id, ...message }) {
      try {
        await transport.sendMail({
          ...message,
          ...(id !== undefined && { messageId: `<${id}@${domain}>` }),
          // Each step of the session has a limit, and a slow server may use up all of them.
          signal: AbortSignal.timeout(limitMs),
        })
      } catch (error) {
        log.error({ reason: reasonOf(error) }, 'an e-mail could not be sent')
        throw new MailDown(answerOf(error))
      }
    },

    async ready() {
      const late = new AbortController()
      try {
        const limit = wait(limitMs, undefined, { signal: late.signal }).then(() => {
          throw new Error('the mail server did not answer in time')
        })
        await Promise.race([transport.verify(), limit])
      } catch (error) {
        log.error({ reason: reasonOf(error) }, 'the mail server is not there')
        throw new MailDown('unreached')
      } finally {
        late.abort()
      }
    },
  }
}

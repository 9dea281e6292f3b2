import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '#domain/refusal.ts'
import type { Mail } from '#server/integrations/mail/mail.ts'
import type { Sql } from '#server/platform/db/open.ts'
import { isFromThisMachine } from '#server/platform/http/client-address.ts'
import { MAILBOX_SIZE, addMail, newestMail } from './mailbox.store.ts'
import type { StoredMail } from './mailbox.store.ts'
import { markup, trusted } from '#server/platform/http/markup.ts'
import type { Html } from '#server/platform/http/markup.ts'
import { standalonePagePolicy } from '#server/platform/http/policy.ts'

/** Stores e-mails on this server instead of sending them; they are shown on its page /mailbox. */
export function mailboxMail({ sql, now }: { sql: Sql; now: () => Date }): Mail {
  return {
    send: ({ to, subject, text }) => addMail(sql, { to, subject, text, sentAt: now() }),
    ready: async () => {},
  }
}

const REFRESH_SECONDS = 5

/** The page's styles, in the identity's colours: day, and stage if the reader prefers dark. */
const STYLE = `
:root { color-scheme: light dark; --bg: #eef2f6; --surface: #fff; --ink: #0e1522; --muted: #4a566b; --line: #c3cdda; --lamp: #ff7a1a; --on-lamp: #16100a }
@media (prefers-color-scheme: dark) {
  :root { --bg: #130e0a; --surface: #221a13; --ink: #fff3e4; --muted: #bba994; --line: #42352a }
}
* { box-sizing: border-box }
body { margin: 0; background: var(--bg); color: var(--ink); font: 16px/1.5 Onest, system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif }
main { max-width: 680px; margin: 0 auto; padding: 32px 16px 72px }
h1 { margin: 0 0 12px; font-size: 44px; line-height: 1 }
.note { margin: 0 0 32px; padding: 12px 16px; background: var(--lamp); color: var(--on-lamp) }
.empty { color: var(--muted) }
article { margin: 0 0 16px; padding: 20px; background: var(--surface); border-top: 6px solid var(--ink) }
h2 { margin: 0 0 4px; font-size: 19px; line-height: 1.3; overflow-wrap: anywhere }
.head { margin: 0 0 16px; padding-bottom: 12px; border-bottom: 1px solid var(--line); color: var(--muted); font-size: 14px; overflow-wrap: anywhere }
.text { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere }
`

const sentAt = new Intl.DateTimeFormat('ru-RU', {
  day: 'numeric',
  month: 'long',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  timeZone: 'Europe/Moscow',
})

function messageCard({ to, subject, text, sentAt: at }: StoredMail): Html {
  return markup`<article>
<h2>${subject}</h2>
<p class="head">Кому: ${to}<br><time datetime="${at.toISOString()}">${sentAt.format(at)} МСК</time></p>
<p class="text">${text}</p>
</article>`
}

/** Renders the page /mailbox: takes the e-mails newest first and returns whole HTML without a script. */
function mailboxPage(messages: readonly StoredMail[]): string {
  const list =
    messages.length === 0
      ? markup`<p class="empty">Писем пока нет. Запросите код при регистрации, и письмо появится здесь само.</p>`
      : messages.map(messageCard)
  return markup`<!doctype html>
<html lang="ru">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="${REFRESH_SECONDS}">
<title>Почта этого сервера — Бис</title>
<style>${trusted(STYLE)}</style>
</head>
<body>
<main>
<h1>Почта этого сервера</h1>
<p class="note">Это пробный сервер: ни одно письмо отсюда не уходит. Все они остаются на этой странице, и открыть её можно только с той машины, на которой он работает. Новые письма появляются сами.</p>
${list}
</main>
</body>
</html>
`.html
}

const SHOWN = 100

const POLICY = standalonePagePolicy(STYLE)

const TO = {
  type: 'object',
  properties: { to: { type: 'string', maxLength: 254, pattern: '^\\P{Cc}*$' } },
  additionalProperties: false,
} as const

function withSecurityHeaders(reply: FastifyReply): FastifyReply {
  return reply.headers({
    'content-security-policy': POLICY,
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-robots-tag': 'noindex',
  })
}

/**
 * The e-mails of a demo or a development server: a page for people, and JSON for tests and scripts. An e-mail gives
 * access to an account, so the page is closed to other machines.
 */
export function serveMailbox(
  app: FastifyInstance,
  { sql, ...site }: { sql: Sql; trustProxy: boolean; publicUrl: string; anyHost?: boolean },
): void {
  const onRequest = async ({ raw }: FastifyRequest) => {
    if (!isFromThisMachine(raw, site))
      throw new Refusal('NOT_FOUND', 'Письма этого сервера открываются только на нём самом')
  }
  app.get('/mailbox', { schema: { hide: true }, onRequest }, async (_, reply) => {
    const messages = await newestMail(sql, { limit: SHOWN })
    return withSecurityHeaders(reply).type('text/html; charset=utf-8').send(mailboxPage(messages))
  })
  app.get<{ Querystring: { to?: string } }>(
    '/mailbox.json',
    { schema: { hide: true, querystring: TO }, onRequest },
    async (request, reply) => {
      const to = request.query.to?.trim().toLowerCase()
      return withSecurityHeaders(reply).send(await newestMail(sql, { limit: MAILBOX_SIZE, to }))
    },
  )
}

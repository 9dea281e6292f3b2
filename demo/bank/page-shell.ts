import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import type { Html } from '#server/platform/http/markup.ts'
import { markup, trusted } from '#server/platform/http/markup.ts'
import { STYLE } from './page-style.ts'

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64')

/** Sends a whole page without a script; its forms may end at `sites` besides our own. */
export function sendPage(
  reply: FastifyReply,
  page: { title: string; body: Html; status?: number; wide?: boolean },
  sites: readonly string[] = [],
): FastifyReply {
  const policy = [
    "default-src 'none'",
    `style-src 'sha256-${STYLE_HASH}'`,
    "base-uri 'none'",
    `form-action ${["'self'", ...new Set(sites)].join(' ')}`,
    "frame-ancestors 'none'",
  ].join('; ')
  return reply
    .code(page.status ?? 200)
    .headers({
      'content-security-policy': policy,
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    })
    .type('text/html; charset=utf-8')
    .send(whole(page))
}

function whole({ title, body, wide }: { title: string; body: Html; wide?: boolean }): string {
  return markup`<!doctype html>
<html lang="ru">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} — Демо-банк</title>
<style>${trusted(STYLE)}</style>
</head>
<body>
<p class="demo">Демо-банк. Деньги не списываются.</p>
<main${trusted(wide === true ? ' class="wide"' : '')}>
${body}
</main>
</body>
</html>
`.html
}

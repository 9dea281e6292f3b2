import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { STYLE } from './page-style.ts'

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Markup that is safe to show. */
export type Html = { readonly html: string }

/** A template whose texts are escaped; pieces of markup and lists of them stay as they are. */
export function markup(parts: TemplateStringsArray, ...values: readonly Shown[]): Html {
  return { html: parts.map((part, at) => part + shown(values[at])).join('') }
}

type Shown = string | number | Html | readonly Html[] | null | undefined

function shown(value: Shown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return String(value)
  if (typeof value === 'string') return value.replace(/[&<>"']/gu, (sign) => ESCAPES[sign] ?? sign)
  return 'html' in value ? value.html : value.map((piece) => piece.html).join('\n')
}

/** Markup that was made here and not typed by anybody. */
export function trusted(text: string): Html {
  return { html: text }
}

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

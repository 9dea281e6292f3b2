import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Markup } from './html.ts'
import { markup, raw } from './html.ts'
import { createHash } from 'node:crypto'

/** Routes that the documentation of the calls leaves out. */
export const HIDDEN = { schema: { hide: true } } as const

/** Rejects forms of other sites; a request without `sec-fetch-site`, as of a script, passes. */
export async function rejectCrossSite(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const from = request.headers['sec-fetch-site']
  if (from === undefined || from === 'same-origin' || from === 'none') return
  await reply.code(403).type('text/plain; charset=utf-8').send('Эта форма с другого сайта.')
}

/** The styles of the bank's pages: a plain site of its own, light, and dark if the reader prefers it. */
const STYLE = `
:root { color-scheme: light dark; --bg: #f1f3f6; --surface: #fff; --ink: #131a26; --muted: #515c6e; --line: #ccd3dd; --field: #6e7b91; --deep: #0b5d57; --on-deep: #fff; --soft: #e2f0ee; --bad: #b4122f; --bad-soft: #fce1e4; --note: #ffe9ae; --on-note: #4b3400 }
@media (prefers-color-scheme: dark) {
  :root { --bg: #10161a; --surface: #1a2228; --ink: #edf3f5; --muted: #a3b0b8; --line: #34414a; --field: #7d8c97; --deep: #5ed0c2; --on-deep: #06201d; --soft: #14312e; --bad: #ff8796; --bad-soft: #3d1418; --note: #3a2a08; --on-note: #ffd98a }
}
* { box-sizing: border-box }
body { margin: 0; background: var(--bg); color: var(--ink); font: 16px/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif; overflow-wrap: anywhere }
.demo { margin: 0; padding: 10px 16px; background: var(--note); color: var(--on-note); font-weight: 600; text-align: center }
main { max-width: 480px; margin: 0 auto; padding: 16px 16px 64px }
main.wide { max-width: 1200px }
.wide h1 { font-size: 32px }
h1 { margin: 8px 0 4px; font-size: 40px; line-height: 1.1 }
h2 { margin: 32px 0 8px; font-size: 20px; line-height: 1.25 }
p { margin: 0 0 12px }
a { color: var(--deep) }
dl { display: grid; grid-template-columns: auto 1fr; gap: 4px 16px; margin: 0 0 20px }
dt { color: var(--muted) }
dd { margin: 0; min-width: 0 }
small, .muted { color: var(--muted); font-size: 14px }
fieldset { margin: 0; padding: 0; border: 0; min-width: 0 }
legend { padding: 0 }
.tabs { display: grid; grid-template-columns: 1fr 1fr; gap: 8px; margin: 0 0 16px }
.tab { display: flex; align-items: center; gap: 8px; min-height: 52px; padding: 8px 16px; background: var(--surface); border: 1px solid var(--field); border-radius: 8px; font-weight: 600 }
.tab:has(:checked) { border-color: var(--deep); outline: 1px solid var(--deep); background: var(--soft) }
.panel h2 { margin: 0 0 8px }
.panel { margin: 0 0 16px; padding: 16px; background: var(--surface); border-radius: 8px }
form:has(#by-card:checked) .by-sbp, form:has(#by-sbp:checked) .by-card { display: none }
label.field { display: block; font-weight: 600 }
input, select, button { font: inherit; color: inherit }
input[type=radio] { width: 20px; height: 20px; margin: 0; accent-color: var(--deep); flex: none }
input:not([type=radio]), select { display: block; width: 100%; min-height: 48px; margin: 4px 0 0; padding: 8px 12px; background: var(--bg); border: 1px solid var(--field); border-radius: 8px; font-weight: 400 }
:focus-visible { outline: 3px solid var(--deep); outline-offset: 2px }
button { min-height: 52px; width: 100%; padding: 8px 20px; border: 1px solid var(--field); border-radius: 8px; background: transparent; font-weight: 600; cursor: pointer }
button.main { background: var(--deep); border-color: var(--deep); color: var(--on-deep) }
.buttons { display: grid; grid-template-columns: 1fr 1fr; gap: 8px }
.buttons .main { grid-column: 1 / -1 }
.bad { padding: 12px 16px; background: var(--bad-soft); color: var(--bad); border-radius: 8px; font-weight: 600 }
.field + p { margin: 8px 0 0 }
.cards { margin: 8px 0 0; padding: 0; list-style: none }
.cards li { display: flex; flex-wrap: wrap; gap: 0 8px; align-items: baseline; padding: 6px 0; border-top: 1px solid var(--line) }
.cards small { margin-left: auto }
.cards b { font-variant-numeric: tabular-nums; font-weight: 600; white-space: nowrap }
.qr { max-width: 232px; margin: 0 auto 12px }
.qr svg { display: block; width: 100%; border-radius: 8px }
.banks { display: grid; grid-template-columns: 1fr 1fr; gap: 0 12px; margin: 8px 0 16px }
.banks label { display: flex; align-items: center; gap: 8px; min-height: 44px; font-size: 14px }
.news { margin: 0; padding: 0; list-style: none }
.news li { margin: 0 0 8px; padding: 14px 16px; background: var(--surface); border-radius: 8px }
.news b { display: block; font-size: 18px }
.scroll { overflow-x: auto; background: var(--surface); border-radius: 8px }
table { width: 100%; border-collapse: collapse; font-size: 14px }
th, td { padding: 8px 12px; text-align: left; vertical-align: top; border-top: 1px solid var(--line); overflow-wrap: normal }
thead th { border-top: 0; color: var(--muted); font-weight: 600; white-space: nowrap }
td.sum { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums }
td.long { min-width: 180px; overflow-wrap: anywhere }
.row { display: flex; flex-wrap: wrap; gap: 8px; align-items: end }
.row button, td button { width: auto; min-height: 44px; padding: 4px 14px }
.row label { flex: 1 1 180px }
.row label:first-of-type { flex-basis: 320px }
td .row { flex-wrap: nowrap }
td input:not([type=hidden]) { width: 96px; min-height: 44px }
td button { white-space: nowrap; font-size: 14px }
.books { display: grid; grid-template-columns: repeat(auto-fill, minmax(170px, 1fr)); gap: 8px; margin: 0 }
.books div { padding: 12px 16px; background: var(--surface); border-radius: 8px }
.books dd { font-size: 18px; white-space: nowrap; font-weight: 600; font-variant-numeric: tabular-nums }
`

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64')

/** Sends a whole page without a script; its forms may lead to `sites` besides our own. */
export function sendPage(
  reply: FastifyReply,
  page: { title: string; body: Markup; status?: number; wide?: boolean },
  sites: readonly string[] = [],
): FastifyReply {
  return reply
    .code(page.status ?? 200)
    .headers({
      'content-security-policy': [
        "default-src 'none'",
        `style-src 'sha256-${STYLE_HASH}'`,
        "base-uri 'none'",
        `form-action ${["'self'", ...new Set(sites)].join(' ')}`,
        "frame-ancestors 'none'",
      ].join('; '),
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    })
    .type('text/html; charset=utf-8')
    .send(renderPage(page))
}

function renderPage({
  title,
  body,
  wide,
}: {
  title: string
  body: Markup
  wide?: boolean
}): string {
  return markup`<!doctype html>
<html lang="ru">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} — Демо-банк</title>
<style>${raw(STYLE)}</style>
</head>
<body>
<p class="demo">Демо-банк. Деньги не списываются.</p>
<main${raw(wide === true ? ' class="wide"' : '')}>
${body}
</main>
</body>
</html>
`.html
}

import { createHash } from 'node:crypto'
import type { Html } from '#server/platform/http/markup.ts'
import { markup, trusted } from '#server/platform/http/markup.ts'
import { PRINT } from '#domain/concerts/poster-run.ts'
import { runningAction } from '#domain/concerts/running-action.ts'
import type { EmbeddedCard } from './embed.service.ts'

const runs = Object.entries(PRINT)
  .map(([run, { paper, ink }]) => `.${run}{--paper:${paper};--ink:${ink}}`)
  .join('\n')

/** The fonts of the page without a network have Russian letters alone: the others come in files of their own. */
const LATIN = 'unicode-range:U+21-7E,U+AB,U+B7,U+BB,U+2013-2014,U+2018-201E,U+2026,U+2212'
const face = (family: string, weight: string, file: string, range = '') =>
  `@font-face{font-family:${family};font-weight:${weight};font-display:swap;src:url(/offline/${file}.woff2) format('woff2');${range}}`

/** The styles of the card, which is shown alone on another site. */
const STYLE = `
${face('Display', '800', 'display')}
${face('Display', '800', 'display-latin', LATIN)}
${face('Text', '400 650', 'text')}
${face('Text', '400 650', 'text-latin', LATIN)}
${runs}
*{box-sizing:border-box;margin:0}
body{background:var(--paper);color:var(--ink);font:400 16px/1.4 Text,system-ui,sans-serif;overflow-wrap:anywhere}
a{color:inherit}
a:focus-visible{outline:3px solid var(--ink);outline-offset:3px}
main{display:flex;flex-wrap:wrap;min-height:100vh}
.art{flex:1 1 240px;min-height:160px;position:relative;overflow:hidden}
.art img{position:absolute;width:100%;height:100%;object-fit:cover;object-position:65% 50%}
.words{flex:1 1 260px;display:flex;flex-direction:column;gap:10px;padding:16px}
h1{font:800 36px/.94 Display,'Arial Narrow',sans-serif}
h1 a{text-decoration:none}
h2{font:800 27px/1 Display,'Arial Narrow',sans-serif}
.rule{height:11px;background:linear-gradient(var(--ink) 0 6px,transparent 0 9px,var(--ink) 0)}
.now{align-self:flex-start;display:flex;align-items:center;gap:10px;padding:4px 12px;background:var(--ink);color:var(--paper);font-weight:650}
.now i{display:grid;gap:4px}
.now i::before,.now i::after{content:'';width:7px;height:7px;border-radius:9px;background:var(--paper)}
.now i::after{opacity:.45}
.press{display:flex;align-items:center;justify-content:center;min-height:48px;margin-top:auto;padding:8px 20px;border-radius:999px;background:var(--ink);color:var(--paper);font-weight:650;text-align:center;text-decoration:none}
`

/** Any site may frame this card; no script runs in it. */
export const EMBED_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "img-src 'self'",
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  'frame-ancestors *',
].join('; ')

function link(href: string, text: string, look = ''): Html {
  return markup`<a class="${look}" href="${href}" target="_blank" rel="noopener">${text}</a>`
}

function concertOf({ now, next, href }: EmbeddedCard): Html {
  if (now !== null)
    return markup`<p class="now"><i></i>Играет сейчас</p>
<h2>${now.title}</h2>
<p>${now.where}</p>
${link(now.href, runningAction(now.open), 'press')}`
  if (next === null)
    return markup`<p>Ближайших концертов пока нет</p>
${link(href, 'Страница музыканта', 'press')}`
  return markup`${next.moved ? [markup`<p class="now">Концерт перенесён</p>`] : []}
<h2>${next.title}</h2>
<p>${next.when}</p>
<p>${next.where}</p>
${link(next.href, 'О концерте', 'press')}`
}

function whole(title: string, run: string, main: Html): string {
  return markup`<!doctype html>
<html lang="ru">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex">
<link rel="icon" href="/art/favicon.svg">
<title>${title}</title>
<style>${trusted(STYLE)}</style>
</head>
<body class="${run}">
<main>${main}</main>
</body>
</html>
`.html
}

export function embedPage(card: EmbeddedCard): string {
  const main = markup`
<div class="art"><img src="${card.picture}" alt=""></div>
<div class="words">
<h1>${link(card.href, card.name)}</h1>
<div class="rule"></div>
${concertOf(card)}
</div>`
  return whole(`${card.name} — Бис`, card.run, main)
}

/** The frame that another site shows it in. */
export function embedFrame(
  card: Record<'src' | 'title', string> & Record<'width' | 'height', number>,
) {
  const size = markup`width="${String(card.width)}" height="${String(card.height)}"`
  return markup`<iframe src="${card.src}" title="${card.title} в «Бисе»" ${size} style="border:0" loading="lazy"></iframe>`
    .html
}

/** `why`: the sentence instead of a card. */
export function noCardPage(home: string, why: string): string {
  const main = markup`<div class="words"><h1>${why}</h1>
${link(home, 'Открыть «Бис»', 'press')}</div>`
  return whole(`${why} — Бис`, 'lamp', main)
}

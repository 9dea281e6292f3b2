import { createHash } from 'node:crypto'
import type { Html } from '../../platform/http/markup.ts'
import { markup, trusted } from '../../platform/http/markup.ts'
import type { EmbeddedCard } from './embed.service.ts'
import { STYLE } from './embed-style.ts'

/** Any site may frame this card, and nothing runs in it. */
export const EMBED_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "img-src 'self'",
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  'frame-ancestors *',
].join('; ')

function link(href: string, words: string, look = ''): Html {
  return markup`<a class="${look}" href="${href}" target="_blank" rel="noopener">${words}</a>`
}

function concertOf({ now, next, href }: EmbeddedCard): Html {
  if (now !== null)
    return markup`<p class="now"><i></i>Играет сейчас</p>
<h2>${now.title}</h2>
<p>${now.where}</p>
${link(now.href, 'Заказать песню', 'press')}`
  if (next === null)
    return markup`<p>Ближайших концертов пока нет</p>
${link(href, 'Страница музыканта', 'press')}`
  return markup`<h2>${next.title}</h2>
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

export function unknownPage(home: string): string {
  const main = markup`<div class="words"><h1>Такого музыканта нет</h1>
${link(home, 'Открыть «Бис»', 'press')}</div>`
  return whole('Такого музыканта нет — Бис', 'lamp', main)
}

import { createHash } from 'node:crypto'

const STYLE = `:root{color-scheme:light dark;--bg:#eef2f6;--ink:#0e1522}
@media(prefers-color-scheme:dark){:root{--bg:#130e0a;--ink:#fff3e4}}
body{margin:0;background:var(--bg);color:var(--ink);font:400 19px/1.45 Onest,system-ui,sans-serif}
main{display:grid;align-content:center;justify-items:start;gap:20px;box-sizing:border-box;max-width:640px;min-height:100vh;margin:0 auto;padding:32px 16px}
svg{width:77px;height:120px;fill:#ff7a1a}
h1{margin:0;font-size:34px;line-height:1.1}
p{margin:0}
a{color:inherit}`

/** It takes nothing from anywhere: whatever it would ask for comes on top of the crush. */
export const CRUSH_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

function pageOf(refresh: string, sentence: string): string {
  return `<!doctype html>
<html lang="ru">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex">
${refresh}<title>Слишком много гостей сразу — Бис</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<svg viewBox="0 0 380 591" aria-hidden="true"><circle cx="58" cy="197" r="58"/><circle cx="58" cy="394" r="58"/><path d="M166 0h40v591h-40zM256 0h124v591h-124z"/></svg>
<h1>Слишком много гостей сразу</h1>
<p>${sentence}</p>
</main>
</body>
</html>
`
}

/** What a visitor sees instead of a page; it asks again by itself after so many seconds. */
export function crushPage(seconds: number): string {
  return pageOf(
    `<meta http-equiv="refresh" content="${seconds}">\n`,
    'Страница откроется сама через несколько секунд. <a href="">Попробовать сейчас</a>',
  )
}

/** The same for a form that was sent: asked again by itself, what was typed would be lost. */
export const CRUSH_AFTER_FORM = pageOf(
  '',
  'Вернитесь назад и отправьте ещё раз через несколько секунд: то, что вы ввели, осталось в форме.',
)

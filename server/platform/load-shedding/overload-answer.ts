import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Failure } from '#contract/shapes.ts'
import { standalonePagePolicy } from '../http/policy.ts'

/** Spread, so that clients that were refused together do not come back together. */
const RETRY_SECONDS = { min: 3, max: 9 }
const MESSAGE = 'Слишком много гостей сразу. Попробуйте ещё раз через несколько секунд.'

const STYLE = `:root{color-scheme:light dark;--bg:#eef2f6;--ink:#0e1522}
@media(prefers-color-scheme:dark){:root{--bg:#130e0a;--ink:#fff3e4}}
body{margin:0;background:var(--bg);color:var(--ink);font:400 19px/1.45 Onest,system-ui,sans-serif}
main{display:grid;align-content:center;justify-items:start;gap:20px;box-sizing:border-box;max-width:640px;min-height:100vh;margin:0 auto;padding:32px 16px}
svg{width:77px;height:120px;fill:#ff7a1a}
h1{margin:0;font-size:34px;line-height:1.1}
p{margin:0}
a{color:inherit}`

/** The page loads nothing: its requests would add to the overload. */
const POLICY = standalonePagePolicy(STYLE)

function pageOf(refresh: string, sentence: string): Buffer {
  return Buffer.from(`<!doctype html>
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
`)
}

/** By the seconds after which the page reloads by itself. */
const PAGES = Array.from({ length: RETRY_SECONDS.max + 1 }, (_, seconds) =>
  pageOf(
    `<meta http-equiv="refresh" content="${seconds}">\n`,
    'Страница откроется сама через несколько секунд. <a href="">Попробовать сейчас</a>',
  ),
)

/** After a form: an automatic reload would lose what was typed. */
const PAGE_AFTER_FORM = pageOf(
  '',
  'Вернитесь назад и отправьте ещё раз через несколько секунд: то, что вы ввели, осталось в форме.',
)

/** Whether a person sees the answer, and not inside a page that is open already. */
function wantsPage({ method, url, headers }: FastifyRequest): boolean {
  if (method !== 'GET' && method !== 'POST') return false
  if (url.split('?', 1)[0]?.endsWith('.data')) return false
  return headers.accept?.includes('text/html') ?? false
}

/** Answers 503 with a time to retry: a page for a person, the common error shape for a program. */
export function sendOverloaded(request: FastifyRequest, reply: FastifyReply): void {
  const { min, max } = RETRY_SECONDS
  const seconds = min + Math.floor(Math.random() * (max - min + 1))
  void reply.code(503).headers({
    'retry-after': String(seconds),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
  if (wantsPage(request)) {
    void reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', POLICY)
      .send(request.method === 'GET' ? PAGES[seconds] : PAGE_AFTER_FORM)
    return
  }
  const failure: Failure = { message: MESSAGE, code: 'OVERLOADED', requestId: request.id }
  void reply.type('application/json; charset=utf-8').send(JSON.stringify(failure))
}

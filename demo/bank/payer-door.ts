import type { FastifyInstance, FastifyReply } from 'fastify'
import type { SandboxBank } from './bank.ts'
import { isLink } from './bank-ids.ts'
import { ownSiteOnly } from './own-site.ts'
import { markup } from '#server/platform/http/markup.ts'
import { sendPage } from './page-shell.ts'
import { payPage } from './pay-page.ts'
import type { PayForm } from './payer.ts'
import { qrPayload } from './sbp-calls.ts'

type Asked = { Params: { link: string }; Querystring: { method?: string } }

const HIDDEN = { schema: { hide: true } } as const
const ACTIONS = ['pay', 'decline', 'close'] as const

/** The page on which a person pays: one form, which a script can send just as well. */
export function servePayer(scope: FastifyInstance, bank: SandboxBank): void {
  async function page(
    reply: FastifyReply,
    link: string,
    shown: { method: 'card' | 'sbp'; words?: string },
  ) {
    const opened = isLink(link) ? await bank.openPage(link) : null
    if (opened === null) return noPage(reply)
    const { payment } = opened
    const code = qrPayload(payment, bank.publicUrl)
    const status = shown.words === undefined ? 200 : 422
    const sites = [payment.success_url, payment.fail_url].map((url) => new URL(url).origin)
    return sendPage(reply, { ...payPage({ ...opened, ...shown, code }), status }, sites)
  }

  scope.get<Asked>('/pay/:link', HIDDEN, ({ params, query }, reply) =>
    page(reply, params.link, { method: query.method === 'sbp' ? 'sbp' : 'card' }),
  )

  scope.post<Asked>(
    '/pay/:link',
    { ...HIDDEN, onRequest: ownSiteOnly },
    async ({ params, body }, reply) => {
      const form = formOf(body instanceof URLSearchParams ? body : new URLSearchParams())
      const answer = isLink(params.link) ? await bank.payOnPage(params.link, form) : null
      if (answer === null) return noPage(reply)
      if (answer.at === 'shop') return reply.redirect(answer.url, 303)
      if (answer.at === 'bank')
        return reply.redirect(`/sandbox-bank/pay/${encodeURIComponent(params.link)}`, 303)
      return page(reply, params.link, { method: form.method ?? 'card', words: answer.words })
    },
  )
}

function noPage(reply: FastifyReply): FastifyReply {
  const body = markup`<h1>Нет такого платежа</h1>
    <p>Проверьте ссылку: она открывает оплату одного заказа.</p>`
  return sendPage(reply, { title: 'Нет такого платежа', body, status: 404 })
}

/** Whatever is missing or odd is the default: a form of `action=pay` alone pays by the card that is written in it. */
function formOf(fields: URLSearchParams): PayForm {
  const card = fields.get('card')
  const code = fields.get('code')
  return {
    method: fields.get('method') === 'sbp' ? 'sbp' : 'card',
    action: ACTIONS.find((action) => action === fields.get('action')) ?? 'pay',
    ...(card === null ? {} : { card }),
    ...(code === null ? {} : { code }),
  }
}

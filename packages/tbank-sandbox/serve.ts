import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { markup, rubles } from './html.ts'
import type { Markup } from './html.ts'
import { serveAdmin } from './admin-routes.ts'
import { isLink } from './dialect.ts'
import type { SandboxBank } from './bank.ts'
import { isDay, moscowDate, moscowTime } from './moscow.ts'
import { HIDDEN, rejectCrossSite, sendPage } from './page-shell.ts'
import { payPage } from './pay-page.ts'
import type { PayForm } from './payer.ts'
import type { Arrival } from './payouts.ts'
import { qrPayload } from './sbp-calls.ts'

type PayPageRequest = { Params: { link: string }; Querystring: { method?: string } }

const ACTIONS = ['pay', 'decline', 'close'] as const

/** The path before all addresses of the bank; '' for none. */
function pathOf({ url }: Pick<SandboxBank, 'url'>): string {
  return new URL(url).pathname.replace(/\/$/u, '')
}

/** The payer's page: one form, which a script can submit as well. */
function servePayer(scope: FastifyInstance, bank: SandboxBank): void {
  async function page(
    reply: FastifyReply,
    link: string,
    shown: { method: 'card' | 'sbp'; error?: string },
  ) {
    const opened = isLink(link) ? await bank.openPage(link) : null
    if (opened === null) return noPage(reply)
    const { payment } = opened
    const code = qrPayload(payment, bank.url)
    const status = shown.error === undefined ? 200 : 422
    const sites = [payment.successUrl, payment.failUrl].map((url) => new URL(url).origin)
    return sendPage(
      reply,
      { ...payPage({ ...opened, ...shown, code, shop: bank.shop }), status },
      sites,
    )
  }

  scope.get<PayPageRequest>('/pay/:link', HIDDEN, ({ params, query }, reply) =>
    page(reply, params.link, { method: query.method === 'sbp' ? 'sbp' : 'card' }),
  )

  scope.post<PayPageRequest>(
    '/pay/:link',
    { ...HIDDEN, onRequest: rejectCrossSite },
    async ({ params, body }, reply) => {
      const form = formOf(body instanceof URLSearchParams ? body : new URLSearchParams())
      const answer = isLink(params.link) ? await bank.payOnPage(params.link, form) : null
      if (answer === null) return noPage(reply)
      if (answer.at === 'shop') return reply.redirect(answer.url, 303)
      if (answer.at === 'bank')
        return reply.redirect(`${pathOf(bank)}/pay/${encodeURIComponent(params.link)}`, 303)
      return page(reply, params.link, { method: form.method ?? 'card', error: answer.error })
    },
  )
}

function noPage(reply: FastifyReply): FastifyReply {
  const body = markup`<h1>Нет такого платежа</h1>
    <p>Проверьте ссылку: она открывает оплату одного заказа.</p>`
  return sendPage(reply, { title: 'Нет такого платежа', body, status: 404 })
}

/** A missing or invalid field takes its default: a form with `action=pay` alone pays with the prefilled card. */
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

const PHONE = /^79\d{9}$/

/** «+7 916 123-45-67». */
function phoneText(phone: string): string {
  return phone.replace(/^7(\d{3})(\d{3})(\d\d)(\d\d)$/u, '+7\u00A0$1\u00A0$2-$3-$4')
}

/** The messages that a phone would get from its bank: a page, and JSON for tests and scripts. */
function servePhones(scope: FastifyInstance, bank: SandboxBank): void {
  scope.get<{ Params: { phone: string } }>('/phone/:phone', HIDDEN, async (request, reply) => {
    const asked = request.params.phone
    const phone = asked.replace(/\.json$/, '')
    if (!PHONE.test(phone))
      return reply.code(404).type('text/plain; charset=utf-8').send('Номер вида 79xxxxxxxxx')
    const arrived = await bank.inbox(phone)
    if (asked.endsWith('.json')) return reply.send(arrived)
    return sendPage(reply, { title: `Телефон +${phone}`, body: inboxPage(phone, arrived) })
  })
}

function inboxPage(phone: string, arrived: readonly Arrival[]): Markup {
  const list =
    arrived.length === 0
      ? markup`<p class="muted">
          Сюда ещё ничего не приходило. Выплата доходит за пару секунд: обновите страницу.
        </p>`
      : markup`<ul class="news">
          ${arrived.map(message)}
        </ul>`
  return markup`<h1>Телефон</h1>
    <p>${phoneText(phone)}</p>
    ${list}`
}

function message({ amount, at, from }: Arrival): Markup {
  return markup`<li>
    <b>Пришло ${rubles(amount)} от ${from}</b
    ><small>${moscowDate(at)}, ${moscowTime(at)} МСК, по СБП</small>
  </li>`
}

/** The bank's calls, as a merchant's server makes them. */
function serveApi(scope: FastifyInstance, bank: SandboxBank): void {
  async function ask(
    product: 'v2' | 'cashbox' | 'a2c',
    request: FastifyRequest,
    reply: FastifyReply,
  ) {
    const { method, '*': rest } = request.params as { method?: string; '*'?: string }
    const body = typeof request.body === 'string' ? request.body : ''
    const answer = await bank.call(product, method ?? rest ?? '', body)
    if (answer === null) return reply.code(404).type('text/plain').send('Not Found')
    return reply.code(answer.status).type(answer.type).send(answer.text)
  }

  scope.post('/v2/:method', HIDDEN, (request, reply) => ask('v2', request, reply))
  scope.post('/cashbox/:method', HIDDEN, (request, reply) => ask('cashbox', request, reply))
  scope.post('/a2c/sbp/*', HIDDEN, (request, reply) => ask('a2c', request, reply))

  scope.get<{ Querystring: { day?: string } }>('/registry', HIDDEN, async (request, reply) => {
    const { day = '' } = request.query
    if (!isDay(day)) return reply.code(400).type('text/plain').send('day=YYYY-MM-DD')
    const file = await bank.registry(day)
    return reply
      .type('text/csv; charset=windows-1251')
      .header('content-disposition', `attachment; filename="registry-${day}.csv"`)
      .send(Buffer.from(file))
  })
}

/**
 * Mounts the bank under the path of its address: its calls, the payer's page, the phones and the operator's page, with
 * content type parsers of its own. Closing `app` waits for the notices in delivery.
 */
export async function serveSandboxBank(app: FastifyInstance, bank: SandboxBank): Promise<void> {
  await app.register(
    async (scope) => {
      scope.removeAllContentTypeParsers()
      scope.addContentTypeParser('application/json', { parseAs: 'string' }, (_, body, done) =>
        done(null, body),
      )
      scope.addContentTypeParser(
        'application/x-www-form-urlencoded',
        { parseAs: 'string' },
        (_, body, done) => done(null, new URLSearchParams(body.toString())),
      )
      scope.addHook('onRequest', async (_, reply) => {
        void reply.headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
      })
      serveApi(scope, bank)
      servePayer(scope, bank)
      servePhones(scope, bank)
      serveAdmin(scope, bank, pathOf(bank))
      scope.addHook('onClose', () => bank.idle())
    },
    { prefix: pathOf(bank) },
  )
}

import type { FastifyInstance } from 'fastify'
import { formatRubles, kopecks } from '#domain/money.ts'
import type { SandboxBank } from './bank.ts'
import { moscowDate, moscowTime } from './moscow-time.ts'
import { markup } from '#server/platform/http/markup.ts'
import { sendPage } from './page-shell.ts'
import type { Html } from '#server/platform/http/markup.ts'
import type { Arrival } from './payouts.ts'

const HIDDEN = { schema: { hide: true } } as const
const PHONE = /^79\d{9}$/

/** What a telephone would be told by its bank: a page, and JSON for tests and scripts. */
export function servePhones(scope: FastifyInstance, bank: SandboxBank): void {
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

function inboxPage(phone: string, arrived: readonly Arrival[]): Html {
  const list =
    arrived.length === 0
      ? markup`<p class="muted">
          Сюда ещё ничего не приходило. Выплата доходит за пару секунд: обновите страницу.
        </p>`
      : markup`<ul class="news">
          ${arrived.map(message)}
        </ul>`
  return markup`<h1>Телефон</h1>
    <p>${spaced(phone)}</p>
    ${list}`
}

function message({ amount, at, from }: Arrival): Html {
  return markup`<li>
    <b>Пришло ${formatRubles(kopecks(amount))} от ${from}</b
    ><small>${moscowDate(at)}, ${moscowTime(at)} МСК, по СБП</small>
  </li>`
}

/** «+7 912 345-67-89». */
function spaced(phone: string): string {
  return phone.replace(/^7(\d{3})(\d{3})(\d\d)(\d\d)$/, '+7 $1 $2-$3-$4')
}

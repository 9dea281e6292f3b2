import { formatRubles, kopecks } from '#domain/money.ts'
import { PAYOUT_BANKS } from '#domain/payout.ts'
import { moscowDate, moscowTime } from './moscow-time.ts'
import type { StoredNotice } from './notices.store.ts'
import { markup } from '#server/platform/http/markup.ts'
import type { Html } from '#server/platform/http/markup.ts'
import { isPaid, isRefundable } from './payment-life.ts'
import type { SandboxPayment } from './payments.store.ts'
import type { SandboxPayout } from './payouts.store.ts'

function table(titles: readonly string[], rows: readonly Html[], none: string): Html {
  if (rows.length === 0) return markup`<p class="muted">${none}</p>`
  const head = titles.map((title) => markup`<th scope="col">${title}</th>`)
  return markup`<div class="scroll" tabindex="0"><table>
<thead><tr>${head}</tr></thead>
<tbody>${rows}</tbody>
</table></div>`
}

function when(at: Date): Html {
  return markup`<time datetime="${at.toISOString()}">${moscowDate(at)}<br>${moscowTime(at)}</time>`
}

function rubles(amount: number): string {
  return formatRubles(kopecks(amount))
}

function button(deed: string, id: string, words: string): Html {
  return markup`<form method="post"><input type="hidden" name="id" value="${id}"><button name="do" value="${deed}">${words}</button></form>`
}

const RAILS = { cards: 'карта', qrsbp: 'СБП' } as const

export function paymentsTable(payments: readonly SandboxPayment[]): Html {
  const titles = ['Когда', 'Заказ', 'Сумма', 'Чем', 'Состояние', 'Вернулось', '']
  return table(titles, payments.map(paymentRow), 'Платежей ещё не было.')
}

function paymentRow(payment: SandboxPayment): Html {
  const { id, created_at, link, order_id, description, amount, source, status, refunded } = payment
  const back = isPaid(payment) || isRefundable(payment) ? button('refund', id, 'Вернуть') : null
  return markup`<tr>
<td>${when(created_at)}</td>
<td class="long"><a href="/sandbox-bank/pay/${link}">${order_id}</a><br><small>${description}</small></td>
<td class="sum">${rubles(amount)}</td>
<td>${source === null ? '—' : RAILS[source]}</td>
<td>${status}</td>
<td class="sum">${refunded === 0 ? '—' : rubles(refunded)}</td>
<td><div class="row">${button('resend', id, 'Уведомить ещё раз')}${button('forge', id, 'Подделать')}${back}</div></td>
</tr>`
}

export function payoutsTable(payouts: readonly SandboxPayout[]): Html {
  const titles = ['Когда', 'Заказ', 'Сумма', 'Телефон', 'Банк', 'Состояние']
  return table(titles, payouts.map(payoutRow), 'Выплат ещё не было.')
}

function payoutRow(payout: SandboxPayout): Html {
  const { created_at, order_id, amount, phone, member_id, status } = payout
  return markup`<tr>
<td>${when(created_at)}</td>
<td class="long">${order_id}</td>
<td class="sum">${rubles(amount)}</td>
<td><a href="/sandbox-bank/phone/${phone}">+${phone}</a></td>
<td>${PAYOUT_BANKS[member_id] ?? member_id}</td>
<td>${status}</td>
</tr>`
}

export function noticesTable(
  notices: readonly StoredNotice[],
  told: readonly (SandboxPayment | SandboxPayout)[],
): Html {
  const orders = new Map(told.map(({ id, order_id }) => [id, order_id]))
  const titles = ['Когда', 'Заказ', 'Состояние', 'Помеха', 'Попыток', 'Ответ магазина']
  const rows = notices.map(
    ({ payment_id, payout_id, ...notice }) => markup`<tr>
<td>${when(notice.created_at)}</td>
<td class="long">${orders.get(payment_id ?? payout_id ?? '') ?? payment_id ?? payout_id}</td>
<td>${notice.status}</td>
<td>${notice.fault === '' ? '—' : notice.fault}</td>
<td>${notice.tries}</td>
<td class="long">${notice.answer === '' ? '—' : notice.answer}</td>
</tr>`,
  )
  return table(titles, rows, 'Уведомлений ещё не было.')
}

import { SBP_BANKS } from './sbp-banks.ts'
import { markup, rubles } from './html.ts'
import type { Markup } from './html.ts'
import type { Totals } from './books.ts'
import { FAULT_CHOICES, faultWords } from './fault-choices.ts'
import { FAULT_METHODS } from './fault.ts'
import { moscowDate, moscowTime } from './moscow.ts'
import type { Operator } from './operator.ts'
import { isDisputable, isHeld, isRefundable } from './payment-lifecycle.ts'
import type { SandboxNotice, SandboxPayment, SandboxPayout } from './documents.ts'

function table(titles: readonly string[], rows: readonly Markup[], none: string): Markup {
  if (rows.length === 0) return markup`<p class="muted">${none}</p>`
  const head = titles.map((title) => markup`<th scope="col">${title}</th>`)
  return markup`<div class="scroll" tabindex="0"><table>
<thead><tr>${head}</tr></thead>
<tbody>${rows}</tbody>
</table></div>`
}

function when(at: number): Markup {
  return markup`<time datetime="${new Date(at).toISOString()}">${moscowDate(at)}<br>${moscowTime(at)}</time>`
}

function button(action: string, id: string, words: string): Markup {
  return markup`<form method="post"><input type="hidden" name="id" value="${id}"><button name="do" value="${action}">${words}</button></form>`
}

function refundForm(id: string): Markup {
  return markup`<form method="post" class="row"><input type="hidden" name="id" value="${id}">
<input name="rubles" inputmode="decimal" maxlength="10" placeholder="всё, ₽" aria-label="Сколько вернуть, ₽"><button name="do" value="refund">Вернуть</button></form>`
}

const DISPUTES = { '': '', taken: ', оспорен', won: ', спор выигран' } as const
const RAILS = { cards: 'карта', qrsbp: 'СБП' } as const

function paymentsTable(path: string, payments: readonly SandboxPayment[]): Markup {
  const titles = ['Когда', 'Заказ', 'Сумма', 'Чем', 'Состояние', 'Вернулось', '']
  return table(
    titles,
    payments.map((payment) => paymentRow(path, payment)),
    'Платежей ещё не было.',
  )
}

function paymentRow(path: string, payment: SandboxPayment): Markup {
  const { id, createdAt, link, orderId, description, amount, source, status, refunded } = payment
  const { dispute } = payment
  const isCabinets = isHeld(payment) || (isRefundable(payment) && dispute !== 'taken')
  const back = isCabinets ? refundForm(id) : null
  const complaint = isDisputable(payment) ? button('dispute', id, 'Оспорить') : null
  const win = dispute === 'taken' ? button('win', id, 'Выиграть спор') : null
  return markup`<tr>
<td>${when(createdAt)}</td>
<td class="long"><a href="${path}/pay/${link}">${orderId}</a><br><small>${description}</small></td>
<td class="sum">${rubles(amount)}</td>
<td>${source === null ? '—' : RAILS[source]}</td>
<td>${status}${DISPUTES[dispute]}</td>
<td class="sum">${refunded === 0 ? '—' : rubles(refunded)}</td>
<td><div class="row">${button('resend', id, 'Уведомить ещё раз')}${button('forge', id, 'Подделать')}${back}${complaint}${win}</div></td>
</tr>`
}

function payoutsTable(path: string, payouts: readonly SandboxPayout[]): Markup {
  const titles = ['Когда', 'Заказ', 'Сумма', 'Телефон', 'Банк', 'Состояние']
  return table(
    titles,
    payouts.map((payout) => payoutRow(path, payout)),
    'Выплат ещё не было.',
  )
}

function payoutRow(path: string, payout: SandboxPayout): Markup {
  const { createdAt, orderId, amount, phone, memberId, status } = payout
  return markup`<tr>
<td>${when(createdAt)}</td>
<td class="long">${orderId}</td>
<td class="sum">${rubles(amount)}</td>
<td><a href="${path}/phone/${phone}">+${phone}</a></td>
<td>${SBP_BANKS[memberId] ?? memberId}</td>
<td>${status}</td>
</tr>`
}

function noticesTable(notices: readonly SandboxNotice[]): Markup {
  const titles = ['Когда', 'Заказ', 'Состояние', 'Помеха', 'Попыток', 'Ответ магазина']
  const rows = notices.map(
    (notice) => markup`<tr>
<td>${when(notice.createdAt)}</td>
<td class="long">${notice.orderId}</td>
<td>${notice.status}</td>
<td>${notice.fault === '' ? '—' : notice.fault}</td>
<td>${notice.tries}</td>
<td class="long">${notice.answer === '' ? '—' : notice.answer}</td>
</tr>`,
  )
  return table(titles, rows, 'Уведомлений ещё не было.')
}

type Dashboard = Awaited<ReturnType<Operator['dashboard']>>
type BankAdminView = {
  /** The path before all addresses of the bank. */
  readonly path: string
  readonly dashboard: Dashboard
  readonly totals: Totals
  readonly balances: boolean
  /** The error of the last action. */
  readonly words?: string
}

const SUMS: readonly (readonly [keyof Totals, string])[] = [
  ['merchant', 'Счёт магазина'],
  ['owed', 'Ждёт зачисления'],
  ['held', 'Заблокировано'],
  ['taken', 'Списано у плательщиков'],
  ['refunded', 'Возвращено'],
  ['chargedBack', 'Оспорено'],
  ['fees', 'Комиссии банка'],
  ['inFlight', 'Выплаты в пути'],
  ['phones', 'Пришло на телефоны'],
]

/** All data of the bank, and the operator's buttons. */
export function adminPage(view: BankAdminView): Markup {
  const { path, dashboard, totals, balances, words } = view
  return markup`<h1>Стол оператора</h1>
${words === undefined ? null : markup`<p class="bad" role="alert">${words}</p>`}
<p>Деньги сохраняются: <b>${balances ? 'да' : 'нет'}</b></p>
<dl class="books">${SUMS.map(([name, title]) => sumOf(title, totals[name]))}</dl>
${clock(dashboard)}
${faults(dashboard)}
<h2>Операции</h2>
${paymentsTable(path, dashboard.payments)}
<h2>Выплаты</h2>
${payoutsTable(path, dashboard.payouts)}
<h2>Уведомления магазину</h2>
${noticesTable(dashboard.notices)}
<h2>Реестры</h2>
${registries(path, dashboard.days)}`
}

function sumOf(title: string, amount: number): Markup {
  return markup`<div><dt>${title}</dt><dd>${rubles(amount)}</dd></div>`
}

function clock({ now, offsetMs }: Dashboard): Markup {
  const hours = Math.round(offsetMs / 3_600_000)
  const ahead =
    hours === 0 ? 'как у всех' : `впереди на ${Math.floor(hours / 24)} дн ${hours % 24} ч`
  return markup`<h2>Часы банка</h2>
<p>${moscowDate(now)}, ${moscowTime(now)} МСК, ${ahead}</p>
<form method="post" class="row">
<input type="hidden" name="do" value="clock">
<button name="hours" value="1">+1 ч</button>
<button name="hours" value="24">+1 день</button>
<button name="hours" value="192">+8 дней</button>
</form>`
}

function faults({ faults: active }: Dashboard): Markup {
  const lines = active.map(
    (fault) => markup`<li>${faultWords(fault)}${fault.method === null ? '' : ` (${fault.method})`},
${fault.reference === null ? 'у всех' : `заказ ${fault.reference}`},
${fault.timesLeft === null ? 'пока не снята' : `осталось раз: ${fault.timesLeft}`}</li>`,
  )
  return markup`<h2>Помехи</h2>
${lines.length === 0 ? markup`<p class="muted">Всё работает.</p>` : markup`<ul>${lines}</ul>`}
<form method="post" class="row">
<label class="field">Что случится
<select name="fault">${FAULT_CHOICES.map(({ value, words }) => option(value, words))}</select></label>
<label class="field">У какого вызова
<select name="method">${FAULT_METHODS.map((method) => option(method, method))}</select></label>
<label class="field">Номер заказа
<input name="reference" maxlength="36" placeholder="у всех"></label>
<label class="field">Сколько раз
<input name="times" inputmode="numeric" maxlength="4" placeholder="пока не снять"></label>
<button name="do" value="fault">Включить</button>
<button name="do" value="clear">Снять все</button>
</form>`
}

function option(value: string, words: string): Markup {
  return markup`<option value="${value}">${words}</option>`
}

function registries(path: string, days: readonly string[]): Markup {
  if (days.length === 0) return markup`<p class="muted">Первый появится, когда кончится день.</p>`
  const links = days.map((day) => markup`<li><a href="${path}/registry?day=${day}">${day}</a></li>`)
  return markup`<ul>${links}</ul>`
}

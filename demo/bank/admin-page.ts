import { formatRubles, kopecks } from '#domain/money.ts'
import { noticesTable, paymentsTable, payoutsTable } from './admin-tables.ts'
import type { Totals } from './books.ts'
import { FAULT_CHOICES, faultWords } from './fault-choices.ts'
import { FAULT_METHODS } from './fault.ts'
import { moscowDate, moscowTime } from './moscow-time.ts'
import type { Operator } from './operator.ts'
import { markup } from '#server/platform/http/markup.ts'
import type { Html } from '#server/platform/http/markup.ts'

export type Desk = Awaited<ReturnType<Operator['desk']>>
export type BankAdminView = {
  readonly desk: Desk
  readonly totals: Totals
  readonly balances: boolean
  /** What was wrong with the last press. */
  readonly words?: string
}

const SUMS: readonly (readonly [keyof Totals, string])[] = [
  ['merchant', 'Счёт магазина'],
  ['owed', 'Ждёт зачисления'],
  ['held', 'Заблокировано'],
  ['taken', 'Списано у плательщиков'],
  ['refunded', 'Возвращено'],
  ['fees', 'Комиссии банка'],
  ['inFlight', 'Выплаты в пути'],
  ['phones', 'Пришло на телефоны'],
]

/** Everything the bank has, and the buttons of its operator. */
export function adminPage(view: BankAdminView): Html {
  const { desk, totals, balances, words } = view
  return markup`<h1>Стол оператора</h1>
${words === undefined ? null : markup`<p class="bad" role="alert">${words}</p>`}
<p>Деньги сохраняются: <b>${balances ? 'да' : 'нет'}</b></p>
<dl class="books">${SUMS.map(([name, title]) => sumOf(title, totals[name]))}</dl>
${clock(desk)}
${faults(desk)}
<h2>Операции</h2>
${paymentsTable(desk.payments)}
<h2>Выплаты</h2>
${payoutsTable(desk.payouts)}
<h2>Уведомления магазину</h2>
${noticesTable(desk.notices, [...desk.payments, ...desk.payouts])}
<h2>Реестры</h2>
${registries(desk.days)}`
}

function sumOf(title: string, amount: number): Html {
  return markup`<div><dt>${title}</dt><dd>${formatRubles(kopecks(amount))}</dd></div>`
}

function clock({ now, offsetMs }: Desk): Html {
  const hours = Math.round(offsetMs / 3_600_000)
  const ahead =
    hours === 0 ? 'как у всех' : `впереди на ${Math.floor(hours / 24)} дн ${hours % 24} ч`
  return markup`<h2>Часы банка</h2>
<p>${moscowDate(now)}, ${moscowTime(now)} МСК, ${ahead}</p>
<form method="post" class="row">
<input type="hidden" name="do" value="clock">
<button name="by" value="hour">+1 ч</button>
<button name="by" value="day">+1 день</button>
<button name="by" value="week">+8 дней</button>
</form>`
}

function faults({ faults: active }: Desk): Html {
  const lines = active.map(
    (fault) => markup`<li>${faultWords(fault)}${fault.method === null ? '' : ` (${fault.method})`},
${fault.reference === null ? 'у всех' : `заказ ${fault.reference}`},
${fault.times_left === null ? 'пока не снята' : `осталось раз: ${fault.times_left}`}</li>`,
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

function option(value: string, words: string): Html {
  return markup`<option value="${value}">${words}</option>`
}

function registries(days: readonly string[]): Html {
  if (days.length === 0) return markup`<p class="muted">Первый появится, когда кончится день.</p>`
  const links = days.map(
    (day) => markup`<li><a href="/sandbox-bank/registry?day=${day}">${day}</a></li>`,
  )
  return markup`<ul>${links}</ul>`
}

import { SBP_BANKS } from './sbp-banks.ts'
import { renderSVG } from 'uqr'
import { markup, raw, rubles } from './html.ts'
import type { Markup } from './html.ts'
import { isHeld, isOpen } from './payment-lifecycle.ts'
import type { SandboxPayment } from './documents.ts'
import { CARD_CODE, DEFAULT_CARD, TEST_CARDS } from './payer.ts'
import type { TestCard } from './payer.ts'

type PayView = {
  readonly payment: SandboxPayment
  readonly shop: string
  readonly now: Date
  readonly method: 'card' | 'sbp'
  /** The error of the submitted form. */
  readonly error?: string
  /** The text of the SBP code. */
  readonly code: string
}

/** Level M, with the quiet zone that readers need. */
export const QR = { ecc: 'M', border: 4 } as const

const OUTCOME_TEXTS: Record<TestCard['outcome'], string> = {
  pays: 'проходит',
  code: 'просит код',
  poor: 'недостаточно средств',
}

/** The page of a payment: the form, the prompt for the card's code, or the result. */
export function payPage(view: PayView): { title: string; body: Markup } {
  const { payment } = view
  const title = `Оплата ${rubles(payment.amount)}`
  if (!isOpen(payment)) return { title, body: markup`${head(view)}${ending(view)}` }
  const form = payment.status === '3DS_CHECKING' ? codeForm(payment) : methodForm(view)
  return { title, body: markup`${head(view)}${warning(view.error)}${form}` }
}

function head({ payment, shop, now }: PayView): Markup {
  const left = isOpen(payment)
    ? markup`<dt>Осталось</dt><dd>${timeLeft(payment.expiresAt, now)}</dd>`
    : null
  return markup`<h1>${rubles(payment.amount)}</h1>
<dl>
<dt>Кому</dt><dd>${shop}</dd>
<dt>За что</dt><dd>${payment.description === '' ? 'без описания' : payment.description}</dd>
${left}
</dl>`
}

/** «14 мин», «2 ч 5 мин», «меньше минуты». */
function timeLeft(until: number, now: Date): string {
  const minutes = Math.floor((until - now.getTime()) / 60_000)
  if (minutes < 1) return 'меньше минуты'
  const hours = Math.floor(minutes / 60)
  return hours === 0 ? `${minutes} мин` : `${hours} ч ${minutes % 60} мин`
}

function warning(error: string | undefined): Markup | null {
  return error === undefined ? null : markup`<p class="bad" role="alert">${error}</p>`
}

const LEAVE = markup`<button name="action" value="decline">Отклонить</button>
  <button name="action" value="close">Закрыть</button>`

function methodForm({ method, code }: PayView): Markup {
  const checked = (which: PayView['method']) => raw(which === method ? ' checked' : '')
  return markup`<form method="post" autocomplete="off">
<fieldset>
<legend class="muted">Чем платить</legend>
<div class="tabs">
<label class="tab"><input type="radio" name="method" value="card" id="by-card"${checked('card')}> Карта</label>
<label class="tab"><input type="radio" name="method" value="sbp" id="by-sbp"${checked('sbp')}> СБП</label>
</div>
</fieldset>
<div class="panel by-card">
<label class="field">Номер карты
<input name="card" value="${DEFAULT_CARD}" inputmode="numeric" maxlength="40"></label>
<p class="muted">Настоящую карту не вводите. Здесь есть только эти:</p>
<ul class="cards">${TEST_CARDS.map(cardLine)}</ul>
</div>
<div class="panel by-sbp">
<div class="qr" role="img" aria-label="QR-код">${raw(renderSVG(code, QR))}</div>
<p class="muted">Код ведёт на эту же страницу: наведите камеру телефона, если он видит этот сервер. Или выберите банк здесь.</p>
<fieldset>
<legend class="muted">Банк плательщика</legend>
<div class="banks">${Object.entries(SBP_BANKS).map(bankChoice)}</div>
</fieldset>
</div>
<div class="buttons">
<button class="main by-card" name="action" value="pay">Оплатить</button>
<button class="main by-sbp" name="action" value="pay">Оплатить в приложении</button>
${LEAVE}
</div>
</form>`
}

function cardLine({ number, system, outcome }: TestCard): Markup {
  return markup`<li><b>${number}</b> ${system} <small>${OUTCOME_TEXTS[outcome]}</small></li>`
}

function bankChoice([id, name]: [string, string], at: number): Markup {
  const checked = raw(at === 0 ? ' checked' : '')
  return markup`<label><input type="radio" name="bank" value="${id}"${checked}> ${name}</label>`
}

function codeForm({ pan }: SandboxPayment): Markup {
  return markup`<form method="post" autocomplete="off">
<div class="panel">
<h2>Подтвердите оплату</h2>
<p>Карта ${pan}. Настоящий банк прислал бы код в сообщении, этот показывает его здесь: <b>${CARD_CODE}</b></p>
<label class="field">Код 3-D Secure
<input name="code" inputmode="numeric" autocomplete="one-time-code" maxlength="10"></label>
</div>
<div class="buttons">
<button class="main" name="action" value="pay">Подтвердить</button>
${LEAVE}
</div>
</form>`
}

const ENDINGS: Partial<Record<SandboxPayment['status'], string>> = {
  AUTHORIZED: 'Деньги заблокированы на карте.',
  PARTIAL_REVERSED: 'Часть денег заблокирована на карте.',
  CONFIRMED: 'Оплачено.',
  REVERSED: 'Блокировка снята, деньги снова у плательщика.',
  REFUNDING: 'Деньги возвращаются плательщику.',
  ASYNC_REFUNDING: 'Деньги возвращаются плательщику.',
  PARTIAL_REFUNDED: 'Часть денег возвращена плательщику.',
  REFUNDED: 'Деньги возвращены плательщику.',
  CANCELED: 'Магазин отменил этот платёж.',
  REJECTED: 'Платёж отклонён.',
  AUTH_FAIL: 'Платёж не подтверждён.',
  DEADLINE_EXPIRED: 'Время на оплату вышло.',
}

function ending({ payment, shop }: PayView): Markup {
  const paid = payment.captured > 0 || isHeld(payment)
  const back = paid ? payment.successUrl : payment.failUrl
  return markup`<div class="panel">
<p><b>${ENDINGS[payment.status] ?? payment.status}</b></p>
<p>Платить здесь больше не нужно.</p>
<a href="${back}">Вернуться в «${shop}»</a>
</div>`
}

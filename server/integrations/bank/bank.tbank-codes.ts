import { HOUR_MS, moscowMidnight } from '#domain/time.ts'
import type { BankOutcome } from './bank.ts'
import { ok, unknown, stringOf } from './tbank-dialect.ts'
import type { BankFields } from './tbank-dialect.ts'

/**
 * `again`: refused in the current state, which may change; `never`: the same request gets the same answer; `hour`,
 * `tomorrow`: not before; `unclear`: the bank does not know the outcome itself, so the state is requested.
 */
type Verdict = 'again' | 'never' | 'hour' | 'tomorrow' | 'unclear'

/** The order is not known at this terminal. */
export const UNKNOWN_ORDER = '335'

/** Our keys and settings: a person fixes them, and the same request passes. */
const KEYS = {
  '202': ['again', 'терминал заблокирован'],
  '204': ['again', 'неверный токен'],
  '205': ['again', 'неверный токен или терминал не найден'],
  '322': ['again', 'неверная подпись'],
  '331': ['again', 'неверный терминал'],
  '411': ['again', 'сертификат не найден'],
  '412': ['again', 'срок сертификата истёк'],
  '413': ['again', 'сертификат заблокирован'],
  '501': ['again', 'терминал не найден'],
  '648': ['again', 'магазин заблокирован или не активирован'],
  '3001': ['again', 'оплата через СБП не включена'],
  '3019': ['again', 'СБП не включена в кабинете'],
} as const

/**
 * What the bank's codes mean for us. The source of all is its public documentation of payments, chapter «Коды ошибок»
 * (v1.80); which of them may pass by themselves is our reading of it. A code that is not listed here is `again`, so
 * that no payment is given up for an unknown code.
 */
export const CODES: Readonly<Record<string, readonly [Verdict, string]>> = {
  // Internal errors of the bank.
  '3': ['unclear', 'внутренняя ошибка эквайринга'],
  '21': ['unclear', 'внутренняя ошибка вызова'],
  '96': ['unclear', 'ошибка внутри банка'],
  '97': ['unclear', 'ошибка внутри банка'],
  '98': ['unclear', 'ошибка внутри банка'],
  '401': ['unclear', 'внутренняя ошибка системы'],
  '515': ['unclear', 'внутренняя ошибка'],
  '999': ['unclear', 'сбой, повторить позже'],
  '1018': ['unclear', 'статус платежа неизвестен'],
  '1096': ['unclear', 'системная ошибка'],
  '3040': ['unclear', 'техническая ошибка'],
  '7999': ['unclear', 'техническая ошибка'],
  '9001': ['unclear', 'сбой, повторить позже'],
  '9999': ['unclear', 'внутренняя ошибка системы'],

  // The state of the payment.
  '4': ['again', 'статус платежа не изменить'],
  '8': ['again', 'в этом статусе так нельзя'],
  '20': ['again', 'такой номер заказа уже был'],
  '255': ['again', 'платёж не найден'],
  '325': ['again', 'операция не найдена'],
  '330': ['never', 'сумма больше суммы платежа'],
  [UNKNOWN_ORDER]: ['again', 'заказ не найден'],
  '623': ['again', 'заказ уже оплачен'],
  '1076': ['again', 'не удалось отменить резервирование'],
  '3037': ['again', 'повторный вызов недоступен'],

  ...KEYS,

  // An invalid request.
  '12': ['never', 'неверный срок ссылки'],
  '212': ['never', 'неверная длина номера заказа'],
  '213': ['never', 'неверная длина описания'],
  '240': ['never', 'неверная сумма'],
  '251': ['never', 'сумма меньше допустимой'],
  '3017': ['never', 'срок ссылки вне допустимого'],

  // Refunds.
  '3002': ['again', 'на счёте не хватает денег для возврата'],
  '3028': ['never', 'банк покупателя отклонил возврат'],
  '3029': ['hour', 'одна попытка возврата в час'],
  '3030': ['tomorrow', 'попытки возврата на сегодня кончились'],
  '3031': ['never', 'банк покупателя отклонил возврат'],
  '3038': ['never', 'для возврата через СБП нужен счёт в Т-Банке'],
  '3041': ['tomorrow', 'попытки на сегодня кончились'],
  '3042': ['hour', 'одна попытка в час'],
  '5036': ['never', 'банк покупателя счёл операцию подозрительной'],
  '5038': ['never', 'банк покупателя отклонил возврат по закону'],
  '5043': ['never', 'банк покупателя отклонил операцию'],

  // Payouts: «Массовые выплаты» v1.46, «Для выплат по СБП». Of the codes SBP_… only SBP_001 is published, and it is an
  // internal error of the bank: so each of them is `again`.
  '99': ['again', 'повторить позже'],
  '102': ['again', 'повторить позже'],
  '103': ['again', 'на счёте не хватает денег для выплаты'],
  '1116': ['again', 'сумма больше баланса'],
  '1202': ['again', 'повторить позже'],
  '1204': ['again', 'повторить позже'],
  '1237': ['never', 'получатель в базе Банка России (161-ФЗ)'],
  '1502': ['again', 'на счёте не хватает денег для выплаты'],
  '1503': ['again', 'счёт в неверном статусе'],
  '3004': ['again', 'СБП недоступна магазину'],
  '3005': ['again', 'банк получателя не ответил'],
  '3007': ['again', 'СБП отказала'],
  '3008': ['never', 'у получателя нет счёта в этом банке'],
  '3009': ['never', 'СБП или банк получателя отказали'],
  '3010': ['never', 'у получателя нет счёта в этом банке'],
  '3032': ['hour', 'одна попытка выплаты в час'],
  '3033': ['tomorrow', 'попытки выплаты на сегодня кончились'],
  '3034': ['never', 'банк получателя отклонил выплату'],
  '3035': ['never', 'банк получателя отклонил выплату'],
  '3036': ['again', 'выплата не прошла'],
  '4001': ['again', 'не хватает параметров'],
  '4002': ['again', 'неверные параметры'],
  '4003': ['again', 'СБП недоступна магазину'],
  '4004': ['again', 'повторить позже'],
  '4005': ['again', 'выплата с таким номером уже есть'],
  '4006': ['again', 'неверный номер выплаты'],
  '4007': ['again', 'неверный код валютной операции'],
  '4008': ['again', 'нет кода валютной операции'],
}

/** The recipient or the recipient's bank refuses the payout: only then is its number no longer usable. */
export const REFUSED_BY_RECIPIENT: ReadonlySet<string> = new Set([
  '1237',
  '3008',
  '3009',
  '3010',
  '3034',
  '3035',
])

/** Whether a refusal is about our keys or addresses, whatever the request was. */
export function isAboutKeys(code: string): boolean {
  return Object.hasOwn(KEYS, code) || code.startsWith('http_')
}

/** Returns the answer if the bank did what was requested, else what its refusal means. */
export function answerOf(fields: BankFields, now: Date): BankOutcome<BankFields> {
  if (succeeded(fields)) return ok(fields)
  const code = stringOf(fields['ErrorCode'])
  if (fields['Success'] === undefined || code === null || code === '0')
    return unknown('the answer says neither yes nor no')
  const [verdict, meaning] = Object.hasOwn(CODES, code) ? CODES[code]! : (['again', ''] as const)
  if (verdict === 'unclear') return unknown(`the bank answers ${code}: ${meaning}`)
  if (verdict === 'hour')
    return { outcome: 'later', retryAt: new Date(now.getTime() + HOUR_MS), code }
  // The fast payment system counts its days in Moscow.
  if (verdict === 'tomorrow') return { outcome: 'later', retryAt: moscowMidnight(now, 1), code }
  const text = wordsOf(fields) ?? meaning
  return { outcome: 'declined', code, text, final: verdict === 'never' }
}

/** Whether the bank answers that the outcome is unknown: then all other fields of the answer are ignored. */
export function isUnclear(fields: BankFields): boolean {
  const code = stringOf(fields['ErrorCode'])
  return !succeeded(fields) && code !== null && CODES[code]?.[0] === 'unclear'
}

// A boolean may come as text, as it does in the list of an order's payments.
function succeeded(fields: BankFields): boolean {
  return fields['Success'] === true || fields['Success'] === 'true'
}

const LONGEST_WORDS = 300

function wordsOf(fields: BankFields): string | null {
  const texts = [fields['Message'], fields['Details']].map(stringOf).filter((text) => text !== null)
  return texts.length === 0 ? null : [...new Set(texts)].join('. ').slice(0, LONGEST_WORDS)
}

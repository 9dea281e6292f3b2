import { parseLossless } from '#server/integrations/bank/tbank-dialect/json.ts'

export type DialectFields = Readonly<Record<string, unknown>>

/** The fields of a question, or null where the body is no JSON object. */
export function readFields(text: string): DialectFields | null {
  try {
    const read = parseLossless(text)
    return typeof read === 'object' && read !== null && !Array.isArray(read) ? { ...read } : null
  } catch {
    return null
  }
}

/** A «no» of the bank, in its own codes. */
export type Refused = { readonly code: string; readonly message: string; readonly details: string }

function no(code: string, message: string, details = message): Refused {
  return { code, message, details }
}

export const NO = {
  wrongStatus: (details: string) => no('8', 'Неверный статус транзакции', details),
  wrongDueDate: no('12', 'Неверный параметр RedirectDueDate'),
  repeatedOrder: no('20', 'Ошибка повторного идентификатора заказа'),
  empty: (field: string) => no('201', 'Неверные параметры', `Поле ${field} не заполнено`),
  wrongField: (field: string) => no('201', 'Неверные параметры', `Поле ${field} заполнено неверно`),
  wrongToken: no('204', 'Неверный токен. Проверьте пару TerminalKey/SecretKey'),
  wrongAmount: (details: string) => no('251', 'Неверная сумма', details),
  noPayment: no('255', 'Платеж не найден'),
  noReceipt: no('309', 'Неверные параметры', 'Поле Receipt не должно быть пустым'),
  noReceiptAddress: no(
    '329',
    'Неверные параметры',
    'Email или Phone обязательны при передаче чека',
  ),
  otherReceiptSum: no('334', 'Неверные параметры', 'Суммы в чеке и в платеже не совпадают'),
  tooMuchBack: no('330', 'Неверная сумма', 'Вернуть можно не больше, чем осталось'),
  noOrder: no('335', 'Заказ не найден'),
  noTerminal: no('501', 'Терминал не найден'),
  notEnoughForPayout: no('1116', 'Сумма превышает остаток на счете'),
  repeatedPayout: no('4005', 'Выплата по данному OrderId уже инициирована'),
  notRefunded: (code: string) => no(code, 'Вернуть деньги не получилось', REFUNDS[code] ?? ''),
} as const

const REFUNDS: Readonly<Record<string, string>> = {
  '3002': 'На счете недостаточно денег для возврата',
  '3028': 'Банк плательщика отказался принять возврат',
  '3029': 'Неудачных возвратов больше одного за час',
  '3030': 'Неудачных возвратов больше пяти за день',
}

/** A «no» as the fields of an answer. */
export function refusal({ code, message, details }: Refused): DialectFields {
  return { Success: false, ErrorCode: code, Message: message, Details: details }
}

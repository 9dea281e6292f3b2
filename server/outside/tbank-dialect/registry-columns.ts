/**
 * The columns of the acquirer's daily registry as its documentation lists them; the titles are ours, for
 * the document names fields and no header line. A reader finds columns by these titles, in any order.
 */
export const REGISTRY_TITLES = {
  payer: 'Номер карты или телефона',
  paymentSystem: 'Платежная система',
  reference: 'Номер заказа',
  date: 'Дата операции',
  time: 'Время операции',
  zone: 'Часовой пояс',
  authCode: 'Код авторизации',
  terminal: 'Терминал',
  processedOn: 'Дата обработки',
  transferredOn: 'Дата перечисления',
  gross: 'Сумма операции',
  fee: 'Комиссия банка',
  fiscalFee: 'Комиссия за фискализацию',
  net: 'Сумма к перечислению',
  operation: 'Тип операции',
  rrn: 'RRN',
  bankPaymentId: 'Payment ID',
  terminalName: 'Название терминала',
  cardType: 'Тип карты',
  extra: 'DATA',
  description: 'Описание',
} as const

/** In the order in which they are written. Dates are 31.12.2026, times 23:59:59 in Moscow, sums 1234,56. */
export const REGISTRY_COLUMNS: readonly string[] = Object.values(REGISTRY_TITLES)

/** Text as the registry's bytes (windows-1251); what has no letter there becomes a question mark. */
export function cp1251Bytes(text: string): Uint8Array {
  return Uint8Array.from(text, (letter) => BYTES.get(letter) ?? QUESTION_MARK)
}

/** The registry's bytes as text. */
export function cp1251Text(bytes: Uint8Array): string {
  return new TextDecoder('windows-1251').decode(bytes)
}

const QUESTION_MARK = 0x3f
const ALL_BYTES = Uint8Array.from({ length: 256 }, (_, byte) => byte)
const BYTES = new Map(Array.from(cp1251Text(ALL_BYTES), (letter, byte) => [letter, byte]))

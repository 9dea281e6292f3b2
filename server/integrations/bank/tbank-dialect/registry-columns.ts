/**
 * The columns of the acquirer's daily registry, named as the bank's documentation names its fields. A
 * reader finds columns by these titles, whatever their order.
 */
export const REGISTRY_TITLES = {
  number: 'Порядковый номер',
  payer: 'Номер карты/телефона',
  paymentSystem: 'ПС',
  reference: 'Номер заказа',
  date: 'Дата операции',
  time: 'Время операции',
  zone: 'Временная зона',
  authCode: 'Код авторизации',
  terminal: 'Код терминала',
  processedOn: 'Дата обработки операции',
  transferredOn: 'Дата перечисления',
  gross: 'Сумма операции (руб.)',
  fee: 'Комиссия Банка (руб.)',
  fiscalFee: 'Комиссия за фискализацию (руб.)',
  net: 'К перечислению (руб.)',
  operation: 'Тип операции',
  rrn: 'RRN',
  bankPaymentId: 'Payment ID',
  terminalName: 'Название терминала',
  cardType: 'Тип карты',
  extra: 'DATA',
  description: 'Описание',
} as const

export type RegistryColumn = keyof typeof REGISTRY_TITLES

/**
 * In the order of the document. Lines end with CR LF, fields are parted by `;`, dates are 31.12.2026, times
 * 23:59:59 in the zone MSK, sums 1234.56. `fiscalFee` stands only in the registries of those who pay one.
 */
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

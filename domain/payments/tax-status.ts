import { checkLine, checkTogether } from '../fields.ts'
import { Refusal } from '../refusal.ts'

/** The tax statuses of an artist, with the names that he reads. */
export const TAX_STATUSES = {
  self_employed: 'Самозанятый',
  entrepreneur: 'ИП',
  company: 'Организация',
  person: 'Физическое лицо',
} as const
export type TaxStatus = keyof typeof TAX_STATUSES

/** The seller's data on receipts; empty without a status. */
export type TaxSettings = {
  readonly taxStatus: TaxStatus | null
  readonly taxName: string
  /** Ten or twelve digits; only a `person` may have none. */
  readonly taxInn: string
}

/** Those alone, of settings that hold more. */
export function taxOf({ taxStatus, taxName, taxInn }: TaxSettings): TaxSettings {
  return { taxStatus, taxName, taxInn }
}

/** The maximum length on a fiscal receipt. */
export const TAX_NAME_LENGTH = 239

/** The text for an artist without a status, where receipts are made; `needed`: payouts wait for it. */
export const NO_STATUS_TEXTS = {
  asked:
    'Укажите в настройках, кто вы для налоговой: самозанятый, ИП, организация или физлицо. Без этого в чеке слушателя не будет ваших данных.',
  needed:
    'Сначала укажите в настройках, кто вы для налоговой: самозанятый, ИП, организация или физлицо. До этого выплаты ждут.',
} as const

const WEIGHTS = {
  10: [[2, 4, 10, 3, 5, 9, 4, 6, 8]],
  12: [
    [7, 2, 4, 10, 3, 5, 9, 4, 6, 8],
    [3, 7, 2, 4, 10, 3, 5, 9, 4, 6, 8],
  ],
} as const

/** Whether these are `length` digits, with valid check digits at the end. */
function isInn(digits: string, length: 10 | 12): boolean {
  if (digits.length !== length || !/^\d+$/u.test(digits) || /^0+$/u.test(digits)) return false
  return WEIGHTS[length].every((weights) => {
    const sum = weights.reduce<number>(
      (total, weight, at) => total + weight * Number(digits[at]),
      0,
    )
    return (sum % 11) % 10 === Number(digits[weights.length])
  })
}

function checkInn(typed: string, status: TaxStatus): string {
  const inn = typed.replace(/\s/gu, '')
  if (inn === '' && status === 'person') return ''
  const refuse = (text: string) => new Refusal('VALIDATION', text, 'taxInn')
  if (inn === '') throw refuse('Введите ИНН')
  const length = status === 'company' ? 10 : 12
  if (!/^\d+$/u.test(inn) || inn.length !== length)
    throw refuse(`В ИНН ${status === 'company' ? 'организации' : 'человека'} ${length} цифр`)
  if (!isInn(inn, length)) throw refuse('Проверьте ИНН: в одной из цифр ошибка')
  return inn
}

/** Returns the typed settings, normalized, blank without a status. Refuses VALIDATION at `taxName` and `taxInn`. */
export function checkTaxSettings({ taxStatus, taxName, taxInn }: TaxSettings): TaxSettings {
  if (taxStatus === null) return { taxStatus, taxName: '', taxInn: '' }
  return checkTogether<TaxSettings>({
    taxStatus: () => taxStatus,
    taxName: () =>
      checkLine(taxName, {
        field: 'taxName',
        max: TAX_NAME_LENGTH,
        blank: taxStatus === 'company' ? 'Введите название' : 'Введите фамилию, имя и отчество',
        tooLong: `Лимит ${TAX_NAME_LENGTH} символов`,
      }),
    taxInn: () => checkInn(taxInn, taxStatus),
  })
}

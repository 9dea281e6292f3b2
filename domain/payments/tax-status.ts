import { checkLine, checkTogether } from '../fields.ts'
import { Refusal } from '../refusal.ts'

/** Who an artist is to the tax office, and how he reads it. */
export const TAX_STATUSES = {
  self_employed: 'Самозанятый',
  entrepreneur: 'ИП',
  company: 'Организация',
  person: 'Физическое лицо',
} as const
export type TaxStatus = keyof typeof TAX_STATUSES

/** What receipts say of whom a song was bought from; nothing of it without a status. */
export type TaxSettings = {
  readonly taxStatus: TaxStatus | null
  readonly taxName: string
  /** Ten or twelve digits; a person alone may have none. */
  readonly taxInn: string
}

/** What a fiscal receipt takes. */
export const TAX_NAME_LENGTH = 239

/** What an artist reads who has no status, where receipts are made; `needed`: payouts wait for it. */
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

/** Whether these are so many digits and the last of them check the others. */
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

/** Takes them as typed and gives them tidied, blank without a status. Refuses VALIDATION at `taxName` and `taxInn`. */
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

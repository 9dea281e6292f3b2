import type { Settings } from '#contract/shapes.ts'
import type { PaymentSettings, PayoutAddress } from '#domain/payment-settings.ts'
import { checkPaymentSettings, checkPayoutAddress } from '#domain/payment-settings.ts'
import type { FieldRefusals } from '#domain/refusal.ts'
import { Refusal } from '#domain/refusal.ts'

/** The payment settings as they stand in the fields. */
export type PaymentForm = {
  phoneNumber: string
  /** Empty where no bank is chosen. */
  sbpNumberId: string
  description: string
  paidSongsEnabled: boolean
  /** Rubles, as digits. */
  minSongAmount: string
}

export function formOf(settings: Settings['paymentDTO']): PaymentForm {
  return {
    ...settings,
    phoneNumber: settings.phoneNumber ?? '',
    sbpNumberId: settings.sbpNumberId ?? '',
    minSongAmount: String(settings.minSongAmount),
  }
}

type Judged<T> = { right: T } | { wrong: FieldRefusals }

/** What the server would say of the form, said at once. */
export function judge(form: PaymentForm): Judged<PaymentSettings> {
  return judged(() => checkPaymentSettings({ ...form, minSongAmount: Number(form.minSongAmount) }))
}

/** The same of the two fields that a check of the number needs. */
export function judgeAddress(form: PaymentForm): Judged<PayoutAddress> {
  return judged(() => checkPayoutAddress(form))
}

function judged<T>(check: () => T): Judged<T> {
  try {
    return { right: check() }
  } catch (error) {
    if (!(error instanceof Refusal) || error.fields === undefined) throw error
    return { wrong: error.fields }
  }
}

/** A telephone is often pasted with its plus, brackets and hyphens. */
export function tidyPhone(typed: string): string {
  return typed.replaceAll(/[\s()+–-]/gu, '')
}

/** The server names a field by its whole path, `paymentDTO.phoneNumber`; the check of a number calls the telephone `number`. */
export function bareFields(fields: FieldRefusals): FieldRefusals {
  return Object.fromEntries(
    Object.entries(fields).map(([path, words]) => {
      const name = path.split('.').at(-1) ?? path
      return [name === 'number' ? 'phoneNumber' : name, words]
    }),
  )
}

import type { Settings } from '#contract/shapes.ts'
import type { PayoutAddress } from '#domain/payment-settings.ts'
import { checkPayoutAddress } from '#domain/payment-settings.ts'
import type { Judged } from './judged.ts'
import { judged } from './judged.ts'

/** The payment settings as they stand in the fields. */
export type PaymentFields = {
  phoneNumber: string
  /** Empty where no bank is chosen. */
  sbpNumberId: string
  description: string
  paidSongsEnabled: boolean
  /** Rubles, as digits. */
  minSongAmount: string
}

export function paymentFieldsOf(settings: Settings['paymentDTO']): PaymentFields {
  return {
    ...settings,
    phoneNumber: settings.phoneNumber ?? '',
    sbpNumberId: settings.sbpNumberId ?? '',
    minSongAmount: String(settings.minSongAmount),
  }
}

/** What the server would say of the two fields that a check of the number needs. */
export function judgeAddress(fields: PaymentFields): Judged<PayoutAddress> {
  return judged(() => checkPayoutAddress(fields))
}

/** A telephone is often pasted with its plus, brackets and hyphens. */
export function tidyPhone(typed: string): string {
  return typed.replaceAll(/[\s()+–-]/gu, '')
}

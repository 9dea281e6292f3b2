import type { AnswerOf } from '#contract/endpoint.ts'
import type { api } from '#contract/index.ts'
import { kopecks } from '#domain/money.ts'
import { PAYOUT_BANKS } from '#domain/payments/payout.ts'
import { owedText } from '#domain/payments/return-debt.ts'
import { phoneText } from '#domain/russian.ts'
import type { Viewer } from '#web/lib/format.ts'
import { payoutFault } from '#web/parts/money/payout-now.ts'

export type Balance = AnswerOf<typeof api.payment.balance>

/** Where the money goes by itself, or what it waits for. */
export function whereTo(
  { number, debt }: Pick<Balance, 'number' | 'debt'>,
  viewer: Viewer,
): string {
  if (debt > 0) return owedText(kopecks(debt))
  const isFrozen = number.frozen === true
  if (!isFrozen && number.state !== 'checked')
    return 'Копятся здесь, пока номер для выплат не проверен'
  if (!isFrozen && number.recipient?.confirmed === false)
    return 'Копятся здесь, пока получатель не подтверждён'
  const bank = PAYOUT_BANKS[number.sbpNumberId ?? '']
  const to = [phoneText(number.phoneNumber ?? ''), bank].filter(Boolean).join(', ')
  return payoutFault(number, viewer) ?? `После концерта придут на номер ${to}`
}

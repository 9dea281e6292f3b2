import { PAYOUT_BANKS } from '#domain/payments/payout.ts'
import { phoneText } from '#domain/russian.ts'
import { Button } from '#web/ui/buttons/button.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import css from './balance.module.css'
import type { BalanceView } from './use-balance.ts'

/** «Куда»: the number of the payouts, and whom the bank names as its owner. */
export function WhereTo({ number }: Pick<BalanceView, 'number'>) {
  const { phoneNumber, sbpNumberId, recipient, state } = number
  const isSet = phoneNumber !== null && phoneNumber !== ''
  const bank = PAYOUT_BANKS[sbpNumberId ?? ''] ?? ''
  return (
    <Section title="Куда">
      <div className={css.line}>
        <div className={css.words}>
          <p className={css.title}>
            {isSet
              ? [bank, phoneText(phoneNumber)].filter(Boolean).join(', ')
              : 'Номер ещё не указан'}
          </p>
          {isSet && <p className="t-s muted">{whose(state, recipient)}</p>}
        </div>
        <Button size="s" href="/artist/account-settings#payment">
          {isSet ? 'Сменить' : 'Указать'}
        </Button>
      </div>
    </Section>
  )
}

function whose(
  state: BalanceView['number']['state'],
  recipient: BalanceView['number']['recipient'],
): string {
  if (state !== 'checked') return 'Номер не проверен'
  if (recipient === undefined) return 'Номер проверен'
  return recipient.confirmed ? `${recipient.name} Это вы` : `${recipient.name} Это вы?`
}

import { PAYOUT_BANKS } from '#domain/payout.ts'
import { rubles } from '#web/lib/signed-rubles.ts'
import { Banknote } from '#web/ui/artist-icons.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import css from './balance.module.css'
import type { OwnBalance } from './use-balance.ts'
import type { WithdrawalAnswer } from './use-withdrawal.ts'
import { useWithdrawal } from './use-withdrawal.ts'

export type WithdrawProps = { own: OwnBalance }

/** The button that sends the available money to the checked number; where it cannot, why. */
export function Withdraw({ own }: WithdrawProps) {
  const withdrawal = useWithdrawal(own)
  const { amount, whyNot, stage, done } = withdrawal
  const { phoneNumber, sbpNumberId } = own.balance.number
  const address = `${phoneNumber ?? ''}, ${PAYOUT_BANKS[sbpNumberId ?? ''] ?? ''}`
  return (
    <div className={css.withdraw}>
      <Button
        variant="primary"
        block
        icon={<Banknote className="ico" />}
        disabled={amount === 0}
        aria-describedby={whyNot === null ? undefined : 'why-not'}
        onClick={withdrawal.ask}
      >
        Вывести
      </Button>
      <output id="why-not" className={css.why}>
        {whyNot !== null && <p>{whyNot.words}</p>}
        {whyNot?.code === 'NUMBER_NOT_SET' && (
          <Button href="/artist/account-settings" size="s">
            Открыть настройки
          </Button>
        )}
      </output>
      <Dialog
        open={stage === 'asking'}
        onClose={withdrawal.dismiss}
        title={`Вывести ${rubles(amount)}?`}
        safe="Не сейчас"
        confirm="Вывести"
        confirming={withdrawal.sending}
        onConfirm={withdrawal.send}
      >
        <p>{`Отправим деньги на номер ${address}. Обычно они приходят за несколько минут.`}</p>
      </Dialog>
      <Dialog
        open={stage === 'done'}
        onClose={withdrawal.dismiss}
        title={done === null ? '' : TITLES[done.state]}
        safe="Понятно"
      >
        {done !== null && <p>{outcome(done, address)}</p>}
      </Dialog>
    </div>
  )
}

const TITLES: Record<WithdrawalAnswer['state'], string> = {
  reserved: 'Деньги отправляются',
  initiated: 'Деньги отправляются',
  sent: 'Деньги в пути',
  completed: 'Деньги отправлены',
  rejected: 'Вывод не прошёл',
}

function outcome({ amount, state }: WithdrawalAnswer, address: string): string {
  if (state === 'rejected')
    return `Банк не принял ${rubles(amount)} на номер ${address}. Деньги остались на балансе.`
  if (state === 'completed') return `${rubles(amount)} пришли на номер ${address}.`
  return `${rubles(amount)} идут на номер ${address}. Когда они дойдут, это будет видно здесь.`
}

import type { ReactNode } from 'react'
import { PAYOUT_BANKS } from '#domain/payout.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { LoadingWords } from '#web/ui/loading-words.tsx'
import css from './account-settings.module.css'
import { CHECK_SENDS, CHECK_TAKES, CHECK_WARNING } from './number-words.ts'
import type { PaymentFields } from './payment-fields.ts'
import type { NumberCheck } from './use-number-check.ts'

export type NumberCheckDialogsProps = { check: NumberCheck; payment: PaymentFields }

/** Before a check: what it costs. After the bank's page was opened: how it goes. */
export function NumberCheckDialogs({ check, payment }: NumberCheckDialogsProps) {
  const { phoneNumber, sbpNumberId } = payment
  const address = `${phoneNumber}, ${PAYOUT_BANKS[sbpNumberId] ?? ''}`
  const told = outcome(check.number?.state, address)
  return (
    <>
      <Dialog
        open={check.stage === 'asking'}
        onClose={check.dismiss}
        title="Проверить номер?"
        safe="Не сейчас"
        confirm="Проверить"
        confirming={check.starting}
        onConfirm={() => void check.start()}
      >
        <p className={css.address}>{address}</p>
        <p>{CHECK_WARNING}</p>
      </Dialog>
      <Dialog
        open={check.stage === 'paying'}
        onClose={check.dismiss}
        title={told.title}
        tone={told.bad ? 'danger' : 'plain'}
        safe="Понятно"
      >
        <div className={css.told}>{told.body}</div>
      </Dialog>
    </>
  )
}

function outcome(
  state: string | undefined,
  address: string,
): { title: string; bad?: boolean; body: ReactNode } {
  if (state === 'checked')
    return {
      title: 'Номер проверен',
      body: (
        <p>{`${CHECK_SENDS} отправлены на номер ${address}. Выплаты будут приходить на него.`}</p>
      ),
    }
  if (state === 'rejected')
    return {
      title: 'Номер не подошёл',
      bad: true,
      body: (
        <p>{`Банк не принял ${CHECK_SENDS} на номер ${address}. Проверьте телефон и банк. ${CHECK_TAKES} вернутся туда, откуда вы платили.`}</p>
      ),
    }
  if (state === 'unchecked')
    return {
      title: 'Оплата не прошла',
      bad: true,
      body: <p>Номер не проверен, деньги не списаны. Попробуйте проверить его ещё раз.</p>,
    }
  return {
    title: 'Ждём оплату',
    body: (
      <>
        <p>{`Оплатите ${CHECK_TAKES} в открывшемся окне. Сразу после оплаты ${CHECK_SENDS} уйдут на номер ${address}.`}</p>
        <LoadingWords
          text="Проверяем номер…"
          lateText="Пока не пришло. Окно оплаты можно открыть ещё раз кнопкой «Проверить номер»."
        />
      </>
    ),
  }
}

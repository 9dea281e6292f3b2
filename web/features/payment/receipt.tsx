import type { PaymentShown } from '#contract/payment.ts'
import { sumOf } from './money-words.ts'
import css from './receipt.module.css'

export type ReceiptProps = { payment: PaymentShown }

/** What is paid, and for whom. */
export function Receipt({ payment }: ReceiptProps) {
  const { kind, songTitle, artistName, artistUsername } = payment
  return (
    <dl className={css.receipt}>
      {kind === 'song' && songTitle !== undefined && (
        <>
          <dt>Песня</dt>
          <dd>{songTitle}</dd>
        </>
      )}
      {kind !== 'check' && (
        <>
          <dt>{kind === 'song' ? 'Играет' : 'Кому'}</dt>
          <dd>{artistName === '' ? artistUsername : artistName}</dd>
        </>
      )}
      <dt>Сумма</dt>
      <dd className="tnum">{sumOf(payment)}</dd>
    </dl>
  )
}

import { rubles } from '#web/lib/signed-rubles.ts'
import css from './balance.module.css'
import type { BalanceView } from './load-balance.ts'

export type FiguresProps = {
  balance: Pick<BalanceView, 'available' | 'held' | 'paidOut' | 'inFlight'>
}

/** How much there is to take, to wait for, and how much was taken. */
export function Figures({ balance }: FiguresProps) {
  const { available, held, paidOut, inFlight } = balance
  return (
    <dl className={css.figures}>
      <div className={css.available}>
        <dt>Доступно</dt>
        <dd className="d-xl">{rubles(available)}</dd>
      </div>
      <div>
        <dt>Удерживается</dt>
        <dd className="d-s">{rubles(held)}</dd>
      </div>
      {inFlight > 0 && (
        <div>
          <dt>В пути</dt>
          <dd className="d-s">{rubles(inFlight)}</dd>
        </div>
      )}
      <div>
        <dt>Выплачено</dt>
        <dd className="d-s">{rubles(paidOut)}</dd>
      </div>
    </dl>
  )
}

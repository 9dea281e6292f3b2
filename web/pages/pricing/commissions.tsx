import { COMMISSION_BPS } from '#domain/money.ts'
import css from './commissions.module.css'

const COMMISSIONS = [
  {
    percent: COMMISSION_BPS.song / 100,
    of: 'С заказов песен',
    words: 'Удерживаем с музыканта и только за сыгранную песню. Отменённый заказ ничего не стоит.',
  },
  {
    percent: COMMISSION_BPS.tip / 100,
    of: 'С благодарностей',
    words: 'Удерживаем с музыканта. Слушатель платит ровно столько, сколько ввёл.',
  },
]

/** What is withheld, as large as a poster says it. */
export function Commissions() {
  return (
    <div className={css.commissions}>
      {COMMISSIONS.map(({ percent, of, words }) => (
        <div key={of} className={css.commission}>
          <b aria-hidden="true">{percent}%</b>
          <div>
            <h3 className="d-xs">
              <span className="sr">{percent}% </span>
              {of}
            </h3>
            <p className="muted">{words}</p>
          </div>
        </div>
      ))}
    </div>
  )
}

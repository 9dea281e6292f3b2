import type { Earnings } from '#contract/payment.ts'
import { counted } from '#domain/russian.ts'
import { dayAndTime } from '#web/lib/day-and-time.ts'
import { rubles } from '#web/lib/signed-rubles.ts'
import { useViewerZone } from '#web/lib/use-viewer-zone.ts'
import { Anchor } from '#web/ui/anchor.tsx'
import css from './balance.module.css'
import { breakdown } from './entry-words.ts'

export type EarningsLineProps = { concert: Earnings }

const orders = (count: number) => counted(count, 'заказ', 'заказа', 'заказов')

/** One concert: what was played and paid, what went back, what still waits. */
export function EarningsLine({ concert }: EarningsLineProps) {
  const zone = useViewerZone('Europe/Moscow')
  const { title, dateTimeStart, played, returned, net, held, givenBack } = concert
  const sum = breakdown(concert)
  return (
    <li className={css.line}>
      <div className={css.words}>
        <p className={css.title}>
          {concert.deleted ? (
            title
          ) : (
            <Anchor href={`/artist/session/${concert.sessionId}`} className="link">
              {title}
            </Anchor>
          )}
        </p>
        {concert.deleted && <p className="t-s muted">Концерт удалён</p>}
        <p className="t-s muted">
          <time dateTime={dateTimeStart}>{dayAndTime(dateTimeStart, zone)}</time>
        </p>
        <p className="t-s muted">Сыграно: {orders(played)}</p>
        {sum !== null && <p className="t-s muted">{sum}</p>}
        {held > 0 && <p className="t-s muted">Удерживается {rubles(held)}</p>}
        {returned > 0 && (
          <p className="t-s muted">
            Вернули слушателям {rubles(givenBack)}: {orders(returned)}
          </p>
        )}
      </div>
      <div className={css.sum}>
        <p className="d-xs">{rubles(net)}</p>
        <p className="t-s muted">Зачислено</p>
      </div>
    </li>
  )
}

import { X } from 'lucide-react'
import type { PaymentShown } from '#contract/payment.ts'
import type { QueueEntry } from '#contract/shapes.ts'
import { formatRubles, kopecks } from '#domain/money.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import type { PaidOrder } from '../../lib/paid-orders.ts'
import { useViewerZone } from '../../lib/use-viewer-zone.ts'
import { Announcer } from '../announcer.tsx'
import { SongCover } from '../song-cover.tsx'
import { isPayable, isSettled, moneyOf, songPlaceOf } from './order-state.ts'
import css from './my-order-card.module.css'

export type MyOrderCardProps = {
  order: PaidOrder
  /** Null until the server has said what became of it. */
  payment: PaymentShown | null
  /** Where its song waits at the moment. */
  entry: QueueEntry | undefined
  onDismiss: () => void
}

/** One paid order: the song, where it stands, and where the money is. */
export function MyOrderCard({ order, payment, entry, onDismiss }: MyOrderCardProps) {
  const { orderId, title, artistName } = order
  const zone = useViewerZone('Europe/Moscow')
  const place = payment && songPlaceOf(payment, entry)
  const money = payment && moneyOf(payment, zone)
  const payHref = payment?.paymentURL
  return (
    <li className={css.card}>
      <div className={css.head}>
        <SongCover songId={order.songId ?? title} imageUrl={entry?.imageUrl ?? ''} />
        <div className={css.words}>
          <p className={css.title}>{title}</p>
          <p className={css.artist}>{artistName}</p>
        </div>
        {payment && isSettled(payment) && (
          <IconButton label={`Убрать заказ «${title}»`} onClick={onDismiss}>
            <X className="ico" />
          </IconButton>
        )}
      </div>
      <div className={css.state}>
        {place && <Badge tone={place.status === 'NOW' ? 'now' : 'plain'}>{place.words}</Badge>}
        <span className={money ? css[money.tone] : 'muted'}>
          {money === null ? 'Узнаём, что с заказом: ' : `${money.words}, `}
          <b className={css.sum}>{formatRubles(kopecks(payment?.amount ?? order.amount))}</b>
        </span>
      </div>
      {place && money && <Announcer words={`${title}: ${place.words}. ${money.words}`} />}
      <div className={css.ways}>
        {payment && isPayable(payment) && (
          <Button
            size="s"
            variant="invert"
            href={payHref ?? `/payment/${orderId}`}
            {...(payHref !== undefined && { target: '_blank', rel: 'noopener' })}
          >
            Оплатить<span className="sr">: {title}</span>
          </Button>
        )}
        <Button size="s" variant="line" href={`/payment/${orderId}`}>
          Подробнее<span className="sr">: {title}</span>
        </Button>
      </div>
    </li>
  )
}

import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatRubles, kopecks } from '#domain/money.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import type { ShownOrder } from '../../lib/shown-orders.ts'
import { isAlive } from '../../lib/shown-orders.ts'
import { useOrderPayment } from '../../lib/use-order-payment.ts'
import { useViewerZone } from '../../lib/use-viewer-zone.ts'
import { Announcer } from '../announcer.tsx'
import { SongCover } from '../song-cover.tsx'
import { isPayable, isSettled, moneyOf, orderPlace, waitWords } from './order-state.ts'
import css from './my-order-card.module.css'

export type MyOrderCardProps = {
  order: ShownOrder
  /** What goes wrong with it, in a sentence. */
  trouble: string | null
  /** The money has moved: the order may stand otherwise. */
  onMove: () => void
  onDismiss: () => void
  /** What else can be done with it. */
  children?: ReactNode
}

/** One order: the song, where it stands, how long it waits, and where the money is. */
export function MyOrderCard({ order, trouble, onMove, onDismiss, children }: MyOrderCardProps) {
  const { orderId, songId, title, artistName, imageUrl, amount, state } = order
  const zone = useViewerZone('Europe/Moscow')
  const paidId = amount === null ? null : orderId
  const payment = useOrderPayment({ orderId: paidId, state, onMove })
  const place = orderPlace(order, payment)
  const wait = waitWords(order.waitMinutes)
  const money = payment && moneyOf(payment, zone)
  const over = !isAlive(order) && (amount === null || (payment !== null && isSettled(payment)))
  return (
    <li className={css.card}>
      <div className={css.head}>
        <SongCover songId={songId ?? title} imageUrl={imageUrl} />
        <div className={css.words}>
          <p className={css.title}>{title}</p>
          <p className={css.artist}>{artistName}</p>
        </div>
        {over && (
          <IconButton label={`Убрать заказ «${title}»`} onClick={onDismiss}>
            <X className="ico" />
          </IconButton>
        )}
      </div>
      <div className={css.state}>
        {trouble === null && <Badge tone={place.tone}>{place.words}</Badge>}
        {trouble === null && wait !== null && <span>{wait}</span>}
        {amount !== null && (
          <span className={money ? css[money.tone] : 'muted'}>
            {money !== null && `${money.words}, `}
            {money === null && orderId !== null && 'Узнаём, что с деньгами: '}
            <b className={css.sum}>{formatRubles(kopecks(payment?.amount ?? amount))}</b>
          </span>
        )}
      </div>
      {trouble !== null && <p className={css.trouble}>{trouble}</p>}
      <Announcer
        words={`${title}: ${[trouble ?? place.words, money?.words].filter(Boolean).join('. ')}`}
      />
      <div className={css.ways}>
        {payment && paidId !== null && isPayable(payment) && (
          <Button
            size="s"
            variant="invert"
            href={payment.paymentURL ?? `/payment/${paidId}`}
            {...(payment.paymentURL !== undefined && { target: '_blank', rel: 'noopener' })}
          >
            Оплатить<span className="sr">: {title}</span>
          </Button>
        )}
        {paidId !== null && (
          <Button size="s" variant="line" href={`/payment/${paidId}`}>
            Подробнее<span className="sr">: {title}</span>
          </Button>
        )}
        {children}
      </div>
    </li>
  )
}

import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { MouseEvent, ReactNode } from 'react'
import type { PaymentShown } from '#contract/payment.ts'
import { formatRubles, kopecks } from '#domain/money.ts'
import type { PaymentWatch } from '#web/lib/payments/payment-watch.ts'
import { openPaymentWatch } from '#web/lib/payments/payment-watch.ts'
import { useViewerZone } from '#web/lib/format.ts'
import { Announcer } from '#web/parts/announcer.tsx'
import { PlaceLine } from '#web/parts/songs/place-line.tsx'
import { Beat } from '#web/ui/status/beat.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import { IconButton } from '#web/ui/buttons/icon-button.tsx'
import { classes } from '#web/ui/classes.ts'
import { EllipsisVertical, X } from '#web/ui/icons/icons.tsx'
import { Check } from '#web/ui/icons/more-icons.tsx'
import type { MergedOrder } from './merge-orders.ts'
import { isAlive } from './merge-orders.ts'
import css from './my-orders.module.css'
import { isCalled, isPayable, isSettled, isUnpaid, moneyOf, orderStatus } from './order-state.ts'
import { waitText } from '../wait-text.ts'

type OrderLineProps = {
  order: MergedOrder
  /** Not the first of them: in smaller digits. */
  further: boolean
  /** «играет до 23:00»; null where the end is not known. */
  until: string | null
  /** The error to show, in a sentence. */
  errorText: string | null
  /** The payment has changed: the order may have too. */
  onMove: () => void
  onDismiss: () => void
  /** The link to the sheet of what can be done with it; null once the concert is over. */
  more: { href: string; onPress: () => void } | null
  /** The link to pay for the same song again, once the payment has failed. */
  again: ReactNode
  /** What is to be done now. */
  children?: ReactNode
}

/** One order as a poster line: its place, its wait, and what has to be done. */
export function OrderLine(props: OrderLineProps) {
  const { order, further, until, errorText, onMove, onDismiss, more, again, children } = props
  const { orderId, title, amount, state, place, share } = order
  const zone = useViewerZone()
  const paidId = amount === null ? null : orderId
  const payment = useOrderPayment({ orderId: paidId, state, onMove })
  const status = orderStatus(order, payment)
  const money = payment && moneyOf(payment, zone)
  const over = !isAlive(order) && (amount === null || (payment !== null && isSettled(payment)))
  const words = errorText ?? (place === null ? status.words : placeText(order))
  const payable = payment !== null && paidId !== null && isPayable(payment)
  // A minute less to wait is no news, and neither is what came with the page.
  const news = [errorText, status.words, order.paused, money?.words].join()
  const [told, setTold] = useState<{ news: string; words: string } | null>(null)
  if ((paidId === null || payment !== null) && told?.news !== news) {
    const said = place === null || errorText !== null ? '' : `теперь ${placeBefore(place, words)}`
    const all = [`${said}${words}`, money?.words].filter(Boolean).join('. ')
    setTold({ news, words: `${title}: ${all}` })
  }
  const openMore = (event: MouseEvent) => {
    event.preventDefault()
    more?.onPress()
  }
  return (
    <section
      aria-label={`${share ? 'Вы поддержали' : 'Ваша песня'}: ${title}`}
      className={css.line}
    >
      <PlaceLine
        digits={place ?? <StateMark state={state} failed={status.tone === 'off'} />}
        size={further ? 'further' : 'tab'}
        action={
          over ? (
            <IconButton label={`Убрать заказ «${title}»`} className={css.round} onClick={onDismiss}>
              <X />
            </IconButton>
          ) : (
            more && (
              <IconButton
                href={more.href}
                label={`Что можно сделать с заказом «${title}»`}
                className={css.round}
                onClick={openMore}
              >
                <EllipsisVertical />
              </IconButton>
            )
          )
        }
      >
        <b className={css.title}>{title}</b>
        <span className={classes(errorText !== null && css.errorText)}>
          {place !== null && errorText === null && (
            <span className="sr">{placeBefore(place, words)}</span>
          )}
          {words}
        </span>
        {amount !== null ? (
          <span className={classes(css.more, money && css[money.tone])}>
            {money !== null && `${money.words}, `}
            <b className={css.sum}>{formatRubles(kopecks(payment?.amount ?? amount))}</b>
          </span>
        ) : (
          place !== null && until !== null && <span className={css.more}>{until}</span>
        )}
      </PlaceLine>
      {payment?.returnWord !== undefined && <p className={css.word}>«{payment.returnWord}»</p>}
      {told !== null && <Announcer words={told.words} />}
      <div className={css.ways}>
        {payable && (
          <Button
            variant="invert"
            href={payment.paymentURL ?? `/payment/${paidId}`}
            {...(payment.paymentURL !== undefined && { target: '_blank', rel: 'noopener' })}
            aria-label={`Оплатить: ${title}`}
          >
            Оплатить
          </Button>
        )}
        {over && paidId !== null && (
          <Button
            variant="text"
            href={`/payment/${paidId}`}
            aria-label={`Подробнее об оплате: ${title}`}
          >
            Подробнее об оплате
          </Button>
        )}
        {payment && isUnpaid(payment) ? again : children}
      </div>
    </section>
  )
}

/** «примерно 20 минут», of the next one «следующая», of a singer's «вас зовут на сцену». */
function placeText(order: MergedOrder): string {
  const { place, paused, together } = order
  if (paused === undefined && isCalled(order))
    return place === 1 ? 'вас зовут на сцену, ваша песня следующая' : 'вас зовут на сцену'
  if (place === 1) return 'следующая'
  return paused ?? waitText(order.waitMinutes) ?? together ?? IN_QUEUE
}

const IN_QUEUE = 'в очереди'

/** Before that text, for a screen reader: «3-я в очереди, примерно 15 минут». */
function placeBefore(place: number, words: string): string {
  return `${place}-я ${words === IN_QUEUE ? '' : `${IN_QUEUE}, `}`
}

/** What stands for the digits of an order that has no place. */
function StateMark({ state, failed }: Pick<MergedOrder, 'state'> & { failed: boolean }) {
  if (state === 'PLAYED') return <Check className={css.mark} />
  if (failed) return <X className={css.mark} />
  return <Beat className={classes(css.waits, state === 'NOW' && css.good)} />
}

type OrderPaymentOptions = {
  /** Null for a free order, and for one without an answer yet. */
  orderId: string | null
  /** The state of the order: when it changes, its payment may have changed. */
  state: string
  /** The payment has changed: the order may have too. */
  onMove: () => void
}

const NOTHING_KNOWN = { payment: null, checking: false, checked: null, late: false }

/** The payment of an order; null until the server has responded. */
function useOrderPayment({ orderId, state, onMove }: OrderPaymentOptions): PaymentShown | null {
  const [payment, setPayment] = useState<PaymentShown | null>(null)
  const watch = useRef<PaymentWatch>(null)
  const known = useRef<string>(undefined)

  const onPayment = useEffectEvent((received: PaymentShown | null) => {
    if (received === null) return
    const before = known.current
    known.current = `${received.state} ${received.songStatus}`
    if (before !== undefined && before !== known.current) onMove()
    setPayment(received)
  })

  useEffect(() => {
    if (orderId === null) return undefined
    const opened = openPaymentWatch({
      id: orderId,
      first: NOTHING_KNOWN,
      onChange: ({ payment: received }) => onPayment(received),
    })
    watch.current = opened
    opened.look()
    return () => {
      watch.current = null
      opened.close()
    }
  }, [orderId])

  const lastState = useRef(state)
  useEffect(() => {
    if (lastState.current !== state) watch.current?.look()
    lastState.current = state
  }, [state])

  return payment
}

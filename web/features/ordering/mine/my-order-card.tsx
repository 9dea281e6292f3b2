import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import type { PaymentShown } from '#contract/payment.ts'
import { formatRubles, kopecks } from '#domain/money.ts'
import type { PaymentWatch } from '#web/lib/payments/payment-watch.ts'
import { openPaymentWatch } from '#web/lib/payments/payment-watch.ts'
import { useViewerZone } from '#web/lib/format.ts'
import { Announcer } from '#web/parts/announcer.tsx'
import { SongCover } from '#web/parts/songs/song-cover.tsx'
import { Badge } from '#web/ui/status/badge.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import { IconButton } from '#web/ui/buttons/icon-button.tsx'
import { X } from '#web/ui/icons/icons.tsx'
import type { MergedOrder } from './merge-orders.ts'
import { isAlive } from './merge-orders.ts'
import css from './my-orders.module.css'
import { isPayable, isSettled, isUnpaid, moneyOf, orderStatus, waitText } from './order-state.ts'
import { api } from '#contract/index.ts'
import { sentenceOf } from '#web/lib/calls/call-failed.ts'
import { useSaving } from '#web/lib/use-saving.ts'
import { call } from '#web/lib/calls/call.ts'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import type { BodyOf } from '#contract/endpoint.ts'

type MyOrderCardProps = {
  order: MergedOrder
  /** The error to show, in a sentence. */
  errorText: string | null
  /** The payment has changed: the order may have too. */
  onMove: () => void
  onDismiss: () => void
  /** The link to pay for the same song again; replaces the children once the payment has failed. */
  again: ReactNode
  /** Further actions. */
  children?: ReactNode
}

/** One order: the song, its state, its wait and its payment. */
export function MyOrderCard({
  order,
  errorText,
  onMove,
  onDismiss,
  again,
  children,
}: MyOrderCardProps) {
  const { orderId, songId, title, artistName, imageUrl, amount, state } = order
  const zone = useViewerZone('Europe/Moscow')
  const paidId = amount === null ? null : orderId
  const payment = useOrderPayment({ orderId: paidId, state, onMove })
  const status = orderStatus(order, payment)
  const wait = waitText(order.waitMinutes)
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
        {errorText === null && <Badge tone={status.tone}>{status.words}</Badge>}
        {errorText === null && wait !== null && <span>{wait}</span>}
        {amount !== null && (
          <span className={money ? css[money.tone] : 'muted'}>
            {money !== null && `${money.words}, `}
            {money === null && orderId !== null && 'Узнаём, что с деньгами: '}
            <b className={css.sum}>{formatRubles(kopecks(payment?.amount ?? amount))}</b>
          </span>
        )}
      </div>
      {(order.name ?? order.words) !== undefined && (
        <p className={css.asked}>
          {[order.name, order.words && `«${order.words}»`].filter(Boolean).join(': ')}
        </p>
      )}
      {errorText === null && order.together !== undefined && <p className="b">{order.together}</p>}
      {errorText === null && order.why && <p className="t-s muted">{order.why}</p>}
      {payment?.returnWord !== undefined && <p>«{payment.returnWord}»</p>}
      {errorText !== null && <p className={css.errorText}>{errorText}</p>}
      <Announcer
        words={`${title}: ${[errorText ?? status.words, money?.words].filter(Boolean).join('. ')}`}
      />
      <div className={css.ways}>
        {payment && paidId !== null && isPayable(payment) && (
          <Button
            size="s"
            variant="invert"
            href={payment.paymentURL ?? `/payment/${paidId}`}
            {...(payment.paymentURL !== undefined && { target: '_blank', rel: 'noopener' })}
            aria-label={`Оплатить: ${title}`}
          >
            Оплатить
          </Button>
        )}
        {paidId !== null && (
          <Button
            size="s"
            variant="line"
            href={`/payment/${paidId}`}
            aria-label={`Подробнее: ${title}`}
          >
            Подробнее
          </Button>
        )}
        {payment && isUnpaid(payment) ? again : children}
      </div>
    </li>
  )
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

const DENIED = 'Уведомления запрещены в браузере: место в очереди видно на этой странице.'
const NOTIFY_TEXT = 'Сообщим, когда ваша песня станет следующей.'
const FAILED = 'Уведомления не включились: место в очереди видно на этой странице.'

const canPush = () =>
  'PushManager' in window && 'Notification' in window && 'serviceWorker' in navigator

const send = (
  orderId: string,
  subscription: BodyOf<typeof api.songs.pushSubscription>['subscription'],
) => call(api.songs.pushSubscription, { body: { orderId, subscription } })

/** Subscribes this browser to push messages about this order; the code for it is loaded on the tap. Throws where push does not work. */
async function subscribe(orderId: string, forceNew: boolean): Promise<void> {
  const { subscribeBrowser } = await import('#web/lib/device/push-subscription.ts')
  await send(orderId, await subscribeBrowser(forceNew))
}

let renewing: Promise<void> | null = null

/** Replaces this browser's subscription; the first order's request updates all of its orders. */
function renew(orderId: string): Promise<void> {
  renewing ??= subscribe(orderId, true).finally(() => {
    renewing = null
  })
  return renewing
}

type PushButtonProps = { order: MergedOrder; onChange: () => void }

/** Subscribes the listener to a push message when his song is next. */
export function PushButton({ order, onChange }: PushButtonProps) {
  const { orderId, state, title, pushed, pushLost, place } = order
  const hydrated = useHydrated()
  const [on, setOn] = useState(pushed === true)
  const [listed, setListed] = useState(pushed)
  const [pending, setPending] = useState(false)
  const [errorText, setErrorText] = useState<string | null>(null)
  const again = useEffectEvent((id: string) => {
    if (canPush() && Notification.permission === 'granted') void turn(true, id, true)
  })
  useEffect(() => {
    if (pushLost === true && orderId !== null) again(orderId)
  }, [pushLost, orderId])
  if (pushed !== listed) {
    setListed(pushed)
    setOn(pushed === true)
  }
  const waits = state === 'SCHEDULED' || state === 'QUEUED'
  if (orderId === null || !waits || !hydrated || !canPush()) return null

  async function turn(wanted: boolean, id: string, forceNew = false) {
    setPending(true)
    setErrorText(null)
    try {
      // Requested within the tap: some browsers block a permission request without a user gesture.
      const asked = wanted ? Notification.requestPermission() : null
      if (asked === null) await send(id, null)
      else {
        const permission = await asked
        if (permission === 'denied') setErrorText(DENIED)
        if (permission !== 'granted') return
        await (forceNew ? renew(id) : subscribe(id, false))
      }
      setOn(wanted)
      onChange()
    } catch (failure) {
      setErrorText(sentenceOf(failure, FAILED))
    } finally {
      setPending(false)
    }
  }

  return (
    <>
      <Button
        size="s"
        variant={on ? 'text' : 'line'}
        loading={pending}
        onClick={() => void turn(!on, orderId)}
      >
        {on ? 'Не присылать уведомления' : 'Прислать уведомление'}
        <span className="sr">: {title}</span>
      </Button>
      {on && Notification.permission === 'granted' && (
        <p className="t-s muted">
          {place === 1 ? 'Сообщим, когда ваша песня начнётся.' : NOTIFY_TEXT}
        </p>
      )}
      {errorText !== null && <p role="alert">{errorText}</p>}
    </>
  )
}

type ThankButtonProps = { order: MergedOrder; onChange: () => void }

/** Sends thanks for a song that was played, once, and shows the artist's reply. */
export function ThankButton({ order, onChange }: ThankButtonProps) {
  const { orderId, state, title, thanked, answer } = order
  const [sent, setSent] = useState(false)
  const { saving, failed, save } = useSaving()
  if (orderId === null || state !== 'PLAYED') return null

  const thank = () =>
    save(async () => {
      await call(api.songs.thank, { body: { orderId } })
      setSent(true)
      onChange()
    })

  if (thanked === true || sent)
    return (
      <output>
        {answer === undefined ? (
          'Вы сказали спасибо'
        ) : (
          <>
            Артист ответил: <b>«{answer}»</b>
          </>
        )}
      </output>
    )
  return (
    <>
      <Button size="s" variant="invert" loading={saving} onClick={() => void thank()}>
        Сказать спасибо<span className="sr">: {title}</span>
      </Button>
      {failed !== null && <p role="alert">{failed}</p>}
    </>
  )
}

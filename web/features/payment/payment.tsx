import { useEffect, useEffectEvent } from 'react'
import type { MouseEvent } from 'react'
import type { HeadersFunction, LoaderFunctionArgs, MetaFunction } from 'react-router'
import { data, useLoaderData, useSearchParams } from 'react-router'
import { api } from '#contract/index.ts'
import type { PaymentShown } from '#contract/payment.ts'
import type { ConcertStatus } from '#domain/concerts/concert.ts'
import { clockTime } from '#domain/russian.ts'
import { isUnknown, orElse, orWhenUnavailable } from '#web/lib/calls/call-failed.ts'
import type { Caller } from '#web/lib/calls/call.ts'
import { callFrom } from '#web/lib/calls/call.ts'
import type { PageHandle } from '#web/lib/pages/site-facts.ts'
import { waitsForBank } from '#web/lib/payments/payment-watch.ts'
import { useViewerZone } from '#web/lib/format.ts'
import { useShare } from '#web/lib/pages/share.tsx'
import { Announcer } from '#web/parts/announcer.tsx'
import { PlaceLine } from '#web/parts/songs/place-line.tsx'
import { SongCover } from '#web/parts/songs/song-cover.tsx'
import { titleStep } from '#web/parts/title-step.ts'
import { Anchor } from '#web/ui/buttons/anchor.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { RotateCcw } from '#web/ui/icons/more-icons.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { waitText as orderWaitText } from '#web/features/ordering/index.ts'
import { backIn, bankWait } from './bank-wait.ts'
import { sumOf } from './money-texts.ts'
import { PaymentCheck, PaymentScene, WaitWithoutScripts } from './payment-scene.tsx'
import { UNKNOWN_TEXT, paymentText } from './payment-texts.ts'
import css from './payment.module.css'
import type { PaymentView } from './use-payment.ts'
import { useMyOrder, usePayment, useSongNews, useWaited, useWayBack } from './use-payment.ts'
import { cancelHref, paymentLinks } from './payment-links.ts'

type ReceiptProps = { payment: PaymentShown }

/** What is paid, and for whom. */
function Receipt({ payment }: ReceiptProps) {
  const { kind, songTitle, artistName, artistUsername, songId } = payment
  const who = artistName === '' ? artistUsername : artistName
  return (
    <div className={css.receipt}>
      {kind === 'song' && songTitle !== undefined && (
        <SongCover songId={songId ?? songTitle} imageUrl="" />
      )}
      <p>
        <b className={css.song}>
          {kind === 'song' ? songTitle : kind === 'tip' ? who : 'Проверка номера'}
        </b>
        <span className="muted">
          {kind === 'song' && `${who}, `}
          {sumOf(payment)}
        </span>
      </p>
    </div>
  )
}

type PaymentScreenProps = { view: PaymentView }

/** The state of the payment, what it means, and where to go from here. */
function PaymentScreen({ view }: PaymentScreenProps) {
  const { payment, checking, checked, late, check, look } = usePayment(view)
  const { status, queue } = useSongNews(payment, look)
  const back = backIn(useSearchParams()[0])
  const waited = useWaited(back, view)
  const zone = useViewerZone()
  const hydrated = useHydrated()
  const share = useShare()
  const order = useMyOrder(payment, view.id, queue)
  const leave = useWayBack(view.id, payment?.artistUsername)

  const payUrl = payment?.paymentURL
  const wait = bankWait(back, waited, payUrl !== undefined)
  const payUntilClock =
    payment?.payUntil === undefined ? undefined : clockTime(new Date(payment.payUntil), zone)
  const words =
    payment === null
      ? UNKNOWN_TEXT
      : paymentText({ ...payment, late, wait, ...(payUntilClock && { payUntilClock }) })
  const { scene, title, text, money, promise } = words
  const waits = waitsForBank(payment)
  const asks = payment !== null && isOpen(payment)
  const closed = asks && wait === 'closed'
  const concert = status ?? view.concert
  const ways = payment && paymentLinks(payment, concert)
  const isSong = payment?.kind === 'song'
  const arrived = isSong && payment.state === 'secured' && back === 'paid' && concert === 'NOW'
  const end = useEffectEvent(() => void leave(ways?.first.href ?? '/'))
  useEffect(() => {
    // Straight to the concert, where the place lights up.
    if (arrived) end()
  }, [arrived])

  const toWay = (href: string) => (event: MouseEvent) => {
    if (back !== null && !event.metaKey && !event.ctrlKey) void leave(href, event)
  }
  const pay = payUrl !== undefined && (
    // An explicit target: the bank's page is never a page of this site, whatever its address.
    <Button
      href={payUrl}
      target="_self"
      rel="noreferrer"
      variant={wait === 'closed' ? 'primary' : 'text'}
      size={wait === 'closed' ? 'l' : 'm'}
      block
    >
      {wait === 'closed' ? 'Перейти к оплате' : 'Перейти к оплате, если не успели'}
    </Button>
  )
  return (
    <div className={css.page}>
      <title>{`${title} — Бис`}</title>
      <PaymentScene scene={scene} lit={asks && wait === 'checking'} />
      <main id="main" className={classes('wrap', css.words)}>
        {waits && <WaitWithoutScripts late={late} since={view.since} back={back} />}
        <h1 className={titleStep(title, 'd-l')}>{title}</h1>
        <p className="t-l">{text}</p>
        {order?.place != null && (
          <PlaceLine digits={order.place}>
            <b className={css.song}>{order.title}</b>
            <span>
              <span className="sr">{`${order.place}-я в очереди, `}</span>
              {order.place === 1 ? 'следующая' : orderWaitText(order.waitMinutes)}
            </span>
          </PlaceLine>
        )}
        {payment?.returnWord !== undefined && (
          <figure className={css.word}>
            <blockquote className="t-l">{payment.returnWord}</blockquote>
            <figcaption className="t-s muted">
              {payment.reason === 'returned_by_service' ? 'Поддержка «Биса»' : payment.artistName}
            </figcaption>
          </figure>
        )}
        {payment !== null && order?.place == null && <Receipt payment={payment} />}
        {money !== undefined && <p className="muted">{money}</p>}
        {promise !== undefined && (
          <p className={classes('muted', css.promise)}>
            <RotateCcw />
            <span>{promise}</span>
          </p>
        )}
        {!(asks && wait === 'checking') && (
          <div className={css.ways}>
            {closed && pay}
            {ways && (
              <Button
                href={ways.first.href}
                variant={closed ? 'text' : 'primary'}
                size={closed ? 'm' : 'l'}
                block
                onClick={toWay(ways.first.href)}
              >
                {ways.first.label}
              </Button>
            )}
            {waits && wait === 'long' && (
              <PaymentCheck
                checking={checking}
                checked={checked}
                since={view.since}
                back={back}
                onCheck={check}
              />
            )}
            {asks && wait === 'long' && pay}
            {closed && isSong && (
              <Button
                href={cancelHref(payment, concert)}
                variant="text"
                block
                onClick={toWay(cancelHref(payment, concert))}
              >
                {payment.share ? 'Не скидываться' : `Отменить ${payment.vote ? 'голос' : 'заказ'}`}
              </Button>
            )}
            {ways?.second && !waits && (
              <Button
                href={ways.second.href}
                variant="text"
                block
                onClick={toWay(ways.second.href)}
              >
                {ways.second.label}
              </Button>
            )}
          </div>
        )}
        {!(asks && wait === 'checking') && (
          <div className={classes('t-s muted', css.link)}>
            <p>
              Номер платежа для поддержки:{' '}
              <Anchor href={supportHref(view.id)} className="link">
                {view.id}
              </Anchor>
            </p>
            {hydrated && (
              <Button
                variant="text"
                size="s"
                onClick={() => share(window.location.pathname, title)}
              >
                Сохранить ссылку
              </Button>
            )}
          </div>
        )}
        <Announcer words={`${title.replace(/!$/u, '')}. ${text}`} />
      </main>
    </div>
  )
}

/** The bank has not answered. */
const isOpen = ({ state }: PaymentShown) => state === 'created' || state === 'awaiting'

/** The letter to support, with this payment's number as its subject. */
const supportHref = (id: string) =>
  `/pricing?${new URLSearchParams({ topic: `Платёж ${id}` })}#support`

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url)
  const view = await loadPayment(callFrom(context), params['id'] ?? '', searchParams)
  if (view === null) throw data(null, { status: 404 })
  return view
}

/** Anyone with the address sees the payment: keep it out of referrers and search. */
export const headers: HeadersFunction = () => ({
  'referrer-policy': 'same-origin',
  'x-robots-tag': 'noindex',
})

export const handle: PageHandle = { theme: 'stage' }

export const meta: MetaFunction = () => [{ name: 'robots', content: 'noindex' }]

export default function Payment() {
  const view: PaymentView = useLoaderData<typeof loader>()
  return <PaymentScreen key={view.id} view={view} />
}

/** Loads a payment; null for an unknown one. A busy or broken server is no reason to show nothing. */
async function loadPayment(
  call: Caller,
  id: string,
  search: URLSearchParams,
): Promise<PaymentView | null> {
  const at = Date.now()
  const since = Number(search.get('since')) || at
  const payment = await orElse(call(api.payment.byId, { params: { id } }), (failure) =>
    isUnknown(failure) ? 'unknown' : null,
  )
  if (payment === 'unknown') return null
  const concert = payment && (await loadPaymentConcertOf(call, payment))
  return { id, payment, concert, at, since }
}

async function loadPaymentConcertOf(
  call: Caller,
  { sessionId }: PaymentShown,
): Promise<ConcertStatus | null> {
  if (sessionId === undefined) return null
  const session = await orWhenUnavailable(call(api.session.byId, { query: { sessionId } }), null)
  return session?.sessionStatus ?? null
}

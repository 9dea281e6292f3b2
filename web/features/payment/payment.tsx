import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { HeadersFunction, LoaderFunctionArgs, MetaFunction } from 'react-router'
import { data, useLoaderData } from 'react-router'
import { api } from '#contract/index.ts'
import type { PaymentShown } from '#contract/payment.ts'
import type { QueueEntry } from '#contract/shapes.ts'
import type { ConcertStatus } from '#domain/concerts/concert.ts'
import { counted } from '#domain/russian.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { isUnknown, orElse, orWhenUnavailable } from '#web/lib/calls/call-failed.ts'
import type { Caller } from '#web/lib/calls/call.ts'
import { callFrom } from '#web/lib/calls/call.ts'
import { useLiveConcert } from '#web/lib/live/live-concert.ts'
import type { PageHandle } from '#web/lib/pages/site-facts.ts'
import type { PaymentWatch, Watched } from '#web/lib/payments/payment-watch.ts'
import { LATE_MS, openPaymentWatch, waitsForBank } from '#web/lib/payments/payment-watch.ts'
import { useShare } from '#web/lib/pages/share.ts'
import { useLastValue } from '#web/lib/value-hooks.ts'
import { Announcer } from '#web/parts/announcer.tsx'
import { titleStep } from '#web/parts/title-step.ts'
import { Button } from '#web/ui/buttons/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { RotateCcw } from '#web/ui/icons/more-icons.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { sumOf } from './money-texts.ts'
import { PaymentCheck, PaymentScene } from './payment-scene.tsx'
import { UNKNOWN_TEXT, paymentText } from './payment-texts.ts'
import css from './payment.module.css'
import { paymentLinks } from './payment-links.ts'

/** All listeners are notified of a change at once; their phones' requests are spread over this time (ms). */
const SPREAD_MS = 1000

const NOTHING: readonly QueueEntry[] = []

/** The concert where the paid song waits, or null when there is nothing to wait for. */
function concertOf({ kind, state, sessionId, artistUsername }: PaymentShown) {
  const waits = kind === 'song' && (state === 'secured' || state === 'releasing')
  if (!waits || sessionId === undefined) return null
  return { artistUsername, sessionId, queue: NOTHING }
}

/** Watches the song's concert, and calls `onNews` after every change that may concern the song. Returns the concert's status, once it is known. */
function useSongNews(payment: PaymentShown | null, onNews: () => void): ConcertStatus | null {
  const concert = payment && concertOf(payment)
  const { queue, session } = useLiveConcert(concert)
  const places = queue
    .filter(({ title }) => title === payment?.songTitle)
    .map(({ id, status }) => `${id} ${status}`)
  const news = [session?.sessionStatus, ...places].join(', ')

  const shownNews = useRef(news)
  const notify = useEffectEvent(onNews)
  useEffect(() => {
    if (shownNews.current === news) return undefined
    shownNews.current = news
    const timer = setTimeout(() => notify(), Math.random() * SPREAD_MS)
    return () => clearTimeout(timer)
  }, [news])

  return useLastValue(session?.sessionStatus ?? null)
}

type PaymentNow = Watched & {
  /** «Check» was pressed. */
  check: () => void
  /** A hint that something may have changed. */
  look: () => void
}

/** The current payment, for a component of this payment alone: first the page's, then the server's later responses. */
function usePayment({ id, payment, at, since }: PaymentView): PaymentNow {
  const [watched, setWatched] = useState<Watched>({
    payment,
    checking: false,
    checked: null,
    late: at - since >= LATE_MS,
  })
  const watch = useRef<PaymentWatch>(null)

  const start = useEffectEvent(() => openPaymentWatch({ id, first: watched, onChange: setWatched }))
  useEffect(() => {
    const made = start()
    watch.current = made
    return made.close
  }, [])

  return {
    ...watched,
    check: () => watch.current?.check(),
    look: () => watch.current?.look(),
  }
}

type PayNowProps = {
  /** The bank's page. */
  url: string
  /** How long the bank still accepts the payment (ms); null: unknown. */
  left: number | null
}

function leftInText(left: number): string {
  if (left < MINUTE_MS) return 'меньше минуты'
  return counted(Math.floor(left / MINUTE_MS), 'минуту', 'минуты', 'минут')
}

/** For a listener who has not paid yet. */
function PayNow({ url, left }: PayNowProps) {
  if (left === 0) return null
  return (
    <>
      <p className="muted">
        {left === null
          ? 'Ещё не заплатили? Страница оплаты открыта.'
          : `Ещё не заплатили? Страница оплаты открыта ещё ${leftInText(left)}.`}
      </p>
      {/* An explicit target: the bank's page is never a page of this site, whatever its address. */}
      <Button href={url} target="_self" rel="noreferrer" variant="primary" size="stage" block>
        Перейти к оплате
      </Button>
    </>
  )
}

type ReceiptProps = { payment: PaymentShown }

/** What is paid, and for whom. */
function Receipt({ payment }: ReceiptProps) {
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

const TICK_MS = 5000

/** Milliseconds until a moment, by the server's clock; `at`: the server's time when the page was rendered. Null without a moment. */
function useTimeLeft(until: string | undefined, at: number): number | null {
  const [now, setNow] = useState(at)

  useEffect(() => {
    const ahead = at - Date.now()
    const timer = setInterval(() => setNow(Date.now() + ahead), TICK_MS)
    return () => clearInterval(timer)
  }, [at])

  return until === undefined ? null : Math.max(0, Date.parse(until) - now)
}

type PaymentScreenProps = { view: PaymentView }

/** The state of the payment, what it means, and where to go from here. */
function PaymentScreen({ view }: PaymentScreenProps) {
  const { payment, checking, checked, late, check, look } = usePayment(view)
  const liveStatus = useSongNews(payment, look)
  const left = useTimeLeft(payment?.payUntil, view.at)
  const hydrated = useHydrated()
  const share = useShare()

  const words = payment === null ? UNKNOWN_TEXT : paymentText({ ...payment, late })
  const { scene, title, text, money, promise } = words
  const waits = waitsForBank(payment)
  const ways = payment && paymentLinks(payment, liveStatus ?? view.concert)
  const payable = payment?.paymentURL !== undefined && left !== 0
  return (
    <div className={css.page}>
      <title>{`${title} — Бис`}</title>
      <PaymentScene scene={scene} />
      <main id="main" className={classes('wrap', css.words)}>
        <h1 className={titleStep(title, 'd-l')}>{title}</h1>
        <p className="t-l">{text}</p>
        {payment?.returnWord !== undefined && (
          <figure className={css.word}>
            <blockquote className="t-l">{payment.returnWord}</blockquote>
            <figcaption className="t-s muted">{payment.artistName}</figcaption>
          </figure>
        )}
        {money !== undefined && <p>{money}</p>}
        {payment !== null && payment.state !== 'failed' && <Receipt payment={payment} />}
        {promise !== undefined && (
          <p className={classes('muted', css.promise)}>
            <RotateCcw className="ico" />
            <span>{promise}</span>
          </p>
        )}
        <div className={css.ways}>
          {payable && <PayNow url={payment.paymentURL ?? ''} left={left} />}
          {waits && (
            <PaymentCheck
              checking={checking}
              checked={checked}
              late={late}
              since={view.since}
              onCheck={check}
            />
          )}
          {ways && (
            <Button
              href={ways.first.href}
              variant={waits || payable ? 'text' : 'primary'}
              size={waits || payable ? 'm' : 'stage'}
              block
            >
              {ways.first.label}
            </Button>
          )}
          {ways?.second && !waits && (
            <Button href={ways.second.href} variant="text" block>
              {ways.second.label}
            </Button>
          )}
        </div>
        <div className={classes('t-s muted', css.link)}>
          <p>Эту страницу можно открыть позже по её ссылке: на ней всегда видно, что с деньгами.</p>
          <p>Номер платежа для поддержки: {view.id}</p>
          {hydrated && (
            <Button variant="tonal" size="s" onClick={() => share(window.location.pathname, title)}>
              Сохранить ссылку
            </Button>
          )}
        </div>
        <Announcer words={`${title}. ${text}`} />
      </main>
    </div>
  )
}

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

type PaymentView = {
  id: string
  /** Null: the server could not return it. */
  payment: PaymentShown | null
  /** The status of the song's concert; null where there is none, or where it is unknown. */
  concert: ConcertStatus | null
  /** The server's time of this response, in ms since 1970: the viewer's clock may be wrong. */
  at: number
  /** When the wait began, for a page that waits without scripts. */
  since: number
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

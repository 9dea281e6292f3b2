import { redirect, useLoaderData, useNavigation, useRevalidator } from 'react-router'
import type {
  ActionFunctionArgs,
  LoaderFunctionArgs,
  MetaFunction,
  ShouldRevalidateFunctionArgs,
} from 'react-router'
import type { QueueEntry, Session } from '#contract/shapes.ts'
import { entriesWith } from '#domain/queue/queue.ts'
import type { HrefOf } from '#web/features/ordering/address.ts'
import { orderSearch } from '#web/features/ordering/address.ts'
import type { Orders, SupportWay } from '#web/features/ordering/index.ts'
import {
  Collecting,
  LockedEvening,
  OrderScreen,
  supportWay,
  useOrders,
  WantButton,
  wantedBy,
} from '#web/features/ordering/index.ts'
import { postOrder } from '#web/features/ordering/load.ts'
import { isUnknown } from '#web/lib/calls/call-failed.ts'
import { callFrom } from '#web/lib/calls/call.ts'
import type { LiveConcert } from '#web/lib/live/live-concert.ts'
import { useLiveConcert } from '#web/lib/live/live-concert.ts'
import { concertPicture } from '#web/lib/pages/concert-meta.ts'
import { pageMeta, publicUrlIn } from '#web/lib/pages/page-meta.ts'
import { useConcertTime } from '#web/lib/format.ts'
import { SHUT_AGAIN_MS, usePoll, useReloads } from '#web/lib/value-hooks.ts'
import { ComplainButton } from '#web/parts/complaint/complain-button.tsx'
import { subjectsOf } from '#web/parts/complaint/subjects.ts'
import { lazyPart } from '#web/parts/lazy-part.tsx'
import { MovedNote } from '#web/parts/concerts/moved-note.tsx'
import { ShareButton } from '#web/parts/share-button.tsx'
import { SiteHeader } from '#web/parts/frame/site-header.tsx'
import { SongRow } from '#web/parts/songs/song-row.tsx'
import { titleStep } from '#web/parts/title-step.ts'
import { Button } from '#web/ui/buttons/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { Section } from '#web/ui/layout/section.tsx'
import { useNetworkIdle } from '#web/ui/use-network-idle.ts'
import { useFlipList } from '#web/ui/lists/use-flip-list.ts'
import { ConcertBar } from '../concert-bar.tsx'
import css from './concert-songs.module.css'
import type { SongsView } from './songs-view.ts'
import { useReloadWhenReachable } from '#web/lib/pages/reload-when-reachable.ts'
import { loadSongs } from './songs-view.ts'

const PaymentReturns = lazyPart('web/parts/money/payment-returns.tsx', async () => {
  const { PaymentReturns: Part } = await import('#web/parts/money/payment-returns.tsx')
  return Part
})

type ComingSongsProps = {
  queue: readonly QueueEntry[]
  orders: Orders
  /** Orders are taken. */
  open: boolean
  /** How a song is supported; null where support is not possible. */
  support: SupportWay | null
  /** Shown in place of an empty list. */
  empty: string
}

/** The songs that the musician has put into the queue, and those that listeners have ordered and he has not taken yet. */
function ComingSongs({ queue, orders, open, support, empty }: ComingSongsProps) {
  const flip = useFlipList<HTMLUListElement>()
  const { joined, coming, mine } = orders
  const row = (entry: QueueEntry) => (
    <SongRow
      key={entry.id}
      song={{ ...entry, artistName: wantedBy(entry, joined.has(entry.id), mine.orders) }}
      note={entry.names?.join(', ')}
      actions={<WantButton {...{ entry, orders, support, open }} />}
    />
  )
  const queued = entriesWith(queue, 'QUEUED')
  const ordered = entriesWith(queue, 'SCHEDULED')
  const none = ordered.length + coming.length === 0
  return (
    <>
      {queued.length > 0 && (
        <Section title="В очереди" className={css.queued}>
          <ul>{queued.map(row)}</ul>
        </Section>
      )}
      {!(none && queued.length > 0) && (
        <Section title="Будет сыграно">
          {none && <p className="t-l muted">{empty}</p>}
          <ul ref={flip} className={css.songs}>
            {ordered.map(row)}
            {coming.map((order) => (
              <SongRow
                key={order.key}
                song={{ ...order, songId: order.songId ?? order.title, imageUrl: '' }}
              />
            ))}
          </ul>
        </Section>
      )}
    </>
  )
}

type SongOrdersProps = { view: SongsView; live: LiveConcert }

const songsHref: HrefOf = (address) => `?${orderSearch(address)}`

function emptyText({ open, shown }: SongsView): string {
  if (!shown) return 'Музыкант пока не показывает песни этого концерта'
  const none = 'Пока ни одной песни'
  return open ? `${none}. Добавьте свою.` : none
}

/** The songs to be played, and the search that adds more. */
function SongOrders({ view, live }: SongOrdersProps) {
  const { session, username, shown, order } = view
  const { queue } = live
  const orders = useOrders({
    concert: {
      artistUsername: username,
      sessionId: session.id,
      isOn: false,
      pass: session.pass,
    },
    live,
    // A list that its artist hides comes only through the channel.
    whole: shown || live.receivedAt !== null,
    running: false,
    account: view.account,
    sessionRules: view.sessionRules,
    order,
    hrefOf: songsHref,
  })
  const { own, rules } = orders
  const support = view.open ? supportWay(orders) : null
  const seen = shown ? queue : queue.filter(({ id }) => own.has(id))
  const open = view.open && rules.reception
  return (
    <OrderScreen
      orders={orders}
      open={open}
      look="question"
      searchLabel="Название песни или артиста"
      closed={view.open && <p className="t-l">Приём заказов закрыт</p>}
      searchClass={open ? css.open : undefined}
      intro={
        open && (
          <p className="wrap t-l">Добавьте свои любимые треки, чтобы услышать их на концерте</p>
        )
      }
    >
      <div className="wrap">
        <ComingSongs
          queue={seen}
          orders={orders}
          open={open}
          support={support}
          empty={emptyText({ ...view, open })}
        />
        {seen.some(({ status }) => status === 'COLLECTING') && (
          <Collecting queue={seen} orders={orders} way={support} />
        )}
        <ComplainButton username={username} subjects={subjectsOf(session, seen)} />
      </div>
    </OrderScreen>
  )
}

type SongsHeadProps = { view: SongsView }

/** The artist, the time of the concert, and the links to its other pages. */
function SongsHead({ view }: SongsHeadProps) {
  const { session, username, artistName } = view
  const time = useConcertTime(session)
  return (
    <div data-fold className={classes('wrap', css.head)}>
      <h1 className={classes(titleStep(session.title, 'd-m'), css.title)}>{session.title}</h1>
      <p className="muted">
        {artistName}, <time dateTime={session.dateTimeStart}>{time.timeAndDay}</time>
        {time.venueNote && <>, {time.venueNote}</>}
      </p>
      <MovedNote session={session} />
      <div className={css.ways}>
        <Button href={`/user/${username}/${session.id}`} size="s" className="only-d">
          Страница концерта
        </Button>
      </div>
    </div>
  )
}

/** Reloads the page after the concert has started, ended or been corrected. */
function useSongsTurns(
  { session: { sessionStatus, locked }, sessionRules }: SongsView,
  live: LiveConcert,
) {
  const { session, receivedAt } = live
  const { state } = useRevalidator()
  const reload = useReloadWhenReachable()
  const busy = useNavigation().state !== 'idle' || state !== 'idle'
  const known = turnOf({ ...sessionRules, sessionStatus })
  const status = session && turnOf(session)
  const turned = receivedAt !== null && status !== null && status !== known
  // Closed with a word, or cancelled.
  const shut = live.missing && !locked
  // Every message of the channel is a retry: the server may not have been reachable at the change itself.
  const news = turned || shut ? `${status} ${shut} ${receivedAt}` : null
  usePoll(shut && !busy, SHUT_AGAIN_MS, () => void reload())
  useReloads(news, busy, () => void reload())
}

const turnOf = ({
  sessionStatus,
  corrections = 0,
}: Pick<Session, 'sessionStatus' | 'corrections'>) => `${sessionStatus} ${corrections}`

type Params = { artistUsername?: string; sessionId?: string }

export async function loader({ params, request, url, context }: LoaderFunctionArgs) {
  const { artistUsername = '', sessionId = '' }: Params = params
  try {
    const view = await loadSongs(callFrom(context), artistUsername, sessionId, request)
    if (view !== null) {
      const elsewhere = placeOf(view, url.searchParams)
      if (elsewhere !== null) throw redirect(elsewhere)
      return view
    }
  } catch (failure) {
    if (!isUnknown(failure)) throw failure
  }
  // What there is no more to order at may be cancelled, and its page tells so.
  throw redirect(`/user/${encodeURIComponent(artistUsername)}/${encodeURIComponent(sessionId)}`)
}

/** Songs of a running concert are ordered on its stage, and a past one has its page; null where they are here. */
function placeOf({ session, username }: SongsView, search: URLSearchParams): string | null {
  if (session.sessionStatus === 'PLAYED') return `/user/${username}/${session.id}`
  if (session.sessionStatus !== 'NOW') return null
  return `/user/${username}?${new URLSearchParams([['tab', 'order'], ...search]).toString()}`
}

/** An order posted by the form itself, before hydration. */
export async function action({ params, request, url: { pathname }, context }: ActionFunctionArgs) {
  const { artistUsername = '' }: Params = params
  return postOrder(context, {
    request,
    form: await request.formData(),
    artistUsername,
    hrefOf: (ordered) => `${pathname}?${orderSearch(ordered === null ? {} : { ordered })}`,
  })
}

/** With scripts the search and the sheets do not reload the page's data. */
export function shouldRevalidate({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) {
  const sameConcert = currentUrl.pathname === nextUrl.pathname
  return defaultShouldRevalidate && !(sameConcert && currentUrl.search !== nextUrl.search)
}

export const meta: MetaFunction<typeof loader> = ({ loaderData, matches }) => {
  if (loaderData == null) return [{ title: 'Бис' }]
  const { session, closed, open, artistName, username } = loaderData
  return pageMeta({
    title: `Песни концерта «${session.title}» — ${artistName} — Бис`,
    description: `Что сыграет ${artistName} и как добавить свою песню`,
    path: `/user/${username}/${session.id}/songs`,
    publicUrl: publicUrlIn(matches),
    image: concertPicture(session, open),
    noindex: closed,
  })
}

export default function ConcertSongs() {
  const view: SongsView = useLoaderData<typeof loader>()
  const { session, username, queue } = view
  const live = useLiveConcert({
    artistUsername: username,
    sessionId: session.id,
    queue,
    pass: session.pass,
    locked: session.locked,
  })
  useSongsTurns(view, live)
  const networkIdle = useNetworkIdle()
  const share = <ShareButton title={session.title} />
  return (
    <>
      <ConcertBar
        title={session.title}
        backHref={`/user/${username}/${session.id}`}
        actions={share}
      />
      <SiteHeader className="only-d" actions={share} />
      <main id="main" className={css.page}>
        {networkIdle && <PaymentReturns artistUsername={username} />}
        <SongsHead view={view} />
        {session.locked ? (
          <LockedEvening sessionId={session.id} live={live}>
            <SongOrders key={session.id} view={view} live={live} />
          </LockedEvening>
        ) : (
          <SongOrders key={session.id} view={view} live={live} />
        )}
      </main>
    </>
  )
}

import { useEffect, useEffectEvent, useRef } from 'react'
import type {
  ActionFunctionArgs,
  ClientLoaderFunctionArgs,
  LoaderFunctionArgs,
  MetaFunction,
  ShouldRevalidateFunctionArgs,
} from 'react-router'
import { data, redirect, useLoaderData, useSearchParams } from 'react-router'
import type { QueueEntry } from '#contract/shapes.ts'
import { HIDDEN_TEXT, NO_ARTIST_TEXT } from '#domain/accounts/hidden-page.ts'
import { pauseWords } from '#domain/queue/evening-rules.ts'
import { nowOf, waiting } from '#domain/queue/queue.ts'
import { countedSongs } from '#domain/russian.ts'
import { LockedEvening } from '#web/features/ordering/index.ts'
import { postOrder } from '#web/features/ordering/load.ts'
import { CallFailed, isUnknownArtist } from '#web/lib/calls/call-failed.ts'
import { callFrom } from '#web/lib/calls/call.ts'
import { serverApi } from '#web/lib/calls/server-api.ts'
import { passCookie, passOf } from '#web/lib/calls/token.ts'
import { NO_TABLE, readTable, storeTable } from '#web/lib/device/device-memory.ts'
import type { LiveConcert } from '#web/lib/live/live-concert.ts'
import { useLiveConcert } from '#web/lib/live/live-concert.ts'
import type { PageHandle } from '#web/lib/pages/site-facts.ts'
import { publicUrlIn } from '#web/lib/pages/page-meta.ts'
import { useViewerZone } from '#web/lib/format.ts'
import { Announcer } from '#web/parts/announcer.tsx'
import { FormattedText } from '#web/parts/artist/formatted-text.tsx'
import type { GoalLineProps } from '#web/parts/money/goal-line.tsx'
import { lazyPart } from '#web/parts/lazy-part.tsx'
import { SocialLinks } from '#web/parts/artist/social-links.tsx'
import { titleStep } from '#web/parts/title-step.ts'
import { classes } from '#web/ui/classes.ts'
import { useNetworkIdle } from '#web/ui/use-network-idle.ts'
import { ProfileTab } from './tabs/artist-tabs.tsx'
import { ArtistFrame } from './artist-frame.tsx'
import { artistMeta } from './artist-meta.ts'
import { asksForAllSongs, tabHref, tabOf } from './tabs/artist-tab.ts'
import type { ArtistView } from './artist-view.ts'
import { NextDate } from './next-date.tsx'
import css from './artist.module.css'
import {
  expireArtistCache,
  cachedView,
  cacheArtist,
  cachesTab,
  mergedWithCache,
} from './artist-cache.ts'
import { loadArtist } from './load-artist.ts'
import { OrderTab } from './tabs/order-tab.tsx'
import { sendThanks } from './tip/thanks.ts'
import { ThanksButton } from './tip/thanks-button.tsx'
import { useConcertTurns } from './tabs/use-concert-turns.ts'

const PaymentReturns = lazyPart('web/parts/money/payment-returns.tsx', async () => {
  const { PaymentReturns: Part } = await import('#web/parts/money/payment-returns.tsx')
  return Part
})
const AfishaTab = lazyPart('web/features/artist-page/tabs/afisha-tab.tsx', async () => {
  const { AfishaTab: Part } = await import('./tabs/afisha-tab.tsx')
  return Part
})
const ConcertOver = lazyPart('web/features/artist-page/tabs/concert-over.tsx', async () => {
  const { ConcertOver: Part } = await import('./tabs/concert-over.tsx')
  return Part
})

const GoalLine = lazyPart<GoalLineProps>('web/parts/money/goal-line.tsx', async () => {
  const { GoalLine: Part } = await import('#web/parts/money/goal-line.tsx')
  return Part
})
const NoConcert = lazyPart('web/features/artist-page/tabs/concert-over.tsx', async () => {
  const { NoConcert: Part } = await import('./tabs/concert-over.tsx')
  return Part
})

type ProfileHeadProps = { view: ArtistView }

/** The artist's name, a short description, and links to other sites. */
function ProfileHead({ view }: ProfileHeadProps) {
  const { head, profile } = view
  const links = profile && <SocialLinks links={profile.links} tint={profile.tint} />
  return (
    <div className={css.head}>
      {profile?.linksAbove && links}
      <h1 className={classes(titleStep(head.name, 'd-l'), css.name)}>{head.name}</h1>
      <NextDate head={head} view={view} />
      {head.shortDescriptionHtml !== '' && (
        <FormattedText html={head.shortDescriptionHtml} className={css.short} />
      )}
      {!profile?.linksAbove && links}
      {profile?.thanks && <ThanksButton newLook={profile.thanks.newButton} className="only-d" />}
    </div>
  )
}

/** The state of a concert in short: the current song, and the number of waiting ones. */
function concertText(queue: readonly QueueEntry[], paused: string | null): string {
  const now = nowOf(queue)
  const left = waiting(queue).length
  return [
    paused === null ? '' : `${paused}.`,
    now === null ? '' : `Сейчас играет: ${now.title}, ${now.artistName}.`,
    left === 0 ? '' : `В очереди ${countedSongs(left)}.`,
  ]
    .filter((part) => part !== '')
    .join(' ')
}

const isHiddenPage = (failure: unknown) =>
  failure instanceof CallFailed && failure.message === HIDDEN_TEXT

const usernameOf = (params: { artistUsername?: string }) => params.artistUsername ?? ''

export async function loader({ params, request, url, context }: LoaderFunctionArgs) {
  try {
    const view = await loadArtist(callFrom(context), usernameOf(params), request)
    return admittedByCode(view, url, context.get(serverApi).secure) ?? view
  } catch (failure) {
    if (isUnknownArtist(failure))
      throw data(isHiddenPage(failure) ? HIDDEN_TEXT : NO_ARTIST_TEXT, { status: 404 })
    throw failure
  }
}

/** The code at the door: its pass leaves the address, where it would outdo a word; what admits to this evening becomes a cookie. */
function admittedByCode({ current }: ArtistView, url: URL, secure: boolean): Response | null {
  if (current === null || !url.searchParams.has('pass')) return null
  const open = new URL(url)
  open.searchParams.delete('pass')
  const { pass } = passOf(url.searchParams)
  const admitted = pass !== undefined && current.pass === pass
  const headers = admitted ? { 'Set-Cookie': passCookie(pass, secure) } : {}
  return redirect(`${open.pathname}${open.search}`, { status: 303, headers })
}

/** Tabs that were loaded before, and sheets, open without reloading the page's data. */
export function shouldRevalidate({ nextParams, nextUrl }: ShouldRevalidateFunctionArgs) {
  const search = nextUrl.searchParams
  return asksForAllSongs(search) || !cachesTab(usernameOf(nextParams), search)
}

/** Adds a tab to those that the page has already; without a network the shown content stays. */
export async function clientLoader({ params, serverLoader }: ClientLoaderFunctionArgs) {
  const before = cachedView(usernameOf(params))
  try {
    return mergedWithCache(await serverLoader<typeof loader>())
  } catch (failure) {
    if (before === null || failure instanceof Response) throw failure
    return before
  }
}

/** An order or a tip posted by the form itself, before hydration. */
export async function action({ params, request, context }: ActionFunctionArgs) {
  if (new URL(request.url).searchParams.has('thanks'))
    return sendThanks(callFrom(context), usernameOf(params), await request.formData())
  return postOrder(context, {
    request,
    form: await request.formData(),
    artistUsername: usernameOf(params),
    hrefOf: (ordered) =>
      `/user/${usernameOf(params)}${tabHref('order', { ordered: ordered ?? '', t: new URL(request.url).searchParams.get('t') ?? '' })}`,
  })
}

export const handle: PageHandle = {
  theme(loaded, search) {
    const view = loaded as ArtistView | undefined
    if (view === undefined) return undefined
    const on = view.current !== null
    return on || (tabOf(search, on) === 'order' && search.has('over')) ? 'stage' : undefined
  },
}

export const meta: MetaFunction<typeof loader> = ({ loaderData, location, matches }) => {
  if (loaderData === undefined) return [{ title: 'Бис' }]
  const tab = tabOf(new URLSearchParams(location.search), loaderData.current !== null)
  return artistMeta(loaderData, { tab, publicUrl: publicUrlIn(matches) })
}

/** The concert's state for screen readers. */
function wordsOf(
  { current }: ArtistView,
  { queue, session }: LiveConcert,
  { over, zone }: { over: boolean; zone: string },
): string {
  if (over) return 'Концерт окончен'
  if (current === null) return ''
  const { active } = session ?? current
  const { breakUntil } = session ?? current.sessionRules ?? {}
  return concertText(queue, active ? null : pauseWords(breakUntil, zone))
}

export default function Artist() {
  const view: ArtistView = useLoaderData<typeof loader>()
  const [search, setSearch] = useSearchParams()
  const { head, current, next } = view
  const tab = tabOf(search, current !== null)
  const watched = current ?? next
  const live = useLiveConcert(
    watched && {
      artistUsername: head.username,
      sessionId: watched.id,
      queue: current?.queue ?? [],
      pass: current?.pass,
      locked: current?.locked,
    },
  )
  const zone = useViewerZone()
  const networkIdle = useNetworkIdle()
  // The network may be gone when it is asked for.
  useEffect(() => {
    if (networkIdle) AfishaTab.preload()
  }, [networkIdle])
  useConcertTurns(view, live, search)

  useEffect(() => {
    cacheArtist(view)
    return expireArtistCache
  }, [view])

  // The QR code of a table leads here; the stored table outlives the URL.
  const table = search.get('t')
  const { username } = head
  const opened = useRef<string>(null)
  const takeTable = useEffectEvent((at: string) => {
    if (opened.current !== at) storeTable(username, at)
    // A return to a URL from before the listener left the table.
    else if (readTable(username) === NO_TABLE) {
      const without = new URLSearchParams(search)
      without.delete('t')
      setSearch(without, { replace: true, preventScrollReset: true })
    }
    opened.current = at
  })
  useEffect(() => {
    if (table !== null) takeTable(table)
  }, [table])

  const ended = search.get('over')
  const over = tab === 'order' && current === null && ended !== null
  // The channel of a concert ahead tells of none.
  const collecting = current !== null && live.session !== null ? live.session.goal : head.goal
  const goal = collecting && <GoalLine goal={collecting} className="wrap" />
  const orderTab = tab === 'order' && current !== null && (
    <OrderTab
      key={current.id}
      head={head}
      concert={current}
      order={view.order}
      repertoire={view.profile?.repertoire ?? []}
      live={live}
      goal={goal}
    />
  )
  return (
    <ArtistFrame
      view={view}
      tab={tab}
      dark={over}
      aside={tab === 'profile' ? <ProfileHead view={view} /> : undefined}
    >
      {tab === 'profile' && <ProfileTab view={view} goal={goal} />}
      {tab === 'afisha' && <AfishaTab sessions={view.afisha} />}
      {orderTab &&
        (current?.locked ? (
          <LockedEvening sessionId={current.id} live={live} onStale={expireArtistCache}>
            {orderTab}
          </LockedEvening>
        ) : (
          orderTab
        ))}
      {over && <ConcertOver head={head} sessionId={ended} order={view.order} />}
      {tab === 'order' && !current && !over && <NoConcert next={next} />}
      {networkIdle && <PaymentReturns artistUsername={head.username} />}
      <Announcer words={wordsOf(view, live, { over, zone })} />
    </ArtistFrame>
  )
}

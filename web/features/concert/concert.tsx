import type { LoaderFunctionArgs, MetaFunction } from 'react-router'
import { useEffect } from 'react'
import { data, useLoaderData } from 'react-router'
import { isUnknown } from '#web/lib/calls/call-failed.ts'
import { callFrom } from '#web/lib/calls/call.ts'
import { serverApi } from '#web/lib/calls/server-api.ts'
import { passIn } from '#web/lib/calls/token.ts'
import { ComplainButton } from '#web/parts/complaint/complain-button.tsx'
import { subjectsOf } from '#web/parts/complaint/subjects.ts'
import type { GoalLineProps } from '#web/parts/money/goal-line.tsx'
import { lazyPart } from '#web/parts/lazy-part.tsx'
import { ShareButton } from '#web/parts/share-button.tsx'
import { SiteFooter } from '#web/parts/frame/site-footer.tsx'
import { SiteHeader } from '#web/parts/frame/site-header.tsx'
import { titleStep } from '#web/parts/title-step.ts'
import { classes } from '#web/ui/classes.ts'
import { RotateCcw } from '#web/ui/icons/more-icons.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { WholeWords } from '#web/ui/whole-words.tsx'
import { ConcertActions } from './concert-actions.tsx'
import { ArtistLine, ConcertPoster } from './concert-artist.tsx'
import { ConcertBar } from './concert-bar.tsx'
import { ArtistWords, Band, MovedBand, WhenAndWhere } from './concert-lead.tsx'
import { SongPreview, SongsLink } from './concert-songs-preview.tsx'
import { publicUrlIn } from '#web/lib/pages/page-meta.ts'
import { cancelledMeta, concertMeta, loadCancelled, loadConcert } from './concert-view.ts'
import type { CancelledView, ConcertPage } from './concert-view.ts'
import { WhereSection } from './where-section.tsx'
import { useReloadWhenReachable } from '#web/lib/pages/reload-when-reachable.ts'
import css from './concert.module.css'

type ConcertTopProps = { view: ConcertPage }

/** The header: the back link, or the artist for a visitor who came by a shared link. */
function ConcertTop({ view }: ConcertTopProps) {
  const { session, artistName, shared } = view
  const share = <ShareButton title={session.title} />
  if (shared)
    return (
      <>
        <SiteHeader actions={share} />
        <div className={classes('wrap', css.guest)}>
          <ArtistLine view={{ ...view, artist: view.session.artist }} className={css.card} />
        </div>
      </>
    )
  return (
    <>
      <ConcertBar
        title={`Concert ${artistName}`}
        backHref={`/user/${session.artist.username}`}
        actions={share}
      />
      <SiteHeader className="only-d" actions={share} />
    </>
  )
}

type Params = { artistUsername?: string; sessionId?: string }

const notFound = () => data(null, { status: 404 })

export async function loader({ params, request, url, context }: LoaderFunctionArgs) {
  const { artistUsername = '', sessionId = '' }: Params = params
  const call = callFrom(context)
  const found = await orNothing(async () => {
    const given = passIn(request.headers.get('cookie'))
    const view = await loadConcert(call, artistUsername, sessionId, given)
    if (view === null) return null
    const { publicUrl } = context.get(serverApi)
    const address = `${publicUrl}/user/${view.session.artist.username}/${view.session.id}`
    // The same page at two addresses: its own, and the one for guests.
    return { ...view, address, shared: url.pathname.endsWith('/shared') }
  })
  const view = found ?? (await orNothing(() => loadCancelled(call, artistUsername, sessionId)))
  if (view === null) throw notFound()
  return view
}

/** Null for what the server does not know. */
async function orNothing<Found>(work: () => Promise<Found>): Promise<Found | null> {
  try {
    return await work()
  } catch (failure) {
    if (isUnknown(failure)) return null
    throw failure
  }
}

export const meta: MetaFunction<typeof loader> = ({ loaderData, matches }) => {
  if (loaderData == null) return [{ title: 'Бис' }]
  if ('address' in loaderData) return concertMeta(loaderData)
  return cancelledMeta(loaderData, publicUrlIn(matches))
}

const CancelledConcert = lazyPart('web/features/concert/ended/cancelled-concert.tsx', async () => {
  const { CancelledConcert: Part } = await import('./ended/cancelled-concert.tsx')
  return Part
})
const GoalLine = lazyPart<GoalLineProps>('web/parts/money/goal-line.tsx', async () => {
  const { GoalLine: Part } = await import('#web/parts/money/goal-line.tsx')
  return Part
})
const PastSections = lazyPart('web/features/concert/ended/past-concert.tsx', async () => {
  const { PastSections: Part } = await import('./ended/past-concert.tsx')
  return Part
})
const WasHere = lazyPart('web/features/concert/ended/past-concert.tsx', async () => {
  const { WasHere: Part } = await import('./ended/past-concert.tsx')
  return Part
})

/** A page left open shows what changed meanwhile once it is looked at again; without a network it stays. */
function useFreshOnReturn() {
  const reload = useReloadWhenReachable()
  useEffect(() => {
    const look = () => {
      if (!document.hidden) void reload()
    }
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [reload])
}

export default function ConcertRoute() {
  useFreshOnReturn()
  const view: ConcertPage | CancelledView = useLoaderData<typeof loader>()
  return 'cancelled' in view ? <CancelledConcert view={view} /> : <Concert view={view} />
}

function Concert({ view }: ConcertTopProps) {
  const { session, artistName, songs, shared, past, goal } = view
  const { description } = session.advancedSession
  return (
    <>
      <ConcertTop view={view} />
      <main id="main" className={css.page}>
        <div className={classes('wrap', css.lead)}>
          {past && <Band tone="was">Концерт прошёл</Band>}
          <MovedBand session={session} />
          <h1 className={classes(titleStep(session.title, 'd-l'), css.title)}>
            <WholeWords>{session.title}</WholeWords>
          </h1>
          <WhenAndWhere session={session} />
          <ArtistWords words={session.words ?? ''} artistName={artistName} />
          {past ? <WasHere session={session} /> : <ConcertActions session={session} />}
          {view.movedWithMoney && (
            <p className={css.money}>
              <RotateCcw />
              <span>Заказы и деньги переехали вместе с концертом. Не придёте — вернём</span>
            </p>
          )}
          {goal && <GoalLine goal={goal} />}
          {!shared && <ArtistLine view={{ ...view, artist: session.artist }} />}
        </div>
        {past ? (
          <PastSections session={session} past={past} artistName={artistName} />
        ) : (
          <ConcertPoster artist={session.artist} age={session.advancedSession.age} />
        )}
        {description !== '' && (
          <Section title="О концерте" className={classes('wrap', css.about)}>
            <p className={css.description}>{description}</p>
          </Section>
        )}
        {!past && (
          <Section title="Песни" className="wrap">
            <SongPreview songs={songs} session={session} />
            <SongsLink session={session} />
          </Section>
        )}
        {!past && <WhereSection session={session} className="wrap" />}
        <div className="wrap">
          <ComplainButton
            username={session.artist.username}
            subjects={subjectsOf(session, songs)}
          />
        </div>
      </main>
      <div className="only-d">
        <SiteFooter />
      </div>
    </>
  )
}

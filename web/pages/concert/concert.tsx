import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from 'react-router'
import { data, redirect, useLoaderData } from 'react-router'
import { api } from '#contract/index.ts'
import { CallFailed } from '#web/lib/call-failed.ts'
import { callFrom } from '#web/lib/call.ts'
import { serverDoor } from '#web/lib/server-door.ts'
import { SiteFooter } from '#web/parts/site-footer.tsx'
import { titleStep } from '#web/parts/title-step.ts'
import { classes } from '#web/ui/classes.ts'
import { Section } from '#web/ui/section.tsx'
import { ArtistLink } from './artist-link.tsx'
import { CalendarLink } from './calendar-link.tsx'
import { ConcertActions } from './concert-actions.tsx'
import { concertMeta } from './concert-meta.ts'
import { ConcertPoster } from './concert-poster.tsx'
import { ConcertTimeAndPlace } from './concert-time-and-place.tsx'
import { ConcertTop } from './concert-top.tsx'
import type { ConcertPage } from './concert-view.ts'
import { loadConcert } from './concert-view.ts'
import { SongPreview } from './song-preview.tsx'
import { SongsLink } from './songs-link.tsx'
import { WhereSection } from './where-section.tsx'
import css from './concert.module.css'

type Params = { artistUsername?: string; sessionId?: string }

const notFound = () => data(null, { status: 404 })

/** The same page at two addresses: its own, and the one that is handed to guests. */
const isShared = (request: Request) => new URL(request.url).pathname.endsWith('/shared')

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const { artistUsername = '', sessionId = '' }: Params = params
  try {
    const view = await loadConcert(callFrom(context), artistUsername, sessionId)
    if (view !== null) {
      const { publicUrl } = context.get(serverDoor)
      const address = `${publicUrl}/user/${view.session.artist.username}/${view.session.id}`
      return { ...view, address, shared: isShared(request) }
    }
  } catch (failure) {
    // An id that is none is refused as bad input.
    const unknown =
      failure instanceof CallFailed && (failure.status === 404 || failure.status === 400)
    if (!unknown) throw failure
  }
  throw notFound()
}

/** «I will go», sent by the form itself before the scripts came. */
export async function action({ params, request, context }: ActionFunctionArgs) {
  const { artistUsername = '', sessionId = '' }: Params = params
  const going = (await request.formData()).get('going') === 'yes'
  try {
    await callFrom(context)(api.session.going, { body: { sessionId, going } })
  } catch (failure) {
    if (!(failure instanceof CallFailed)) throw failure
    return data({ failed: failure.message }, { status: failure.status })
  }
  const page = `/user/${artistUsername}/${sessionId}${isShared(request) ? '/shared' : ''}`
  return redirect(`${page}?going=${going ? 'yes' : 'no'}`, 303)
}

export const meta: MetaFunction<typeof loader> = ({ loaderData }) =>
  loaderData == null ? [{ title: 'Бис' }] : concertMeta(loaderData)

export default function Concert() {
  const view: ConcertPage = useLoaderData<typeof loader>()
  const { session, artistName, songs, shared } = view
  const { description } = session.advancedSession
  return (
    <>
      <ConcertTop view={view} />
      <main className={css.page}>
        <ConcertPoster artist={session.artist} age={session.advancedSession.age} />
        <div className={classes('wrap', css.head)}>
          <p className="only-d t-l muted">Concert {artistName}</p>
          <h1 className={classes(titleStep(session.title, 'd-l'), css.title)}>{session.title}</h1>
          {!shared && <ArtistLink view={view} />}
        </div>
        <div className={css.side}>
          <div className="wrap">
            <ConcertTimeAndPlace session={session} />
            <CalendarLink session={session} />
            <ConcertActions session={session} place="side" />
          </div>
          <WhereSection location={session.location} className={classes('wrap', css.where)} />
        </div>
        {description !== '' && (
          <Section title="О концерте" className={classes('wrap', css.about)}>
            <p className={css.description}>{description}</p>
          </Section>
        )}
        <Section title="Песни" className="wrap">
          <SongPreview songs={songs} />
          <SongsLink session={session} />
        </Section>
        <div className={css.foot}>
          <ConcertActions session={session} place="foot" />
        </div>
      </main>
      <div className="only-d">
        <SiteFooter />
      </div>
    </>
  )
}

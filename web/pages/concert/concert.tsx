import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from 'react-router'
import { data, redirect, useLoaderData } from 'react-router'
import { api } from '#contract/index.ts'
import { CallFailed } from '#web/lib/call-failed.ts'
import { callFrom } from '#web/lib/call.ts'
import { ConcertBar } from '#web/parts/concert-bar.tsx'
import { ShareButton } from '#web/parts/share-button.tsx'
import { SiteHeader } from '#web/parts/site-header.tsx'
import { titleStep } from '#web/parts/title-step.ts'
import { Anchor } from '#web/ui/anchor.tsx'
import { classes } from '#web/ui/classes.ts'
import { Section } from '#web/ui/section.tsx'
import { ArtistSquare } from './artist-square.tsx'
import { ConcertActions } from './concert-actions.tsx'
import { ConcertPoster } from './concert-poster.tsx'
import { ConcertTimeAndPlace } from './concert-time-and-place.tsx'
import type { ConcertView } from './concert-view.ts'
import { loadConcert } from './concert-view.ts'
import { SongPreview } from './song-preview.tsx'
import { SongsLink } from './songs-link.tsx'
import { WhereSection } from './where-section.tsx'
import css from './concert.module.css'

type Params = { artistUsername?: string; sessionId?: string }

const notFound = () => data(null, { status: 404 })

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { artistUsername = '', sessionId = '' }: Params = params
  try {
    const view = await loadConcert(callFrom(context), artistUsername, sessionId)
    if (view !== null) return view
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
  return redirect(`/user/${artistUsername}/${sessionId}?going=${going ? 'yes' : 'no'}`, 303)
}

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => {
  if (loaderData == null) return [{ title: 'Бис' }]
  const { session, artistName } = loaderData
  const { location } = session
  const place = [location.name, location.city].filter((part) => part !== '').join(', ')
  return [
    { title: `Concert ${artistName}` },
    { name: 'description', content: `${session.title}. ${session.timeAndDay}. ${place}` },
  ]
}

export default function Concert() {
  const view: ConcertView = useLoaderData<typeof loader>()
  const { session, artistName, group, songs } = view
  const artistHref = `/user/${session.artist.username}`
  const share = <ShareButton title={session.title} />
  const { description } = session.advancedSession
  return (
    <>
      <ConcertBar
        title={`Concert ${artistName}`}
        backHref={artistHref}
        backLabel="На страницу артиста"
        actions={share}
      />
      <SiteHeader className="only-d" actions={share} />
      <main className={css.page}>
        <ConcertPoster artist={session.artist} age={session.advancedSession.age} />
        <div className={classes('wrap', css.head)}>
          <p className="only-d t-l muted">Concert {artistName}</p>
          <h1 className={classes(titleStep(session.title, 'd-l'), css.title)}>{session.title}</h1>
          <Anchor href={artistHref} className={css.artist}>
            <ArtistSquare artist={session.artist} />
            <span>
              <b>{artistName}</b>
              <br />
              <span className="muted t-s">{group ? 'Страница группы' : 'Страница музыканта'}</span>
            </span>
          </Anchor>
        </div>
        <div className={css.side}>
          <div className="wrap">
            <ConcertTimeAndPlace session={session} />
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
        <ConcertActions session={session} place="foot" />
      </main>
    </>
  )
}

import type { LoaderFunctionArgs, MetaFunction } from 'react-router'
import { data, useLoaderData } from 'react-router'
import type { QueueEntry } from '#contract/shapes.ts'
import { pauseWords } from '#domain/queue/evening-rules.ts'
import { FollowButton } from '#web/features/follow/index.ts'
import { isUnknown } from '#web/lib/calls/call-failed.ts'
import { callFrom } from '#web/lib/calls/call.ts'
import { serverApi } from '#web/lib/calls/server-api.ts'
import { passIn } from '#web/lib/calls/token.ts'
import { useConcertTime, useViewerZone } from '#web/lib/format.ts'
import { ComplainButton } from '#web/parts/complaint/complain-button.tsx'
import { subjectsOf } from '#web/parts/complaint/subjects.ts'
import { CalendarAnchor } from '#web/parts/concerts/calendar-anchor.tsx'
import { MovedNote } from '#web/parts/concerts/moved-note.tsx'
import { ShareButton } from '#web/parts/share-button.tsx'
import { SiteFooter } from '#web/parts/frame/site-footer.tsx'
import { SiteHeader } from '#web/parts/frame/site-header.tsx'
import { SongRow } from '#web/parts/songs/song-row.tsx'
import { titleStep } from '#web/parts/title-step.ts'
import { Badge } from '#web/ui/status/badge.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { icon } from '#web/ui/icons/icons.tsx'
import { ListMusic } from '#web/ui/icons/more-icons.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { ConcertBar } from './concert-bar.tsx'
import { concertMeta, loadConcert, PREVIEW_SONGS } from './concert-view.ts'
import { ArtistLink, ConcertActions, ConcertPoster, WhereSection } from './concert-parts.tsx'
import type { ConcertPage, ConcertView } from './concert-view.ts'
import css from './concert.module.css'

const CalendarPlus = icon(
  'M16 18h6M16 2v3M19 15v6M21 11.5V5a2 2 0 00-2-2H5a2 2 0 00-2 2v14a2 2 0 002 2h8.3M3 9h18M8 2v3',
)

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
          <ArtistLink view={view} className={css.card} />
        </div>
      </>
    )
  return (
    <>
      <ConcertBar
        title={`Concert ${artistName}`}
        backHref={`/user/${session.artist.username}`}
        backLabel="На страницу артиста"
        actions={share}
      />
      <SiteHeader className="only-d" actions={share} />
    </>
  )
}

type ConcertTimeAndPlaceProps = { session: ConcertView['session'] }

/** The day in large figures, the time in the viewer's zone, and the venue's own time when it differs. */
function ConcertTimeAndPlace({ session }: ConcertTimeAndPlaceProps) {
  const time = useConcertTime(session)
  const zone = useViewerZone(session.location.timeZone)
  return (
    <div className={css.when}>
      {session.sessionStatus === 'NOW' &&
        (session.active ? (
          <Badge tone="now">Идёт сейчас</Badge>
        ) : (
          <Badge tone="pause">{pauseWords(session.breakUntil, zone)}</Badge>
        ))}
      {session.sessionStatus === 'PLAYED' && <Badge tone="off">Концерт прошёл</Badge>}
      <div className={css.row}>
        <b aria-hidden="true" className={css.day}>
          {time.day}
        </b>
        <span aria-hidden="true" className="vrule" />
        <div className={css.words}>
          <p className="d-xs">
            <time dateTime={session.dateTimeStart}>{time.timeAndDay}</time>
          </p>
          {time.venueNote && <p className="muted t-s">{time.venueNote}</p>}
          <p>{session.location.name}</p>
          <MovedNote session={session} />
        </div>
      </div>
    </div>
  )
}

type SongPreviewProps = { songs: readonly QueueEntry[] }

/** The first songs of the concert; ruled paper stands where there are fewer. */
function SongPreview({ songs }: SongPreviewProps) {
  if (songs.length === 0)
    return <EmptyState text="Список песен концерта еще не опубликован" rest={false} muted />
  const free = Math.max(0, PREVIEW_SONGS - songs.length)
  return (
    <ul>
      {songs.map((song) => (
        <SongRow key={song.id} song={song} />
      ))}
      {Array.from({ length: free }, (_, at) => (
        <li key={at} aria-hidden="true" className={css.free}>
          <i />
          <span>
            <i />
            <i />
          </span>
        </li>
      ))}
    </ul>
  )
}

type SongsLinkProps = { session: ConcertView['session'] }

/** The link to the concert's songs, where more can be added. */
function SongsLink({ session }: SongsLinkProps) {
  const { id, artist, sessionStatus, locked } = session
  const { ableGetSongs, showSongsOnPoster } = session.advancedSession.privacy
  if (sessionStatus === 'PLAYED' || !(ableGetSongs || showSongsOnPoster)) return null
  return (
    <Button
      block
      href={`/user/${artist.username}/${id}/songs`}
      icon={<ListMusic className="ico" />}
    >
      {locked ? 'Ввести кодовое слово' : ableGetSongs ? 'Добавить песню' : 'Все песни'}
    </Button>
  )
}

type CalendarLinkProps = {
  session: Pick<ConcertView['session'], 'id' | 'sessionStatus' | 'artist' | 'street'>
}

/** The link that adds the concert to a calendar. */
function CalendarLink({ session }: CalendarLinkProps) {
  if (session.sessionStatus === 'PLAYED' || session.street) return null
  return (
    <CalendarAnchor
      href={`/user/${session.artist.username}/${session.id}.ics`}
      icon={<CalendarPlus className="ico" aria-hidden="true" />}
    >
      Добавить в календарь
    </CalendarAnchor>
  )
}

type Params = { artistUsername?: string; sessionId?: string }

const notFound = () => data(null, { status: 404 })

/** The same page at two URLs: its own, and the one for guests. */
const isShared = (request: Request) => new URL(request.url).pathname.endsWith('/shared')

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const { artistUsername = '', sessionId = '' }: Params = params
  try {
    const given = passIn(request.headers.get('cookie'))
    const view = await loadConcert(callFrom(context), artistUsername, sessionId, given)
    if (view !== null) {
      const { publicUrl } = context.get(serverApi)
      const address = `${publicUrl}/user/${view.session.artist.username}/${view.session.id}`
      return { ...view, address, shared: isShared(request) }
    }
  } catch (failure) {
    if (!isUnknown(failure)) throw failure
  }
  throw notFound()
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
      <main id="main" className={css.page}>
        <ConcertPoster artist={session.artist} age={session.advancedSession.age} />
        <div className={classes('wrap', css.head)}>
          <p className="only-d t-l muted">Concert {artistName}</p>
          <h1 className={classes(titleStep(session.title, 'd-l'), css.title)}>{session.title}</h1>
          {!shared && <ArtistLink view={view} />}
          <FollowButton
            followed={{ artistUsername: session.artist.username }}
            name={artistName}
            className={css.follow}
          >
            Следить за концертами
          </FollowButton>
        </div>
        <div className={css.side}>
          <div className="wrap">
            <ConcertTimeAndPlace session={session} />
            <CalendarLink session={session} />
            <ConcertActions session={session} place="side" />
          </div>
          <WhereSection session={session} className={classes('wrap', css.where)} />
        </div>
        {description !== '' && (
          <Section title="О концерте" className={classes('wrap', css.about)}>
            <p className={css.description}>{description}</p>
          </Section>
        )}
        {(session.sessionStatus !== 'PLAYED' || songs.length > 0) && (
          <Section title="Песни" className="wrap">
            <SongPreview songs={songs} />
            <SongsLink session={session} />
          </Section>
        )}
        <div className="wrap">
          <ComplainButton
            username={session.artist.username}
            subjects={subjectsOf(session, songs)}
          />
        </div>
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

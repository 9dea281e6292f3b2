import { useEffect, useState } from 'react'
import { useParams } from 'react-router'
import { api } from '#contract/index.ts'
import type { Session } from '#contract/shapes.ts'
import { timeAndDay } from '#domain/russian.ts'
import { DAY_MS } from '#domain/time.ts'
import { sentenceOf } from '#web/lib/calls/call-failed.ts'
import { call, serverNow } from '#web/lib/calls/call.ts'
import { useViewerZone } from '#web/lib/format.ts'
import { useSiteFacts } from '#web/lib/pages/site-facts.ts'
import { CalendarAnchor } from '#web/parts/concerts/calendar-anchor.tsx'
import { EveningRow, LaterDate } from '#web/parts/concerts/evening-row.tsx'
import { Poster } from '#web/parts/concerts/poster.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import { LoadingWords } from '#web/ui/status/loading-words.tsx'
import { classes } from '#web/ui/classes.ts'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { icon } from '#web/ui/icons/icons.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { NotArrived } from '../artist-frame.tsx'
import type { AfishaSession } from '../artist-view.ts'
import css from '../artist.module.css'
import { readAfisha, storeAfisha } from './afisha-copy.ts'

const CalendarSync = icon(
  'M11 10v4h4M11 14l1.535-1.605a5 5 0 018 1.5M16 2v3M21 18l-1.535 1.605a5 5 0 01-8-1.5M21 22v-4h-4M21 8.517V5a2 2 0 00-2-2H5a2 2 0 00-2 2v14a2 2 0 002 2h3.517M3 9h4M8 2v3',
)

/** Apple devices subscribe through the `webcal:` scheme and only copy the events of another link; other devices may not support it. */
function knowsWebcal(): boolean {
  return /Mac|iPhone|iPad/u.test(navigator.userAgent)
}

/** Calendar subscription to all concerts of the artist, including those announced later. */
function CalendarSubscription() {
  const { artistUsername = '' } = useParams()
  const { publicUrl } = useSiteFacts()
  const apple = useHydrated() && knowsWebcal()
  const path = `/user/${artistUsername}.ics`
  return (
    <CalendarAnchor
      href={apple ? `${publicUrl.replace(/^https?:/u, 'webcal:')}${path}` : path}
      icon={<CalendarSync />}
    >
      Подписаться на календарь
    </CalendarAnchor>
  )
}

const PAST_DAYS = 90
const PAST_MOST = 10

const dayAt = (ms: number) => new Date(ms).toISOString().slice(0, 10)

/** The last concerts, loaded when they are asked for. */
function PastConcerts() {
  const { artistUsername = '' } = useParams()
  const [past, setPast] = useState<readonly Session[] | string | null>(null)
  const [asked, setAsked] = useState(false)
  // Opened before its scripts it would load nothing.
  const hydrated = useHydrated()
  if (!hydrated) return null
  const load = () => {
    setAsked(true)
    setPast(null)
    const now = serverNow()
    const [dateStart, dateEnd] = [dayAt(now - PAST_DAYS * DAY_MS), dayAt(now + DAY_MS)]
    const body = { artistUsername, allData: true, dateStart, dateEnd, limit: 100 }
    void call(api.session.getSessions, { body }).then(
      (all) =>
        setPast(all.filter(({ sessionStatus }) => sessionStatus === 'PLAYED').slice(-PAST_MOST)),
      (failure: unknown) => setPast(sentenceOf(failure)),
    )
  }
  return (
    <details
      onToggle={({ currentTarget }) => {
        if (currentTarget.open && !Array.isArray(past)) load()
      }}
    >
      <summary>Прошедшие концерты</summary>
      {asked && past === null && <LoadingWords text="Ищем…" />}
      {typeof past === 'string' && <p role="alert">{past}</p>}
      {past?.length === 0 && <p className="muted">За три месяца концертов не было</p>}
      {typeof past === 'object' &&
        past
          ?.toReversed()
          .map((session) => (
            <ConcertRow
              key={session.id}
              {...session}
              note={session.location.name || session.location.city}
            />
          ))}
    </details>
  )
}

type AfishaTabProps = { sessions: readonly AfishaSession[] | null }

type PostersProps = { sessions: readonly AfishaSession[] }

/** The cancelled ones before the others: who came for one of them finds no poster. */
function Posters({ sessions }: PostersProps) {
  const coming = sessions.filter(({ cancelled }) => !cancelled)
  return (
    <>
      {sessions.map(
        (session) =>
          session.cancelled && <ConcertRow key={session.id} {...session} note="Отменён" />,
      )}
      {coming.length === 0 ? (
        <EmptyState text="В ближайшее время выступлений не ожидается" muted />
      ) : (
        <ul className={css.posters}>
          {coming.map((session) => (
            <li key={session.id}>
              <Poster session={session} />
              {session.later[0] && (
                <details>
                  <summary>Ещё даты</summary>
                  {session.later.map((date) => (
                    <LaterDate key={date.href} {...date} />
                  ))}
                </details>
              )}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

type ConcertRowProps = Pick<AfishaSession, 'id' | 'artist' | 'location' | 'title' | 'dateTimeStart'>

function ConcertRow({ note, ...session }: ConcertRowProps & { note: string }) {
  const { id, artist, location, title, dateTimeStart } = session
  return (
    <EveningRow
      href={`/user/${artist.username}/${id}`}
      timeZone={location.timeZone}
      {...{ title, dateTimeStart, note }}
    />
  )
}

/** Without a network: what this device saw last, with its age. */
function AfishaSeen() {
  const { artistUsername = '' } = useParams()
  const zone = useViewerZone()
  const [now] = useState(() => new Date())
  const copy = readAfisha(artistUsername, now.getTime())
  return (
    <>
      <NotArrived />
      {copy !== null && (
        <div className={classes('wrap', css.afisha)}>
          <Section title="Ближайшие выступления">
            <p className="muted">
              Без связи. Такой афиша была: {timeAndDay(new Date(copy.savedAt), zone, now)}
            </p>
            <Posters sessions={copy.sessions} />
          </Section>
        </div>
      )}
    </>
  )
}

/** The coming concerts, the nearest first. */
export function AfishaTab({ sessions }: AfishaTabProps) {
  const { artistUsername = '' } = useParams()
  useEffect(() => {
    if (sessions !== null) storeAfisha(artistUsername, sessions)
  }, [artistUsername, sessions])
  if (sessions === null) return <AfishaSeen />
  return (
    <div className={classes('wrap', css.afisha)}>
      <Section title="Ближайшие выступления">
        <Posters sessions={sessions} />
        <CalendarSubscription />
        <Button href="/search" className={css.more}>
          Посмотреть больше
        </Button>
        <PastConcerts />
      </Section>
    </div>
  )
}

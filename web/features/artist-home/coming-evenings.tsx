import { useRevalidator } from 'react-router'
import type { Session } from '#contract/shapes.ts'
import { clockTime, counted, shortTimeAndDay } from '#domain/russian.ts'
import { useConcertTime, useNow, useViewerZone } from '#web/lib/format.ts'
import { useSiteFacts } from '#web/lib/pages/site-facts.ts'
import { EveningRow, LaterDate } from '#web/parts/concerts/evening-row.tsx'
import type { LaterConcert } from '#web/parts/concerts/found-concert.ts'
import { bySeries } from '#web/parts/concerts/found-concert.ts'
import { Badge } from '#web/ui/status/badge.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { PlayHere } from '../announcement/index.ts'
import { NoConcertCard } from '../pad/index.ts'
import { ReportLink } from '../report/index.ts'
import css from './artist-home.module.css'

type ComingEveningsProps = {
  /** Null where they could not be loaded. */
  sessions: readonly Session[] | null
  /** Concerts that have ended on this pad since the page was opened. */
  ended: readonly Session[]
}

const editHref = ({ id }: Session) => `/artist/create-new-session/advanced/${id}`

/** The artist's coming concerts, the running one first. */
export function ComingEvenings({ sessions, ended }: ComingEveningsProps) {
  const { messengers } = useSiteFacts()
  return (
    <Section title="Впереди" {...(sessions !== null && { count: sessions.length })}>
      {ended.map(({ id, title }) => (
        <div key={id} className={css.ended}>
          <p>Концерт «{title}» завершён.</p>
          <ReportLink sessionId={id} />
        </div>
      ))}
      {sessions === null && <NotLoaded />}
      {sessions?.length === 0 && <NoConcertCard again={ended.length > 0} />}
      <ul>
        {bySeries(sessions ?? [], editHref).map((session) => (
          <li key={session.id}>
            <Coming session={session} later={session.later} />
          </li>
        ))}
      </ul>
      {sessions?.every(({ sessionStatus }) => sessionStatus !== 'NOW') && <PlayHere />}
      <Button variant="text" href="/artist/wishes">
        Чего ждут в городах
      </Button>
      <Button variant="text" href="/artist/words">
        Слово подписчикам
      </Button>
      {messengers !== undefined && (
        <Button variant="text" href="/artist/channels">
          Каналы и группы
        </Button>
      )}
    </Section>
  )
}

function Coming({ session, later }: { session: Session; later: readonly LaterConcert[] }) {
  const { location, dateTimeStart, sessionStatus, publishAt } = session
  const now = useNow()
  const zone = useViewerZone(location.timeZone)
  const { venueNote } = useConcertTime(session)
  const dates = counted(later.length, 'дата', 'даты', 'дат')
  const facts = [
    clockTime(new Date(dateTimeStart), zone),
    venueNote,
    location.name,
    later.length > 0 && `ещё ${dates}`,
    publishAt && `выйдет: ${shortTimeAndDay(new Date(publishAt), zone, now)}`,
    session.advancedSession.privacy.closedSession && 'закрытый: только по ссылке',
  ]
  return (
    <>
      <EveningRow
        href={editHref(session)}
        deed="Перейти"
        dateTimeStart={dateTimeStart}
        timeZone={location.timeZone}
        title={session.title}
        note={facts.filter(Boolean).join(' · ')}
        {...(sessionStatus === 'NOW' && {
          aside: (
            <Badge tone={session.active ? 'now' : 'pause'}>
              {session.active ? 'Идёт' : 'Пауза'}
            </Badge>
          ),
        })}
      />
      {later.length > 0 && (
        <details>
          <summary className={css.later}>Ещё даты</summary>
          {later.map((date) => (
            <LaterDate key={date.href} {...date} />
          ))}
        </details>
      )}
    </>
  )
}

function NotLoaded() {
  const { revalidate, state } = useRevalidator()
  return (
    <EmptyState
      rest={false}
      text="Не удалось узнать, какие концерты впереди. Проверьте интернет."
      action={
        <Button loading={state !== 'idle'} onClick={() => void revalidate()}>
          Попробовать ещё раз
        </Button>
      }
    />
  )
}

import type { Session } from '#contract/shapes.ts'
import { NoConcertCard } from '#web/features/pad/index.ts'
import { ReportLink } from '#web/features/report/index.ts'
import { Poster } from '#web/parts/poster.tsx'
import { History } from '#web/ui/artist-icons.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Plus } from '#web/ui/icons.tsx'
import { Rule } from '#web/ui/rule.tsx'
import css from './announcement-tab.module.css'

export type AnnouncementTabProps = {
  sessions: readonly Session[]
  /** Concerts that have ended on this pad since the page was opened. */
  ended: readonly Session[]
}

/** The artist's coming concerts, and the way to announce one more. */
export function AnnouncementTab({ sessions, ended }: AnnouncementTabProps) {
  return (
    <section aria-labelledby="announcements" className={css.tab}>
      <Rule />
      <div className={css.head}>
        <h1 id="announcements" className="d-s">
          Ваши выступления
        </h1>
        <IconButton
          label="Создать концерт"
          variant={sessions.length === 0 ? 'line' : 'lamp'}
          href="/artist/create-new-session"
        >
          <Plus className="ico" />
        </IconButton>
      </div>
      {ended.map(({ id, title }) => (
        <div key={id} className={css.ended}>
          <p>Концерт «{title}» завершён.</p>
          <ReportLink sessionId={id} />
        </div>
      ))}
      {sessions.length === 0 && <NoConcertCard again={ended.length > 0} />}
      <ul className={css.list}>
        {sessions.map((session) => (
          <li key={session.id}>
            <Poster session={session} level={2} action={<PosterFoot session={session} />} />
          </li>
        ))}
      </ul>
      <Button block href="/artist/session" icon={<History className="ico" />}>
        Прошедшие концерты
      </Button>
    </section>
  )
}

function PosterFoot({ session }: { session: Session }) {
  const { closedSession } = session.advancedSession.privacy
  return (
    <>
      <Button
        size="s"
        variant="invert"
        href={`/artist/create-new-session/advanced/${session.id}`}
        aria-label={`Перейти: ${session.title}`}
      >
        Перейти
      </Button>
      {session.sessionStatus === 'NOW' && (
        <Badge tone={session.active ? 'now' : 'pause'} className={css.badge}>
          {session.active ? 'Идёт' : 'Пауза'}
        </Badge>
      )}
      {closedSession && <span className={css.closed}>Закрытый: только по ссылке</span>}
    </>
  )
}

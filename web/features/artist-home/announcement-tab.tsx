import { useEffect, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { Session } from '#contract/shapes.ts'
import { useNow } from '#web/lib/format.ts'
import { Poster } from '#web/parts/concerts/poster.tsx'
import { bySeries } from '#web/parts/concerts/found-concert.ts'
import { Anchor } from '#web/ui/buttons/anchor.tsx'
import { History } from '#web/ui/icons/artist-icons.tsx'
import { Badge } from '#web/ui/status/badge.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { IconButton } from '#web/ui/buttons/icon-button.tsx'
import { ArrowRight, CircleCheck, Plus } from '#web/ui/icons/icons.tsx'
import { Rule, Section } from '#web/ui/layout/section.tsx'
import { PlayHere } from '../announcement/index.ts'
import { NoConcertCard } from '../pad/index.ts'
import { ReportLink } from '../report/index.ts'
import css from './artist-home.module.css'
import type { Beginnings } from '#web/parts/frame/first-steps.ts'
import { firstSteps, hideFirstSteps } from '#web/parts/frame/first-steps.ts'

type FirstStepsListProps = {
  username: string
  beginnings: Beginnings
  announced: boolean
}

/** The next steps of a new musician; hidden for good once all of them are done. */
export function FirstStepsList({ username, beginnings, announced }: FirstStepsListProps) {
  const [hidden, setHidden] = useState(false)
  const steps = firstSteps(beginnings, announced)
  const next = steps.find(({ done }) => !done)
  const over = next === undefined
  useEffect(() => {
    if (over) hideFirstSteps(username)
  }, [over, username])
  if (hidden || over) return null
  return (
    <Section
      title="Что дальше"
      count={`${steps.filter(({ done }) => done).length} из ${steps.length}`}
      className={css.steps}
    >
      <ol>
        {steps.map((step) => (
          <li key={step.title}>
            <Anchor href={step.href} className={classes(css.step, step.done && css.done)}>
              <span className={css.stepTitle}>{step.title}</span>
              <span className="t-s muted">{step.state}</span>
              {step.done ? <CircleCheck className="ico" /> : <ArrowRight className="ico" />}
            </Anchor>
          </li>
        ))}
      </ol>
      {!announced && (
        <Button block href="/artist/rehearsal">
          Репетиция: пульт и зал понарошку
        </Button>
      )}
      <Button
        variant="text"
        onClick={() => {
          hideFirstSteps(username)
          setHidden(true)
        }}
      >
        Больше не показывать
      </Button>
    </Section>
  )
}

type AnnouncementTabProps = {
  /** Null where they could not be loaded. */
  sessions: readonly Session[] | null
  /** Concerts that have ended on this pad since the page was opened. */
  ended: readonly Session[]
}

/** The artist's coming concerts, and the button that announces one more. */
export function AnnouncementTab({ sessions, ended }: AnnouncementTabProps) {
  const now = useNow()
  return (
    <section aria-labelledby="announcements" className={css.tab}>
      <Rule />
      <div className={css.head}>
        <h1 id="announcements" className="d-s">
          Ваши выступления
        </h1>
        <IconButton
          label="Создать концерт"
          variant={sessions?.length === 0 ? 'line' : 'lamp'}
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
      {sessions === null && <NotLoaded />}
      {sessions?.length === 0 && <NoConcertCard again={ended.length > 0} />}
      {sessions?.every(({ sessionStatus }) => sessionStatus !== 'NOW') && <PlayHere />}
      <ul className={css.list}>
        {bySeries(sessions ?? [], ({ id }) => `/artist/create-new-session/advanced/${id}`, now).map(
          (session) => (
            <li key={session.id}>
              <Poster session={session} level={2} action={<PosterFoot session={session} />} />
              {session.later.length > 0 && (
                <details>
                  <summary className={css.later}>Ещё даты</summary>
                  {session.later.map(({ href, when }) => (
                    <Button key={href} variant="text" href={href}>
                      {when}
                    </Button>
                  ))}
                </details>
              )}
            </li>
          ),
        )}
      </ul>
      <Button block href="/artist/session" icon={<History className="ico" />}>
        Прошедшие концерты
      </Button>
    </section>
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
      {session.sessionStatus === 'SCHEDULED' && (
        <Button
          size="s"
          variant="text"
          href={`/artist/create-new-session/correct/${session.id}`}
          aria-label={`Изменить: ${session.title}`}
        >
          Изменить
        </Button>
      )}
      {session.sessionStatus === 'NOW' && (
        <Badge tone={session.active ? 'now' : 'pause'} className={css.badge}>
          {session.active ? 'Идёт' : 'Пауза'}
        </Badge>
      )}
      {closedSession && <span className={css.closed}>Закрытый: только по ссылке</span>}
    </>
  )
}

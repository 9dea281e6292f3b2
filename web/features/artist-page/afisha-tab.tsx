import type { PosterSession } from '#web/parts/poster.tsx'
import { Poster } from '#web/parts/poster.tsx'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Section } from '#web/ui/section.tsx'
import css from './afisha-tab.module.css'
import { CalendarSubscription } from './calendar-subscription.tsx'
import { NotArrived } from './not-arrived.tsx'

export type AfishaTabProps = { sessions: readonly PosterSession[] | null }

/** The concerts to come, the nearest first. */
export function AfishaTab({ sessions }: AfishaTabProps) {
  if (sessions === null) return <NotArrived />
  return (
    <div className={classes('wrap', css.afisha)}>
      <Section title="Ближайшие выступления">
        {sessions.length === 0 && (
          <EmptyState text="В ближайшее время выступлений не ожидается" muted />
        )}
        {sessions.length > 0 && (
          <ul className={css.posters}>
            {sessions.map((session) => (
              <li key={session.id}>
                <Poster session={session} />
              </li>
            ))}
          </ul>
        )}
        <CalendarSubscription />
        <Button href="/search" className={css.more}>
          Посмотреть больше
        </Button>
      </Section>
    </div>
  )
}

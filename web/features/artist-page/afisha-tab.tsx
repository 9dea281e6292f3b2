import { useParams } from 'react-router'
import { PastOrders } from '#web/features/ordering/index.ts'
import type { OrderView } from '#web/features/ordering/load.ts'
import { useSiteFacts } from '#web/lib/site-facts.ts'
import { CalendarAnchor } from '#web/parts/calendar-anchor.tsx'
import type { PosterSession } from '#web/parts/poster.tsx'
import { Poster } from '#web/parts/poster.tsx'
import { ActionRow } from '#web/ui/action-row.tsx'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { CalendarSync } from '#web/ui/icons.tsx'
import { Rule } from '#web/ui/rule.tsx'
import { Section } from '#web/ui/section.tsx'
import { Strings } from '#web/ui/strings.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import css from './afisha-tab.module.css'
import { NotArrived } from './artist-frame.tsx'
import { tabHref } from './artist-tab.ts'
import type { ArtistHead } from './artist-view.ts'
import { ThanksButton } from './thanks-button.tsx'

type ConcertOverProps = { head: ArtistHead; sessionId: string; order: OrderView | null }

/** What a listener sees who still stands at the order tab when the concert ends. */
export function ConcertOver({ head, sessionId, order }: ConcertOverProps) {
  const concert = { artistUsername: head.username, sessionId }
  const group = head.accountType === 'GROUP'
  return (
    <section aria-labelledby="concert-over" className={css.over}>
      <Strings paused />
      <div className={classes('wrap', css.words)}>
        <Rule />
        <h2 id="concert-over" className="d-l">
          Концерт окончен
        </h2>
        <p className="t-l muted">
          Спасибо, что заказывали песни. Следующие выступления смотрите в афише.
        </p>
        <PastOrders concert={concert} first={order?.mine ?? null} />
        <ActionRow stacked>
          {head.takesTips && <ThanksButton newLook block />}
          <Button
            variant={head.takesTips ? 'line' : 'primary'}
            size="stage"
            href={tabHref('profile')}
          >
            {group ? 'На страницу группы' : 'На страницу музыканта'}
          </Button>
          <Button size="stage" href={tabHref('afisha')}>
            Афиша
          </Button>
        </ActionRow>
      </div>
    </section>
  )
}

/** These subscribe by a scheme of its own and only copy what comes by another; elsewhere nobody may know it. */
function knowsWebcal(): boolean {
  return /Mac|iPhone|iPad/u.test(navigator.userAgent)
}

/** All evenings of the artist for one's own calendar, those to be announced too. */
function CalendarSubscription() {
  const { artistUsername = '' } = useParams()
  const { publicUrl } = useSiteFacts()
  const apple = useHydrated() && knowsWebcal()
  const path = `/user/${artistUsername}.ics`
  return (
    <CalendarAnchor
      href={apple ? `${publicUrl.replace(/^https?:/u, 'webcal:')}${path}` : path}
      icon={<CalendarSync className="ico" aria-hidden="true" />}
    >
      Подписаться на календарь
    </CalendarAnchor>
  )
}

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

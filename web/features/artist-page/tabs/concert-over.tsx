import { Poster } from '#web/parts/concerts/poster.tsx'
import { ActionRow } from '#web/ui/buttons/action-row.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Rule, Section } from '#web/ui/layout/section.tsx'
import { Strings } from '#web/ui/status/strings.tsx'
import { FollowButton } from '#web/features/follow/index.ts'
import { PastOrders } from '#web/features/ordering/index.ts'
import type { OrderView } from '#web/features/ordering/load.ts'
import css from '../artist.module.css'
import { tabHref } from './artist-tab.ts'
import type { ArtistHead, NextConcert } from '../artist-view.ts'
import { ThanksButton } from '../tip/thanks-button.tsx'

type ConcertOverProps = { head: ArtistHead; sessionId: string; order: OrderView | null }

/** The order tab for a listener who is still there when the concert ends. */
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
          <FollowButton
            followed={{ artistUsername: head.username }}
            name={head.name}
            size="stage"
            block
          >
            Подписаться
          </FollowButton>
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

type NoConcertProps = { next: NextConcert | null }

/** The order tab of an artist who is not playing at the moment. */
export function NoConcert({ next }: NoConcertProps) {
  return (
    <div className={classes('wrap', css.place)}>
      {next === null ? (
        <EmptyState text="Нет активных концертов" muted />
      ) : (
        <Section title="Следующий концерт" className={css.next}>
          <Poster session={next} />
          {next.open && (
            <div className={css.ahead}>
              <p className="t-l">
                Концерт ещё не начался, но песню можно заказать уже сейчас: музыкант увидит её
                заранее.
              </p>
              <Button block href={`/user/${next.artist.username}/${next.id}/songs`}>
                Заказать песню заранее
              </Button>
            </div>
          )}
        </Section>
      )}
    </div>
  )
}

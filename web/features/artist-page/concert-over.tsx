import { PastOrders } from '#web/features/ordering/index.ts'
import type { OrderView } from '#web/features/ordering/load.ts'
import { ActionRow } from '#web/ui/action-row.tsx'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { Rule } from '#web/ui/rule.tsx'
import { Strings } from '#web/ui/strings.tsx'
import { tabHref } from './artist-tab.ts'
import type { ArtistHead } from './artist-view.ts'
import css from './concert-over.module.css'

export type ConcertOverProps = { head: ArtistHead; sessionId: string; order: OrderView | null }

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
          <Button variant="primary" size="stage" href={tabHref('profile')}>
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

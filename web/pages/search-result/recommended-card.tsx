import { MatchReason } from '#web/parts/match-reason.tsx'
import { Poster } from '#web/parts/poster.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import type { Recommended } from './result-view.ts'
import css from './recommended-card.module.css'

type RecommendedCardProps = Pick<Recommended, 'concert' | 'match'> & {
  /** How many songs are wished. */
  wished: number
}

/** A concert and why it is recommended; one that is on now takes songs at once. */
export function RecommendedCard({ concert, match, wished }: RecommendedCardProps) {
  const { artist, id, live, title } = concert
  return (
    <Poster
      session={concert}
      mini
      level={2}
      action={
        <div className={css.foot}>
          {live && <Badge tone="now">Идёт сейчас</Badge>}
          <MatchReason match={match} wished={wished} />
          <div className={css.ways}>
            <Button href={`/user/${artist.username}/${id}`} size="s" variant="invert">
              Подробнее<span className="sr">: {title}</span>
            </Button>
            {live && (
              <Button href={`/user/${artist.username}?tab=order`} size="s">
                Заказать песню<span className="sr">: {title}</span>
              </Button>
            )}
          </div>
        </div>
      }
    />
  )
}

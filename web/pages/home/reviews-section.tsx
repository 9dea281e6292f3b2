import type { Review } from '#web/content/reviews.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Rule } from '#web/ui/rule.tsx'
import { HomeBlock } from './home-block.tsx'
import css from './reviews-section.module.css'

type ReviewsSectionProps = {
  reviews: readonly Review[]
  /** Nobody said this: a demo shows how the section looks. */
  examples: boolean
}

/** What musicians say; there is no such section where nobody has said anything yet. */
export function ReviewsSection({ reviews, examples }: ReviewsSectionProps) {
  if (reviews.length === 0) return null
  return (
    <HomeBlock title="Говорят музыканты">
      <ul className={css.wall}>
        {reviews.map(({ words, name, about }) => (
          <li key={words}>
            <figure>
              <Rule />
              {examples && <Badge className={css.mark}>Пример отзыва</Badge>}
              <blockquote className={css.words}>{words}</blockquote>
              <figcaption>
                <span className="b">{name}</span>
                <br />
                <span className="muted">{about}</span>
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </HomeBlock>
  )
}

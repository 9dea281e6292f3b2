import { plural } from '#domain/russian.ts'
import { Beat } from '#web/ui/beat.tsx'
import { Button } from '#web/ui/button.tsx'
import { useNavigation, useRevalidator } from 'react-router'
import css from './match-count.module.css'

type MatchCountProps = {
  /** At most 100; null: nobody has counted yet. */
  count: number | null
}

const MOST_COUNTED = 100

/** How many concerts have the listener's songs, and the way to them. */
export function MatchCount({ count }: MatchCountProps) {
  const { state } = useRevalidator()
  const turning = useNavigation().state
  const counting = state !== 'idle' || turning !== 'idle'
  // Nobody counts: the filters are wrong, or the server did not answer.
  if (count === null && !counting) return null
  return (
    <div className={css.count}>
      <output aria-busy={counting || undefined} className={css.words}>
        {count === null ? <Beat /> : <b>{count >= MOST_COUNTED ? `${MOST_COUNTED}+` : count}</b>}{' '}
        <span>
          {count === null
            ? 'Считаем концерты…'
            : `${plural(count, 'концерт', 'концерта', 'концертов')} с вашими песнями`}
        </span>
      </output>
      <Button href="/search/result" size="s" variant="primary">
        Смотреть<span className="sr"> рекомендации</span>
      </Button>
    </div>
  )
}

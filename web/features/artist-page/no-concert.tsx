import { Poster } from '#web/parts/poster.tsx'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Section } from '#web/ui/section.tsx'
import type { NextConcert } from './artist-view.ts'
import css from './no-concert.module.css'

export type NoConcertProps = { next: NextConcert | null }

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

import { Poster } from '#web/parts/poster.tsx'
import type { PosterSession } from '#web/parts/poster.tsx'
import { classes } from '#web/ui/classes.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Section } from '#web/ui/section.tsx'
import css from './no-concert.module.css'

export type NoConcertProps = { next: PosterSession | null }

/** The order tab of an artist who is not playing at the moment. */
export function NoConcert({ next }: NoConcertProps) {
  return (
    <div className={classes('wrap', css.place)}>
      {next === null ? (
        <EmptyState text="Нет активных концертов" muted />
      ) : (
        <Section title="Следующий концерт" className={css.next}>
          <Poster session={next} />
        </Section>
      )}
    </div>
  )
}

import type { Session } from '#contract/shapes.ts'
import { Button } from '#web/ui/buttons/button.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import css from '../pad.module.css'

type NoConcertCardProps = {
  /** There was a concert before. */
  again?: boolean
}

/** Shown instead of a concert where none is announced. */
export function NoConcertCard({ again = false }: NoConcertCardProps) {
  return (
    <div className={css.card}>
      <EmptyState
        text={
          again
            ? 'Следующий концерт не объявлен.'
            : 'Концертов пока нет. Объявите первый, и он появится в афише.'
        }
        action={
          <Button variant="primary" href="/artist/create-new-session">
            Создать
          </Button>
        }
      />
      <Button href="/artist/rehearsal">Репетиция</Button>
    </div>
  )
}

/** The link from the card of the next concert to editing its title, time and place. */
export function CorrectLink({ session: { id, title } }: { session: Session }) {
  return (
    <Button
      size="s"
      variant="text"
      href={`/artist/create-new-session/correct/${id}`}
      aria-label={`Изменить: ${title}`}
    >
      Изменить
    </Button>
  )
}

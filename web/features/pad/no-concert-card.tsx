import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import css from './no-concert-card.module.css'

/** Stands in the place of a concert where none is announced. */
export function NoConcertCard() {
  return (
    <div className={css.card}>
      <EmptyState
        text="Концертов пока нет. Объявите первый, и он появится в афише."
        action={
          <Button variant="primary" href="/artist/create-new-session">
            Создать
          </Button>
        }
      />
    </div>
  )
}

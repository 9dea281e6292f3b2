import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

/** Stands where concerts would, while nobody has announced any. */
export function NobodyPlays() {
  return (
    <EmptyState
      text="Пока никто не объявил концерт. Загляните позже."
      action={
        <Button href="/find-artist" size="s">
          Найти артиста
        </Button>
      }
    />
  )
}

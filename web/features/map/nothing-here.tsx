import { useRevalidator } from 'react-router'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

export type NothingHereProps = {
  /** Why nobody knows what is there; null where nothing is. */
  failed: string | null
  /** Asks again; without it the whole page is asked for again. */
  onAgain?: (() => void) | undefined
}

/** Stands where the list would: no concerts, or no answer. */
export function NothingHere({ failed, onAgain }: NothingHereProps) {
  const { revalidate } = useRevalidator()
  if (failed === null)
    return (
      <EmptyState
        text="В этом месте концертов пока нет"
        action={<Button href="/search">Найти концерт</Button>}
      />
    )
  return (
    <EmptyState
      text={failed}
      rest={false}
      action={<Button onClick={onAgain ?? (() => void revalidate())}>Повторить</Button>}
    />
  )
}

import { useRevalidator } from 'react-router'
import { NobodyPlays } from '#web/parts/nobody-plays.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

type NothingRecommendedProps = {
  /** Why nobody could say; null where there is nothing. */
  failed: string | null
}

/** Stands where the cards would. */
export function NothingRecommended({ failed }: NothingRecommendedProps) {
  const { revalidate, state } = useRevalidator()
  if (failed === null) return <NobodyPlays />
  return (
    <div role="alert">
      <EmptyState
        rest={false}
        text={failed}
        action={
          <Button size="s" loading={state !== 'idle'} onClick={() => void revalidate()}>
            Попробовать ещё раз
          </Button>
        }
      />
    </div>
  )
}

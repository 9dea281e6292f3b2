import { useNavigation } from 'react-router'
import { FoundPoster } from '#web/parts/found-poster.tsx'
import type { FoundConcert } from '#web/parts/found-concert.ts'
import { NobodyPlays } from '#web/parts/nobody-plays.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { SideScroll } from '#web/ui/side-scroll.tsx'

type ComingConcertsProps = {
  /** Null: nobody could say. */
  concerts: readonly FoundConcert[] | null
}

/** The concerts ahead in one line, those that are on now first. */
export function ComingConcerts({ concerts }: ComingConcertsProps) {
  const asking = useNavigation().state !== 'idle'
  if (concerts === null)
    return (
      <EmptyState
        rest={false}
        text="Не получилось узнать, где играют."
        action={
          <Button href="/find" size="s" loading={asking}>
            Попробовать ещё раз
          </Button>
        }
      />
    )
  if (concerts.length === 0) return <NobodyPlays />
  return (
    <SideScroll label="Ближайшие концерты">
      {concerts.map((concert) => (
        <li key={concert.id}>
          <FoundPoster concert={concert} />
        </li>
      ))}
    </SideScroll>
  )
}

import { useConcertTime } from '#web/lib/format.ts'
import { Button } from '#web/ui/buttons/button.tsx'
import type { LaterConcert } from './found-concert.ts'

/** The link to a later concert of a series, by the clock that its poster goes by. */
export function LaterDate(concert: LaterConcert) {
  const { timeAndDay, venueNote } = useConcertTime(concert)
  return (
    <Button variant="text" href={concert.href}>
      {timeAndDay}
      {venueNote && `, ${venueNote}`}
    </Button>
  )
}

import { useParams } from 'react-router'
import { useSiteFacts } from '#web/lib/site-facts.ts'
import { CalendarAnchor } from '#web/parts/calendar-anchor.tsx'
import { CalendarSync } from '#web/ui/icons.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'

/** These subscribe by a scheme of its own and only copy what comes by another; elsewhere nobody may know it. */
function knowsWebcal(): boolean {
  return /Mac|iPhone|iPad/u.test(navigator.userAgent)
}

/** All evenings of the artist for one's own calendar, those to be announced too. */
export function CalendarSubscription() {
  const { artistUsername = '' } = useParams()
  const { publicUrl } = useSiteFacts()
  const apple = useHydrated() && knowsWebcal()
  const path = `/user/${artistUsername}.ics`
  return (
    <CalendarAnchor
      href={apple ? `${publicUrl.replace(/^https?:/u, 'webcal:')}${path}` : path}
      icon={<CalendarSync className="ico" aria-hidden="true" />}
    >
      Подписаться на календарь
    </CalendarAnchor>
  )
}

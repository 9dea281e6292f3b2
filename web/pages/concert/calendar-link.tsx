import { CalendarPlus } from 'lucide-react'
import { CalendarAnchor } from '#web/parts/calendar-anchor.tsx'
import type { ConcertView } from './concert-view.ts'

export type CalendarLinkProps = {
  session: Pick<ConcertView['session'], 'id' | 'sessionStatus' | 'artist'>
}

/** The evening for one's own calendar. */
export function CalendarLink({ session }: CalendarLinkProps) {
  if (session.sessionStatus === 'PLAYED') return null
  return (
    <CalendarAnchor
      href={`/user/${session.artist.username}/${session.id}.ics`}
      icon={<CalendarPlus className="ico" aria-hidden="true" />}
    >
      Добавить в календарь
    </CalendarAnchor>
  )
}

import { dayOfMonth, localTimeNote, monthName, timeAndDay } from '#domain/russian.ts'
import { useViewerZone } from './use-viewer-zone.ts'

export type ConcertTime = {
  /** «28» */
  day: string
  /** «ноября» */
  month: string
  /** «суббота, 28 нояб., 20:00» */
  timeAndDay: string
  /** «по местному времени 23:00 (МСК+3)» where the venue's clocks differ from the viewer's. */
  venueNote: string | null
}

/** When a concert starts, by the viewer's own clock. */
export function useConcertTime(concert: {
  dateTimeStart: string
  location: { timeZone: string }
}): ConcertTime {
  const venue = concert.location.timeZone
  const zone = useViewerZone(venue)
  const at = new Date(concert.dateTimeStart)
  return {
    day: dayOfMonth(at, zone),
    month: monthName(at, zone),
    timeAndDay: timeAndDay(at, zone),
    venueNote: localTimeNote(at, venue, zone),
  }
}

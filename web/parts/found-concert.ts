import type { Session } from '#contract/shapes.ts'
import type { PosterSession } from './poster.tsx'

/** What the poster of a concert that was looked for tells. */
export type FoundConcert = PosterSession & {
  /** It is on now. */
  live: boolean
}

/** Only what a poster tells: whole sessions would weigh more than their page. */
export function foundConcert({
  id,
  title,
  dateTimeStart,
  artist,
  location,
  ...rest
}: Session): FoundConcert {
  return {
    id,
    title,
    dateTimeStart,
    artist: { username: artist.username, name: artist.name, imageUrl: artist.imageUrl },
    location: { name: location.name, city: location.city, timeZone: location.timeZone },
    advancedSession: { age: rest.advancedSession.age },
    live: rest.sessionStatus === 'NOW',
  }
}

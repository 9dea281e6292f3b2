import { api } from '#contract/index.ts'
import type { Session } from '#contract/shapes.ts'
import { CallFailed } from '#web/lib/call-failed.ts'
import type { Caller } from '#web/lib/call.ts'
import type { PosterSession } from '#web/parts/poster.tsx'

const SHOWN = 3
/** Concerts that go on now are among the first in time. */
const ASKED = 15

export type HomeConcert = PosterSession & { live: boolean }

// Only what a poster tells: the whole session would weigh more than the page.
function forPoster({ id, title, dateTimeStart, artist, location, ...rest }: Session): HomeConcert {
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

/** What goes on, and then what comes next; null where nobody could say. */
export async function loadConcerts(ask: Caller): Promise<HomeConcert[] | null> {
  try {
    const sessions = await ask(api.session.getSessions, { body: { limit: ASKED } })
    const live = sessions.filter(({ sessionStatus }) => sessionStatus === 'NOW')
    const coming = sessions.filter(({ sessionStatus }) => sessionStatus === 'SCHEDULED')
    return [...live, ...coming].slice(0, SHOWN).map(forPoster)
  } catch (failure) {
    if (failure instanceof CallFailed) return null
    throw failure
  }
}

import { api } from '#contract/index.ts'
import type { Session } from '#contract/shapes.ts'
import { CallFailed } from '#web/lib/call-failed.ts'
import type { Caller } from '#web/lib/call.ts'
import type { PosterSession } from '#web/parts/poster.tsx'

const SHOWN = 12
/** Concerts that go on now come first in time, so they are within reach of the same call. */
const ASKED = 40

export type HomeConcerts = { now: PosterSession[]; next: PosterSession[] }

// Only what a poster tells: the whole session would weigh more than the page.
function forPoster({ id, title, dateTimeStart, artist, location, advancedSession }: Session) {
  return {
    id,
    title,
    dateTimeStart,
    artist,
    location: { name: location.name, city: location.city, timeZone: location.timeZone },
    advancedSession: { age: advancedSession.age },
  }
}

/** What goes on and what comes next; null where nobody could say. */
export async function loadHome(ask: Caller): Promise<HomeConcerts | null> {
  try {
    const sessions = await ask(api.session.getSessions, { body: { limit: ASKED } })
    const of = (status: Session['sessionStatus']) =>
      sessions
        .filter((session) => session.sessionStatus === status)
        .slice(0, SHOWN)
        .map(forPoster)
    return { now: of('NOW'), next: of('SCHEDULED') }
  } catch (failure) {
    if (failure instanceof CallFailed) return null
    throw failure
  }
}

import { api } from '#contract/index.ts'
import { CallFailed } from '#web/lib/call-failed.ts'
import type { Caller } from '#web/lib/call.ts'
import type { FoundConcert } from '#web/parts/found-concert.ts'
import { foundConcert } from '#web/parts/found-concert.ts'

const SHOWN = 3
/** Concerts that go on now are among the first in time. */
const ASKED = 15

/** What goes on, and then what comes next; null where nobody could say. */
export async function loadConcerts(ask: Caller): Promise<FoundConcert[] | null> {
  try {
    const sessions = await ask(api.session.getSessions, { body: { limit: ASKED } })
    const live = sessions.filter(({ sessionStatus }) => sessionStatus === 'NOW')
    const coming = sessions.filter(({ sessionStatus }) => sessionStatus === 'SCHEDULED')
    return [...live, ...coming].slice(0, SHOWN).map(foundConcert)
  } catch (failure) {
    if (failure instanceof CallFailed) return null
    throw failure
  }
}

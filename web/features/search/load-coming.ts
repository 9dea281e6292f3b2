import { api } from '#contract/index.ts'
import { orWhenUnavailable } from '#web/lib/calls/call-failed.ts'
import type { Caller } from '#web/lib/calls/call.ts'
import type { FoundConcert } from '#web/parts/concerts/found-concert.ts'
import { foundConcert } from '#web/parts/concerts/found-concert.ts'

/** As many as are worth scrolling through sideways. */
const ASKED = 15

/** The running concerts, then the coming ones; null where they could not be loaded. */
export async function loadComing(ask: Caller): Promise<FoundConcert[] | null> {
  const answer = ask(api.session.getSessions, { body: { limit: ASKED } })
  const concerts = (await orWhenUnavailable(answer, null))?.map(foundConcert)
  if (concerts === undefined) return null
  return [...concerts.filter(({ live }) => live), ...concerts.filter(({ live }) => !live)]
}

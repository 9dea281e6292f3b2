import type { RouterContextProvider } from 'react-router'
import { promoWeek } from '#domain/promo-week.ts'
import { promoOf } from '#web/content/promos.ts'
import { shownReviews } from '#web/content/reviews.ts'
import { callFrom } from '#web/lib/call.ts'
import { serverDoor } from '#web/lib/server-door.ts'
import { loadConcerts } from './load-concerts.ts'

/** What changes on the first page without anybody building it anew. */
export async function loadHome(context: Readonly<RouterContextProvider>) {
  const { variant, daysLeft } = promoWeek(new Date())
  // An example stands only beside examples: a demo that names a real owner quotes nobody who is made up.
  const { legal } = context.get(serverDoor)
  return {
    concerts: await loadConcerts(callFrom(context)),
    promo: { ...promoOf(variant), daysLeft },
    ...shownReviews(legal?.example === true),
  }
}

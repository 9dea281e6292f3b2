import { ownConcert } from '#domain/concerts/concert.ts'
import { admitPublication, checkPublication } from '#domain/concerts/publication.ts'
import { tellHall, transaction } from '#server/context.ts'
import type { Context } from '#server/context.ts'
import { runAllDue } from '#server/platform/jobs/due-work.ts'
import { noteConcertNews } from '../notifications/news.service.ts'
import { noteEvents } from '../webhooks/webhook-events.service.ts'
import { lockOwnSeries } from './concert-lifecycle.service.ts'
import type { SeriesPart } from './concert-lifecycle.service.ts'
import { showConcert } from './concert-views.service.ts'
import type { ConcertSummary } from './concert-views.service.ts'
import { concertsByIds } from './concerts.store.ts'
import { concertsToPublish, savePublication, showToAll } from './publishing.store.ts'

/** Followers are told of the first of a series, as of one that is announced. False where it is shown already. */
async function publish(inside: Context, id: string, dueBy: Date | null): Promise<boolean> {
  const shown = await showToAll(inside.sql, id, { at: inside.now(), dueBy })
  if (shown === null) return false
  await noteEvents(inside, { id }, [{ type: 'concert.announced' }])
  if (shown.tells) await noteConcertNews(inside, { concertId: id, about: 'new' })
  tellHall(inside, id)
  return true
}

/**
 * Shows a concert that waits for its publication, or with `typed` moves that time; with `following` the later ones of
 * its series that wait too. Refuses NOT_FOUND, NOT_YOURS, VALIDATION at `publishAt`, and ILLEGAL_STEP once it is shown
 * (a second press of «Опубликовать сейчас» changes nothing).
 */
export async function publishConcert(
  ctx: Context,
  artistId: string,
  part: SeriesPart,
  typed: string | null,
): Promise<ConcertSummary> {
  await transaction(ctx, async (inside) => {
    const locked = (await lockOwnSeries(inside.sql, artistId, part)).map(({ id }) => id)
    const rows = await concertsByIds(inside.sql, locked)
    const own = ownConcert(
      rows.find(({ id }) => id === part.id),
      artistId,
    )
    if (typed === null) for (const id of locked) await publish(inside, id, null)
    else {
      admitPublication(own)
      const at = checkPublication(typed, own, inside.now())
      for (const { id, publishAt } of rows)
        if (publishAt !== null && at !== null) await savePublication(inside.sql, id, at)
    }
  })
  return showConcert(ctx, part.id, { viewer: artistId })
}

/** Shows what is due, once, also where no process ran at its time. */
export function publishDue(ctx: Context, stopping?: AbortSignal): Promise<number> {
  return runAllDue(async (except) => {
    const now = ctx.now()
    const due = await concertsToPublish(ctx.sql, now, [...except])
    return due.map((id) => ({
      id,
      run: async () => ((await transaction(ctx, (inside) => publish(inside, id, now))) ? 1 : 0),
    }))
  }, stopping)
}

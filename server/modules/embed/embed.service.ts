import type { Run } from '#domain/concerts/poster-run.ts'
import { pictureOf, runOf } from '#domain/concerts/poster-run.ts'
import { fromMoscow, timeAndDay } from '#domain/russian.ts'
import type { Context } from '#server/context.ts'
import { findArtist } from '../artists/artists.service.ts'
import { showCurrentConcert, showNextConcert } from '../concerts/concert-views.service.ts'
import type { ConcertSummary } from '../concerts/concert-views.service.ts'

type EmbeddedConcert = {
  title: string
  /** The concert's page, or the order tab while the concert is on. */
  href: string
  /** «суббота, 21 нояб., 21:30 (МСК)» in the time zone of the venue. */
  when: string
  where: string
}

/** Everything that the card on another site shows. */
export type EmbeddedCard = {
  name: string
  /** The full address of the artist's page. */
  href: string
  picture: string
  run: Run
  now: EmbeddedConcert | null
  next: EmbeddedConcert | null
}

/** The card of an artist that other sites show; null for an unknown nickname. */
export async function embeddedCard(
  ctx: Context,
  artistUsername: string,
): Promise<EmbeddedCard | null> {
  const artist = await findArtist(ctx, artistUsername)
  if (artist === null) return null
  const { username, name, imageUrls } = artist
  const href = new URL(`/user/${username}`, ctx.publicUrl).href
  const [now, next] = await Promise.all([
    showCurrentConcert(ctx, username),
    showNextConcert(ctx, username, null),
  ])
  return {
    name: name === '' ? username : name,
    href,
    picture: imageUrls[0] ?? pictureOf(username),
    run: runOf(username, imageUrls[0]),
    // A closed concert is only for invited guests.
    now: now === null || now.closedSession ? null : embedded(now, `${href}?tab=order`, ctx.now()),
    next: next === null ? null : embedded(next, `${href}/${next.id}`, ctx.now()),
  }
}

function embedded(concert: ConcertSummary, href: string, at: Date): EmbeddedConcert {
  const { title, startsAt, timeZone, placeName, city } = concert
  return {
    title,
    href,
    when: `${timeAndDay(startsAt, timeZone, at)} (${fromMoscow(timeZone, startsAt)})`,
    where: [placeName, city].filter((part) => part !== '').join(', '),
  }
}

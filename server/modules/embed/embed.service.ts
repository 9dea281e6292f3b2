import type { Run } from '#domain/concerts/poster-run.ts'
import { pictureOf, runOf } from '#domain/concerts/poster-run.ts'
import { timeInZone } from '#domain/time-in-zone.ts'
import type { Context } from '#server/context.ts'
import { findShownArtist, shownArtist } from '../artists/artists.service.ts'
import { showCurrentConcert, showNextConcert } from '../concerts/concert-views.service.ts'
import type { ConcertSummary } from '../concerts/concert-views.service.ts'

type EmbeddedConcert = {
  title: string
  /** The concert's page, or the order tab while the concert is on. */
  href: string
  /** «суббота, 21 нояб., 21:30 (МСК)» in the time zone of the venue. */
  when: string
  where: string
  moved: boolean
  /** Orders are taken. */
  open: boolean
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

/** The card of an artist that other sites show. Refuses NOT_FOUND as his page does. */
export async function embeddedCard(ctx: Context, artistUsername: string): Promise<EmbeddedCard> {
  const { username, name, imageUrls } = await shownArtist(ctx, artistUsername)
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
  const { title, startsAt, timeZone, placeName, city, startWas, venueWas } = concert
  return {
    title,
    href,
    when: timeInZone(startsAt, timeZone, at),
    where: [placeName, city].filter((part) => part !== '').join(', '),
    moved: startWas !== null || venueWas !== null,
    open: concert.ableGetSongs,
  }
}

const CARD_WIDTH = 640
const CARD_HEIGHT = 420

/**
 * The card of the artist whose page, or whose concert's page, this address is, as oEmbed 1.0 tells it; null for any
 * other address. `maxWidth`: pixels, or NaN.
 */
export async function oembedOf(ctx: Context, url: string, maxWidth: number) {
  if (!URL.canParse(url, ctx.publicUrl)) return null
  const { host, pathname } = new URL(url, ctx.publicUrl)
  const username = /^\/user\/([^/]+)/u.exec(pathname)?.[1]
  if (username === undefined || host !== new URL(ctx.publicUrl).host) return null
  const artist = await findShownArtist(ctx, username)
  if (artist === null) return null
  const name = artist.name === '' ? artist.username : artist.name
  const width = maxWidth > 0 ? Math.min(CARD_WIDTH, Math.floor(maxWidth)) : CARD_WIDTH
  const src = new URL(`/embed/${artist.username}`, ctx.publicUrl).href
  return {
    version: '1.0',
    type: 'rich',
    title: name,
    author_name: name,
    author_url: new URL(`/user/${artist.username}`, ctx.publicUrl).href,
    provider_name: 'Бис',
    provider_url: ctx.publicUrl,
    src,
    width,
    height: CARD_HEIGHT,
  }
}

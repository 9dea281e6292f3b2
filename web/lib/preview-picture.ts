import type { ArtistCard, Session } from '#contract/shapes.ts'
import type { PreviewCard } from '#domain/preview-card.ts'
import { artistCard, cardVersion, concertCard } from '#domain/preview-card.ts'

/** What `pageMeta` takes for the picture of a preview. */
export type PreviewPicture = { url: string; alt: string }

function pictureAt(path: string, card: PreviewCard): PreviewPicture {
  const words = [card.live ?? '', card.title, ...card.facts].filter((part) => part !== '')
  return { url: `${path}?v=${cardVersion(card)}`, alt: words.join('. ') }
}

/** Of an artist's page; `nowPlaying` is the title of the concert that is on. `imageUrl` is the first photo's, or empty. */
export function artistPicture(artist: ArtistCard, nowPlaying: string | null): PreviewPicture {
  const path = `/og/artist/${encodeURIComponent(artist.username)}.jpg`
  return pictureAt(path, artistCard(artist, nowPlaying))
}

type PicturedConcert = Pick<
  Session,
  'id' | 'title' | 'dateTimeStart' | 'sessionStatus' | 'artist'
> & { location: Pick<Session['location'], 'name' | 'city' | 'timeZone'> }

/** Of a concert's pages. */
export function concertPicture(session: PicturedConcert): PreviewPicture {
  const { id, title, location, artist } = session
  const card = concertCard(
    {
      title,
      startsAt: new Date(session.dateTimeStart),
      timeZone: location.timeZone,
      placeName: location.name,
      city: location.city,
      live: session.sessionStatus === 'NOW',
    },
    artist,
  )
  return pictureAt(`/og/concert/${id}.jpg`, card)
}

import type { PreviewCard } from '#domain/preview-card.ts'
import { artistCard, cardVersion, concertCard, SITE_CARD } from '#domain/preview-card.ts'
import { Refusal } from '#domain/refusal.ts'
import { isUuid } from '#domain/uuid.ts'
import type { Artists } from '../artists/artists.service.ts'
import type { Concerts } from '../concerts/concerts.service.ts'
import { drawCard } from './draw-card.ts'
import type { DrawnCard } from './drawing-line.ts'
import { makeDrawingLine } from './drawing-line.ts'

export type { DrawnCard } from './drawing-line.ts'

export type PreviewCardsDeps = {
  artists: Pick<Artists, 'known'>
  concerts: Pick<Concerts, 'byId' | 'currentOf'>
  photos: { open(name: string): Promise<{ bytes: Uint8Array } | null> }
}

export type PreviewCards = ReturnType<typeof makePreviewCards>

const PHOTO = /^\/media\/([\w.-]+)$/u

/** Pictures that messengers show beside a link. */
export function makePreviewCards({ artists, concerts, photos }: PreviewCardsDeps) {
  const line = makeDrawingLine()

  async function openPhoto(link: string): Promise<Uint8Array | null> {
    const name = PHOTO.exec(link)?.[1]
    return name === undefined ? null : ((await photos.open(name))?.bytes ?? null)
  }

  async function take(key: string, card: PreviewCard): Promise<DrawnCard> {
    return line.take(key, cardVersion(card), () => drawCard(card, openPhoto))
  }

  return {
    /** Null for an unknown nickname. Refuses OVERLOADED. */
    async ofArtist(username: string): Promise<DrawnCard | null> {
      const artist = await artists.known(username)
      if (artist === null) return null
      const playing = await concerts.currentOf(artist.username)
      const card = artistCard(
        { ...artist, imageUrl: artist.imageUrls[0] ?? '' },
        playing?.title ?? null,
      )
      return take(`artist ${artist.id}`, card)
    },

    /** A closed concert too: whoever has its link may show it. Null for an unknown one. Refuses OVERLOADED. */
    async ofConcert(id: string): Promise<DrawnCard | null> {
      if (!isUuid(id)) return null
      const concert = await concerts.byId(id).catch((failure: unknown) => {
        if (failure instanceof Refusal && failure.code === 'NOT_FOUND') return null
        throw failure
      })
      if (concert === null) return null
      const { artistUsername, artistName, artistImageUrl } = concert
      const card = concertCard(
        { ...concert, live: concert.status === 'NOW' },
        { username: artistUsername, name: artistName, imageUrl: artistImageUrl },
      )
      return take(`concert ${concert.id}`, card)
    },

    ofSite: (): Promise<DrawnCard> => take('site', SITE_CARD),
  }
}

import { readFile } from 'node:fs/promises'
import { LRUCache } from 'lru-cache'
import satori from 'satori'
import sharp from 'sharp'
import type { Sharp } from 'sharp'
import { PRINT } from '#domain/concerts/poster-run.ts'
import type { PreviewCard, StoryCard } from '#domain/concerts/preview-card.ts'
import { SITE_CARD, artistCard, cardVersion, concertCard } from '#domain/concerts/preview-card.ts'
import { Refusal } from '#domain/refusal.ts'
import { isUuid } from '#domain/uuid.ts'
import { semaphore, singleFlight } from '#server/platform/concurrency.ts'
import type { Artists } from '../artists/artists.service.ts'
import type { Concerts } from '../concerts/concerts.service.ts'
import { cardFonts } from './card-fonts.ts'
import { CARD_HEIGHT, CARD_WIDTH, WORDS_WIDTH, cardLayout } from './card-layout.ts'
import { ART_HEIGHT, STORY_HEIGHT, STORY_WIDTH, storyLayout } from './story-layout.ts'

/** Returns the bytes of a photo by the address that an artist has for it; null where it is none of ours. */
type OpenPhoto = (link: string) => Promise<Uint8Array | null>

const DRAWINGS = new URL('../../../web/public/art/', import.meta.url)
const DRAWING = /^\/art\/([a-z]+-[a-z]+\.svg)$/u

/** The position of a drawing's subject, in parts of its width: the left side is calm. */
const SUBJECT = 0.65
const MIDDLE = 0.5
/** Messengers refuse pictures of 300 KB and more. */
const MOST_BYTES = 300 * 1024
const QUALITIES = [84, 72, 58, 40]

async function openPicture(link: string, photo: OpenPhoto): Promise<Uint8Array | null> {
  const drawing = DRAWING.exec(link)?.[1]
  if (drawing === undefined) return photo(link)
  return readFile(new URL(drawing, DRAWINGS)).catch(() => null)
}

type Sheet = {
  readonly width: number
  readonly height: number
  /** The place of the picture. */
  readonly art: { readonly left: number; readonly width: number; readonly height: number }
  readonly layout: unknown
}

async function cutOut(bytes: Uint8Array, subject: number, place: Sheet['art']): Promise<Buffer> {
  const { width, height } = place
  const whole = sharp(bytes, { density: 96 }).resize({ height, width: height * 2, fit: 'cover' })
  const left = Math.min(
    height * 2 - width,
    Math.max(0, Math.round(height * 2 * subject - width / 2)),
  )
  // Two steps, since sharp does not let us choose the order of a resize and a cut in one.
  const { data, info } = await whole
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  return sharp(data, { raw: info })
    .extract({ left, top: 0, width, height })
    .png({ compressionLevel: 1 })
    .toBuffer()
}

/** Draws a sheet in the colours of its run, as RGB; where the picture cannot be read its place stays plain paper. */
async function drawSheet(
  { run, picture: link }: Pick<PreviewCard, 'run' | 'picture'>,
  { width, height, art, layout }: Sheet,
  photo: OpenPhoto,
): Promise<Sharp> {
  const bytes = await openPicture(link, photo)
  const subject = DRAWING.test(link) ? SUBJECT : MIDDLE
  const picture = bytes === null ? null : await cutOut(bytes, subject, art).catch(() => null)
  const text = await satori(layout as never, { width, height, fonts: await cardFonts() })
  const pixels = await sharp({
    create: { width, height, channels: 3, background: PRINT[run].paper },
  })
    .composite([
      ...(picture === null ? [] : [{ input: picture, left: art.left, top: 0 }]),
      { input: Buffer.from(text), left: 0, top: 0 },
    ])
    .removeAlpha()
    .raw()
    .toBuffer()
  return sharp(pixels, { raw: { width, height, channels: 3 } })
}

const asJpeg = (sheet: Sharp, quality: number): Promise<Buffer> =>
  sheet.clone().jpeg({ quality, chromaSubsampling: '4:4:4' }).toBuffer()

/** Draws a card as a JPEG of 1200×630, under 300 KB. */
async function drawCard(card: PreviewCard, photo: OpenPhoto): Promise<Uint8Array> {
  const art = { left: WORDS_WIDTH, width: CARD_WIDTH - WORDS_WIDTH, height: CARD_HEIGHT }
  const layout = cardLayout(card)
  const size = { width: CARD_WIDTH, height: CARD_HEIGHT }
  const sheet = await drawSheet(card, { ...size, art, layout }, photo)
  for (const quality of QUALITIES) {
    const jpeg = await asJpeg(sheet, quality)
    if (jpeg.length < MOST_BYTES) return jpeg
  }
  return asJpeg(sheet, 20)
}

async function drawStory(card: StoryCard, photo: OpenPhoto): Promise<Uint8Array> {
  const art = { left: 0, width: STORY_WIDTH, height: ART_HEIGHT }
  const size = { width: STORY_WIDTH, height: STORY_HEIGHT }
  return asJpeg(await drawSheet(card, { ...size, art, layout: storyLayout(card) }, photo), 88)
}

type PreviewCardsDeps = {
  artists: Pick<Artists, 'known'>
  concerts: Pick<Concerts, 'byId' | 'currentOf'>
  photos: { open(name: string): Promise<{ bytes: Uint8Array } | null> }
}

export type PreviewCards = ReturnType<typeof makePreviewCards>

const PHOTO = /^\/media\/([\w.-]+)$/u

/** Pictures that messengers show beside a link. */
export function makePreviewCards({ artists, concerts, photos }: PreviewCardsDeps) {
  const cardQueue = makeDrawingQueue()
  /** A separate queue: requests for stories do not delay the cards of links. */
  const storyQueue = makeDrawingQueue()

  async function openPhoto(link: string): Promise<Uint8Array | null> {
    const name = PHOTO.exec(link)?.[1]
    return name === undefined ? null : ((await photos.open(name))?.bytes ?? null)
  }

  async function take(key: string, card: PreviewCard): Promise<DrawnCard> {
    return cardQueue.take(key, cardVersion(card), () => drawCard(card, openPhoto))
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

    /** Also for a closed concert: anyone with its link may show it. Null for an unknown one. Refuses OVERLOADED. */
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

    /** A JPEG of 1080×1920. Refuses OVERLOADED. */
    story: (key: string, card: StoryCard): Promise<DrawnCard> =>
      storyQueue.take(key, cardVersion(card), () => drawStory(card, openPhoto)),

    ofSite: (): Promise<DrawnCard> => take('site', SITE_CARD),
  }
}

export type DrawnCard = { readonly version: string; readonly bytes: Uint8Array }

/** The most cards that wait to be drawn; the next request is refused. */
const WAITING_MOST = 60
const MOST_PICTURES = 200
const CACHE_MAX_BYTES = 50 * 1024 * 1024

/** Draws one card at a time, caches recent ones, and draws a card once for all concurrent requests. */
export function makeDrawingQueue() {
  const cache = new LRUCache<string, DrawnCard>({
    max: MOST_PICTURES,
    maxSize: CACHE_MAX_BYTES,
    sizeCalculation: ({ bytes }) => bytes.length,
  })
  const drawings = singleFlight<DrawnCard>()
  const oneAtATime = semaphore(1)

  return {
    /** Returns the picture of `version` of what `key` names. Refuses OVERLOADED where too many wait already. */
    async take(key: string, version: string, draw: () => Promise<Uint8Array>): Promise<DrawnCard> {
      const known = cache.get(key)
      if (known?.version === version) return known
      const drawing = `${key} ${version}`
      if (drawings.running(drawing) === undefined && drawings.size() >= WAITING_MOST)
        throw new Refusal(
          'OVERLOADED',
          'Картинка ещё рисуется. Зайдите за ней чуть позже.',
          undefined,
          {
            retryAfterSeconds: 5,
          },
        )
      return drawings.run(drawing, async () => {
        const picture = await oneAtATime.run(async () => ({ version, bytes: await draw() }))
        cache.set(key, picture)
        return picture
      })
    },
    /** The size of the cache. */
    size: () => ({ pictures: cache.size, bytes: cache.calculatedSize }),
  }
}

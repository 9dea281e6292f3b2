import { readFile } from 'node:fs/promises'
import satori from 'satori'
import sharp from 'sharp'
import type { Sharp } from 'sharp'
import { PRINT } from '#domain/concerts/poster-run.ts'
import type { PreviewCard, StoryCard } from '#domain/concerts/preview-card.ts'
import {
  SITE_CARD,
  artistCard,
  cardVersion,
  concertCard,
  playedCard,
} from '#domain/concerts/preview-card.ts'
import { Refusal } from '#domain/refusal.ts'
import { isUuid } from '#domain/uuid.ts'
import type { Context } from '#server/context.ts'
import { findShownArtist } from '../artists/artists.service.ts'
import { showConcert, showCurrentConcert } from '../concerts/concert-views.service.ts'
import type { ConcertSummary } from '../concerts/concert-views.service.ts'
import { songsShown } from '../concerts/ended.service.ts'
import { openPhoto } from '../files/files.service.ts'
import type { DrawnCard } from './drawing-queue.ts'
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

async function storyJpeg(card: StoryCard, photo: OpenPhoto): Promise<Uint8Array> {
  const art = { left: 0, width: STORY_WIDTH, height: ART_HEIGHT }
  const size = { width: STORY_WIDTH, height: STORY_HEIGHT }
  return asJpeg(await drawSheet(card, { ...size, art, layout: storyLayout(card) }, photo), 88)
}

const PHOTO = /^\/media\/([\w.-]+)$/u

const photoOf =
  (ctx: Context): OpenPhoto =>
  async (link) => {
    const name = PHOTO.exec(link)?.[1]
    return name === undefined ? null : ((await openPhoto(ctx, name))?.bytes ?? null)
  }

function take(ctx: Context, key: string, card: PreviewCard): Promise<DrawnCard> {
  return ctx.drawing.cards.take(key, cardVersion(card), () => drawCard(card, photoOf(ctx)))
}

/** Null for an unknown nickname and a hidden page. Refuses OVERLOADED. */
export async function artistPreview(ctx: Context, username: string): Promise<DrawnCard | null> {
  const artist = await findShownArtist(ctx, username)
  if (artist === null) return null
  const playing = await showCurrentConcert(ctx, artist.username)
  const shown = { ...artist, imageUrl: artist.imageUrls[0] ?? '' }
  const now = playing && { title: playing.title, open: playing.ableGetSongs }
  return take(ctx, `artist ${artist.id}`, artistCard(shown, now))
}

/** Also for a closed concert: anyone with its link may show it. Null for an unknown one. Refuses OVERLOADED. */
export async function concertPreview(ctx: Context, id: string): Promise<DrawnCard | null> {
  const concert = await concertOrNull(ctx, id)
  if (concert === null) return null
  const [live, open] = [concert.status === 'NOW', concert.ableGetSongs]
  const card = concertCard({ ...concert, live, open }, artistOf(concert), ctx.now())
  return take(ctx, `concert ${concert.id}`, card)
}

/** What sounded, for stories; null where its page does not list it. Refuses OVERLOADED. */
export async function playedPreview(ctx: Context, id: string): Promise<DrawnCard | null> {
  const concert = await concertOrNull(ctx, id)
  if (concert === null) return null
  const played = (await songsShown(ctx, concert.id)).map(({ title }) => title)
  if (played.length === 0) return null
  const card = playedCard({ concert, artist: artistOf(concert), played, now: ctx.now() })
  return drawStory(ctx, `played ${concert.id}`, card)
}

async function concertOrNull(ctx: Context, id: string): Promise<ConcertSummary | null> {
  if (!isUuid(id)) return null
  return showConcert(ctx, id).catch((failure: unknown) => {
    if (failure instanceof Refusal && failure.code === 'NOT_FOUND') return null
    throw failure
  })
}

const artistOf = ({ artistUsername, artistName, artistImageUrl }: ConcertSummary) => ({
  username: artistUsername,
  name: artistName,
  imageUrl: artistImageUrl,
})

export function sitePreview(ctx: Context): Promise<DrawnCard> {
  return take(ctx, 'site', SITE_CARD)
}

/** A JPEG of 1080×1920 in a queue of its own: stories do not delay the cards of links. Refuses OVERLOADED. */
export function drawStory(ctx: Context, key: string, card: StoryCard): Promise<DrawnCard> {
  return ctx.drawing.stories.take(key, cardVersion(card), () => storyJpeg(card, photoOf(ctx)))
}

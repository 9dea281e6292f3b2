import { readFile } from 'node:fs/promises'
import satori from 'satori'
import sharp from 'sharp'
import type { PreviewCard } from '#domain/preview-card.ts'
import { PRINT } from '../../platform/poster-colours.ts'
import { cardFonts } from './card-fonts.ts'
import { CARD_HEIGHT, CARD_WIDTH, cardLayout, WORDS_WIDTH } from './card-layout.ts'

/** The bytes of a photo by the address that an artist has for it; null where it is none of ours. */
export type OpenPhoto = (link: string) => Promise<Uint8Array | null>

const DRAWINGS = new URL('#web/public/art/', import.meta.url)
const DRAWING = /^\/art\/([a-z]+-[a-z]+\.svg)$/u

/** Where the subject of a drawing stands, in parts of its width: its left side is calm. */
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

async function cutOut(bytes: Uint8Array, subject: number): Promise<Buffer> {
  const width = CARD_WIDTH - WORDS_WIDTH
  const whole = sharp(bytes, { density: 96 }).resize({
    height: CARD_HEIGHT,
    width: CARD_HEIGHT * 2,
    fit: 'cover',
  })
  const left = Math.min(
    CARD_HEIGHT * 2 - width,
    Math.max(0, Math.round(CARD_HEIGHT * 2 * subject - width / 2)),
  )
  // Two steps, since of a resize and a cut in one the order is not ours to say.
  const { data, info } = await whole
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  return sharp(data, { raw: info })
    .extract({ left, top: 0, width, height: CARD_HEIGHT })
    .png({ compressionLevel: 1 })
    .toBuffer()
}

async function asJpeg(pixels: Buffer, quality: number): Promise<Buffer> {
  return sharp(pixels, { raw: { width: CARD_WIDTH, height: CARD_HEIGHT, channels: 3 } })
    .jpeg({ quality, chromaSubsampling: '4:4:4' })
    .toBuffer()
}

/** A card as a JPEG of 1200×630, under 300 KB; a picture that cannot be read leaves its place to the paper. */
export async function drawCard(card: PreviewCard, photo: OpenPhoto): Promise<Uint8Array> {
  const { paper } = PRINT[card.run]
  const bytes = await openPicture(card.picture, photo)
  const subject = DRAWING.test(card.picture) ? SUBJECT : MIDDLE
  const picture = bytes === null ? null : await cutOut(bytes, subject).catch(() => null)
  const words = await satori(cardLayout(card) as never, {
    width: CARD_WIDTH,
    height: CARD_HEIGHT,
    fonts: await cardFonts(),
  })
  const pixels = await sharp({
    create: { width: CARD_WIDTH, height: CARD_HEIGHT, channels: 3, background: paper },
  })
    .composite([
      ...(picture === null ? [] : [{ input: picture, left: WORDS_WIDTH, top: 0 }]),
      { input: Buffer.from(words), left: 0, top: 0 },
    ])
    .removeAlpha()
    .raw()
    .toBuffer()
  for (const quality of QUALITIES) {
    const jpeg = await asJpeg(pixels, quality)
    if (jpeg.length < MOST_BYTES) return jpeg
  }
  return asJpeg(pixels, 20)
}

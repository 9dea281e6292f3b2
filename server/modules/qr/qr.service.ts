import sharp from 'sharp'
import { noArtist } from '#domain/accounts/account.ts'
import type { QrColours } from '#domain/concerts/qr-code.ts'
import { checkQrColours, QR_COLOURS, QR_SIZE, qrModule } from '#domain/concerts/qr-code.ts'
import { Refusal } from '#domain/refusal.ts'
import { qrSquare } from '#server/platform/qr-svg.ts'
import type { Artists } from '../artists/artists.service.ts'

export type QrPicture = { format: 'png' | 'svg'; bytes: Uint8Array }

type QrOptions = Partial<QrColours> & {
  text?: string | undefined
  artistUsername?: string | undefined
  format?: QrPicture['format'] | undefined
  size?: number | undefined
}

/** Codes that lead to an artist's page, or contain a typed text. */
export function makeQr({ artists, publicUrl }: { artists: Artists; publicUrl: string }) {
  /** Refuses NOT_FOUND. */
  async function addressOf(username: string): Promise<string> {
    const artist = await artists.known(username)
    if (artist === null) throw noArtist('artistUsername')
    return new URL(`/user/${artist.username}`, publicUrl).href
  }

  async function textOf({ text, artistUsername }: QrOptions): Promise<string> {
    if (text !== undefined && artistUsername === undefined) return text
    if (text === undefined && artistUsername !== undefined) return addressOf(artistUsername)
    throw new Refusal('VALIDATION', 'Укажите что-то одно: текст или никнейм музыканта', 'text')
  }

  return {
    /** The code of an artist's page as PNG. Refuses NOT_FOUND. */
    async ofArtist(username: string): Promise<QrPicture> {
      return pngOf(await addressOf(username), QR_COLOURS, QR_SIZE.usual)
    },

    /**
     * Returns a custom code; `size` in pixels of a side. Refuses VALIDATION for a text and an artist at once, for
     * colours that cameras cannot tell apart and for a picture too small, and NOT_FOUND.
     */
    async custom(options: QrOptions): Promise<QrPicture> {
      const colours = { ...QR_COLOURS, ...given(options) }
      checkQrColours(colours)
      const text = await textOf(options)
      const size = options.size ?? QR_SIZE.usual
      return options.format === 'svg' ? svgOf(text, colours, size) : pngOf(text, colours, size)
    },
  }
}

export type Qr = ReturnType<typeof makeQr>

function given({ colour, background }: QrOptions): Partial<QrColours> {
  return {
    ...(colour === undefined ? {} : { colour }),
    ...(background === undefined ? {} : { background }),
  }
}

function svgOf(text: string, colours: QrColours, size: number): QrPicture {
  return { format: 'svg', bytes: Buffer.from(qrSquare(text, colours).svg(size)) }
}

/** Modules of whole pixels, so that every edge is sharp; the remaining pixels widen the quiet zone. */
async function pngOf(text: string, colours: QrColours, size: number): Promise<QrPicture> {
  const square = qrSquare(text, colours)
  const drawn = square.side * qrModule(size, square.side)
  const before = Math.floor((size - drawn) / 2)
  const after = size - drawn - before
  const bytes = await sharp(Buffer.from(square.svg(drawn)))
    .flatten({ background: colours.background })
    .extend({
      top: before,
      left: before,
      bottom: after,
      right: after,
      background: colours.background,
    })
    .png()
    .toBuffer()
  return { format: 'png', bytes }
}

import sharp from 'sharp'
import type { BodyOf } from '#contract/endpoint.ts'
import { api } from '#contract/index.ts'
import { noArtist } from '#domain/accounts/account.ts'
import type { QrColours } from '#domain/concerts/qr-code.ts'
import { checkQrColours, QR_COLOURS, QR_SIZE, qrModule } from '#domain/concerts/qr-code.ts'
import { Refusal } from '#domain/refusal.ts'
import { DAY_MS, DAY_SECONDS } from '#domain/time.ts'
import type { Context } from '#server/context.ts'
import type { Module } from '#server/module.ts'
import { cachedAnswers } from '#server/platform/concurrency.ts'
import { on } from '#server/platform/http/route.ts'
import { qrSquare } from '#server/platform/qr-svg.ts'
import { findArtist } from '../artists/artists.service.ts'

type QrOptions = BodyOf<typeof api.qr.createCustom>

/** Codes that lead to an artist's page, or contain a typed text. */
export const qr: Module = {
  routes(ctx) {
    const drawn = cachedAnswers<Uint8Array>({ now: ctx.now, ttlMs: DAY_MS, max: KEPT_MOST })
    /** The code of an artist's page as PNG; one that is not kept spends what a code of one's own does. */
    const artistQr = async (username: string, address: string) => {
      const text = await addressOf(ctx, username)
      return drawn(text, async () => {
        await ctx.limits.spend('qrOfAddress', address)
        return pngOf(text, QR_COLOURS, QR_SIZE.usual)
      })
    }
    return [
      on(api.qr.createCustom, async ({ body }) => {
        const bytes = await customQr(ctx, body)
        const format = body.format ?? 'png'
        // Never opened as a page: an SVG made by a caller would count as one of ours.
        return { type: TYPES[format], bytes, fileName: `qrcode.${format}` }
      }),
      on(api.qr.getImage, async ({ params, address }) => ({
        type: TYPES.png,
        bytes: await artistQr(params.username, address),
        keepSeconds: DAY_SECONDS,
      })),
      on(api.qr.downloadImage, async ({ params, address }) => ({
        type: TYPES.png,
        bytes: await artistQr(params.username, address),
        fileName: 'qrcode.png',
      })),
    ]
  },
}

/** Of some 25 KB. */
const KEPT_MOST = 200
const TYPES = { png: 'image/png', svg: 'image/svg+xml' } as const

/** `size` in pixels of a side. */
async function customQr(ctx: Context, options: QrOptions): Promise<Uint8Array> {
  const colours = { ...QR_COLOURS, ...given(options) }
  checkQrColours(colours)
  const text = await textOf(ctx, options)
  const size = options.size ?? QR_SIZE.usual
  return options.format === 'svg' ? svgOf(text, colours, size) : pngOf(text, colours, size)
}

async function textOf(ctx: Context, { text, artistUsername }: QrOptions): Promise<string> {
  if (text !== undefined && artistUsername === undefined) return text
  if (text === undefined && artistUsername !== undefined) return addressOf(ctx, artistUsername)
  throw new Refusal('VALIDATION', 'Укажите что-то одно: текст или никнейм музыканта', 'text')
}

async function addressOf(ctx: Context, username: string): Promise<string> {
  const artist = await findArtist(ctx, username)
  if (artist === null) throw noArtist('artistUsername')
  return new URL(`/user/${artist.username}`, ctx.publicUrl).href
}

function given({ colour, background }: QrOptions): Partial<QrColours> {
  return {
    ...(colour === undefined ? {} : { colour }),
    ...(background === undefined ? {} : { background }),
  }
}

function svgOf(text: string, colours: QrColours, size: number): Uint8Array {
  return Buffer.from(qrSquare(text, colours).svg(size))
}

/** Modules of whole pixels, so that every edge is sharp; the remaining pixels widen the quiet zone. */
function pngOf(text: string, colours: QrColours, size: number): Promise<Uint8Array> {
  const square = qrSquare(text, colours)
  const drawn = square.side * qrModule(size, square.side)
  const before = Math.floor((size - drawn) / 2)
  const after = size - drawn - before
  return sharp(Buffer.from(square.svg(drawn)))
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
}

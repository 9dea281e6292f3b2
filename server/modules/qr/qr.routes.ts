import { api } from '#contract/index.ts'
import { DAY_SECONDS } from '#domain/time.ts'
import type { FileAnswer, Route } from '#server/platform/http/route.ts'
import { on } from '#server/platform/http/route.ts'
import type { Qr, QrPicture } from './qr.service.ts'

const TYPES = { png: 'image/png', svg: 'image/svg+xml' } as const

function fileOf({ format, bytes }: QrPicture): FileAnswer {
  return { type: TYPES[format], bytes }
}

export function qrRoutes(qr: Qr): Route[] {
  async function ofArtist(username: string): Promise<FileAnswer> {
    return fileOf(await qr.ofArtist(username))
  }

  return [
    on(api.qr.createCustom, async ({ body }) => {
      const picture = await qr.custom(body)
      // Never opened as a page: an SVG made by a caller would count as one of ours.
      return { ...fileOf(picture), fileName: `qrcode.${picture.format}` }
    }),
    on(api.qr.getImage, async ({ params }) => ({
      ...(await ofArtist(params.username)),
      keepSeconds: DAY_SECONDS,
    })),
    on(api.qr.downloadImage, async ({ params }) => ({
      ...(await ofArtist(params.username)),
      fileName: 'qrcode.png',
    })),
  ]
}
